// The progress of a build in parts, and how it ends.
#pragma once

#include <cstdint>

#include "engine/driver/poll.hpp"

namespace pathstar {

// The progress of a part, from `begin` to `end`, of a larger task.
inline Progress part_of(const Progress& progress, double begin, double end) {
  return [&progress, begin, end](double part) { return progress(begin + (end - begin) * part); };
}

// How a build ends. too_large: for the memory limit; too_many: for the numbers that count its parts.
enum class Outcome : std::uint8_t { done, stopped, too_large, too_many };

}  // namespace pathstar
