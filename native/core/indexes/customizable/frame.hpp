// The arcs of a customizable hierarchy, without their costs: they follow from the order and the links alone.
//
// When to use: as the part of the hierarchy that stays when all costs change.
// Needs: an order of elimination, in blocks (dissection.hpp).
// Guarantee: the two ends of an arc to a later vertex are linked by an arc themselves, so every cheapest path is one
//   ascent and one descent along arcs.
// Complexity: linear in the borders of the blocks.
// Reference: Dibbelt, Strasser and Wagner 2016, Customizable contraction hierarchies; the blocks are the supernodes of
//   sparse Cholesky factorizations, as in Ng and Peyton 1993.
// Differs from the paper: arcs do not store their heads. The vertices of a block have arcs to all later ones of the
//   block and to the block's whole border, so their costs are rows of numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "indexes/common/known_steps.hpp"
#include "indexes/common/progress.hpp"
#include "indexes/common/section.hpp"
#include "indexes/common/section_reader.hpp"
#include "indexes/customizable/order/dissection.hpp"
#include "indexes/customizable/order/links.hpp"
#include "spaces/compiler.hpp"
#include "spaces/types.hpp"

namespace pathstar {

inline constexpr std::uint32_t kNoRank = ~std::uint32_t{0};
inline constexpr std::uint64_t kBytesPerArc = 2 * (sizeof(double) + 1);  // its costs, up and down, and their hints

// What is saved. A rank is a vertex's place in the order. The columns of a block are its own ranks, then its border's.
struct FrameTables {
  std::span<const Node> nodes;                  // by rank
  std::span<const std::uint32_t> first;         // the first rank of each block, and the number of ranks
  std::span<const std::uint32_t> border_first;  // the beginning of each block's border, and the end of the last
  std::span<const std::uint32_t> border;        // ranks behind the block, ascending
  std::span<const std::uint32_t> link_first;    // the beginning of each rank's links, and the end of the last ones
  std::span<const std::uint32_t> links;         // ranks, ascending
  std::shared_ptr<const void> owner;            // owner of the memory; none if the caller owns it

  std::vector<Section> sections() const;
  static FrameTables of(SectionReader& reader);
};

// Tables that own their memory.
FrameTables copy_of(const FrameTables& tables);

// A block with a rank in its border, and the place in the border.
struct BelowRank {
  std::uint32_t block;
  std::uint32_t at;
};

class Frame {
 public:
  // The tables must have passed check().
  Frame(FrameTables tables, std::uint32_t nodes_of_space);

  // Throws std::invalid_argument unless ranks, blocks, borders and links fit each other and a space of this size.
  static void check(const FrameTables& tables, std::uint32_t nodes_of_space);

  const FrameTables& tables() const noexcept { return tables_; }
  std::uint32_t nodes_of_space() const noexcept { return static_cast<std::uint32_t>(rank_of_.size()); }
  std::uint32_t ranks() const noexcept { return static_cast<std::uint32_t>(tables_.nodes.size()); }
  std::uint32_t blocks() const noexcept { return static_cast<std::uint32_t>(tables_.first.size() - 1); }
  std::uint64_t arcs() const noexcept { return arcs_; }

  Node node(std::uint32_t rank) const noexcept { return tables_.nodes[rank]; }
  // kNoRank for a node without one, or one added to the space after the frame was made.
  std::uint32_t rank_of(Node node) const noexcept { return node < rank_of_.size() ? rank_of_[node] : kNoRank; }
  std::uint32_t block_of(std::uint32_t rank) const noexcept { return block_of_[rank]; }

  std::uint32_t first(std::uint32_t block) const noexcept { return blocks_[block].first; }
  std::uint32_t rows(std::uint32_t block) const noexcept { return blocks_[block].rows; }
  std::uint32_t columns(std::uint32_t block) const noexcept { return blocks_[block].rows + blocks_[block].border; }
  std::span<const std::uint32_t> border(std::uint32_t block) const noexcept {
    return {tables_.border.data() + blocks_[block].border_first, blocks_[block].border};
  }
  // The block of the border's first rank, to which all of the border is linked; kNoRank without a border.
  std::uint32_t parent(std::uint32_t block) const noexcept { return blocks_[block].parent; }
  // The parent's columns for the border of a block, ascending.
  std::span<const std::uint32_t> columns_above(std::uint32_t block) const noexcept {
    return {columns_above_.data() + blocks_[block].border_first, blocks_[block].border};
  }
  // The blocks up to a number of levels above those without children, for work from the bottom.
  std::span<const std::uint32_t> by_height(std::size_t height) const noexcept {
    return {by_height_.data() + height_first_[height], height_first_[height + 1] - height_first_[height]};
  }
  std::size_t heights() const noexcept { return height_first_.size() - 1; }

  // The beginning of the arcs of a row: those to the columns row + 1, row + 2 and so on.
  std::uint64_t arcs_of(std::uint32_t block, std::uint32_t row) const noexcept {
    const std::uint64_t r = row;
    return blocks_[block].arc_first + r * (columns(block) - 1) - r * (r - 1) / 2;
  }
  std::uint64_t arc(std::uint32_t block, std::uint32_t row, std::uint32_t column) const noexcept {
    return arcs_of(block, row) + (column - row - 1);
  }
  // The column of a rank in a block, which must have it.
  std::uint32_t column(std::uint32_t block, std::uint32_t rank) const noexcept;
  // The rank of a column.
  std::uint32_t rank_at(std::uint32_t block, std::uint32_t column) const noexcept {
    const std::uint32_t rows = this->rows(block);
    return column < rows ? first(block) + column : border(block)[column - rows];
  }
  // The arc between two ranks, the lower one first; they must be linked by one.
  std::uint64_t arc_between(std::uint32_t low, std::uint32_t high) const noexcept {
    const std::uint32_t block = block_of_[low];
    return arc(block, low - first(block), column(block, high));
  }

  std::span<const BelowRank> below(std::uint32_t rank) const noexcept {
    return {below_.data() + below_first_[rank], below_first_[rank + 1] - below_first_[rank]};
  }

  // Prefetch the first data that below(), and the functions of a block, read.
  PATHSTAR_INLINE void prefetch_below(std::uint32_t rank) const noexcept { prefetch(below_first_.data(), rank); }
  PATHSTAR_INLINE void prefetch_block(std::uint32_t block) const noexcept { prefetch(blocks_.data(), block); }

  std::span<const std::uint32_t> links(std::uint32_t rank) const noexcept {
    const std::uint32_t begin = tables_.link_first[rank];
    return tables_.links.subspan(begin, tables_.link_first[rank + 1] - begin);
  }
  bool linked(std::uint32_t rank, std::uint32_t other) const noexcept;
  // Whether two nodes have ranks that are linked.
  bool knows(Node from, Node to) const noexcept;
  // Whether all steps from a node are links; `known` is working memory.
  bool knows(const KnownSteps& steps, Node node, std::vector<KnownStep>& known) const;

 private:
  // All data of a block in one place, because queries that move from block to block find little of it in the cache.
  struct Block {
    std::uint32_t first;  // rank
    std::uint32_t rows;
    std::uint32_t border;  // the number of its ranks
    std::uint32_t border_first;
    std::uint64_t arc_first;
    std::uint32_t parent;
  };

  void number_blocks();
  void find_parents();
  void list_below();
  void sort_by_height();

  FrameTables tables_;
  std::vector<std::uint32_t> rank_of_;   // by node
  std::vector<std::uint32_t> block_of_;  // by rank
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> columns_above_;
  std::uint64_t arcs_ = 0;
  std::vector<std::uint32_t> below_first_;
  std::vector<BelowRank> below_;
  std::vector<std::uint32_t> height_first_, by_height_;
};

// Adds the arcs that the order needs; too_large if their costs would take more than `most_bytes`.
Outcome build_frame(const SpaceLinks& space, const BlockOrder& order, std::uint64_t most_bytes,
                    const Progress& progress, FrameTables& made);

}  // namespace pathstar
