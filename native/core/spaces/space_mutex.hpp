// The lock of a space: searches hold it shared, an edit holds it alone.
//
// Readers on different threads take different locks, and who writes takes them all: a count of readers that all threads
// write to would travel from processor to processor at every query.
#pragma once

#include <array>
#include <cstddef>
#include <shared_mutex>

#include "spaces/thread_slot.hpp"

namespace pathstar {

class SpaceMutex {
 public:
  void lock() {
    for (Slot& slot : slots_) slot.mutex.lock();
  }
  void unlock() {
    for (Slot& slot : slots_) slot.mutex.unlock();
  }
  // To be unlocked by the same thread.
  void lock_shared() { slots_[thread_slot()].mutex.lock_shared(); }
  void unlock_shared() { slots_[thread_slot()].mutex.unlock_shared(); }

 private:
  struct Slot {
    std::shared_mutex mutex;
    std::byte apart[kCacheLine];
  };

  std::array<Slot, kThreadSlots> slots_;
};

}  // namespace pathstar
