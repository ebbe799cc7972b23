// Hints to the compiler, where measurement says that it needs them.
#pragma once

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
