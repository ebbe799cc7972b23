#include "engine/block_wave/block_wave.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <thread>
#include <utility>

#include "engine/driver/thread_pool.hpp"
#include "spaces/large_pages.hpp"

namespace pathstar {
namespace {

constexpr std::int64_t kSide = kBlockSide;
constexpr double kFar = CellBlock::kFar;
constexpr BlockRows kAllRows{0, kBlockSide - 1};

// Others hold the lock for less time than sleeping and waking take.
void lock_soon(std::unique_lock<std::mutex>& lock) {
  constexpr int kTries = 64;
  for (int tries = 0; tries < kTries; ++tries) {
    if (lock.try_lock()) return;
    std::this_thread::yield();
  }
  lock.lock();
}

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
      much_(kBlockSide / 4 * std::sqrt(ground.steps.smallest * ground.steps.largest)),
      states_(blocks()) {
  BlockEdges nothing;
  std::fill_n(nothing.above, kBlockSide, kFar);
  std::fill_n(nothing.below, kBlockSide, kFar);
  std::fill_n(nothing.left, kBlockSide + 2, kFar);
  std::fill_n(nothing.right, kBlockSide + 2, kFar);
  edges_ = large_array(blocks(), nothing);
}

bool BlockWave::run(std::span<const Seed> seeds, unsigned threads, std::atomic<double>* done, const Poll& poll) {
  done_ = done;
  queues_.resize(threads);
  for (const Seed& seed : seeds) sow(seed);
  queue_woken();
  copies_.start(blocks(), across_ + down_, threads);
  const auto do_part = [this](std::size_t worker, const Poll& stop) {
    work(static_cast<unsigned>(worker), stop);
    save_copies(stop);
  };
  if (parallel_for(threads, threads, poll, do_part)) return false;
  if (!fresh_ || visited_ == blocks()) return true;
  return !parallel_for(blocks(), threads, poll, [this](std::size_t number, const Poll&) {
    if (states_[number].visits == 0) forget(static_cast<std::uint32_t>(number));
  });
}

std::uint32_t BlockWave::block_of(Node node) const noexcept {
  return node / ground_.width / kBlockSide * across_ + node % ground_.width / kBlockSide;
}

void BlockWave::look_at(std::span<const Node> edited, std::span<const Seed> cleared) {
  double least = kFar;  // of the known ones, for the others
  for (const Node node : edited) least = std::min(least, costs_[node]);
  for (const Node node : edited) wake(node, costs_[node] < kFar ? costs_[node] : least);
  for (const Seed& cell : cleared) wake(cell.node, cell.cost);
}

// Steps into the row of a node are to be relaxed.
void BlockWave::wake(Node node, double least) {
  State& state = states_[block_of(node)];
  const BlockRows row{row_of(node), row_of(node)};
  state.rows.add(row);
  state.seen.add(row);
  state.least = std::min(state.least, least);
}

void BlockWave::sow(const Seed& seed) {
  State& state = states_[block_of(seed.node)];
  if (fresh_ && !state.sown) forget(block_of(seed.node));
  state.sown = true;
  if (!(seed.cost < costs_[seed.node])) return;
  costs_[seed.node] = seed.cost;
  wake(seed.node, seed.cost);
  state.rows = state.rows.wider();
}

void BlockWave::queue_woken() {
  for (std::uint32_t block = 0; block < blocks(); ++block) {
    State& state = states_[block];
    if (!(state.least < kFar)) continue;
    state.worker = static_cast<unsigned>(std::uint64_t{block} * queues_.size() / blocks());
    queues_[state.worker].emplace(state.least, block);
  }
}

// The work of one thread: one block after another, until none waits and no thread is at work.
void BlockWave::work(unsigned worker, const Poll& poll) {
  constexpr std::uint64_t kVisitsPerPoll = 64;
  std::unique_lock lock(mutex_);
  for (std::uint64_t visits = 1;; ++visits) {
    Task task;
    while (!claim(worker, task)) {
      if (busy_ == 0) return changed_.notify_all();
      changed_.wait(lock);
    }
    if (any_waits()) changed_.notify_all();
    lock.unlock();
    const Marks marks = do_task(task);
    const bool stopped = visits % kVisitsPerPoll == 0 && poll();
    lock_soon(lock);
    release(task, marks);
    if (!stopped) continue;
    queues_.assign(queues_.size(), {});
    return changed_.notify_all();
  }
}

// Finds the cheapest block that waits for this thread, or a much cheaper one that waits for another, with no thread at
// work beside it.
bool BlockWave::claim(unsigned worker, Task& task) {
  Queue* from = &queues_[worker];
  double least = least_of(*from);
  for (Queue& queue : queues_) {
    const double other = least_of(queue);
    if (!(other + much_ < least)) continue;
    from = &queue;
    least = other;
  }
  const bool found = least < kFar;
  if (found) {
    const std::uint32_t block = from->top().second;
    from->pop();
    State& state = states_[block];
    const auto may_go = [this](std::uint32_t old) { return busy_ == 0 || !beside_busy(old); };
    task = {block, std::exchange(state.rows, {}), copies_.place_for(block, may_go)};
    state.least = kFar;
    state.worker = worker;
    state.busy = true;
    if (task.copy.old != kNoBlock) states_[task.copy.old].busy = true;
    ++busy_;
  }
  for (const Item& item : aside_) queues_[states_[item.second].worker].push(item);
  aside_.clear();
  return found;
}

// The first block in a queue that can be solved now. Blocks before it that now wait with less, or were solved, are
// removed; those beside blocks at work are put aside.
double BlockWave::least_of(Queue& queue) {
  for (; !queue.empty(); queue.pop()) {
    const auto [least, block] = queue.top();
    if (least != states_[block].least) continue;
    if (busy_ == 0 || !beside_busy(block)) return least;
    aside_.push_back(queue.top());
  }
  return kFar;
}

bool BlockWave::any_waits() const noexcept {
  return std::any_of(queues_.begin(), queues_.end(), [](const Queue& queue) { return !queue.empty(); });
}

void BlockWave::release(const Task& task, const Marks& marks) {
  State& state = states_[task.block];
  state.busy = false;
  if (task.copy.old != kNoBlock) states_[task.copy.old].busy = false;
  visited_ += state.visits++ == 0;
  if (done_ != nullptr) done_->store(static_cast<double>(visited_) / blocks(), std::memory_order_relaxed);
  --busy_;
  expanded_ += marks.relaxed;
  for (int i = 0; i < marks.count; ++i) put(marks.of[i], state.worker);
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

// `worker`: the thread that is to solve it if none has yet.
void BlockWave::put(const Mark& mark, unsigned worker) {
  State& state = states_[mark.block];
  if (state.visits == 0) state.worker = worker;
  state.rows.add(mark.rows);
  if (mark.least < state.least) queues_[state.worker].emplace(state.least = mark.least, mark.block);
}

BlockWave::Marks BlockWave::do_task(const Task& task) {
  CellBlock& block = copies_.at(task.copy.number);
  if (task.copy.old != kNoBlock) save(task.copy.old, block);
  if (task.copy.empty) load(task.block, block);
  return visit(task.block, task.rows, block);
}

BlockWave::Marks BlockWave::visit(std::uint32_t number, BlockRows rows, CellBlock& block) {
  State& state = states_[number];
  if (!fresh_ && state.visits == 0) load_edges(number);
  if (fresh_ && state.visits == 0) state.lowered = state.seen = kAllRows;  // all has to be saved once
  const BlockKernels& kernels = block.masked ? masked_ : open_;
  const BlockRows lowered = kernels.solve(block, edges_[number], ground_.lengths, rows);
  state.seen.add(rows);
  if (!lowered.empty()) {
    state.lowered.add(lowered);
    state.seen.add(lowered.wider());
    rows.add(lowered);
  }
  Marks marks;
  marks.relaxed = static_cast<std::uint64_t>(rows.last - rows.first + 1) * kBlockSide;
  if (number % across_ != 0) offer_side(number, block, rows, -1, marks);
  if (number % across_ != across_ - 1) offer_side(number, block, rows, 1, marks);
  if (rows.first == 0 && number / across_ != 0) offer_end(number, block, -1, marks);
  if (rows.last == kBlockSide - 1 && number / across_ != down_ - 1) offer_end(number, block, 1, marks);
  return marks;
}

// Writes the known values at the left or right border of a block to the edges of the block there. If that block has yet
// to load its edges, it will find the values in the arrays.
void BlockWave::offer_side(std::uint32_t number, const CellBlock& block, BlockRows rows, int dx, Marks& marks) {
  const std::uint32_t beside = number + static_cast<std::uint32_t>(dx);
  const bool loads = will_load_edges(beside);
  const int x = dx < 0 ? 0 : kBlockSide - 1;
  double* const to = (dx < 0 ? edges_[beside].right : edges_[beside].left) + 1;
  BlockRows lowered;
  double least = kFar;
  for (int y = rows.first; y <= std::min(rows.last, rows_of(number) - 1); ++y) {
    const double value = block.values[y][x];
    const bool lower = value < to[y] && !(loads && value >= costs_[node_at(number, x, y)]);
    to[y] = value;
    least = lower ? std::min(least, value) : least;
    lowered.first = lower ? std::min(lowered.first, y) : lowered.first;
    lowered.last = lower ? y : lowered.last;
  }
  if (!lowered.empty()) marks.add(beside, lowered.wider(), least);
}

// The same for its first or last row, with corners that two more blocks see.
void BlockWave::offer_end(std::uint32_t number, const CellBlock& block, int dy, Marks& marks) {
  const std::uint32_t beside = dy < 0 ? number - across_ : number + across_;
  const int from = dy < 0 ? 0 : kBlockSide - 1, row = kBlockSide - 1 - from;
  const double* const values = block.values[from];
  const double* const written = costs_.data() + node_at(number, 0, from);
  double* const to = dy < 0 ? edges_[beside].below : edges_[beside].above;
  const bool loads = will_load_edges(beside);
  double least = kFar;
  for (int x = 0; x < columns_of(number); ++x) {
    const bool lower = values[x] < to[x] && !(loads && values[x] >= written[x]);
    least = lower ? std::min(least, values[x]) : least;
    to[x] = values[x];
  }
  if (least < kFar) marks.add(beside, {row, row}, least);
  const int corner = dy < 0 ? kBlockSide + 1 : 0;
  const auto offer_corner = [&](std::uint32_t across, int x, double& known) {
    const bool lower = values[x] < known && !(will_load_edges(across) && values[x] >= written[x]);
    known = std::min(known, values[x]);
    if (lower) marks.add(across, {row, row}, values[x]);
  };
  const std::uint32_t column = number % across_;
  if (column != 0) offer_corner(beside - 1, 0, edges_[beside - 1].right[corner]);
  if (column != across_ - 1) offer_corner(beside + 1, kBlockSide - 1, edges_[beside + 1].left[corner]);
}

void BlockWave::load(std::uint32_t number, CellBlock& block) const {
  constexpr int kAhead = 4;  // rows; each lies in another page, so the processor does not prefetch them
  const State& state = states_[number];
  const bool nothing_known = fresh_ && state.visits == 0 && !state.sown;
  const int columns = columns_of(number), rows = rows_of(number);
  if (columns < kBlockSide || rows < kBlockSide || nothing_known) {
    std::fill_n(block.values[0], kBlockSide * kBlockSide, kFar);
  }
  if (columns < kBlockSide || rows < kBlockSide) {
    std::fill_n(block.costs[1], kBlockSide * kBlockSide, kFar);
    std::fill_n(block.legal[0], kBlockSide * kBlockSide, std::uint8_t{0});
  }
  block.masked = false;
  for (int y = 0; y < rows; ++y) {
    const auto first = static_cast<Node>(node_at(number, 0, y));
    for (std::uint32_t i = 0; i < kBlockSide; i += 8) {
      prefetch(ground_.costs.data(), first + kAhead * ground_.width + i);
      if (!nothing_known) prefetch(costs_.data(), first + kAhead * ground_.width + i);
    }
    prefetch(ground_.legal, first + kAhead * ground_.width);
    load_ground(first, static_cast<std::uint32_t>(columns), y, block);
    if (!nothing_known) std::copy_n(costs_.data() + first, columns, block.values[y]);
  }
  if (ground_.charge != Charge::to) load_costs_around(number, block);
}

// The costs and the legal moves of a row. A cell with a legal move is walkable.
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

// The values around the block that were known before or have been offered since.
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

// Saves the changes of a block since it was loaded. Nothing changes beside it meanwhile.
void BlockWave::save(std::uint32_t number, const CellBlock& block) {
  State& state = states_[number];
  const BlockKernels& kernels = block.masked ? masked_ : open_;
  each_row(number, std::exchange(state.lowered, {}), [&](int y, std::size_t first, int columns) {
    std::copy_n(block.values[y], columns, costs_.data() + first);
  });
  Node parents[kBlockSide];
  each_row(number, std::exchange(state.seen, {}), [&](int y, std::size_t first, int columns) {
    kernels.find_parents(block, edges_[number], ground_.lengths, y, static_cast<std::int64_t>(first), ground_.width,
                         parents);
    std::copy_n(parents, columns, parents_.data() + first);
  });
}

// Saves one thread's share of the remaining copies once no thread is at work.
void BlockWave::save_copies(const Poll& poll) {
  for (std::size_t place; (place = next_copy_++) < copies_.size() && !poll();) {
    const std::uint32_t number = copies_.block_at(place);
    if (number != kNoBlock) save(number, copies_.at(place));
  }
}

// Saves that nothing is known of a block.
void BlockWave::forget(std::uint32_t number) {
  each_row(number, kAllRows, [&](int, std::size_t first, int columns) {
    std::fill_n(costs_.data() + first, columns, kFar);
    std::fill_n(parents_.data() + first, columns, kNoNode);
  });
}

// The known value of a cell inside the map.
double BlockWave::known(std::int64_t x, std::int64_t y) const noexcept {
  const bool inside = x >= 0 && y >= 0 && x < ground_.width && y < ground_.height;
  return inside ? costs_[static_cast<std::size_t>(y) * ground_.width + static_cast<std::size_t>(x)] : kFar;
}

double BlockWave::cost_at(std::int64_t x, std::int64_t y) const noexcept {
  if (x < 0 || y < 0 || x >= ground_.width || y >= ground_.height) return kFar;
  const auto node = static_cast<Node>(y * ground_.width + x);
  return ground_.walkable[node] != 0 ? ground_.costs[node] : kFar;
}

}  // namespace pathstar
