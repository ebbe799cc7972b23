// Hints to the compiler where measurements show that they help.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(_MSC_VER)
#define PATHSTAR_NOINLINE __declspec(noinline)
#define PATHSTAR_INLINE __forceinline
#else
#define PATHSTAR_NOINLINE __attribute__((noinline))
#define PATHSTAR_INLINE inline __attribute__((always_inline))
#endif

#if defined(__clang__)
#define PATHSTAR_UNROLL_8 _Pragma("clang loop unroll_count(8)")
#elif defined(__GNUC__)
#define PATHSTAR_UNROLL_8 _Pragma("GCC unroll 8")
#else
#define PATHSTAR_UNROLL_8
#endif

namespace pathstar {

// Brings an element of an array into the cache. The index may lie outside: the address is computed as a number, and the
// processor ignores an invalid one. All callers up to the loop must be PATHSTAR_INLINE, too: GCC 12 takes a function
// that only prefetches for one without effect, and omits its calls.
template <class T>
PATHSTAR_INLINE void prefetch(const T* array, std::size_t index) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(array) + index * sizeof(T)));
#else
  static_cast<void>(array);
  static_cast<void>(index);
#endif
}

// The same for an element that will be written.
template <class T>
PATHSTAR_INLINE void prefetch_to_write(T* array, std::size_t index) noexcept {
#if defined(__GNUC__)
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(array) + index * sizeof(T)), 1);
#else
  static_cast<void>(array);
  static_cast<void>(index);
#endif
}

}  // namespace pathstar
