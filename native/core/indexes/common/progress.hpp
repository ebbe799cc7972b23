// How a long build tells how far it is, and is told to stop.
#pragma once

#include <cstdint>
#include <functional>

namespace pathstar {

// Called now and then, by one thread at a time, with the part of the work that is done, from 0 to 1; true stops it.
using Progress = std::function<bool(double part)>;

// The part from `begin` to `end` of a larger work.
inline Progress part_of(const Progress& progress, double begin, double end) {
  return [&progress, begin, end](double part) { return progress(begin + (end - begin) * part); };
}

// How a build ends. Too large: for the bytes that it may take; too many: for the numbers that name its parts.
enum class Outcome : std::uint8_t { done, stopped, too_large, too_many };

}  // namespace pathstar
