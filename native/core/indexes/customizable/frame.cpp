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
  list_below();
  sort_by_height();
}

void Frame::number_blocks() {
  block_of_.resize(ranks());
  arc_first_.assign(1, 0);
  arc_first_.reserve(tables_.first.size());
  for (std::uint32_t block = 0; block < blocks(); ++block) {
    std::fill_n(block_of_.begin() + first(block), rows(block), block);
    const std::uint64_t rows = this->rows(block);
    arc_first_.push_back(arc_first_.back() + rows * (rows - 1) / 2 + rows * border(block).size());
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
  if (rank < tables_.first[block + 1]) return rank - first(block);
  const std::span<const std::uint32_t> ranks = border(block);
  return rows(block) + static_cast<std::uint32_t>(std::lower_bound(ranks.begin(), ranks.end(), rank) - ranks.begin());
}

bool Frame::linked(std::uint32_t rank, std::uint32_t other) const noexcept {
  const std::span<const std::uint32_t> ranks = links(rank);
  return std::binary_search(ranks.begin(), ranks.end(), other);
}

bool Frame::knows(const KnownSteps& steps, Node node, std::vector<KnownStep>& known) const {
  steps.fill(node, known);
  const std::uint32_t rank = rank_of(node);
  return std::all_of(known.begin(), known.end(), [&](const KnownStep& step) {
    const std::uint32_t other = rank_of(step.to);
    return step.to == node || (rank != kNoRank && other != kNoRank && linked(rank, other));
  });
}

}  // namespace pathstar
