#include <algorithm>
#include <memory>
#include <utility>

#include "indexes/customizable/frame.hpp"

namespace pathstar {
namespace {

constexpr std::uint32_t kBlocksPerPoll = 1 << 12;

struct OwnedFrame {
  std::vector<Node> nodes;
  std::vector<std::uint32_t> first, border_first{0}, border, link_first{0}, links;

  FrameTables tables(std::shared_ptr<const void> owner) const {
    return {nodes, first, border_first, border, link_first, links, std::move(owner)};
  }
};

// The links by rank.
void turn_links(const SpaceLinks& space, const BlockOrder& order, OwnedFrame& frame) {
  std::vector<std::uint32_t> rank_of(order.order.size());
  for (std::uint32_t rank = 0; rank < rank_of.size(); ++rank) rank_of[order.order[rank]] = rank;
  frame.links.reserve(space.links.to.size());
  for (const std::uint32_t vertex : order.order) {
    frame.nodes.push_back(space.nodes[vertex]);
    const auto begin = static_cast<std::ptrdiff_t>(frame.links.size());
    for (const std::uint32_t other : space.links.of(vertex)) frame.links.push_back(rank_of[other]);
    std::sort(frame.links.begin() + begin, frame.links.end());
    frame.link_first.push_back(static_cast<std::uint32_t>(frame.links.size()));
  }
}

// The border of a block: the later ends of its links, and the later part of its children's borders.
class BorderFinder {
 public:
  explicit BorderFinder(OwnedFrame& frame)
      : frame_(frame), seen_(frame.nodes.size(), kNoRank), children_(frame.first.size() - 1) {
    block_of_.reserve(frame.nodes.size());
    for (std::uint32_t block = 0; block + 1 < frame.first.size(); ++block) {
      block_of_.insert(block_of_.end(), frame.first[block + 1] - frame.first[block], block);
    }
  }

  // Returns the number of arcs of the block.
  std::uint64_t find(std::uint32_t block) {
    const std::uint32_t first = frame_.first[block], end = frame_.first[block + 1];
    const std::size_t begin = frame_.border.size();
    for (std::uint32_t at = frame_.link_first[first]; at != frame_.link_first[end]; ++at) {
      add(frame_.links[at], end, block);
    }
    for (const std::uint32_t child : children_[block]) {
      for (std::uint32_t at = frame_.border_first[child]; at != frame_.border_first[child + 1]; ++at) {
        add(frame_.border[at], end, block);
      }
    }
    std::vector<std::uint32_t>().swap(children_[block]);
    std::sort(frame_.border.begin() + static_cast<std::ptrdiff_t>(begin), frame_.border.end());
    frame_.border_first.push_back(static_cast<std::uint32_t>(frame_.border.size()));
    const std::uint64_t rows = end - first, border = frame_.border.size() - begin;
    if (border != 0) children_[block_of_[frame_.border[begin]]].push_back(block);
    return rows * (rows - 1) / 2 + rows * border;
  }

 private:
  void add(std::uint32_t rank, std::uint32_t end, std::uint32_t block) {
    if (rank < end || seen_[rank] == block) return;
    seen_[rank] = block;
    frame_.border.push_back(rank);
  }

  OwnedFrame& frame_;
  std::vector<std::uint32_t> seen_;  // the last block that added a rank
  std::vector<std::uint32_t> block_of_;
  std::vector<std::vector<std::uint32_t>> children_;
};

}  // namespace

FrameTables copy_of(const FrameTables& tables) {
  const auto all = [](const auto& numbers) { return std::vector(numbers.begin(), numbers.end()); };
  const auto frame =
      std::make_shared<const OwnedFrame>(OwnedFrame{all(tables.nodes), all(tables.first), all(tables.border_first),
                                                    all(tables.border), all(tables.link_first), all(tables.links)});
  return frame->tables(frame);
}

Outcome build_frame(const SpaceLinks& space, const BlockOrder& order, std::uint64_t most_bytes,
                    const Progress& progress, FrameTables& made) {
  const auto frame = std::make_shared<OwnedFrame>();
  turn_links(space, order, *frame);
  frame->first = order.first;
  BorderFinder finder(*frame);
  const std::size_t blocks = frame->first.size() - 1;
  std::uint64_t arcs = 0;
  for (std::uint32_t block = 0; block < blocks; ++block) {
    arcs += finder.find(block);
    if (arcs * kBytesPerArc + frame->border.size() * 3 * sizeof(std::uint32_t) > most_bytes) {
      return Outcome::too_large;
    }
    if (block % kBlocksPerPoll == 0 && progress(static_cast<double>(block) / static_cast<double>(blocks))) {
      return Outcome::stopped;
    }
  }
  made = frame->tables(frame);
  return Outcome::done;
}

}  // namespace pathstar
