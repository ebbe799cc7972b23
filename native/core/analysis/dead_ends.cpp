#include "analysis/dead_ends.hpp"

#include <algorithm>
#include <bit>

namespace pathstar {

// The depth-first search that finds the blocks of one island after another.
class DeadEnds::Finder {
 public:
  Finder(const Grid& grid, DeadEnds& found) : grid_(grid), found_(found) { visited_.reserve(grid.size()); }

  // Makes room for nodes up to this number.
  void grow(std::size_t size) { visited_.resize(size); }

  // False if it was stopped.
  bool search(Node root, Pause& pause) {
    enter(root);
    while (way_.size() > 1 || way_.back().untried != 0) {
      if (pause()) return false;
      Step& here = way_.back();
      if (here.untried == 0) {
        leave();
        continue;
      }
      const auto [dx, dy] = kDirections[static_cast<std::size_t>(std::countr_zero(here.untried))];
      here.untried &= here.untried - 1;
      const auto next = static_cast<Node>(here.node + static_cast<std::int64_t>(dy) * grid_.width() + dx);
      if (visited_[next].order == 0) {
        enter(next);
      } else {
        visited_[here.node].low = std::min(visited_[here.node].low, visited_[next].order);
      }
    }
    way_.clear();
    waiting_.clear();
    return true;
  }

 private:
  struct Visited {
    std::uint32_t order = 0;  // the order in which it was reached, from 1; 0: not yet
    std::uint32_t low = 0;    // the earliest node one step away from its subtree
  };
  struct Step {
    Node node;
    unsigned untried;  // legal directions still to try
  };

  void enter(Node node) {
    visited_[node] = {++count_, count_};
    way_.push_back({node, grid_.legal(node)});
    waiting_.push_back(node);
  }

  // Returns to the previous node. If no step leads further back than that, all nodes since then form a block.
  void leave() {
    const Node last = way_.back().node;
    way_.pop_back();
    const Node before = way_.back().node;
    visited_[before].low = std::min(visited_[before].low, visited_[last].low);
    if (visited_[last].low < visited_[before].order) return;
    const auto block = static_cast<std::uint32_t>(found_.blocks_.size());
    std::uint32_t cells = 0;
    for (Node node = kNoNode; node != last; ++cells) {
      node = waiting_.back();
      waiting_.pop_back();
      found_.block_of_[node] = block;
    }
    found_.blocks_.push_back({before, cells});
  }

  const Grid& grid_;
  DeadEnds& found_;
  std::vector<Visited> visited_;
  std::vector<Step> way_;
  std::vector<Node> waiting_;  // reached, but not in a block yet
  std::uint32_t count_ = 0;
};

DeadEnds::DeadEnds(const Grid& grid, const Stop& stop) {
  Finder finder(grid, *this);
  block_of_.reserve(grid.size());
  const bool grown = in_slices(grid.size(), stop, [&](std::size_t, std::size_t end) {
    block_of_.resize(end, kNoBlock);
    finder.grow(end);
  });
  if (!grown) return;
  Pause pause(stop);
  for (Node node = 0; node < grid.size(); ++node) {
    if (pause()) return;
    if (grid.walkable(node) && block_of_[node] == kNoBlock && !add_island(finder, node, pause)) return;
  }
  measure(pause);
}

bool DeadEnds::add_island(Finder& finder, Node node, Pause& pause) {
  const auto first = static_cast<std::ptrdiff_t>(blocks_.size());
  if (!finder.search(node, pause)) return false;
  if (static_cast<std::ptrdiff_t>(blocks_.size()) == first) {  // a cell on its own
    block_of_[node] = static_cast<std::uint32_t>(first);
    blocks_.push_back({kNoNode, 1});
    return true;
  }
  const auto largest = std::max_element(blocks_.begin() + first, blocks_.end(),
                                        [](const Block& a, const Block& b) { return a.cells < b.cells; });
  return root_at(static_cast<std::uint32_t>(largest - blocks_.begin()), pause);
}

// Re-roots the tree: reverses the links on the way from the block to the old root.
bool DeadEnds::root_at(std::uint32_t block, Pause& pause) {
  Node cell = std::exchange(blocks_[block].top, kNoNode);
  while (cell != kNoNode) {
    if (pause()) return false;
    const std::uint32_t next = std::exchange(block_of_[cell], block);
    cell = next == kNoBlock ? kNoNode : std::exchange(blocks_[next].top, cell);
    block = next;
  }
  return true;
}

void DeadEnds::measure(Pause& pause) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
    for (std::uint32_t up = block; above(up) != kNoBlock && blocks_[up].depth == 0; up = above(up)) {
      if (pause()) return;
      open.push_back(up);
    }
    for (; !open.empty(); open.pop_back()) {
      if (pause()) return;
      Block& below = blocks_[open.back()];
      const Block& upper = blocks_[above(open.back())];
      below.depth = upper.depth + 1;
      below.branch = upper.depth == 0 ? open.back() : upper.branch;
    }
  }
}

std::vector<std::int32_t> DeadEnds::labels(const Stop& stop) const {
  std::vector<std::int32_t> numbers(blocks_.size(), 0);
  std::vector<std::int32_t> labels;
  labels.reserve(block_of_.size());
  std::int32_t count = 0;
  in_slices(block_of_.size(), stop, [&](std::size_t begin, std::size_t end) {
    labels.resize(end);
    for (std::size_t node = begin; node < end; ++node) {
      if (block_of_[node] == kNoBlock || blocks_[block_of_[node]].depth == 0) continue;
      std::int32_t& number = numbers[blocks_[block_of_[node]].branch];
      if (number == 0) number = ++count;
      labels[node] = number;
    }
  });
  return labels;
}

DeadEnds::BlockRoute DeadEnds::way(Node start, Node goal) const {
  BlockRoute way{std::vector<Word>(words_for(static_cast<std::uint32_t>(blocks_.size())), 0)};
  // The current block of each side, and the cell by which the side entered it.
  struct Side {
    std::uint32_t block;
    Node cell;
  };
  Side from{block_of_[start], start}, to{block_of_[goal], goal};
  const auto take = [&](std::uint32_t block) { way.blocks[block / kWordBits] |= bit_at(block); };
  while (from.block != to.block) {
    Side& deeper = blocks_[from.block].depth >= blocks_[to.block].depth ? from : to;
    take(deeper.block);
    if (blocks_[deeper.block].depth == 0) return way;  // no common root: there is no path
    deeper = {above(deeper.block), blocks_[deeper.block].top};
  }
  if (from.cell == to.cell) {  // they meet at a cut node, so the block above it is not needed
    way.top = from.cell;
  } else {
    take(from.block);
    way.top = blocks_[from.block].top;
  }
  return way;
}

}  // namespace pathstar
