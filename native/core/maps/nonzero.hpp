// The numbers of an array that are neither 0 nor NaN, for arrays that say where one may go.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pathstar {

// Facts about the numbers that are neither 0 nor NaN.
struct NonzeroValues {
  std::ptrdiff_t first = -1;  // the index of the first one; -1 if there is none
  bool mixed = false;         // whether another one differs from it
};

// Sets a byte to 1 for each number that is neither 0 nor NaN, else to 0. The result is meaningless if stop() returned
// true.
template <class Number, class Stop>
NonzeroValues mark_nonzero(std::span<const Number> numbers, std::uint8_t* marks, const Stop& stop) {
  constexpr std::size_t kPart = std::size_t{1} << 16;  // numbers that stay in the cache for three passes
  NonzeroValues found;
  for (std::size_t begin = 0; begin < numbers.size(); begin += kPart) {
    if (begin != 0 && stop()) break;
    const std::size_t end = std::min(numbers.size(), begin + kPart);
    // Plain loops, so that compilers make them work on many numbers at once.
    for (std::size_t i = begin; i < end; ++i) marks[i] = (numbers[i] != 0) & (numbers[i] == numbers[i]);
    for (std::size_t i = begin; found.first < 0 && i < end; ++i) {
      if (marks[i] != 0) found.first = static_cast<std::ptrdiff_t>(i);
    }
    if (found.first < 0) continue;
    const Number value = numbers[static_cast<std::size_t>(found.first)];
    std::uint8_t other = 0;
    for (std::size_t i = begin; i < end; ++i) other |= marks[i] & static_cast<std::uint8_t>(numbers[i] != value);
    found.mixed = found.mixed || other != 0;
  }
  return found;
}

}  // namespace pathstar
