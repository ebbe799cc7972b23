// Dijkstra's algorithm within one tile, from the cells that wait there.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rasters/bucket_queue.hpp"
#include "rasters/moves.hpp"
#include "rasters/pace.hpp"
#include "rasters/region.hpp"
#include "rasters/tile.hpp"
#include "spaces/compiler.hpp"

namespace pathstar::rasters {

// Cells outside the tile's own count as known at a cost of -infinity, so nothing ever improves them: the loop needs no
// test for borders.
template <class Value, int Directions, bool kSloped>
class TileSolver {
 public:
  explicit TileSolver(const StepRule& rule) : rule_(rule), least_pace_(least_pace(rule.pace, rule.table)) {}

  Tile<Value>& tile() noexcept { return tile_; }
  double* known() noexcept { return tile_.known.data(); }
  // The entries that run() left for later; the costs of some may have been lowered since.
  const std::vector<Entry>& left() const noexcept { return left_; }
  std::uint64_t settled() const noexcept { return settled_; }

  void load(const Region<Value>& region, std::ptrdiff_t number, Rows<const double> costs) {
    tile_.place(region, number);
    tile_.load_ground(region);
    std::fill(tile_.known.begin(), tile_.known.end(), -kInfinity);
    for (int y = 0; y < tile_.height; ++y) {
      const double* const row = costs.row(tile_.y0 + y) + tile_.x0;
      std::copy(row, row + tile_.width, known() + local_cell(y, 0));
    }
  }

  // The number of the tile's own cells that have a cost.
  std::uint64_t reached() const {
    std::uint64_t count = 0;
    for (int y = 0; y < tile_.height; ++y) {
      const double* const row = tile_.known.data() + local_cell(y, 0);
      count +=
          static_cast<std::uint64_t>(std::count_if(row, row + tile_.width, [](double c) { return c < kInfinity; }));
    }
    return count;
  }

  void steps(std::uint32_t cell, double* steps) const {
    steps_from<Directions, kSloped>(tile_, rule_, length_row(tile_, rule_, cell), cell, steps);
  }

  // Expands what can be reached from the pending cells at a cost up to `limit`. Cells that cost more than `horizon`, or
  // much more than `next`, the least cost that waits elsewhere, are left for later: they may become cheaper until then.
  void run(const std::vector<std::uint16_t>& pending, double limit, double horizon, double next) {
    double base = kInfinity;
    for (const std::uint16_t at : pending) base = std::min(base, tile_.known[local_cell(at)]);
    const double width = bucket_width();
    queue_.start(base, width);
    expanded_ = 0;
    left_.clear();
    limit_ = limit;
    horizon_ = std::min({limit, horizon, std::max(next, base) + kAhead * width});
    for (const std::uint16_t at : pending) queue_.push(local_cell(at), tile_.known[local_cell(at)]);
    if constexpr (kSloped) {
      if (is_cheap(rule_.pace)) {
        while (const std::size_t count = queue_.pop_some(batch_, kBatch)) expand_whole(count);
      } else {
        rule_.add ? expand_batches<true>() : expand_batches<false>();
      }
    } else {
      Entry entry;
      while (queue_.pop(entry)) {
        if (is_due(entry)) expand(entry);
      }
    }
    settled_ += expanded_;
  }

 private:
  static constexpr std::uint64_t kPatience = 2 * kSide * kSide;  // expansions before the heap takes over
  static constexpr double kAhead = 16;  // bucket widths by which a visit may run ahead of other tiles
  static constexpr std::size_t kBatch = 16;
  static constexpr int kMoveCount = moves_in(Directions);
  static constexpr std::ptrdiff_t kQuantile = 16;  // one sampled step in 16 is shorter than a bucket is wide

  // A step on a slope whose pace is still to be computed.
  struct Lane {
    double before, even, length;  // the cost where it begins, its own on even ground
    std::uint32_t to;
  };

  PATHSTAR_INLINE bool is_stale(const Entry& entry) const { return tile_.known[entry.cell] < entry.cost; }

  // Whether to expand an entry now.
  PATHSTAR_INLINE bool is_due(const Entry& entry) {
    if (is_stale(entry)) return false;
    if (entry.cost <= horizon_) [[likely]]
      return true;
    leave(entry);
    return false;
  }

  PATHSTAR_NOINLINE void leave(const Entry& entry) {
    if (entry.cost <= limit_) left_.push_back(entry);
  }

  void count_expansion() {
    if (++expanded_ >= kPatience || queue_.too_wide()) [[unlikely]]
      queue_.move_to_heap();
  }

  // Expands the first entries of the batch on slopes. Only steps that would lower a cost at the least possible pace
  // have theirs computed, for all entries together: one after the other, each would wait for its own.
  template <bool kAdd>
  PATHSTAR_INLINE void expand_all(std::size_t count) {
    std::size_t lanes = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (is_due(batch_[i])) lanes = gather<kAdd>(batch_[i], lanes);
    }
    const std::size_t whole = (lanes + kPaceLanes - 1) / kPaceLanes * kPaceLanes;
    std::fill(paces_ + lanes, paces_ + whole, 0.0);
    paces_on(rule_.pace, rule_.table, paces_, whole);
    for (std::size_t i = 0; i < lanes; ++i) {
      const Lane& lane = lanes_[i];
      const double cost = lane.before + (kAdd ? paces_[i] * lane.length + lane.even : lane.even * paces_[i]);
      if (!(cost < tile_.known[lane.to])) continue;
      tile_.known[lane.to] = cost;
      queue_.push(lane.to, cost);
    }
  }

  // Expands the first entries of the batch on slopes, with the paces of all their steps: if a pace is cheap, that takes
  // less time than finding out which steps need one.
  PATHSTAR_INLINE void expand_whole(std::size_t count) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Entry entry = batch_[i];
      if (!is_due(entry)) continue;
      const std::size_t row = length_row(tile_, rule_, entry.cell);
      even_steps<Directions>(tile_.cost.data() + entry.cell, rule_, row, steps_ + kept * kMoveCount);
      slopes_from<Directions, false>(tile_.elevation.data() + entry.cell, rule_, row, paces_ + kept * kMoveCount);
      batch_[kept++] = entry;
    }
    paces_on(rule_.pace, rule_.table, paces_, kept * kMoveCount);
    for (std::size_t i = 0; i < kept; ++i) {
      const Entry entry = batch_[i];
      if (is_stale(entry)) continue;  // one before it in the batch has lowered its cost
      double* const steps = steps_ + i * kMoveCount;
      heed_paces<Directions>(rule_, length_row(tile_, rule_, entry.cell), paces_ + i * kMoveCount, steps);
      push_better(entry, steps);
    }
  }

  // Appends the steps from a cell that may lower a cost; returns how many there are now.
  template <bool kAdd>
  PATHSTAR_INLINE std::size_t gather(const Entry& entry, std::size_t lanes) {
    count_expansion();
    const std::size_t row = length_row(tile_, rule_, entry.cell);
    double costs[kMoveCount];
    even_steps<Directions>(tile_.cost.data() + entry.cell, rule_, row, costs);
    const double* const here = known() + entry.cell;
    const double* const length = rule_.lengths.data() + row * kMostMoves;
    std::uint32_t better = 0;
    for_moves<Directions>([&](auto k) {
      const double least = kAdd ? least_pace_ * length[k] + costs[k] : costs[k] * least_pace_;
      better |= static_cast<std::uint32_t>(entry.cost + least < here[kOffsets[k]]) << k;
    });
    const double* const run = rule_.runs.data() + row * kMostMoves;
    const Value* const heights = tile_.elevation.data() + entry.cell;
    const double height = static_cast<double>(heights[0]);
    for (; better != 0; better &= better - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(better));
      paces_[lanes] = (static_cast<double>(heights[kOffsets[k]]) - height) * run[k];
      Lane& lane = lanes_[lanes++];
      lane.before = entry.cost;
      lane.even = costs[k];
      if constexpr (kAdd) lane.length = length[k];
      lane.to = entry.cell + static_cast<std::uint32_t>(kOffsets[k]);
    }
    return lanes;
  }

  template <bool kAdd>
  void expand_batches() {
    while (const std::size_t count = queue_.pop_some(batch_, kBatch)) expand_all<kAdd>(count);
  }

  PATHSTAR_INLINE void expand(const Entry& entry) {
    double costs[kMoveCount];
    const std::size_t row = length_row(tile_, rule_, entry.cell);
    even_steps<Directions>(tile_.cost.data() + entry.cell, rule_, row, costs);
    push_better(entry, costs);
  }

  // Lowers costs by steps, and puts those cells into the queue.
  PATHSTAR_INLINE void push_better(const Entry& entry, double* costs) {
    count_expansion();
    double* const here = known() + entry.cell;
    std::uint32_t better = 0;
    for_moves<Directions>([&](auto k) {
      costs[k] = entry.cost + costs[k];
      better |= static_cast<std::uint32_t>(costs[k] < here[kOffsets[k]]) << k;
    });
    for (; better != 0; better &= better - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(better));
      here[kOffsets[k]] = costs[k];
      queue_.push(entry.cell + static_cast<std::uint32_t>(kOffsets[k]), costs[k]);
    }
  }

  // A short step of the tile, from a sample of its cells.
  double bucket_width() {
    sample_.clear();
    double costs[kMoveCount];
    for (int y = 5; y < tile_.height; y += 13) {
      for (int x = 3; x < tile_.width; x += 11) {
        steps(local_cell(y, x), costs);
        if (costs[0] > 0 && costs[0] < kInfinity) sample_.push_back(costs[0]);
      }
    }
    if (sample_.empty()) {
      steps(local_cell(0, 0), costs);
      return costs[0] > 0 && costs[0] < kInfinity ? costs[0] : 1.0;
    }
    const auto chosen = sample_.begin() + static_cast<std::ptrdiff_t>(sample_.size()) / kQuantile;
    std::nth_element(sample_.begin(), chosen, sample_.end());
    return *chosen;
  }

  const StepRule& rule_;
  const double least_pace_;
  Tile<Value> tile_;
  BucketQueue queue_;
  std::vector<double> sample_;
  double limit_ = kInfinity, horizon_ = kInfinity;
  std::vector<Entry> left_;  // entries that cost more than the horizon
  Entry batch_[kBatch];
  Lane lanes_[kBatch * kMoveCount];
  double steps_[kBatch * kMoveCount] = {};
  double paces_[kBatch * kMoveCount] = {};    // slopes at first
  std::uint64_t settled_ = 0, expanded_ = 0;  // in total, and in this visit
};

}  // namespace pathstar::rasters
