// The records of a search in time: one for each free time of a node.
//
// The first free time of a node bears the node's number. The later ones are numbered as they are reached, from the
// number of nodes on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

class IntervalSlots {
 public:
  // A free time of a node, counted from 0.
  struct Entry {
    Node node;
    std::uint32_t interval;

    bool operator==(const Entry&) const = default;
  };

  explicit IntervalSlots(std::uint32_t nodes) noexcept : nodes_(nodes) {}

  Entry entry(Node slot) const noexcept { return slot < nodes_ ? Entry{slot, 0} : later_[slot - nodes_]; }

  // Whether a free time of a node after its first has a slot.
  bool has_later(Node node) const noexcept {
    return std::any_of(later_.begin(), later_.end(), [node](const Entry& entry) { return entry.node == node; });
  }

  // The slot of an entry; a new one if it was never asked for.
  Node slot(const Entry& entry) {
    if (entry.interval == 0) return entry.node;
    if (2 * (later_.size() + 1) > table_.size()) grow();
    std::size_t at = place(entry);
    while (table_[at] != 0 && later_[table_[at] - 1] != entry) at = (at + 1) & (table_.size() - 1);
    if (table_[at] == 0) {
      later_.push_back(entry);
      table_[at] = static_cast<std::uint32_t>(later_.size());
    }
    return nodes_ + table_[at] - 1;
  }

 private:
  static constexpr std::size_t kLeast = 64;

  // The first place of the table to look at: Fibonacci hashing (Knuth, volume 3, section 6.4).
  std::size_t place(const Entry& entry) const noexcept {
    const std::uint64_t key = (std::uint64_t{entry.interval} << 32 | entry.node) * 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(key >> 32) & (table_.size() - 1);
  }

  void grow() {
    table_.assign(table_.empty() ? kLeast : 2 * table_.size(), 0);
    for (std::size_t i = 0; i < later_.size(); ++i) {
      std::size_t at = place(later_[i]);
      while (table_[at] != 0) at = (at + 1) & (table_.size() - 1);
      table_[at] = static_cast<std::uint32_t>(i + 1);
    }
  }

  std::uint32_t nodes_;
  std::vector<Entry> later_;
  std::vector<std::uint32_t> table_;  // of numbers in later_, from 1; a power of two
};

}  // namespace pathstar
