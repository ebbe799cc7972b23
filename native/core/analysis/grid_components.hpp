// GridComponents: which cells can reach one another, labelled ahead so that "no path" between two of them costs no
// search.
//
// Method: union-find over the legal moves in one pass (Tarjan 1975). Edits keep the labels sound, not exact: opened
// cells merge labels at once; closed cells may split an island, which is left unsaid until the labels are made anew. So
// different labels always mean that there is no path; equal ones mean it only while exact().
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spaces/cells/grid.hpp"
#include "spaces/compiler.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class GridComponents {
 public:
  explicit GridComponents(const Grid& grid, const Stop& stop = never_stop);

  bool same(Node a, Node b) const noexcept { return root(labels_[a]) == root(labels_[b]); }
  bool exact() const noexcept { return exact_; }

  // Asks for what same() will read of a node.
  PATHSTAR_INLINE void ask_for(Node node) const noexcept { prefetch(labels_.data(), node); }

  // After an edit of these nodes, in time proportional to their number.
  void update(const Grid& grid, std::span<const Node> edited);

  // 0 for cells that are not walkable, else 1 to count(), in the order of each island's first cell.
  std::vector<std::int32_t> labels(const Stop& stop = never_stop) const;

 private:
  void label_by_earlier(const Grid& grid, Node node);
  void number_islands(const Stop& stop);
  std::uint32_t root(std::uint32_t label) const noexcept {
    while (merged_[label] != label) label = merged_[label];
    return label;
  }
  std::uint32_t merge(std::uint32_t a, std::uint32_t b) noexcept;  // answers the root of both

  std::vector<std::uint32_t> labels_;  // per node
  std::vector<std::uint32_t> merged_;  // per label: itself, or the smaller label it was merged into
  bool exact_ = true;
};

}  // namespace pathstar
