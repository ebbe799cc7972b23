// What the open list wants to know of a space's steps.
#pragma once

namespace pathstar {

template <class Cost>
struct StepRange {
  Cost smallest;  // that is worth telling apart, in the view's units
  Cost largest;
};

}  // namespace pathstar
