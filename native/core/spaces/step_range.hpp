// What the open list needs to know about a space's steps.
#pragma once

namespace pathstar {

template <class Cost>
struct StepRange {
  Cost smallest;  // that is worth telling apart, in the view's units
  Cost largest;
  bool mixed = false;  // whether there are steps far below the smallest, so that buckets must keep their nodes sorted
  Cost least{};        // where steps are mixed: none costs less; 0 if that is not known
};

}  // namespace pathstar
