// The gates of clusters where steps may lead anywhere: hexagons, joined borders, portals, one-way cells.
//
// A crossing is a pair of cells of two clusters with a step from one to the other, or back, or both. Crossings between
// the same two clusters form an entrance while they are consecutive along the border and single steps lead from each
// end to the next crossing's end on the same side, and back. A portal is an entrance by itself. With few entrances,
// some crossings of each entrance, at even distances, make gates. So from every crossing a path leads along its
// entrance to a crossing with gates, and on the other side back to the crossing's other end.
#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>
#include <vector>

#include "indexes/hierarchy/gates.hpp"
#include "spaces/cells/regular_grid.hpp"

namespace pathstar {
namespace {

// Two cells in different clusters: whether there is a step from one to the other, one back, and a portal among them.
struct Crossing {
  Node one;
  Node other;
  bool there = false;
  bool back = false;
  bool portal = false;
};

// The most columns or rows of a step, except for portals and joined borders.
std::uint32_t reach_of(const RegularGrid& grid) noexcept {
  std::int32_t reach = 1;
  for (const RegularGridStep& step : grid.plan().steps) {
    reach = std::max({reach, std::abs(step.by.dx), std::abs(step.by.dy)});
  }
  return static_cast<std::uint32_t>(reach);
}

bool has_step(const RegularGrid& grid, Node from, Node to) {
  bool found = false;
  grid.each_edge(from, [&](Node target, double) { found = found || target == to; });
  return found;
}

// Finds the crossings of a cluster, from a cell in it to one outside.
class CrossingFinder {
 public:
  CrossingFinder(const RegularGrid& grid, const ClusterLayout& layout, std::uint32_t cluster)
      : grid_(grid), layout_(layout), box_(layout.box(cluster)) {}

  std::vector<Crossing> find(Entrances entrances) {
    add_edge_cells();
    for (const Portal& portal : grid_.portals()) add_portal(portal);
    merge();
    if (entrances == Entrances::few) drop_corners();
    return std::move(found_);
  }

 private:
  bool is_inside(Node node) const noexcept {
    const std::uint32_t y = node / layout_.width();
    return contains(box_, node - y * layout_.width(), y);
  }

  void add_edge_cells() {
    const std::uint32_t reach = reach_of(grid_);
    for (std::uint32_t y = box_.top; y < box_.bottom; ++y) {
      const bool whole_row = y < box_.top + reach || y + reach >= box_.bottom;
      for (std::uint32_t x = box_.left; x < box_.right; ++x) {
        if (!whole_row && x == box_.left + reach && box_.width() > 2 * reach) x = box_.right - reach;
        add_steps_of(y * layout_.width() + x);
      }
    }
  }

  void add_steps_of(Node node) {
    if (!grid_.walkable(node)) return;
    grid_.each_way(node, [&](Node to, double, int step) {
      if (!is_inside(to)) found_.push_back({node, to, true, false, step == RegularGrid::kPortal});
    });
    grid_.each_edge_to(node, [&](Node from, double) {
      if (!is_inside(from)) found_.push_back({node, from, false, true, false});
    });
  }

  void add_portal(const Portal& portal) {
    const bool inside = is_inside(portal.from);
    if (inside == is_inside(portal.to) || !has_step(grid_, portal.from, portal.to)) return;
    const Node one = inside ? portal.from : portal.to, other = inside ? portal.to : portal.from;
    found_.push_back({one, other, has_step(grid_, one, other), has_step(grid_, other, one), true});
  }

  void merge() {
    const auto ends = [](const Crossing& one) { return std::tuple(one.one, one.other); };
    std::sort(found_.begin(), found_.end(), [&](const auto& a, const auto& b) { return ends(a) < ends(b); });
    std::size_t kept = 0;
    for (const Crossing& next : found_) {
      if (kept > 0 && ends(found_[kept - 1]) == ends(next)) {
        Crossing& same = found_[kept - 1];
        same = {same.one, same.other, same.there || next.there, same.back || next.back, same.portal || next.portal};
      } else {
        found_[kept++] = next;
      }
    }
    found_.resize(kept);
  }

  // Drops those between clusters of level 1 that touch at a corner, if two other steps lead the same way over a cluster
  // that shares a side with both.
  void drop_corners() {
    std::erase_if(found_, [&](const Crossing& one) {
      return !one.portal && touch_at_corner(one.one, one.other) && leads_round(one);
    });
  }

  bool touch_at_corner(Node one, Node other) const noexcept {
    const auto place = [&](Node node) {
      const std::uint32_t number = layout_.at(1, node);
      return std::pair(number % layout_.columns(1), number / layout_.columns(1));
    };
    const auto [x, y] = place(one);
    const auto [other_x, other_y] = place(other);
    return x != other_x && y != other_y;
  }

  bool leads_round(const Crossing& one) const {
    return (!one.there || leads_round(one.one, one.other)) && (!one.back || leads_round(one.other, one.one));
  }
  bool leads_round(Node from, Node to) const {
    bool found = false;
    grid_.each_edge(from, [&](Node over, double) {
      if (found || touch_at_corner(from, over) || touch_at_corner(over, to)) return;
      found = has_step(grid_, over, to);
    });
    return found;
  }

  const RegularGrid& grid_;
  const ClusterLayout& layout_;
  Box box_;
  std::vector<Crossing> found_;
};

// Chooses some of a cluster's crossings for one level after another.
class CrossingPicker {
 public:
  CrossingPicker(const RegularGrid& grid, const ClusterLayout& layout, const std::vector<Crossing>& crossings)
      : grid_(grid), layout_(layout), reach_(static_cast<std::int32_t>(reach_of(grid))) {
    for (const Crossing& one : crossings) all_.push_back({one});
  }

  std::vector<Node> pick(std::uint32_t level, std::uint32_t cluster) {
    for (std::uint32_t below = 1; below <= level; ++below) pick_from(below);
    std::vector<Node> gates;
    for (const Placed& one : all_) {
      if (one.picked)
        gates.push_back(layout_.at(level, one.crossing.one) == cluster ? one.crossing.one : one.crossing.other);
    }
    return gates;
  }

 private:
  static constexpr std::int32_t kShort = 10;      // half cells, as for all lengths: a run no longer has one gate
  static constexpr std::int32_t kGatesASide = 4;  // of an open border, and one more

  struct Placed {
    Crossing crossing;
    std::uint32_t from = 0, to = 0;  // clusters of a level; the lower number first
    bool far = false;
    std::int32_t along = 0;  // the border
    bool picked = false;

    auto key() const noexcept { return std::tuple(from, to, far, along, crossing.one, crossing.other); }
  };

  void place(Placed& one, std::uint32_t level) const {
    one.from = layout_.at(level, one.crossing.one);
    one.to = layout_.at(level, one.crossing.other);
    if (one.from > one.to) {
      std::swap(one.from, one.to);
      std::swap(one.crossing.one, one.crossing.other);
      std::swap(one.crossing.there, one.crossing.back);
    }
    const Offset a = grid_.cell(one.crossing.one), b = grid_.cell(one.crossing.other);
    one.far = std::abs(a.dx - b.dx) > reach_ || std::abs(a.dy - b.dy) > reach_;
    const std::uint32_t across = layout_.columns(level), first = layout_.first(level);
    const bool side_by_side = (one.from - first) / across == (one.to - first) / across;
    one.along = side_by_side ? a.dy + b.dy : a.dx + b.dx;
  }

  void pick_from(std::uint32_t level) {
    for (Placed& one : all_) place(one, level);
    std::sort(all_.begin(), all_.end(), [](const Placed& a, const Placed& b) { return a.key() < b.key(); });
    for (std::size_t begin = 0, end = 0; begin < all_.size(); begin = end) {
      end = begin + 1;
      while (end < all_.size() && is_linked(all_[end - 1], all_[end])) ++end;
      level == 1 ? spread(begin, end) : thin(begin, end, apart(level));
    }
  }

  static std::int32_t apart(std::uint32_t level) noexcept {
    return 2 * static_cast<std::int32_t>(ClusterLayout::side(level)) / kGatesASide;
  }

  // Whether single steps link two crossings to each other on both sides of the border.
  bool is_linked(const Placed& a, const Placed& b) const {
    const auto ends = [](const Placed& one) { return std::tuple(one.from, one.to, one.far); };
    const Crossing &one = a.crossing, &next = b.crossing;
    return ends(a) == ends(b) && !one.portal && !next.portal && one.there == next.there && one.back == next.back &&
           is_beside(one.one, next.one) && is_beside(one.other, next.other);
  }
  bool is_beside(Node a, Node b) const { return a == b || (has_step(grid_, a, b) && has_step(grid_, b, a)); }

  void spread(std::size_t begin, std::size_t end) {
    const std::int32_t first = all_[begin].along, length = all_[end - 1].along - first;
    if (length < kShort) {
      all_[begin + (end - begin - 1) / 2].picked = true;
      return;
    }
    const std::int32_t gaps = (length - 1) / apart(1) + 1;
    for (std::int32_t i = 0; i <= gaps; ++i) {
      const auto place = [](const Placed& one, std::int32_t along) { return one.along < along; };
      const auto last = all_.begin() + static_cast<std::ptrdiff_t>(end);
      std::lower_bound(all_.begin() + static_cast<std::ptrdiff_t>(begin), last, first + length * i / gaps, place)
          ->picked = true;
    }
  }

  // Keeps the first of a run, and others at some distance from each other.
  void thin(std::size_t begin, std::size_t end, std::int32_t apart) {
    std::vector<std::size_t> below;
    for (std::size_t i = begin; i < end; ++i) {
      if (all_[i].picked) below.push_back(i);
      all_[i].picked = false;
    }
    std::int32_t last = 0;
    for (const std::size_t i : below) {
      const std::int32_t enough = i == below.back() ? apart / 2 + 1 : apart;
      if (i != below.front() && all_[i].along - last < enough) continue;
      all_[i].picked = true;
      last = all_[i].along;
    }
  }

  const RegularGrid& grid_;
  const ClusterLayout& layout_;
  std::int32_t reach_;
  std::vector<Placed> all_;
};

}  // namespace

std::vector<Node> gates_of(const RegularGrid& grid, const ClusterLayout& layout, Entrances entrances,
                           std::uint32_t cluster) {
  const std::vector<Crossing> crossings = CrossingFinder(grid, layout, cluster).find(entrances);
  std::vector<Node> gates;
  if (entrances == Entrances::all) {
    for (const Crossing& one : crossings) gates.push_back(one.one);
  } else {
    gates = CrossingPicker(grid, layout, crossings).pick(layout.level_of(cluster), cluster);
  }
  std::sort(gates.begin(), gates.end());
  gates.erase(std::unique(gates.begin(), gates.end()), gates.end());
  return gates;
}

}  // namespace pathstar
