// The number of cells with each label.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spaces/slices.hpp"

namespace pathstar {

// labels: 0 or more. The result is incomplete if it was stopped.
inline std::vector<std::int64_t> label_sizes(std::span<const std::int32_t> labels, const Stop& stop = never_stop) {
  std::vector<std::int64_t> sizes(1);
  in_slices(labels.size(), stop, [&](std::size_t begin, std::size_t end) {
    for (const std::int32_t label : labels.subspan(begin, end - begin)) {
      const auto place = static_cast<std::size_t>(label);
      if (place >= sizes.size()) sizes.resize(place + 1);
      ++sizes[place];
    }
  });
  return sizes;
}

}  // namespace pathstar
