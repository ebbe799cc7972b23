#include "spaces/cells/regular_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "spaces/bits.hpp"
#include "spaces/cells/cost_bounds.hpp"

namespace pathstar {
namespace {

// The steps from centre to centre, as vectors of length 1, by heading: the steps from cells of parity 0, then among
// triangles those from parity 1, which mirror them.
std::vector<std::array<double, 3>> directions_of(const RegularGridPlan& plan) {
  std::vector<std::array<double, 3>> directions;
  for (const RegularGridStep& step : plan.steps) {
    double x = step.by.dx * plan.spacing[0], y = step.by.dy * plan.spacing[1], z = step.by.dz * plan.spacing[2];
    if (plan.tiling == Tiling::triangle) {
      y -= 0.5 * std::abs(x), x *= std::sqrt(0.75);  // centres of triangles that point down lie higher
    } else if (plan.tiling == Tiling::odd_r || plan.tiling == Tiling::even_r) {
      x += 0.5 * y, y *= std::sqrt(0.75);
    } else if (plan.tiling != Tiling::square) {
      y += 0.5 * x, x *= std::sqrt(0.75);
    }
    const double length = std::hypot(x, y, z);
    directions.push_back({x / length, y / length, z / length});
  }
  for (std::size_t d = 0; plan.tiling == Tiling::triangle && d < plan.steps.size(); ++d) {
    const auto [x, y, z] = directions[d];
    directions.push_back({x, -y, z});
  }
  return directions;
}

}  // namespace

RegularGrid::RegularGrid(RegularGridPlan plan, const Stop& stop)
    : CellSpace(plan.walkable.size()),
      plan_(std::move(plan)),
      columns_(plan_.width),
      rows_(plan_.height),
      min_cost_(has_cost() ? std::numeric_limits<double>::infinity() : 1.0),
      max_cost_(has_cost() ? 0.0 : 1.0) {
  for (std::uint8_t& open : plan_.walkable) open = open != 0;
  CostBounds bounds;
  const bool counted = in_slices(plan_.cost.size(), stop, [&](std::size_t begin, std::size_t end) {
    close_without_cost({plan_.walkable.data() + begin, end - begin}, plan_.cost.data() + begin, bounds);
  });
  if (!counted) return;
  if (has_cost()) std::tie(min_cost_, max_cost_) = std::pair(bounds.least, bounds.most);
  std::sort(plan_.closed.begin(), plan_.closed.end());
  prepare_steps();
  prepare_rows();
  fill_free_rows(stop);
  words_.reserve(size());
  Pause pause(stop);
  for (Node first = 0; first < size(); first += width()) {
    words_.resize(first + width());
    const Offset row = cell(first);
    for (std::int32_t x = 0; x < static_cast<std::int32_t>(width()); x += kWordBits) {
      if (pause(kWordBits)) return;
      set_words({x, row.dy, row.dz}, std::min<std::uint32_t>(kWordBits, width() - static_cast<std::uint32_t>(x)));
    }
  }
  set_extras(stop);
  if (plan_.rules) note_all_steps(stop);
}

// The bounds of costs from the steps themselves: estimates by them never exceed the cost of a path under any rules.
void RegularGrid::note_all_steps(const Stop& stop) {
  min_cost_ = std::numeric_limits<double>::infinity(), max_cost_ = 0.0;
  Pause pause(stop);
  for (Node node = 0; node < size(); ++node) {
    if (pause()) return;
    note_steps(node);
  }
  min_cost_ = std::min(min_cost_, max_cost_);  // if there are no steps
}

void RegularGrid::note_steps(Node node) noexcept {
  each_way(node, [&](Node, double cost, int step) {
    if (step != kPortal) note_cost(cost / lengths_[step]);
  });
}

void RegularGrid::prepare_steps() {
  if (plan_.rules) plan_.rules->set_directions(directions_of(plan_));
  norms_ = StepNorms(plan_.steps, plan_.tiling, plan_.spacing);
  shortest_ = std::numeric_limits<double>::infinity();
  for (const RegularGridStep& step : plan_.steps) {
    shortest_ = std::min(shortest_, step.length);
    longest_ = std::max(longest_, step.length);
  }
  const auto number = [&](const Offset& by) {
    return static_cast<std::int32_t>((by.dz * static_cast<std::int64_t>(height()) + by.dy) * width() + by.dx);
  };
  for (std::size_t d = 0; has_cost() && d < plan_.steps.size(); ++d) {
    if (!is_knights_move(plan_.steps[d].by)) continue;
    weighed_ |= std::uint32_t{1} << d;
    const auto between = cells_between(plan_.steps[d].by);
    for (std::size_t i = 0; i < 2; ++i) between_[d][i] = number(between[i]);
  }
  special_ = plan_.rules ? kSteps : weighed_;
  for (int parity = 0; parity < 2; ++parity) {
    for (std::size_t d = 0; d < plan_.steps.size(); ++d) {
      moves_[parity].push_back(offset_in(plan_.tiling, plan_.steps[d].by, parity));
      const Offset& by = moves_[parity][d];
      offsets_[parity][d] = number(by);
      lengths_[d] = plan_.steps[d].length;
      const std::int32_t row = number({0, by.dy, by.dz});
      if (std::find(nearby_, nearby_ + nearby_count_, row) == nearby_ + nearby_count_) nearby_[nearby_count_++] = row;
    }
    rules_.emplace_back(moves_[parity], plan_.corners);
    for (const Offset& cell : rules_[parity].window()) {
      reach_ = {std::max(reach_.dx, std::abs(cell.dx)), std::max(reach_.dy, std::abs(cell.dy)),
                std::max(reach_.dz, std::abs(cell.dz))};
    }
  }
}

// Steps to consecutive nodes are compared at once. That pays if rows are long, steps can be reversed, and only their
// ends count.
void RegularGrid::prepare_rows() {
  std::vector<std::size_t> order(plan_.steps.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return offsets_[0][a] < offsets_[0][b]; });
  const auto beside = [&](int parity, std::size_t i) {
    return offsets_[parity][order[i]] == offsets_[parity][order[i - 1]] + 1;
  };
  std::size_t lane = 0;
  for (std::size_t i = 0; i < order.size(); ++i, ++lane) {
    const std::size_t d = order[i];
    if (i == 0 || lane == kLanes || !beside(0, i) || !beside(1, i)) {
      lane = 0;
      rows_of_steps_.push_back({{}, {}, {offsets_[0][d], offsets_[1][d]}});
    }
    rows_of_steps_.back().lengths[lane] = lengths_[d];
    rows_of_steps_.back().bits[lane / 2][lane % 2] = std::int64_t{1} << d;
    for (const auto& offsets : offsets_) margin_ = std::max(margin_, static_cast<Node>(std::abs(offsets[d])));
  }
  margin_ += kLanes;
  prepare_inner();
}

void RegularGrid::prepare_inner() noexcept {
  const bool pays = 5 * rows_of_steps_.size() <= 3 * plan_.steps.size();
  inner_ = both_ways() && pays && weighed_ == 0 && size() / 2 > margin_ ? size() - 2 * margin_ : 0;
}

void RegularGrid::note_cost(double cost) noexcept {
  min_cost_ = std::min(min_cost_, cost);
  max_cost_ = std::max(max_cost_, cost);
}

Node RegularGrid::at(const Offset& cell, const Offset& by) const noexcept {
  const auto w = static_cast<std::int32_t>(width()), h = static_cast<std::int32_t>(height());
  std::int32_t x = cell.dx + by.dx, y = cell.dy + by.dy;
  const std::int32_t z = cell.dz + by.dz;
  if (plan_.wrap_x) x = (x % w + w) % w;
  if (plan_.wrap_y) y = (y % h + h) % h;
  if (x < 0 || y < 0 || z < 0 || x >= w || y >= h || z >= static_cast<std::int32_t>(depth())) return kNoNode;
  return (static_cast<Node>(z) * height() + static_cast<Node>(y)) * width() + static_cast<Node>(x);
}

Node RegularGrid::before(Node node, std::size_t step) const noexcept {
  const Offset here = cell(node);
  const Offset& by = plan_.steps[step].by;
  return at(here, offset_back(plan_.tiling, by, parity(here)));
}

bool RegularGrid::apply(std::span<const CellEdit> edits) {
  bool falls = plan_.rules != nullptr;  // lower ground may be higher now
  if (plan_.rules) plan_.rules->read(edits);
  for (const CellEdit& edit : edits) {
    bool open = edit.walkable;
    bool cheaper = !walkable(edit.node);
    if (has_cost()) {
      open = open && std::isfinite(edit.cost);
      // A knight's move leaves a closed cell out of its mean.
      cheaper = (open && (cheaper || edit.cost < plan_.cost[edit.node])) || (weighed_ != 0 && !cheaper && !open);
      plan_.cost[edit.node] = edit.cost;
      if (open && !plan_.rules) note_cost(edit.cost);
    } else {
      cheaper = cheaper && open;
    }
    plan_.walkable[edit.node] = open;
    const Offset here = cell(edit.node);
    Word& free = free_rows_[free_word(here)];
    const Word bit = bit_at(static_cast<std::size_t>(here.dx));
    free = open ? free | bit : free & ~bit;
    falls = falls || cheaper;
  }
  const auto most = static_cast<std::uint32_t>(kWordBits - 2 * reach_.dx);
  for (std::size_t i = 0; i < edits.size();) {  // consecutive cells of a row at once
    const Offset first = cell(edits[i].node);
    const std::uint32_t room = std::min(most, width() - static_cast<std::uint32_t>(first.dx));
    std::uint32_t count = 1;
    while (++i < edits.size() && count < room && edits[i].node == edits[i - 1].node + 1) ++count;
    set_words_around(first, count);
  }
  set_extras();
  for (std::size_t i = 0; plan_.rules && i < edits.size(); ++i) {
    each_near(edits[i].node, [&](Node near) { note_steps(near); });
  }
  return falls;
}

}  // namespace pathstar
