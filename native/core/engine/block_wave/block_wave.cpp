#include "engine/block_wave/block_wave.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <utility>

#include "engine/driver/thread_pool.hpp"
#include "spaces/large_pages.hpp"

namespace pathstar {
namespace {

constexpr std::int64_t kSide = kBlockSide;
constexpr double kFar = CellBlock::kFar;
constexpr std::uint32_t kMostCopies = 1024;
constexpr std::uint32_t kSpread = 0x9E3779B1;
constexpr BlockRows kAllRows{0, kBlockSide - 1};

}  // namespace

bool fits_blocks(const BlockGround& ground) noexcept {
  const double farthest = static_cast<double>(ground.width) * ground.height * ground.steps.largest;
  return farthest < kFar && ground.steps.smallest > farthest * 0x1p-51;
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
      states_(blocks()) {
  BlockEdges nothing;
  std::fill_n(nothing.above, kBlockSide, kFar);
  std::fill_n(nothing.below, kBlockSide, kFar);
  std::fill_n(nothing.left, kBlockSide + 2, kFar);
  std::fill_n(nothing.right, kBlockSide + 2, kFar);
  edges_ = large_array(blocks(), nothing);
}

BlockWave::Copies::Copies(std::uint32_t blocks)
    : places_(std::min(blocks, kMostCopies)), blocks_(new CellBlock[places_.size()]) {}

CellBlock& BlockWave::Copies::of(std::uint32_t block, std::uint32_t visits, bool& valid) {
  // Neighbours, and blocks along the front of a wave, at places of their own.
  const std::size_t at = std::uint64_t{block * kSpread} * places_.size() >> 32;
  valid = places_[at].block == block && places_[at].visits == visits;
  places_[at] = {block, visits + 1};
  return blocks_[at];
}

bool BlockWave::run(std::span<const Seed> seeds, unsigned threads, std::atomic<double>* done, const Poll& poll) {
  done_ = done;
  for (const Seed& seed : seeds) sow(seed);
  if (parallel_for(threads, threads, poll, [this](std::size_t, const Poll& stop) { work(stop); })) return false;
  return !parallel_for_with(blocks(), threads, poll, [this] {
    return [this, block = std::make_shared<CellBlock>()](std::size_t number, const Poll&) {
      if (!states_[number].seen.empty()) write_parents(static_cast<std::uint32_t>(number), *block);
    };
  });
}

std::uint32_t BlockWave::block_of(Node node) const noexcept {
  return node / ground_.width / kBlockSide * across_ + node % ground_.width / kBlockSide;
}

void BlockWave::look_at(std::span<const Node> nodes) {
  for (const Node node : nodes) {
    const int y = static_cast<int>(node / ground_.width % kBlockSide);
    states_[block_of(node)].seen.add({y, y});
  }
}

void BlockWave::sow(const Seed& seed) {
  if (seed.cost > costs_[seed.node]) return;
  costs_[seed.node] = seed.cost;
  states_[block_of(seed.node)].sown = true;
  const int y = static_cast<int>(seed.node / ground_.width % kBlockSide);
  put({block_of(seed.node), BlockRows{y, y}.wider(), seed.cost});
}

// One thread's part: one block after another, until nothing waits and nobody is at work.
void BlockWave::work(const Poll& poll) {
  constexpr std::uint64_t kVisitsPerPoll = 64;
  Copies copies(blocks());
  std::unique_lock lock(mutex_);
  for (std::uint64_t visits = 1;; ++visits) {
    std::uint32_t number = 0;
    BlockRows rows;
    while (!claim(number, rows)) {
      if (busy_ == 0) return;
      changed_.wait(lock);
    }
    lock.unlock();
    const Marks marks = visit(number, rows, copies);
    const bool stopped = visits % kVisitsPerPoll == 0 && poll();
    lock.lock();
    State& state = states_[number];
    state.busy = false;
    visited_ += state.visits++ == 0;
    if (done_ != nullptr) done_->store(static_cast<double>(visited_) / blocks(), std::memory_order_relaxed);
    --busy_;
    expanded_ += marks.lowered;
    for (int i = 0; i < marks.count; ++i) put(marks.of[i]);
    for (const Item& item : aside_) queue_.push(item);
    aside_.clear();
    if (stopped) queue_ = {};
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

void BlockWave::put(const Mark& mark) {
  State& state = states_[mark.block];
  state.rows.add(mark.rows);
  if (mark.least < state.least) queue_.emplace(state.least = mark.least, mark.block);
}

BlockWave::Marks BlockWave::visit(std::uint32_t number, BlockRows rows, Copies& copies) {
  bool valid = false;
  CellBlock& block = copies.of(number, states_[number].visits, valid);
  if (!valid) load(number, kAllRows, block);
  if (!fresh_ && states_[number].visits == 0) load_edges(number);
  const BlockKernels& kernels = block.masked ? masked_ : open_;
  const BlockRows lowered = kernels.solve(block, edges_[number], ground_.lengths, rows);
  BlockRows& seen = states_[number].seen;
  seen.add(rows);
  Marks marks;
  if (!lowered.empty()) {
    store(number, block, lowered);
    seen.add(lowered.wider());
    rows.add(lowered);
    marks.lowered = static_cast<std::uint64_t>(lowered.last - lowered.first + 1) * kBlockSide;
  }
  if (number % across_ != 0) offer_side(number, block, rows, -1, marks);
  if (number % across_ != across_ - 1) offer_side(number, block, rows, 1, marks);
  if (rows.first == 0 && number / across_ != 0) offer_end(number, block, -1, marks);
  if (rows.last == kBlockSide - 1 && number / across_ != down_ - 1) offer_end(number, block, 1, marks);
  return marks;
}

// Writes what is known at the left or right border of a block to the edges of the block there.
void BlockWave::offer_side(std::uint32_t number, const CellBlock& block, BlockRows rows, int dx, Marks& marks) {
  const std::uint32_t beside = number + static_cast<std::uint32_t>(dx);
  const int x = dx < 0 ? 0 : kBlockSide - 1;
  double* const to = (dx < 0 ? edges_[beside].right : edges_[beside].left) + 1;
  BlockRows lowered;
  double least = kFar;
  for (int y = rows.first; y <= rows.last; ++y) {
    const double value = block.values[y][x];
    const bool lower = value < to[y];
    to[y] = value;
    least = lower ? std::min(least, value) : least;
    lowered.first = lower ? std::min(lowered.first, y) : lowered.first;
    lowered.last = lower ? y : lowered.last;
  }
  if (!lowered.empty()) marks.add(beside, lowered.wider(), least);
}

// The same for its first or last row, whose corners two more blocks see.
void BlockWave::offer_end(std::uint32_t number, const CellBlock& block, int dy, Marks& marks) {
  const std::uint32_t beside = dy < 0 ? number - across_ : number + across_;
  const double* const values = block.values[dy < 0 ? 0 : kBlockSide - 1];
  const int row = dy < 0 ? kBlockSide - 1 : 0, corner = dy < 0 ? kBlockSide + 1 : 0;
  double* const to = dy < 0 ? edges_[beside].below : edges_[beside].above;
  double least = kFar;
  for (int x = 0; x < kBlockSide; ++x) {
    least = values[x] < to[x] ? std::min(least, values[x]) : least;
    to[x] = values[x];
  }
  if (least < kFar) marks.add(beside, {row, row}, least);
  const auto offer_corner = [&](std::uint32_t across, double value, double& known) {
    if (!(value < known)) return;
    known = value;
    marks.add(across, {row, row}, value);
  };
  const std::uint32_t x = number % across_;
  if (x != 0) offer_corner(beside - 1, values[0], edges_[beside - 1].right[corner]);
  if (x != across_ - 1) offer_corner(beside + 1, values[kBlockSide - 1], edges_[beside + 1].left[corner]);
}

// Rows that are not wanted need not be right.
void BlockWave::load(std::uint32_t number, BlockRows wanted, CellBlock& block) const {
  constexpr int kAhead = 4;  // rows; each lies in a page of its own, so the processor does not see them coming
  const State& state = states_[number];
  const bool nothing_known = fresh_ && state.visits == 0 && !state.sown;
  const std::uint32_t x = number % across_ * kBlockSide, top = number / across_ * kBlockSide;
  const std::uint32_t columns = std::min<std::uint32_t>(kBlockSide, ground_.width - x);
  const int rows = static_cast<int>(std::min<std::uint32_t>(kBlockSide, ground_.height - top));
  if (columns < kBlockSide || rows < kBlockSide || nothing_known) {
    std::fill_n(block.values[0], kBlockSide * kBlockSide, kFar);
  }
  if (columns < kBlockSide || rows < kBlockSide) {
    std::fill_n(block.costs[1], kBlockSide * kBlockSide, kFar);
    std::fill_n(block.legal[0], kBlockSide * kBlockSide, std::uint8_t{0});
  }
  block.masked = false;
  for (int y = wanted.first; y <= std::min(wanted.last, rows - 1); ++y) {
    const Node first = (top + static_cast<std::uint32_t>(y)) * ground_.width + x;
    for (std::uint32_t i = 0; i < kBlockSide; i += 8) {
      prefetch(ground_.costs.data(), first + kAhead * ground_.width + i);
      if (!nothing_known) prefetch(costs_.data(), first + kAhead * ground_.width + i);
    }
    prefetch(ground_.legal, first + kAhead * ground_.width);
    load_ground(first, columns, y, block);
    if (!nothing_known) std::copy_n(costs_.data() + first, columns, block.values[y]);
  }
  if (ground_.charge != Charge::to) load_costs_around(number, block);
}

// The costs and the legal moves of a row. What has a legal move is walkable.
void BlockWave::load_ground(Node first, std::uint32_t count, int y, CellBlock& block) const {
  double* const costs = block.costs[y + 1];
  const CellCosts from = ground_.costs;
  std::copy_n(ground_.legal + first, count, block.legal[y]);
  std::uint64_t all[kBlockSide / sizeof(std::uint64_t)];
  std::memcpy(all, block.legal[y], sizeof all);
  const bool open = (all[0] & all[1] & all[2] & all[3]) == ~std::uint64_t{0};
  block.masked |= ground_.corners_matter && !open;
  for (std::uint32_t i = 0; i < count; ++i) costs[i] = from[first + i];
  if (open) return;
  for (std::uint32_t i = 0; i < count; ++i) costs[i] = ground_.walkable[first + i] != 0 ? costs[i] : kFar;
}

void BlockWave::load_costs_around(std::uint32_t number, CellBlock& block) const {
  const std::int64_t x = number % across_ * kSide, y = number / across_ * kSide;
  for (int i = 0; i < kBlockSide; ++i) {
    block.costs[0][i] = cost_at(x + i, y - 1);
    block.costs[kBlockSide + 1][i] = cost_at(x + i, y + kSide);
  }
  for (int i = -1; i <= kBlockSide; ++i) {
    block.costs_left[i + 1] = cost_at(x - 1, y + i);
    block.costs_right[i + 1] = cost_at(x + kSide, y + i);
  }
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

void BlockWave::store(std::uint32_t number, const CellBlock& block, BlockRows rows) {
  const std::uint32_t x = number % across_ * kBlockSide, y = number / across_ * kBlockSide;
  const std::uint32_t columns = std::min<std::uint32_t>(kBlockSide, ground_.width - x);
  for (int row = rows.first; row <= rows.last; ++row) {
    const std::size_t first = std::size_t{y + static_cast<std::uint32_t>(row)} * ground_.width + x;
    std::copy_n(block.values[row], columns, costs_.data() + first);
  }
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

void BlockWave::write_parents(std::uint32_t number, CellBlock& block) {
  const BlockRows seen = states_[number].seen;
  load(number, seen.wider(), block);
  if (!fresh_ && states_[number].visits == 0) load_edges(number);
  const BlockKernels& kernels = block.masked ? masked_ : open_;
  const std::uint32_t x = number % across_ * kBlockSide, y = number / across_ * kBlockSide;
  const std::uint32_t columns = std::min<std::uint32_t>(kBlockSide, ground_.width - x);
  const int rows = static_cast<int>(std::min<std::uint32_t>(kBlockSide, ground_.height - y));
  Node parents[kBlockSide];
  for (int row = seen.first; row <= std::min(seen.last, rows - 1); ++row) {
    const Node first = (y + static_cast<std::uint32_t>(row)) * ground_.width + x;
    kernels.find_parents(block, edges_[number], ground_.lengths, row, first, ground_.width, parents);
    std::copy_n(parents, columns, parents_.data() + first);
  }
}

}  // namespace pathstar
