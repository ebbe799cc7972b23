// Dead ends: the parts of a grid behind a single cell. A path that neither starts nor ends there need not enter it.
//
// Method: the blocks of a graph are its largest parts that no single node cuts in two. They form a tree, joined at the
// cut nodes (Hopcroft and Tarjan 1973). A shortest path stays within the blocks on the tree path from the start's block
// to the goal's. The tree is rooted at the largest block of each island; everything else is a dead end.
// Needs: reversible steps, as on grids.
// Guarantee: exact.
// Complexity: building takes time and memory in proportion to the cells; a query climbs the tree from both ends.
// Differs from the paper: no recursion; it works on the cells themselves, without a list of edges.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "spaces/bits.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class DeadEnds {
 public:
  explicit DeadEnds(const Grid& grid, const Stop& stop = never_stop);

  // Per node: 0 outside any dead end, else the number of its dead end, 1, 2, ... in the order of their first cells.
  std::vector<std::int32_t> labels(const Stop& stop = never_stop) const;

  // The blocks on the way from start to goal.
  struct BlockRoute {
    std::vector<Word> blocks;
    Node top = kNoNode;  // the cell that attaches the highest block; it belongs to the block above
  };
  BlockRoute way(Node start, Node goal) const;

  std::uint32_t block_of(Node node) const noexcept { return block_of_[node]; }

 private:
  struct Block {
    Node top;                  // the cell that attaches it; none for the root of an island's tree
    std::uint32_t cells;       // without the top
    std::uint32_t depth = 0;   // below the root
    std::uint32_t branch = 0;  // its ancestor of depth 1, or itself
  };
  class Finder;

  bool add_island(Finder& finder, Node node, Pause& pause);
  bool root_at(std::uint32_t block, Pause& pause);
  void measure(Pause& pause);
  std::uint32_t above(std::uint32_t block) const noexcept {
    return blocks_[block].top == kNoNode ? kNoBlock : block_of_[blocks_[block].top];
  }

  static constexpr std::uint32_t kNoBlock = ~std::uint32_t{0};
  std::vector<std::uint32_t> block_of_;  // per node: for a cut node the block nearest to the root
  std::vector<Block> blocks_;
};

// The nodes that a query from start to goal must look at. The query keeps it; copies share their memory.
class BlockCutFilter {
 public:
  BlockCutFilter(std::shared_ptr<const DeadEnds> dead_ends, Node start, Node goal)
      : dead_ends_(std::move(dead_ends)),
        way_(std::make_shared<const DeadEnds::BlockRoute>(dead_ends_->way(start, goal))) {}

  bool operator()(Node node) const noexcept {
    const std::uint32_t block = dead_ends_->block_of(node);
    return (way_->blocks[block / kWordBits] & bit_at(block)) != 0 || node == way_->top;
  }

 private:
  std::shared_ptr<const DeadEnds> dead_ends_;
  std::shared_ptr<const DeadEnds::BlockRoute> way_;
};

}  // namespace pathstar
