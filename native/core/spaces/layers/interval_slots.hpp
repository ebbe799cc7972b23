// The records of a search in time: one for each free time of a node.
//
// The first free time of a node bears the node's number. The later ones have numbers from the number of nodes on, in
// blocks: a node gets one when a search first asks for it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "spaces/layers/interval.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class IntervalSlots {
 public:
  struct Entry {
    Node node;
    Interval interval;
  };

  explicit IntervalSlots(std::uint32_t nodes) noexcept : nodes_(nodes) {}

  Entry entry(Node slot) const noexcept { return slot < nodes_ ? Entry{slot, kFirstInterval} : later_[slot - nodes_]; }

  // The slot of one of the `count` free times of a node.
  Node slot(const Entry& entry, std::size_t count) {
    if (entry.interval == kFirstInterval) return entry.node;
    std::uint32_t& first = page(entry.node).first[entry.node & kMask];
    if (first == 0) {
      first = nodes_ + static_cast<std::uint32_t>(later_.size());
      for (std::uint32_t number = 1; number < count; ++number) later_.push_back({entry.node, Interval{number}});
    }
    return first + entry.interval.number - 1;
  }

  // Whether a search asked for a later free time of a node than the first.
  bool has_later(Node node) const noexcept {
    const auto known = pages_.find(node >> kBits);
    return known != pages_.end() && known->second->first[node & kMask] != 0;
  }

 private:
  static constexpr int kBits = 6;
  static constexpr Node kMask = (Node{1} << kBits) - 1;
  static constexpr std::size_t kRecent = 16;

  // The blocks of nodes side by side.
  struct Page {
    std::array<std::uint32_t, std::size_t{1} << kBits> first{};  // slots; 0 for none
  };
  struct Recent {
    Node number = kNoNode;
    Page* page = nullptr;
  };

  Page& page(Node node) {
    const Node number = node >> kBits;
    Recent& recent = recent_[number % kRecent];
    if (recent.number != number) {
      std::unique_ptr<Page>& known = pages_[number];
      if (known == nullptr) known = std::make_unique<Page>();
      recent = {number, known.get()};
    }
    return *recent.page;
  }

  std::uint32_t nodes_;
  std::vector<Entry> later_;
  std::unordered_map<Node, std::unique_ptr<Page>> pages_;
  std::array<Recent, kRecent> recent_{};
};

}  // namespace pathstar
