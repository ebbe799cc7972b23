// How a long build reports its progress and is stopped.
#pragma once

#include <cstdint>
#include <functional>

namespace pathstar {

// Called now and then, by one thread at a time, with the fraction of the work done, from 0 to 1; returning true stops
// it.
using Progress = std::function<bool(double part)>;

// The progress of a part, from `begin` to `end`, of a larger task.
inline Progress part_of(const Progress& progress, double begin, double end) {
  return [&progress, begin, end](double part) { return progress(begin + (end - begin) * part); };
}

// How a build ends. too_large: for the memory limit; too_many: for the numbers that count its parts.
enum class Outcome : std::uint8_t { done, stopped, too_large, too_many };

}  // namespace pathstar
