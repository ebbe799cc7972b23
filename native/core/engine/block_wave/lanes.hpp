// Several numbers at a time: a vector of as many lanes as the processor's registers hold, and how rows of them shift.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "spaces/compiler.hpp"

// Before a loop over the vectors of a row: unrolls it, so that rows stay in registers.
#if defined(__clang__)
#define PATHSTAR_WRITE_OUT _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define PATHSTAR_WRITE_OUT _Pragma("GCC unroll 16")
#else
#define PATHSTAR_WRITE_OUT
#endif

namespace pathstar {

#if defined(__GNUC__)

#pragma GCC diagnostic ignored "-Wpsabi"  // all functions that take or return vectors are inlined

typedef double Values2 __attribute__((vector_size(16)));
typedef double Values4 __attribute__((vector_size(32)));
typedef double Values8 __attribute__((vector_size(64)));
typedef std::int64_t Bits2 __attribute__((vector_size(16)));
typedef std::int64_t Bits4 __attribute__((vector_size(32)));
typedef std::int64_t Bits8 __attribute__((vector_size(64)));
typedef std::uint8_t Bytes2 __attribute__((vector_size(2)));
typedef std::uint8_t Bytes4 __attribute__((vector_size(4)));
typedef std::uint8_t Bytes8 __attribute__((vector_size(8)));

template <int N>
struct Vectors {
  template <class Two, class Four, class Eight>
  using Of = std::conditional_t<N == 2, Two, std::conditional_t<N == 4, Four, Eight>>;

  using Values = Of<Values2, Values4, Values8>;
  using Bits = Of<Bits2, Bits4, Bits8>;
  using Bytes = Of<Bytes2, Bytes4, Bytes8>;
};

template <int N>
struct Lanes {
  static constexpr int kCount = N;

  using Values = typename Vectors<N>::Values;
  using Bits = typename Vectors<N>::Bits;  // of a comparison: all bits of a lane, or none

  static PATHSTAR_INLINE Values load(const double* from) noexcept {
    Values values;
    std::memcpy(&values, from, sizeof values);
    return values;
  }
  static PATHSTAR_INLINE void store(double* to, const Values& values) noexcept {
    std::memcpy(to, &values, sizeof values);
  }
  static PATHSTAR_INLINE Values spread(double value) noexcept { return value - Values{}; }
  static PATHSTAR_INLINE Bits whole(std::int64_t number) noexcept { return number - Bits{}; }
  static PATHSTAR_INLINE Values lesser(const Values& a, const Values& b) noexcept { return a < b ? a : b; }

  // Compilers vectorize this only if they see the comparison and the choice together.
  static PATHSTAR_INLINE Values if_less(const Values& a, const Values& b, const Values& then,
                                        const Values& otherwise) noexcept {
    return a < b ? then : otherwise;
  }
  static PATHSTAR_INLINE Bits if_less(const Values& a, const Values& b, const Bits& then,
                                      const Bits& otherwise) noexcept {
    return a < b ? then : otherwise;
  }
  static PATHSTAR_INLINE Bits if_equal(const Values& a, const Values& b, const Bits& then,
                                       const Bits& otherwise) noexcept {
    return a == b ? then : otherwise;
  }
  static PATHSTAR_INLINE Values if_bit(const std::uint8_t* bytes, int bit, const Values& then,
                                       const Values& otherwise) noexcept {
    typename Vectors<N>::Bytes read;
    std::memcpy(&read, bytes, sizeof read);
    return (__builtin_convertvector(read, Bits) & whole(1 << bit)) != whole(0) ? then : otherwise;
  }

  // 0 in equal lanes.
  static PATHSTAR_INLINE Bits difference(const Values& a, const Values& b) noexcept { return (Bits)a ^ (Bits)b; }
  static PATHSTAR_INLINE bool any(const Bits& bits) noexcept {
    if constexpr (N > 2) {
      typename Vectors<N / 2>::Bits halves[2];
      std::memcpy(halves, &bits, sizeof bits);
      return Lanes<N / 2>::any(halves[0] | halves[1]);
    } else {
      return (bits[0] | bits[1]) != 0;
    }
  }
  static PATHSTAR_INLINE void store_low(std::uint32_t* to, const Bits& numbers) noexcept {
    for (int i = 0; i < N; ++i) to[i] = static_cast<std::uint32_t>(numbers[i]);
  }

  // The last lane of one vector before all but the last of the next.
  static PATHSTAR_INLINE Values shifted_on(const Values& before, const Values& values) noexcept {
    return shuffled<N - 1>(before, values, std::make_integer_sequence<int, N>{});
  }
  // All but the first lane of a vector before the first of the next.
  static PATHSTAR_INLINE Values shifted_back(const Values& values, const Values& after) noexcept {
    return shuffled<1>(values, after, std::make_integer_sequence<int, N>{});
  }

 private:
  template <int First, int... Lane>
  static PATHSTAR_INLINE Values shuffled(const Values& a, const Values& b,
                                         std::integer_sequence<int, Lane...>) noexcept {
#if defined(__clang__)
    return __builtin_shufflevector(a, b, (First + Lane)...);
#else
    return __builtin_shuffle(a, b, Bits{(First + Lane)...});
#endif
  }
};

#else

// One number, for compilers without vectors.
struct OneLane {
  static constexpr int kCount = 1;

  using Values = double;
  using Bits = std::int64_t;

  static double load(const double* from) noexcept { return *from; }
  static void store(double* to, double value) noexcept { *to = value; }
  static double spread(double value) noexcept { return value; }
  static Bits whole(std::int64_t number) noexcept { return number; }
  static double lesser(double a, double b) noexcept { return a < b ? a : b; }
  static double if_less(double a, double b, double then, double otherwise) noexcept { return a < b ? then : otherwise; }
  static Bits if_less(double a, double b, Bits then, Bits otherwise) noexcept { return a < b ? then : otherwise; }
  static Bits if_equal(double a, double b, Bits then, Bits otherwise) noexcept { return a == b ? then : otherwise; }
  static double if_bit(const std::uint8_t* byte, int bit, double then, double otherwise) noexcept {
    return (*byte >> bit & 1) != 0 ? then : otherwise;
  }
  static Bits difference(double a, double b) noexcept { return a != b; }
  static bool any(Bits bits) noexcept { return bits != 0; }
  static void store_low(std::uint32_t* to, Bits number) noexcept { *to = static_cast<std::uint32_t>(number); }
  static double shifted_on(double before, double) noexcept { return before; }
  static double shifted_back(double, double after) noexcept { return after; }
};

template <int>
using Lanes = OneLane;

#endif

}  // namespace pathstar
