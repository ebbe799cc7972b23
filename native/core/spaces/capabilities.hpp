// The capabilities of a space's views, known when the engine is compiled.
//
// Each view has one value of this type, `kCapabilities`, which names only the differences from the defaults.
#pragma once

namespace pathstar {

struct Capabilities {
  bool squares = false;     // a path is a chain of runs over a grid of squares; see CornerRule
  bool jumps = false;       // successors are jump points, and only those have records
  bool implicit = false;    // nodes are made as they are reached, by a caller's functions
  bool timed = false;       // the target of a step depends on its time
  bool reversible = true;   // there is a view with every step reversed
  bool one_to_all = true;   // one search without a goal finds the costs of all nodes
  bool any = false;         // the view has its type erased; the other values are known at run time
  int largest_rise = 1024;  // the most smallest steps that a key may rise by before a heap beats buckets
};

}  // namespace pathstar
