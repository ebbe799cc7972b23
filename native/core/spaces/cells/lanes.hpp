// Two numbers at a time, without code for any particular processor: compilers with vector types make one instruction of
// it.
#pragma once

#include <cstdint>
#include <cstring>

#include "spaces/compiler.hpp"

namespace pathstar {

#if defined(__GNUC__)

typedef double Pair __attribute__((vector_size(16)));
typedef decltype(Pair{} < Pair{}) PairBits;  // of a comparison: all bits of a lane, or none

#else

struct PairBits {
  std::int64_t lanes[2];

  std::int64_t& operator[](std::size_t lane) noexcept { return lanes[lane]; }
  PairBits operator&(const PairBits& other) const noexcept {
    return {{lanes[0] & other.lanes[0], lanes[1] & other.lanes[1]}};
  }
  PairBits& operator|=(const PairBits& other) noexcept {
    lanes[0] |= other.lanes[0];
    lanes[1] |= other.lanes[1];
    return *this;
  }
};

struct Pair {
  double lanes[2];

  Pair operator+(const Pair& other) const noexcept { return {{lanes[0] + other.lanes[0], lanes[1] + other.lanes[1]}}; }
  Pair operator*(const Pair& other) const noexcept { return {{lanes[0] * other.lanes[0], lanes[1] * other.lanes[1]}}; }
  PairBits operator<(const Pair& other) const noexcept {
    return {{-std::int64_t{lanes[0] < other.lanes[0]}, -std::int64_t{lanes[1] < other.lanes[1]}}};
  }
};

#endif

// A number, or a pair of it and the one after it.
template <class Number>
PATHSTAR_INLINE Number load(const double* from) noexcept {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}

// The same number in each lane.
template <class Number>
PATHSTAR_INLINE Number spread(double number) noexcept {
  if constexpr (sizeof(Number) == sizeof(double)) {
    return number;
  } else {
    return Number{number, number};
  }
}

}  // namespace pathstar
