// A number for each thread, so that parallel threads need not write to the same cache lines.
#pragma once

#include <atomic>
#include <cstddef>

namespace pathstar {

inline constexpr std::size_t kThreadSlots = 16;

// Keeps slots on separate cache lines. Not alignas: code that frees a space or an index need not know of an alignment.
inline constexpr std::size_t kCacheLine = 64;

// A number below kThreadSlots; threads started one after another have different ones.
inline std::size_t thread_slot() noexcept {
  static std::atomic<std::size_t> next{0};
  thread_local const std::size_t mine = next.fetch_add(1, std::memory_order_relaxed) % kThreadSlots;
  return mine;
}

}  // namespace pathstar
