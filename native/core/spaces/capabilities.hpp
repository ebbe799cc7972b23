// What the views of a space can do, known when the engine is compiled.
//
// Each view has one value of this, `kCapabilities`, which names only what differs from the defaults.
#pragma once

namespace pathstar {

struct Capabilities {
  bool squares = false;     // a path is a chain of runs over a grid of squares; see CornerRule
  bool jumps = false;       // successors are jump points, and records are kept for those alone
  bool implicit = false;    // nodes are made as they are reached, by a caller's functions
  bool timed = false;       // what a step leads to depends on when it is made
  bool reversible = true;   // there is a view with every step reversed
  bool one_to_all = true;   // one search without a goal finds the costs of all nodes
  bool any = false;         // the type of the view behind it is erased; that view knows the rest at run time
  int largest_rise = 1024;  // how many smallest steps a key may rise over one step before a heap beats buckets
};

}  // namespace pathstar
