// Sorting that asks now and then whether to stop.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "spaces/slices.hpp"

namespace pathstar {

// Sorts values by a strict order. False if it was stopped; then they are in any order.
template <class T, class Less = std::less<>>
bool sort_unless_stopped(std::vector<T>& values, const Stop& stop, Less less = {}) {
  struct Stopped {};
  Pause pause(stop);
  try {
    std::sort(values.begin(), values.end(), [&](const T& a, const T& b) {
      if (pause()) throw Stopped();
      return less(a, b);
    });
  } catch (const Stopped&) {
    return false;
  }
  return true;
}

}  // namespace pathstar
