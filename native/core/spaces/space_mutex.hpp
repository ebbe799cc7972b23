// The lock of a space: searches hold it shared, an edit holds it alone.
//
// Readers on different threads take different locks, and a writer takes them all, because a count of readers that all
// threads write to would travel from processor to processor at every query. A long search asks now and then whether an
// edit waits, and lets it in.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>

#include "spaces/thread_slot.hpp"

namespace pathstar {

// An edit of a space by a thread whose own search holds it: from a function that the search calls.
class EditInSearch : public std::logic_error {
 public:
  EditInSearch()
      : std::logic_error("a function that is called during a search cannot edit the space that it searches") {}
};

class SpaceMutex;

// The locks that a thread, or the one that it works for, holds shared. There are few; those beyond its room are left
// out.
class SharedLocks {
 public:
  void add(const SpaceMutex* mutex) noexcept {
    if (count_ < at_.size()) at_[count_++] = mutex;
  }
  void remove(const SpaceMutex* mutex) noexcept {
    for (std::size_t i = count_; i-- > 0;) {
      if (at_[i] != mutex) continue;
      at_[i] = at_[--count_];
      return;
    }
  }
  bool has(const SpaceMutex* mutex) const noexcept {
    return std::find(at_.data(), at_.data() + count_, mutex) != at_.data() + count_;
  }

 private:
  std::array<const SpaceMutex*, 16> at_{};
  std::size_t count_ = 0;
};

inline constinit thread_local SharedLocks shared_locks;

class SpaceMutex {
 public:
  // Throws EditInSearch where the thread would wait for itself.
  void lock() {
    if (held_here()) throw EditInSearch();
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
  void lock_shared() {
    slots_[thread_slot()].mutex.lock_shared();
    shared_locks.add(this);
  }
  void unlock_shared() {
    shared_locks.remove(this);
    slots_[thread_slot()].mutex.unlock_shared();
  }
  // Whether this thread holds it shared, or works for one that does: in a function that a search calls. Edits wait
  // until the search is over.
  bool held_here() const noexcept { return shared_locks.has(this); }

  // Whether a thread holds it alone, or waits to.
  bool wanted() const noexcept { return waiting_.load(std::memory_order_relaxed) != 0; }
  // Waits until no thread does. Returns at once if the caller holds it, for then no thread can.
  void let_in() {
    if (!held_here()) const std::lock_guard pass(turnstile_);
  }

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
