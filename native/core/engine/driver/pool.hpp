// Memory kept for later queries: workspaces, tables.
//
// A thread gets back the thing that it used last, which is still in its processor's cache. If it went to another thread
// at every query, it would have to travel from one cache to the other each time.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "spaces/compiler.hpp"
#include "spaces/thread_slot.hpp"

namespace pathstar {

template <class Thing>
class Pool {
 public:
  // A thing on loan. When the lease ends, it goes back and rests, if it can. The pool must outlive the lease.
  class Lease {
   public:
    Lease(Pool& pool, std::unique_ptr<Thing> thing) noexcept : pool_(&pool), thing_(std::move(thing)) {}
    Lease(Lease&&) noexcept = default;
    ~Lease() {
      if (!thing_) return;
      if constexpr (requires { thing_->rest(); }) thing_->rest();
      pool_->give_back(std::move(thing_));
    }
    Thing& operator*() const noexcept { return *thing_; }
    Thing* operator->() const noexcept { return thing_.get(); }

   private:
    Pool* pool_;
    std::unique_ptr<Thing> thing_;
  };

  // `make` returns a new thing if none waits here.
  template <class Make>
  Lease take(const Make& make) {
    std::unique_ptr<Thing> thing = take_waiting();
    if (!thing) thing = make();
    return {*this, std::move(thing)};
  }
  Lease take() {
    return take([] { return std::make_unique<Thing>(); });
  }

 private:
  struct Slot {
    std::mutex mutex;
    std::vector<std::unique_ptr<Thing>> waiting;
    std::byte apart[kCacheLine];

    std::unique_ptr<Thing> take() {
      const std::lock_guard lock(mutex);
      if (waiting.empty()) return nullptr;
      std::unique_ptr<Thing> thing = std::move(waiting.back());
      waiting.pop_back();
      return thing;
    }
  };

  PATHSTAR_NOINLINE std::unique_ptr<Thing> take_waiting() {
    const std::size_t mine = thread_slot();
    for (std::size_t i = 0; i < kThreadSlots; ++i) {
      if (auto thing = slots_[(mine + i) % kThreadSlots].take()) return thing;
    }
    return nullptr;
  }

  PATHSTAR_NOINLINE void give_back(std::unique_ptr<Thing> thing) {
    Slot& slot = slots_[thread_slot()];
    const std::lock_guard lock(slot.mutex);
    slot.waiting.push_back(std::move(thing));
  }

  std::array<Slot, kThreadSlots> slots_;
};

}  // namespace pathstar
