#include "rasters/cost_wave.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "rasters/bucket_queue.hpp"
#include "rasters/dispatch.hpp"
#include "rasters/tile.hpp"
#include "rasters/waiting.hpp"

namespace pathstar::rasters {
namespace {

// Dijkstra's algorithm within one tile. What lies outside the tile's own cells is known to cost -infinity, so that
// nothing ever betters it: the loop needs no test for borders.
template <class Value, int Directions, bool kSloped>
class TileSolver {
 public:
  explicit TileSolver(const StepRule& rule) : rule_(rule) {}

  Tile<Value>& tile() noexcept { return tile_; }
  double* known() noexcept { return tile_.known.data(); }
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

  void steps(std::uint32_t cell, double* steps) const {
    steps_from<Directions, kSloped>(tile_, rule_, length_row(tile_, rule_, cell), cell, steps);
  }

  // Expands what can be reached from the pending cells at a cost up to `limit`.
  void run(const std::vector<std::uint16_t>& pending, double limit) {
    double base = kInfinity;
    for (const std::uint16_t at : pending) base = std::min(base, tile_.known[local_cell(at)]);
    queue_.start(base, bucket_width());
    expanded_ = 0;
    for (const std::uint16_t at : pending) queue_.push(local_cell(at), tile_.known[local_cell(at)]);
    if constexpr (kSloped) {
      while (const std::size_t count = queue_.pop_some(batch_, kBatch)) expand_all(count, limit);
    } else {
      Entry entry;
      while (queue_.pop(entry)) {
        if (!is_stale(entry) && entry.cost <= limit) expand(entry);
      }
    }
    settled_ += expanded_;
  }

 private:
  static constexpr std::uint64_t kPatience = 2 * kSide * kSide;  // expansions before the heap takes over
  static constexpr std::size_t kBatch = 16;
  static constexpr int kMoveCount = moves_in(Directions);
  static constexpr std::ptrdiff_t kQuantile = 16;  // one sampled step in 16 is shorter than a bucket is wide

  PATHSTAR_INLINE bool is_stale(const Entry& entry) const { return tile_.known[entry.cell] < entry.cost; }

  void count_expansion() {
    if (++expanded_ >= kPatience || queue_.too_wide()) [[unlikely]]
      queue_.move_to_heap();
  }

  // Expands the first entries of the batch on slopes. The paces of all are worked out together: one after the other,
  // each would wait for its own.
  PATHSTAR_INLINE void expand_all(std::size_t count, double limit) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Entry entry = batch_[i];
      if (is_stale(entry) || entry.cost > limit) continue;
      const Value* const heights = tile_.elevation.data() + entry.cell;
      slopes_from<Directions, false>(heights, rule_, length_row(tile_, rule_, entry.cell), paces_ + kept * kMoveCount);
      batch_[kept++] = entry;
    }
    paces_on(rule_.pace, rule_.table, paces_, kept * kMoveCount);
    for (std::size_t i = 0; i < kept; ++i) {
      if (is_stale(batch_[i])) continue;  // an entry before it has lowered its cell
      double costs[kMoveCount];
      const std::size_t row = length_row(tile_, rule_, batch_[i].cell);
      even_steps<Directions>(tile_.cost.data() + batch_[i].cell, rule_, row, costs);
      heed_paces<Directions>(rule_, row, paces_ + i * kMoveCount, costs);
      push_better(batch_[i], costs);
    }
  }

  PATHSTAR_INLINE void expand(const Entry& entry) {
    double costs[kMoveCount];
    const std::size_t row = length_row(tile_, rule_, entry.cell);
    even_steps<Directions>(tile_.cost.data() + entry.cell, rule_, row, costs);
    push_better(entry, costs);
  }

  // Lowers what steps lower, and puts it into the queue.
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
  Tile<Value> tile_;
  BucketQueue queue_;
  std::vector<double> sample_;
  Entry batch_[kBatch];
  double paces_[kBatch * kMoveCount] = {};
  std::uint64_t settled_ = 0, expanded_ = 0;  // in all, and in this visit
};

template <class Value, int Directions, bool kSloped>
class Wave {
 public:
  Wave(const Region<Value>& region, const StepRule& rule, Rows<double> costs)
      : region_(region), costs_(costs), solver_(rule), waiting_(region.tiles_down() * region.tiles_across()) {}

  WaveResult run(const WaveSeeds& seeds, const std::vector<std::int64_t>& stops, double& limit, const Stop& stop) {
    for (std::size_t i = 0; i < seeds.cells.size(); ++i) {
      lower(seeds.cells[i] / region_.width, seeds.cells[i] % region_.width, seeds.costs[i]);
    }
    WaveResult result;
    for (std::ptrdiff_t tile; (tile = waiting_.next()) >= 0;) {
      limit = std::min(limit, largest(stops));
      if (waiting_.least(tile) > limit) break;
      if (stop()) {
        result.front = waiting_.least(tile);
        result.stopped = true;
        break;
      }
      visit(tile, limit);
      ++result.visits;
    }
    limit = std::min(limit, largest(stops));
    offer_margins();
    result.settled = solver_.settled();
    return result;
  }

 private:
  static constexpr int kReach = reach_of(Directions);

  // The largest cost of the cells at which the wave may end.
  double largest(const std::vector<std::int64_t>& stops) const {
    if (stops.empty()) return kInfinity;
    double cost = 0;
    for (const std::int64_t cell : stops) cost = std::max(cost, costs_.row(cell / region_.width)[cell % region_.width]);
    return cost;
  }

  void visit(std::ptrdiff_t tile, double limit) {
    solver_.load(region_, tile, {costs_.data, costs_.pitch});
    const std::vector<std::uint16_t> pending = waiting_.take(tile);
    solver_.run(pending, limit);
    const Tile<Value>& here = solver_.tile();
    here.store(here.known, costs_, kReach, [&](std::uint32_t cell) { changed_.push_back(cell); });
    for (const std::uint16_t own : pending) offer(local_cell(own));
    for (const std::uint32_t cell : changed_) offer(cell);
    changed_.clear();
  }

  // Relaxes the steps from a cell of the tile that leave the tile.
  void offer(std::uint32_t cell) {
    const Tile<Value>& here = solver_.tile();
    const auto [y, x] = local_place(cell);
    const double cost = here.known[cell];
    double steps[moves_in(Directions)];
    solver_.steps(cell, steps);
    for_moves<Directions>([&](auto k) {
      const int to_y = y + kMoves[k].dy, to_x = x + kMoves[k].dx;
      if (!here.owns(to_y, to_x)) lower(here.y0 + to_y, here.x0 + to_x, cost + steps[k]);
    });
  }

  // Lowers the cost of a cell of the region; if the region owns it, work waits there.
  void lower(std::ptrdiff_t y, std::ptrdiff_t x, double cost) {
    x = region_.column(x);
    if (x < 0 || !region_.has_row(y)) return;
    double& known = costs_.row(y)[x];
    if (!(cost < known)) return;
    known = cost;
    if (region_.owns(y, x)) waiting_.add(region_, y, x, cost);
  }

  // Offers the margins what follows from the region's costs as they are, whatever has been offered before.
  void offer_margins() {
    if (region_.top + region_.left + region_.bottom + region_.right == 0) return;
    const std::ptrdiff_t across = region_.tiles_across(), down = region_.tiles_down();
    for (std::ptrdiff_t tile = 0; tile < across * down; ++tile) {
      const bool edge =
          tile < across || tile >= across * (down - 1) || tile % across == 0 || tile % across == across - 1;
      if (!edge) continue;
      solver_.load(region_, tile, {costs_.data, costs_.pitch});
      const Tile<Value>& here = solver_.tile();
      for (int y = 0; y < here.height; ++y) {
        for (int x = 0; x < here.width; ++x) {
          if (near_margin(here.y0 + y, here.x0 + x) && here.known[local_cell(y, x)] < kInfinity)
            offer(local_cell(y, x));
        }
      }
    }
  }

  bool near_margin(std::ptrdiff_t y, std::ptrdiff_t x) const noexcept {
    return y < region_.top + kReach || y >= region_.height - region_.bottom - kReach || x < region_.left + kReach ||
           x >= region_.width - region_.right - kReach;
  }

  const Region<Value>& region_;
  Rows<double> costs_;
  TileSolver<Value, Directions, kSloped> solver_;
  Waiting waiting_;
  std::vector<std::uint32_t> changed_;
};

}  // namespace

template <class Value>
WaveResult run_wave(const Region<Value>& region, const StepRule& rule, Rows<double> costs, const WaveSeeds& seeds,
                    const std::vector<std::int64_t>& stops, double& limit, const Stop& stop) {
  return with_rule(rule, [&](auto directions, auto sloped) {
    return Wave<Value, directions(), sloped()>(region, rule, costs).run(seeds, stops, limit, stop);
  });
}

template WaveResult run_wave(const Region<float>&, const StepRule&, Rows<double>, const WaveSeeds&,
                             const std::vector<std::int64_t>&, double&, const Stop&);
template WaveResult run_wave(const Region<double>&, const StepRule&, Rows<double>, const WaveSeeds&,
                             const std::vector<std::int64_t>&, double&, const Stop&);

}  // namespace pathstar::rasters
