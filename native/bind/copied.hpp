// Copies of arrays of NumPy that are to last.
#pragma once

#include <vector>

#include "bind.hpp"
#include "spaces/large_pages.hpp"

// Large ones begin with large pages, as an edit reads and writes cells all over a map.
template <class T>
std::vector<T> copied(const Array<T>& values) {
  std::vector<T> copy;
  pathstar::reserve_large(copy, values.size());
  copy.assign(values.data(), values.data() + values.size());
  return copy;
}
