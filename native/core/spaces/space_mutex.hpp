// The lock of a space: searches hold it shared, an edit holds it alone.
//
// Readers on different threads take different locks, and a writer takes them all, because a count of readers that all
// threads write to would travel from processor to processor at every query. A long search asks now and then whether an
// edit waits, and lets it in.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <shared_mutex>

#include "spaces/thread_slot.hpp"

namespace pathstar {

class SpaceMutex {
 public:
  void lock() {
    waiting_.fetch_add(1, std::memory_order_relaxed);
    turnstile_.lock();
    for (Slot& slot : slots_) slot.mutex.lock();
  }
  void unlock() {
    for (Slot& slot : slots_) slot.mutex.unlock();
    turnstile_.unlock();
    waiting_.fetch_sub(1, std::memory_order_relaxed);
  }
  // To be unlocked by the same thread.
  void lock_shared() { slots_[thread_slot()].mutex.lock_shared(); }
  void unlock_shared() { slots_[thread_slot()].mutex.unlock_shared(); }

  // Whether a thread holds it alone, or waits to.
  bool wanted() const noexcept { return waiting_.load(std::memory_order_relaxed) != 0; }
  // Waits until no thread does; the caller holds nothing.
  void let_in() { const std::lock_guard pass(turnstile_); }

 private:
  struct Slot {
    std::shared_mutex mutex;
    std::byte apart[kCacheLine];
  };

  std::array<Slot, kThreadSlots> slots_;
  std::mutex turnstile_;  // held by the thread that holds the lock alone, or is about to
  std::atomic<int> waiting_{0};
};

}  // namespace pathstar
