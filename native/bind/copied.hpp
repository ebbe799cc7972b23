// Copies of NumPy arrays whose memory is to be kept.
#pragma once

#include <vector>

#include "bind.hpp"
#include "spaces/large_pages.hpp"

// Large copies use large pages, as an edit reads and writes cells all over a map.
template <class T>
std::vector<T> copied(const Array<T>& values) {
  std::vector<T> copy;
  pathstar::reserve_large(copy, values.size());
  copy.assign(values.data(), values.data() + values.size());
  return copy;
}
