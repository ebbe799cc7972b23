// The results of a one-to-all search: the cost of each node, and the node before it.
//
// A stepped search must not begin by allocating memory for the whole space, which takes longer than many steps. Its
// arrays are written part by part, as the search comes near, in small pages, so that the system hands out little at a
// time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "spaces/compiler.hpp"
#include "spaces/large_pages.hpp"
#include "spaces/small_pages.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The cost of a node that was not reached.
template <class Cost>
constexpr Cost infinite_cost() noexcept {
  return std::numeric_limits<Cost>::has_infinity ? std::numeric_limits<Cost>::infinity()
                                                 : std::numeric_limits<Cost>::max();
}

template <class Cost>
class FieldArrays {
 public:
  static constexpr int kPartBits = 10;

  FieldArrays() = default;
  // All of it is written.
  FieldArrays(LargeArray<Cost> costs, LargeArray<Node> parents)
      : costs(std::move(costs)), parents(std::move(parents)) {}

  // Nothing is known of any node.
  static FieldArrays unknown(std::size_t nodes) {
    return {LargeArray<Cost>(nodes, infinite_cost<Cost>()), LargeArray<Node>(nodes, kNoNode)};
  }
  // The same, and nothing is written yet.
  static FieldArrays unwritten(std::size_t nodes) {
    FieldArrays arrays{LargeArray<Cost>(nodes), LargeArray<Node>(nodes)};
    ask_for_small_pages(arrays.costs.data(), nodes * sizeof(Cost));
    ask_for_small_pages(arrays.parents.data(), nodes * sizeof(Node));
    arrays.forget();
    return arrays;
  }
  void forget() { parts_.assign((size() >> kPartBits) + 1, kUnwritten); }

  std::size_t size() const noexcept { return costs.size(); }
  bool whole() const noexcept { return parts_.empty(); }
  bool has(Node node) const noexcept { return whole() || parts_[node >> kPartBits] != kUnwritten; }
  Cost cost(Node node) const noexcept { return has(node) ? costs[node] : infinite_cost<Cost>(); }

  // To be called before a node that a search may be the first to visit is read or written.
  PATHSTAR_INLINE void write(Node node) {
    if (!has(node)) write_part(node >> kPartBits);
  }
  void write_all() {
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      if (parts_[part] == kUnwritten) write_part(part);
    }
    parts_.clear();
  }

  // Notes that all parts that steps from a part lead to are written, too; false if that is noted already. Ends of steps
  // that edits add have to be written by the caller that follows the edits.
  bool enter(std::size_t part) noexcept { return std::exchange(parts_[part], kEntered) != kEntered; }

  // The number of written nodes.
  std::uint64_t written() const noexcept {
    if (whole()) return size();
    const auto unwritten = static_cast<std::size_t>(std::count(parts_.begin(), parts_.end(), kUnwritten));
    const std::size_t parts = parts_.size() - unwritten;
    return std::min(parts << kPartBits, size());
  }

  LargeArray<Cost> costs;
  LargeArray<Node> parents;  // kNoNode where a path begins, and for a node that was not reached

 private:
  PATHSTAR_NOINLINE void write_part(std::size_t part) {
    const std::size_t begin = part << kPartBits, end = std::min(begin + (std::size_t{1} << kPartBits), size());
    std::fill(costs.data() + begin, costs.data() + end, infinite_cost<Cost>());
    std::fill(parents.data() + begin, parents.data() + end, kNoNode);
    parts_[part] = kWritten;
  }

  enum Part : std::uint8_t { kUnwritten, kWritten, kEntered };

  std::vector<Part> parts_;  // empty once all are written
};

// The arrays of a former stepped search, for the next one: giving the memory of a large space back to the system also
// takes longer than many steps. One set is kept.
template <class Cost>
class SpareArrays {
 public:
  FieldArrays<Cost> take(std::size_t nodes) {
    {
      const std::lock_guard lock(mutex_);
      if (spare_.size() == nodes && !spare_.whole()) {
        spare_.forget();
        return std::exchange(spare_, {});
      }
    }
    return FieldArrays<Cost>::unwritten(nodes);
  }
  void give(FieldArrays<Cost> arrays) {
    const std::lock_guard lock(mutex_);
    spare_ = std::move(arrays);
  }

 private:
  std::mutex mutex_;
  FieldArrays<Cost> spare_;
};

}  // namespace pathstar
