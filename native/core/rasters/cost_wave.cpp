#include "rasters/cost_wave.hpp"

#include <algorithm>

#include "rasters/dispatch.hpp"
#include "rasters/tile_solver.hpp"
#include "rasters/waiting.hpp"

namespace pathstar::rasters {
namespace {

template <class Value, int Directions, bool kSloped>
class Wave {
 public:
  Wave(const Region<Value>& region, const StepRule& rule, Rows<double> costs)
      : region_(region), costs_(costs), solver_(rule), waiting_(region.tiles_down() * region.tiles_across()) {}

  WaveResult run(const WaveSeeds& seeds, const std::vector<std::int64_t>& stops, double& limit, const Stop& stop) {
    for (std::size_t i = 0; i < seeds.cells.size(); ++i) {
      sow(seeds.cells[i] / region_.width, seeds.cells[i] % region_.width, seeds.costs[i]);
    }
    horizon_ = seeds.horizon;
    WaveResult result;
    for (std::ptrdiff_t tile; (tile = waiting_.next()) >= 0;) {
      limit = std::min(limit, largest(stops));
      if (waiting_.least(tile) > std::min(limit, horizon_)) break;
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
    if (!result.stopped) take_left(result.left, limit);
    result.settled = solver_.settled();
    result.reached = reached_;
    return result;
  }

 private:
  static constexpr int kReach = reach_of(Directions);
  static constexpr double kOften = 1.03;  // expansions for each cell reached

  bool has_margins() const noexcept { return region_.top + region_.left + region_.bottom + region_.right > 0; }

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
    const std::uint64_t before = solver_.reached();
    solver_.run(pending, limit, horizon_, least_elsewhere());
    reached_ += solver_.reached() - before;
    const Tile<Value>& here = solver_.tile();
    here.store(here.known, costs_, kReach, [&](std::uint32_t cell) { changed_.push_back(cell); });
    for (const std::uint16_t own : pending) offer(local_cell(own));
    for (const std::uint32_t cell : changed_) offer(cell);
    changed_.clear();
    for (const Entry& entry : solver_.left()) {
      const auto [y, x] = local_place(entry.cell);
      if (here.known[entry.cell] == entry.cost) waiting_.add(region_, here.y0 + y, here.x0 + x, entry.cost);
    }
  }

  // The least cost that waits in another tile, if cells are often expanded more than once and the region is a part of a
  // raster: compared with loading it, a few more visits weigh little. Otherwise infinity, because tiles are then best
  // visited as seldom as possible.
  double least_elsewhere() {
    if (!has_margins() || static_cast<double>(solver_.settled()) <= kOften * static_cast<double>(reached_)) {
      return kInfinity;
    }
    const std::ptrdiff_t other = waiting_.next();
    return other < 0 ? kInfinity : waiting_.least(other);
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

  // A cell waits with a cost, even if it has that cost already: a wave before may have left it.
  void sow(std::ptrdiff_t y, std::ptrdiff_t x, double cost) {
    if (costs_.row(y)[x] == cost) {
      waiting_.add(region_, y, x, cost);
    } else {
      lower(y, x, cost);
    }
  }

  // Moves the waiting cells to a list, except those that cost more than the limit.
  void take_left(std::vector<std::int64_t>& left, double limit) {
    for (std::ptrdiff_t tile; (tile = waiting_.next()) >= 0 && waiting_.least(tile) <= limit;) {
      const std::ptrdiff_t y0 = region_.top + tile / region_.tiles_across() * kSide;
      const std::ptrdiff_t x0 = region_.left + tile % region_.tiles_across() * kSide;
      for (const std::uint16_t own : waiting_.take(tile)) {
        const std::ptrdiff_t y = y0 + own / kSide, x = x0 + own % kSide;
        if (costs_.row(y)[x] <= limit) left.push_back(y * region_.width + x);
      }
    }
  }

  // Lowers the cost of a cell of the region; if the region owns it, the cell waits.
  void lower(std::ptrdiff_t y, std::ptrdiff_t x, double cost) {
    x = region_.column(x);
    if (x < 0 || !region_.has_row(y)) return;
    double& known = costs_.row(y)[x];
    if (!(cost < known)) return;
    if (region_.owns(y, x)) {
      reached_ += known == kInfinity;
      waiting_.add(region_, y, x, cost);
    }
    known = cost;
  }

  // Offers the margins the costs that follow from the region's present costs, whatever was offered before.
  void offer_margins() {
    if (!has_margins()) return;
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
  double horizon_ = kInfinity;
  std::uint64_t reached_ = 0;  // own cells that had no cost before
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
