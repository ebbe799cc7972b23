#include "engine/block_wave/block_wave.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "engine/driver/thread_pool.hpp"
#include "spaces/large_pages.hpp"

namespace pathstar {
namespace {

constexpr std::int64_t kSide = kBlockSide;
constexpr double kFar = CellBlock::kFar;

}  // namespace

bool fits_blocks(const BlockGround& ground) noexcept {
  constexpr std::uint64_t kMostCells = std::uint64_t{1} << 26;  // a block takes 20 bytes for each of its cells
  const auto cells = std::uint64_t{ground.width} * ground.height;
  const double farthest = static_cast<double>(cells) * ground.steps.largest;
  return cells <= kMostCells && farthest < kFar && ground.steps.smallest > farthest * 0x1p-51;
}

unsigned threads_for(std::uint64_t cells, unsigned threads) noexcept {
  constexpr std::uint64_t kCellsPerThread = std::uint64_t{1} << 17;
  return static_cast<unsigned>(std::clamp<std::uint64_t>(cells / kCellsPerThread, 1, std::max(threads, 1u)));
}

BlockWave::BlockWave(const BlockGround& ground, bool fresh, std::span<double> costs, std::span<Node> parents)
    : ground_(ground),
      fresh_(fresh),
      costs_(costs),
      parents_(parents),
      across_((ground.width - 1) / kBlockSide + 1),
      down_((ground.height - 1) / kBlockSide + 1),
      open_(block_kernels(ground.charge, false)),
      masked_(block_kernels(ground.charge, true)),
      blocks_(new CellBlock[blocks()]),
      states_(blocks()) {
  ask_for_large_pages(blocks_.get(), blocks() * sizeof(CellBlock));
  BlockEdges nothing;
  std::fill_n(nothing.above, kBlockSide, kFar);
  std::fill_n(nothing.below, kBlockSide, kFar);
  std::fill_n(nothing.left, kBlockSide + 2, kFar);
  std::fill_n(nothing.right, kBlockSide + 2, kFar);
  edges_ = large_array(blocks(), nothing);
}

bool BlockWave::run(std::span<const Seed> seeds, unsigned threads, const Poll& poll) {
  for (const Seed& seed : seeds) sow(seed);
  const auto work = [this](std::size_t, const Poll& stop) { this->work(stop); };
  return !parallel_for(threads, threads, poll, work) && finish(threads, poll);
}

std::uint32_t BlockWave::block_of(Node node) const noexcept {
  return node / ground_.width / kBlockSide * across_ + node % ground_.width / kBlockSide;
}

void BlockWave::sow(const Seed& seed) {
  const std::uint32_t number = block_of(seed.node);
  if (!states_[number].loaded) load(number);
  const int y = static_cast<int>(seed.node / ground_.width % kBlockSide);
  double& value = blocks_[number].values[y][seed.node % ground_.width % kBlockSide];
  if (seed.cost > value) return;
  value = seed.cost;
  put({number, BlockRows{y, y}.wider(), seed.cost});
}

// Inside the map what is known of a cell.
double BlockWave::known(std::int64_t x, std::int64_t y) const noexcept {
  const bool inside = x >= 0 && y >= 0 && x < ground_.width && y < ground_.height;
  return inside ? costs_[static_cast<std::size_t>(y) * ground_.width + static_cast<std::size_t>(x)] : kFar;
}

double BlockWave::cost_at(std::int64_t x, std::int64_t y) const noexcept {
  if (x < 0 || y < 0 || x >= ground_.width || y >= ground_.height) return kFar;
  const auto node = static_cast<Node>(y * ground_.width + x);
  return ground_.walkable[node] != 0 ? ground_.costs[node] : kFar;
}

void BlockWave::load(std::uint32_t number) {
  CellBlock& block = blocks_[number];
  block.masked = false;
  for (int y = -1; y <= kBlockSide; ++y) load_row(number, y);
  if (!fresh_) load_edges(number);
  states_[number].loaded = true;
}

void BlockWave::load_row(std::uint32_t number, int y) {
  CellBlock& block = blocks_[number];
  const std::int64_t x = number % across_ * kSide, map_y = number / across_ * kSide + y;
  const bool own = y >= 0 && y < kBlockSide;
  double* const costs = block.costs[y + 1];
  std::fill_n(costs, kBlockSide, kFar);
  block.costs_left[y + 1] = cost_at(x - 1, map_y);
  block.costs_right[y + 1] = cost_at(x + kSide, map_y);
  if (own) {
    std::fill_n(block.values[y], kBlockSide, kFar);
    std::fill_n(block.legal[y], kBlockSide, std::uint8_t{0});
  }
  if (map_y < 0 || map_y >= ground_.height) return;
  const auto first = static_cast<Node>(map_y * ground_.width + x);
  const auto count = static_cast<std::uint32_t>(std::min(kSide, ground_.width - x));
  for (std::uint32_t i = 0; i < count; ++i) {
    const double cost = ground_.costs[first + i];
    costs[i] = ground_.walkable[first + i] != 0 ? cost : kFar;
  }
  if (!own) return;
  unsigned legal = 0xFF;
  for (std::uint32_t i = 0; i < count; ++i) legal &= block.legal[y][i] = ground_.legal[first + i];
  block.masked |= ground_.corners_matter && legal != 0xFF;
  if (!fresh_) std::copy_n(costs_.data() + first, count, block.values[y]);
}

// What was known around the block before, or has been offered since.
void BlockWave::load_edges(std::uint32_t number) {
  BlockEdges& edges = edges_[number];
  const std::int64_t x = number % across_ * kSide, y = number / across_ * kSide;
  for (int i = 0; i < kBlockSide; ++i) {
    edges.above[i] = std::min(edges.above[i], known(x + i, y - 1));
    edges.below[i] = std::min(edges.below[i], known(x + i, y + kSide));
  }
  for (int i = -1; i <= kBlockSide; ++i) {
    edges.left[i + 1] = std::min(edges.left[i + 1], known(x - 1, y + i));
    edges.right[i + 1] = std::min(edges.right[i + 1], known(x + kSide, y + i));
  }
}

// One thread's part: one block after another, until nothing waits and nobody is at work.
void BlockWave::work(const Poll& poll) {
  constexpr std::uint64_t kVisitsPerPoll = 64;
  std::unique_lock lock(mutex_);
  for (std::uint64_t visits = 1;; ++visits) {
    std::uint32_t number = 0;
    BlockRows rows;
    while (!claim(number, rows)) {
      if (busy_ == 0) return;
      changed_.wait(lock);
    }
    lock.unlock();
    const Marks marks = visit(number, rows);
    const bool stopped = visits % kVisitsPerPoll == 0 && poll();
    lock.lock();
    states_[number].busy = false;
    --busy_;
    for (int i = 0; i < marks.count; ++i) put(marks.of[i]);
    for (const Item& item : aside_) queue_.push(item);
    aside_.clear();
    if (stopped) {
      queue_ = {};
      for (State& state : states_) state.least = kFar;
    }
    changed_.notify_all();
    if (stopped) return;
  }
}

// Finds the cheapest block that waits, with none at work beside it.
bool BlockWave::claim(std::uint32_t& number, BlockRows& rows) {
  for (; !queue_.empty(); queue_.pop()) {
    const auto [least, block] = queue_.top();
    State& state = states_[block];
    if (least != state.least) continue;  // it waits with less, or was solved
    if (busy_ != 0 && beside_busy(block)) {
      aside_.push_back(queue_.top());
      continue;
    }
    number = block;
    rows = std::exchange(state.rows, {});
    state.least = kFar;
    state.busy = true;
    ++busy_;
    queue_.pop();
    return true;
  }
  return false;
}

bool BlockWave::beside_busy(std::uint32_t number) const noexcept {
  const std::uint32_t x = number % across_, y = number / across_;
  for (std::uint32_t j = y == 0 ? 0 : y - 1; j <= std::min(y + 1, down_ - 1); ++j) {
    for (std::uint32_t i = x == 0 ? 0 : x - 1; i <= std::min(x + 1, across_ - 1); ++i) {
      if (states_[j * across_ + i].busy) return true;
    }
  }
  return false;
}

BlockWave::Marks BlockWave::visit(std::uint32_t number, BlockRows rows) {
  if (!states_[number].loaded) load(number);
  CellBlock& block = blocks_[number];
  const BlockKernels& kernels = block.masked ? masked_ : open_;
  rows.add(kernels.solve(block, edges_[number], ground_.lengths, rows));
  Marks marks;
  if (number % across_ != 0) offer_side(number, rows, -1, marks);
  if (number % across_ != across_ - 1) offer_side(number, rows, 1, marks);
  if (rows.first == 0 && number / across_ != 0) offer_end(number, -1, marks);
  if (rows.last == kBlockSide - 1 && number / across_ != down_ - 1) offer_end(number, 1, marks);
  return marks;
}

// Writes what is known at the left or right border of a block to the edges of the block there.
void BlockWave::offer_side(std::uint32_t number, BlockRows rows, int dx, Marks& marks) {
  const std::uint32_t beside = number + static_cast<std::uint32_t>(dx);
  const int x = dx < 0 ? 0 : kBlockSide - 1;
  double* const to = (dx < 0 ? edges_[beside].right : edges_[beside].left) + 1;
  BlockRows lowered;
  double least = kFar;
  for (int y = rows.first; y <= rows.last; ++y) {
    const double value = blocks_[number].values[y][x];
    const bool lower = value < to[y];
    to[y] = value;
    least = lower ? std::min(least, value) : least;
    lowered.first = lower ? std::min(lowered.first, y) : lowered.first;
    lowered.last = lower ? y : lowered.last;
  }
  if (!lowered.empty()) marks.add(beside, lowered.wider(), least);
}

// The same for its first or last row, whose corners two more blocks see.
void BlockWave::offer_end(std::uint32_t number, int dy, Marks& marks) {
  const std::uint32_t beside = dy < 0 ? number - across_ : number + across_;
  const double* const values = blocks_[number].values[dy < 0 ? 0 : kBlockSide - 1];
  const int row = dy < 0 ? kBlockSide - 1 : 0, corner = dy < 0 ? kBlockSide + 1 : 0;
  double* const to = dy < 0 ? edges_[beside].below : edges_[beside].above;
  double least = kFar;
  for (int x = 0; x < kBlockSide; ++x) {
    least = values[x] < to[x] ? std::min(least, values[x]) : least;
    to[x] = values[x];
  }
  if (least < kFar) marks.add(beside, {row, row}, least);
  const auto offer_corner = [&](std::uint32_t block, double value, double& known) {
    if (!(value < known)) return;
    known = value;
    marks.add(block, {row, row}, value);
  };
  const std::uint32_t x = number % across_;
  if (x != 0) offer_corner(beside - 1, values[0], edges_[beside - 1].right[corner]);
  if (x != across_ - 1) offer_corner(beside + 1, values[kBlockSide - 1], edges_[beside + 1].left[corner]);
}

void BlockWave::put(const Mark& mark) {
  State& state = states_[mark.block];
  state.rows.add(mark.rows);
  if (mark.least < state.least) queue_.emplace(state.least = mark.least, mark.block);
}

// Writes down what was found.
bool BlockWave::finish(unsigned threads, const Poll& poll) {
  return !parallel_for(blocks(), threads, poll, [this](std::size_t number, const Poll&) {
    if (states_[number].loaded) write(static_cast<std::uint32_t>(number));
  });
}

void BlockWave::write(std::uint32_t number) {
  const CellBlock& block = blocks_[number];
  const BlockKernels& kernels = block.masked ? masked_ : open_;
  const std::uint32_t x = number % across_ * kBlockSide, y = number / across_ * kBlockSide;
  const std::uint32_t columns = std::min<std::uint32_t>(kBlockSide, ground_.width - x);
  const int rows = static_cast<int>(std::min<std::uint32_t>(kBlockSide, ground_.height - y));
  Node parents[kBlockSide];
  for (int row = 0; row < rows; ++row) {
    const Node first = (y + static_cast<std::uint32_t>(row)) * ground_.width + x;
    std::copy_n(block.values[row], columns, costs_.data() + first);
    kernels.find_parents(block, edges_[number], ground_.lengths, row, first, ground_.width, parents);
    std::copy_n(parents, columns, parents_.data() + first);
  }
}

}  // namespace pathstar
