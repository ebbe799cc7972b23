// The properties of a space's steps that the open list needs.
#pragma once

namespace pathstar {

template <class Cost>
struct StepRange {
  Cost smallest;  // worth distinguishing, in the view's units
  Cost largest;
  bool mixed = false;  // whether there are steps far below the smallest, so that buckets must keep their nodes sorted
  Cost least{};        // if steps are mixed: the least cost; 0 if unknown
};

}  // namespace pathstar
