#include "rasters/ties.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "rasters/dispatch.hpp"
#include "rasters/tile.hpp"
#include "rasters/waiting.hpp"

namespace pathstar::rasters {
namespace {

using Label = std::uint32_t;

// A tile with final costs, and labels, all with their halo.
template <class Value>
struct LabelledTile {
  Tile<Value> ground;
  std::vector<Label> nearest, labels = std::vector<Label>(kLocalCells, kNoLabel);

  void load(const Region<Value>& region, std::ptrdiff_t number, Rows<const double> costs, Rows<const Label> near,
            Rows<const Label> given) {
    const auto same = [](auto value) { return value; };
    ground.place(region, number);
    ground.load_ground(region);
    ground.load(region, costs, ground.known, kInfinity, same);
    nearest.resize(near.data != nullptr ? kLocalCells : 0);
    if (!nearest.empty()) ground.load(region, near, nearest, kNoLabel, same);
    if (given.data != nullptr) ground.load(region, given, labels, kNoLabel, same);
  }
};

template <class Value, int Directions, bool kSloped>
class Spread {
 public:
  Spread(const Region<Value>& region, const StepRule& rule, Rows<const double> costs, Rows<const Label> nearest,
         Rows<Label> labels)
      : region_(region),
        rule_(rule),
        costs_(costs),
        nearest_(nearest),
        labels_(labels),
        waiting_(region.tiles_down() * region.tiles_across()) {}

  bool run(const LabelSeeds& seeds, const Stop& stop) {
    for (std::size_t i = 0; i < seeds.cells.size(); ++i) {
      lower(seeds.cells[i] / region_.width, seeds.cells[i] % region_.width, seeds.labels[i]);
    }
    for (std::ptrdiff_t tile; (tile = waiting_.next()) >= 0;) {
      if (stop()) return false;
      visit(tile);
    }
    return true;
  }

 private:
  using Item = std::pair<std::uint32_t, Label>;  // a local cell, and its label when it was added

  static constexpr int kReach = reach_of(Directions);

  void visit(std::ptrdiff_t tile) {
    here_.load(region_, tile, costs_, nearest_, {labels_.data, labels_.pitch});
    queue_.clear();
    for (const std::uint16_t own : waiting_.take(tile))
      queue_.emplace_back(local_cell(own), here_.labels[local_cell(own)]);
    for (std::size_t i = 0; i < queue_.size(); ++i) expand(queue_[i]);
    const Tile<Value>& ground = here_.ground;
    ground.store(here_.labels, labels_, 0, [](std::uint32_t) {});
    for (const Item& item : queue_) {
      const auto [y, x] = local_place(item.first);
      const bool near_edge = y < kReach || y >= ground.height - kReach || x < kReach || x >= ground.width - kReach;
      if (near_edge && here_.labels[item.first] == item.second) offer(item.first);
    }
  }

  // The label that a tight step brings to the end of a move; kNoLabel if the step is not tight.
  PATHSTAR_INLINE Label brought(std::uint32_t from, std::uint32_t to, double step) const {
    const double before = here_.ground.known[from], after = here_.ground.known[to];
    if (!(after < kInfinity) || before + step != after) return kNoLabel;
    const Label label = here_.labels[from];
    if (here_.nearest.empty()) return label;
    if (here_.nearest[from] != here_.nearest[to]) return kNoLabel;
    return before < after ? 0 : label + 1;
  }

  template <class Body>
  PATHSTAR_INLINE void each_brought(std::uint32_t cell, Body&& body) {
    double steps[moves_in(Directions)];
    const Tile<Value>& ground = here_.ground;
    steps_from<Directions, kSloped>(ground, rule_, length_row(ground, rule_, cell), cell, steps);
    for_moves<Directions>([&](auto k) {
      constexpr Move m = kMoves[k];
      const std::uint32_t to = cell + static_cast<std::uint32_t>(local_offset(m.dy, m.dx));
      if (const Label label = brought(cell, to, steps[k]); label != kNoLabel) body(m, to, label);
    });
  }

  void expand(const Item item) {
    if (here_.labels[item.first] != item.second) return;  // it has been lowered since
    const auto [y, x] = local_place(item.first);
    each_brought(item.first, [&](Move m, std::uint32_t to, Label label) {
      if (label >= here_.labels[to] || !here_.ground.owns(y + m.dy, x + m.dx)) return;
      here_.labels[to] = label;
      queue_.emplace_back(to, label);
    });
  }

  // Brings labels over the edge of the tile.
  void offer(std::uint32_t cell) {
    const auto [y, x] = local_place(cell);
    each_brought(cell, [&](Move m, std::uint32_t, Label label) {
      const Tile<Value>& ground = here_.ground;
      if (!ground.owns(y + m.dy, x + m.dx)) lower(ground.y0 + y + m.dy, ground.x0 + x + m.dx, label);
    });
  }

  void lower(std::ptrdiff_t y, std::ptrdiff_t x, Label label) {
    x = region_.column(x);
    if (x < 0 || !region_.has_row(y) || label >= labels_.row(y)[x]) return;
    labels_.row(y)[x] = label;
    if (region_.owns(y, x)) waiting_.add(region_, y, x, costs_.row(y)[x]);
  }

  const Region<Value>& region_;
  const StepRule& rule_;
  Rows<const double> costs_;
  Rows<const Label> nearest_;
  Rows<Label> labels_;
  Waiting waiting_;
  LabelledTile<Value> here_;
  std::vector<Item> queue_;
};

template <class Value, int Directions, bool kSloped>
class DirectionFinder {
 public:
  explicit DirectionFinder(const StepRule& rule) : rule_(rule) {}

  LabelledTile<Value>& tile() noexcept { return here_; }

  // The lowest code of a step back along a least-cost path; kNoDirection if there is none.
  std::uint8_t at(std::uint32_t cell) const {
    double steps[moves_in(Directions)];
    const Tile<Value>& ground = here_.ground;
    steps_from<Directions, kSloped, true>(ground, rule_, length_row(ground, rule_, cell), cell, steps);
    std::uint8_t code = kNoDirection;
    for_moves<Directions>([&](auto k) {
      const std::uint32_t from = cell + static_cast<std::uint32_t>(local_offset(kMoves[k].dy, kMoves[k].dx));
      if (code == kNoDirection && leads(from, cell, steps[k])) code = static_cast<std::uint8_t>(k + 1);
    });
    return code;
  }

 private:
  bool leads(std::uint32_t from, std::uint32_t to, double step) const {
    const double before = here_.ground.known[from], after = here_.ground.known[to];
    if (before + step != after) return false;
    if (!here_.nearest.empty() && here_.nearest[from] != here_.nearest[to]) return false;
    if (before < after) return true;
    return here_.labels[to] != kNoLabel && here_.labels[from] + 1 == here_.labels[to];
  }

  const StepRule& rule_;
  LabelledTile<Value> here_;
};

}  // namespace

template <class Value>
bool spread_labels(const Region<Value>& region, const StepRule& rule, Rows<const double> costs,
                   Rows<const Label> nearest, Rows<Label> labels, const LabelSeeds& seeds, const Stop& stop) {
  return with_rule(rule, [&](auto directions, auto sloped) {
    return Spread<Value, directions(), sloped()>(region, rule, costs, nearest, labels).run(seeds, stop);
  });
}

template <class Value>
std::int64_t find_directions(const Region<Value>& region, const StepRule& rule, Rows<const double> costs,
                             Rows<const Label> nearest, Rows<const Label> hops, Rows<std::uint8_t> directions,
                             const Stop& stop) {
  return with_rule(rule, [&](auto count, auto sloped) {
    DirectionFinder<Value, count(), sloped()> finder(rule);
    std::int64_t without = 0;
    for (std::ptrdiff_t tile = 0; tile < region.tiles_down() * region.tiles_across(); ++tile) {
      if (stop()) return std::int64_t{-1};
      finder.tile().load(region, tile, costs, nearest, hops);
      const Tile<Value>& ground = finder.tile().ground;
      for (int y = 0; y < ground.height; ++y) {
        std::uint8_t* const row = directions.row(ground.y0 + y) + ground.x0;
        for (int x = 0; x < ground.width; ++x) {
          if (row[x] == 0 || !(ground.known[local_cell(y, x)] < kInfinity)) continue;
          row[x] = finder.at(local_cell(y, x));
          without += row[x] == kNoDirection;
        }
      }
    }
    return without;
  });
}

template bool spread_labels(const Region<float>&, const StepRule&, Rows<const double>, Rows<const Label>, Rows<Label>,
                            const LabelSeeds&, const Stop&);
template bool spread_labels(const Region<double>&, const StepRule&, Rows<const double>, Rows<const Label>, Rows<Label>,
                            const LabelSeeds&, const Stop&);
template std::int64_t find_directions(const Region<float>&, const StepRule&, Rows<const double>, Rows<const Label>,
                                      Rows<const Label>, Rows<std::uint8_t>, const Stop&);
template std::int64_t find_directions(const Region<double>&, const StepRule&, Rows<const double>, Rows<const Label>,
                                      Rows<const Label>, Rows<std::uint8_t>, const Stop&);

}  // namespace pathstar::rasters
