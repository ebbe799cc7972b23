// Loops over numbers that are compiled twice, to use the wider registers of newer processors.
#pragma once

// Four numbers at a time if the processor can, chosen when the program is loaded.
#if defined(__linux__) && defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PATHSTAR_HAS_CLONES
#define PATHSTAR_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define PATHSTAR_WIDE
#endif

// Up to eight at a time, for loops with much arithmetic for each number.
#if defined(PATHSTAR_HAS_CLONES) && !defined(__clang__) && __GNUC__ >= 12
#define PATHSTAR_WIDEST __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define PATHSTAR_WIDEST PATHSTAR_WIDE
#endif
