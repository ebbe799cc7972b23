// The nodes at which one query may end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "spaces/bits.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class GoalSet {
 public:
  GoalSet() = default;
  // `wanted`: at least one.
  explicit GoalSet(std::vector<Node> wanted) : wanted_(std::move(wanted)) {
    for (const Node node : wanted_) mark(node);
  }

  void add(Node node) {
    wanted_.push_back(node);
    mark(node);
  }

  // Lets a path also end at `node`, which stands for an added goal.
  void add_alias(Node node, Node goal) {
    if (has(node)) return;
    mark(node);
    aliases_.emplace(node, goal);
  }

  bool empty() const noexcept { return wanted_.empty(); }
  std::span<const Node> wanted() const noexcept { return wanted_; }
  bool has(Node node) const noexcept {
    const std::size_t word = node / kWordBits;
    return word < words_.size() && (words_[word] & bit_at(node)) != 0;
  }
  // The goal that a node stands for; itself if it is not an alias.
  Node goal_at(Node node) const {
    const auto alias = aliases_.find(node);
    return alias == aliases_.end() ? node : alias->second;
  }

 private:
  void mark(Node node) {
    const std::size_t word = node / kWordBits;
    if (word >= words_.size()) words_.resize(word + 1, 0);
    words_[word] |= bit_at(node);
  }

  std::vector<Node> wanted_;
  std::vector<Word> words_;
  std::unordered_map<Node, Node> aliases_;
};

}  // namespace pathstar
