// A search under way: an engine with its memory, for any view and observer.
//
// A query makes its run in storage on its stack; a kept search has it on the heap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "engine/driver/search.hpp"

namespace pathstar {

// `memory` must not move while the engine works, so it is moved in before begin(memory) returns the engine.
template <class Engine, class Memory>
class Run final : public Search {
 public:
  template <class Begin>
  Run(Memory memory, const Begin& begin) : memory_(std::move(memory)), engine_(begin(memory_)) {}

  Status step(std::uint64_t budget) override { return engine_.step(budget); }
  void stop() override { engine_.stop(); }
  Status status() const override { return engine_.status(); }
  PathResult result() const override { return engine_.result(); }
  bool has_seen(Node node) const override {
    if constexpr (requires { engine_.has_seen(node); }) {
      return engine_.has_seen(node);
    } else {
      return true;
    }
  }

 private:
  Memory memory_;
  Engine engine_;
};

// Memory for one run of any kind.
struct InlineStorage {
  static constexpr std::size_t kBytes = 1024;
  alignas(std::max_align_t) std::byte bytes[kBytes];
};

struct EndOfRun {
  bool on_heap = false;

  void operator()(Search* run) const noexcept {
    void* const memory = on_heap ? dynamic_cast<void*>(run) : nullptr;
    run->~Search();
    ::operator delete(memory);
  }
};
using SearchPtr = std::unique_ptr<Search, EndOfRun>;

// Whether a search touches its memory in small pages: one that its caller steps must not wait for large ones, and a
// short search has no use for them.
inline bool in_small_pages(const InlineStorage* storage, std::uint64_t max_expansions) noexcept {
  constexpr std::uint64_t kFew = 4096;
  return storage == nullptr || max_expansions < kFew;
}

// Makes a run in the storage, or on the heap if `storage` is null.
template <class Engine, class Memory, class Begin>
SearchPtr make_run(InlineStorage* storage, Memory memory, const Begin& begin) {
  using Made = Run<Engine, Memory>;
  static_assert(sizeof(Made) <= InlineStorage::kBytes && alignof(Made) <= alignof(std::max_align_t));
  struct Free {
    void operator()(void* unused) const noexcept { ::operator delete(unused); }
  };
  std::unique_ptr<void, Free> heap(storage == nullptr ? ::operator new(sizeof(Made)) : nullptr);
  void* const place = storage == nullptr ? heap.get() : storage->bytes;
  SearchPtr run(::new (place) Made(std::move(memory), begin), EndOfRun{storage == nullptr});
  static_cast<void>(heap.release());
  return run;
}

}  // namespace pathstar
