#include "indexes/customizable/frame.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
namespace pathstar {

std::vector<Section> FrameTables::sections() const {
  return {section("nodes", nodes),   section("first", first),           section("border_first", border_first),
          section("border", border), section("link_first", link_first), section("links", links)};
}

FrameTables FrameTables::of(SectionReader& reader) {
  return {reader.read<Node>("nodes"),
          reader.read<std::uint32_t>("first"),
          reader.read<std::uint32_t>("border_first"),
          reader.read<std::uint32_t>("border"),
          reader.read<std::uint32_t>("link_first"),
          reader.read<std::uint32_t>("links"),
          {}};
}

Frame::Frame(FrameTables tables, std::uint32_t nodes_of_space)
    : tables_(std::move(tables)), rank_of_(nodes_of_space, kNoRank) {
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) rank_of_[node(rank)] = rank;
  number_blocks();
  find_parents();
  list_below();
  sort_by_height();
}

void Frame::number_blocks() {
  block_of_.resize(ranks());
  blocks_.reserve(blocks());
  for (std::uint32_t block = 0; block < blocks(); ++block) {
    const std::uint32_t first = tables_.first[block], rows = tables_.first[block + 1] - first;
    const std::uint32_t border_first = tables_.border_first[block];
    const std::uint32_t border = tables_.border_first[block + 1] - border_first;
    std::fill_n(block_of_.begin() + first, rows, block);
    blocks_.push_back({first, rows, border, border_first, arcs_, kNoRank});
    arcs_ += std::uint64_t{rows} * (rows - 1) / 2 + std::uint64_t{rows} * border;
  }
}

void Frame::find_parents() {
  columns_above_.reserve(tables_.border.size());
  for (std::uint32_t block = 0; block < blocks(); ++block) {
    if (border(block).empty()) continue;
    const std::uint32_t above = blocks_[block].parent = block_of_[border(block).front()];
    std::uint32_t column = 0;
    for (const std::uint32_t rank : border(block)) {
      while (rank_at(above, column) < rank) ++column;
      columns_above_.push_back(column);
    }
  }
}

void Frame::list_below() {
  below_first_.assign(std::size_t{ranks()} + 1, 0);
  for (const std::uint32_t rank : tables_.border) ++below_first_[rank + 1];
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) below_first_[rank + 1] += below_first_[rank];
  below_.resize(tables_.border.size());
  std::vector<std::uint32_t> ends(below_first_.begin(), below_first_.end() - 1);
  for (std::uint32_t block = 0; block < blocks(); ++block) {
    for (std::uint32_t at = 0; at < border(block).size(); ++at) below_[ends[border(block)[at]]++] = {block, at};
  }
}

void Frame::sort_by_height() {
  std::vector<std::uint32_t> height(blocks());
  std::uint32_t most = 0;
  for (std::uint32_t block = 0; block < blocks(); ++block) {
    most = std::max(most, height[block] + 1);
    const std::uint32_t above = parent(block);
    if (above != kNoRank) height[above] = std::max(height[above], height[block] + 1);
  }
  height_first_.assign(std::size_t{most} + 1, 0);
  for (const std::uint32_t h : height) ++height_first_[h + 1];
  for (std::size_t h = 0; h < most; ++h) height_first_[h + 1] += height_first_[h];
  by_height_.resize(blocks());
  std::vector<std::uint32_t> ends(height_first_.begin(), height_first_.end() - 1);
  for (std::uint32_t block = 0; block < blocks(); ++block) by_height_[ends[height[block]]++] = block;
}

std::uint32_t Frame::column(std::uint32_t block, std::uint32_t rank) const noexcept {
  if (rank < first(block) + rows(block)) return rank - first(block);
  const std::span<const std::uint32_t> ranks = border(block);
  return rows(block) + static_cast<std::uint32_t>(std::lower_bound(ranks.begin(), ranks.end(), rank) - ranks.begin());
}

bool Frame::linked(std::uint32_t rank, std::uint32_t other) const noexcept {
  const std::span<const std::uint32_t> ranks = links(rank);
  return std::binary_search(ranks.begin(), ranks.end(), other);
}

bool Frame::knows(Node from, Node to) const noexcept {
  const std::uint32_t rank = rank_of(from), other = rank_of(to);
  return rank != kNoRank && other != kNoRank && linked(rank, other);
}

bool Frame::knows(const KnownSteps& steps, Node node, std::vector<KnownStep>& known) const {
  steps.fill(node, known);
  return std::all_of(known.begin(), known.end(),
                     [&](const KnownStep& step) { return step.to == node || knows(node, step.to); });
}

}  // namespace pathstar
