#include "spaces/cells/regular_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <mutex>
#include <numeric>
#include <tuple>
#include <utility>

#include "spaces/bits.hpp"
#include "spaces/cells/cost_bounds.hpp"

namespace pathstar {
namespace {

// What is in one of two lists and not in the other; where something comes several times, each time counts.
template <class T>
std::vector<T> changed_between(std::vector<T> before, std::vector<T> after) {
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  std::vector<T> changed;
  std::set_symmetric_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(changed));
  return changed;
}

// Where the steps lead, as vectors of length 1: of hexagons from centre to centre.
std::vector<std::array<double, 3>> directions_of(const RegularGridPlan& plan) {
  std::vector<std::array<double, 3>> directions;
  for (const RegularGridStep& step : plan.steps) {
    double x = step.by.dx * plan.spacing[0], y = step.by.dy * plan.spacing[1], z = step.by.dz * plan.spacing[2];
    if (plan.tiling == Tiling::odd_r || plan.tiling == Tiling::even_r) {
      x += 0.5 * y, y *= std::sqrt(0.75);
    } else if (plan.tiling != Tiling::square) {
      y += 0.5 * x, x *= std::sqrt(0.75);
    }
    const double length = std::hypot(x, y, z);
    directions.push_back({x / length, y / length, z / length});
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

// The bounds of costs from the steps themselves: estimates by them never exceed what a way costs, whatever the rules.
void RegularGrid::note_all_steps(const Stop& stop) {
  min_cost_ = std::numeric_limits<double>::infinity(), max_cost_ = 0.0;
  Pause pause(stop);
  for (Node node = 0; node < size(); ++node) {
    if (pause()) return;
    note_steps(node);
  }
  min_cost_ = std::min(min_cost_, max_cost_);  // where there are no steps
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

// Steps to nodes that follow each other are compared at once. It pays where rows are long, steps can be taken back, and
// only their ends count.
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

bool RegularGrid::far_from_border(const Offset& cell) const noexcept {
  const auto far = [](std::int32_t at, std::int32_t reach, std::uint32_t side) {
    return at >= reach && at + reach < static_cast<std::int64_t>(side);
  };
  return far(cell.dx, reach_.dx, width()) && far(cell.dy, reach_.dy, height()) && far(cell.dz, reach_.dz, depth());
}

// The word of the free rows that holds a cell, which may lie up to a word outside its row.
std::size_t RegularGrid::free_word(const Offset& cell) const noexcept {
  const std::size_t row = static_cast<std::size_t>(cell.dz) * height() + static_cast<std::size_t>(cell.dy);
  return row * (words_for(width()) + 1) + static_cast<std::size_t>(cell.dx + kWordBits) / kWordBits;
}

// Whether the cells of a row are free, from one on; those outside are not.
Word RegularGrid::free_from(const Offset& first) const noexcept {
  const auto h = static_cast<std::int32_t>(height()), d = static_cast<std::int32_t>(depth());
  if (first.dy < 0 || first.dz < 0 || first.dy >= h || first.dz >= d) return 0;
  const Word* const at = free_rows_.data() + free_word(first);
  const int part = first.dx & (kWordBits - 1);
  return part == 0 ? at[0] : at[0] >> part | at[1] << (kWordBits - part);
}

void RegularGrid::fill_free_rows(const Stop& stop) {
  const std::size_t rows = std::size_t{height()} * depth();
  free_rows_.resize(rows * (words_for(width()) + 1) + 2);
  Pause pause(stop);
  std::size_t word = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint8_t* const cells = plan_.walkable.data() + row * width();
    ++word;  // outside
    for (std::uint32_t x = 0; x < width(); x += kWordBits) {
      if (pause(kWordBits)) return;
      free_rows_[word++] = packed(cells + x, std::min<std::uint32_t>(kWordBits, width() - x));
    }
  }
}

// Sets the words of some cells of a row, at most 64, from one on.
void RegularGrid::set_words(const Offset& first, std::uint32_t count) noexcept {
  const Word odd = odd_cells(plan_.tiling, first);
  Word square[kWordBits] = {};  // by step; then by cell
  for (const int p : {0, 1}) {
    const Word mine = p != 0 ? odd : ~odd;
    if (mine == 0) continue;
    const std::vector<Offset>& window = rules_[static_cast<std::size_t>(p)].window();
    Word free[kWordBits], legal[StepRules::kMostSteps] = {};
    for (std::size_t i = 0; i < window.size(); ++i) {
      free[i] = free_from({first.dx + window[i].dx, first.dy + window[i].dy, first.dz + window[i].dz});
    }
    rules_[static_cast<std::size_t>(p)].add_legal(free, legal);
    for (std::size_t d = 0; d < plan_.steps.size(); ++d) square[d] |= legal[d] & mine;
  }
  const Word here = free_from(first);
  for (std::size_t d = 0; d < plan_.steps.size(); ++d) square[d] &= here;
  transpose(square);
  const Node node = at(first, {});
  for (std::uint32_t i = 0; i < count; ++i) {
    words_[node + i] = static_cast<std::uint32_t>(square[i]) | ((odd >> i & 1) != 0 ? kOdd : 0);
  }
  for (std::uint32_t i = 0; !plan_.exits.empty() && i < count; ++i) {
    words_[node + i] &= plan_.exits[node + i] | ~kSteps;
  }
  close_steps(node, count);
  if (plan_.wrap_x || plan_.wrap_y) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const Offset cell{first.dx + static_cast<std::int32_t>(i), first.dy, first.dz};
      if (!far_from_border(cell)) set_joined(node + i, cell);
    }
  }
}

// Takes away the steps from some nodes that may not be taken.
void RegularGrid::close_steps(Node first, std::uint32_t count) noexcept {
  auto pair = std::lower_bound(plan_.closed.begin(), plan_.closed.end(), std::pair(first, Node{0}));
  for (; pair != plan_.closed.end() && pair->first - first < count; ++pair) {
    std::uint32_t& word = words_[pair->first];
    each_target(pair->first, word, [&](Node next, int d) {
      if (next == pair->second) word &= ~(std::uint32_t{1} << d);
    });
  }
}

std::uint32_t RegularGrid::free_around(const Offset& cell) const noexcept {
  std::uint32_t free = 0;
  const std::vector<Offset>& window = rules_[parity(cell)].window();
  for (std::size_t i = 0; i < window.size(); ++i) {
    const Node other = at(cell, window[i]);
    if (other != kNoNode && walkable(other)) free |= std::uint32_t{1} << i;
  }
  return free;
}

std::uint32_t RegularGrid::legal_steps(Node node, const Offset& cell) const noexcept {
  if (!walkable(node)) return 0;
  const std::uint32_t legal = rules_[parity(cell)].legal(free_around(cell));
  return plan_.exits.empty() ? legal : legal & plan_.exits[node];
}

bool RegularGrid::is_closed(Node from, Node to) const noexcept {
  return std::binary_search(plan_.closed.begin(), plan_.closed.end(), std::pair(from, to));
}

// Sets the word of a cell whose steps may depend on what lies beyond a joined border.
void RegularGrid::set_joined(Node node, const Offset& cell) noexcept {
  const int p = parity(cell);
  std::uint32_t word = legal_steps(node, cell);
  each_step(word, [&](int d) {
    const Node next = node + static_cast<Node>(offsets_[p][d]);
    if (over_border(cell, d) || is_closed(node, next)) word &= ~(std::uint32_t{1} << d);
  });
  words_[node] = word | (p != 0 ? kOdd : 0);
}

bool RegularGrid::over_border(const Offset& cell, int step) const noexcept {
  const Offset& by = moves_[parity(cell)][static_cast<std::size_t>(step)];
  const std::int32_t x = cell.dx + by.dx, y = cell.dy + by.dy;
  return x < 0 || y < 0 || x >= static_cast<std::int32_t>(width()) || y >= static_cast<std::int32_t>(height());
}

// Sets the words of all cells whose steps depend on one of some cells of a row, at most a few less than 64.
void RegularGrid::set_words_around(const Offset& first, std::uint32_t count) noexcept {
  const std::int32_t left = std::max(0, first.dx - reach_.dx);
  const std::int32_t right =
      std::min(static_cast<std::int32_t>(width()), first.dx + static_cast<std::int32_t>(count) + reach_.dx);
  for (std::int32_t z = std::max(0, first.dz - reach_.dz);
       z <= std::min(static_cast<std::int32_t>(depth()) - 1, first.dz + reach_.dz); ++z) {
    for (std::int32_t y = std::max(0, first.dy - reach_.dy);
         y <= std::min(static_cast<std::int32_t>(height()) - 1, first.dy + reach_.dy); ++y) {
      set_words({left, y, z}, static_cast<std::uint32_t>(right - left));
    }
  }
  for (std::uint32_t i = 0; (plan_.wrap_x || plan_.wrap_y) && i < count; ++i) {
    const Offset cell{first.dx + static_cast<std::int32_t>(i), first.dy, first.dz};
    if (far_from_border(cell)) continue;
    each_in_reach(cell, [&](Node node) { set_joined(node, this->cell(node)); });
  }
}

void RegularGrid::drop_extras() {
  for (const Extra& extra : extras_) words_[extra.from] &= ~kExtra;
  for (const Portal& portal : plan_.portals) words_[portal.to] &= ~kArrival;
  extras_.clear();
}

void RegularGrid::set_extras(const Stop& stop) {
  drop_extras();
  if (plan_.wrap_x || plan_.wrap_y) {
    Pause pause(stop);
    for (Node node = 0; node < size(); ++node) {
      if (pause()) return;
      const Offset here = cell(node);
      // Skips the inside of a row at one go.
      if (far_from_border(here)) {
        node += width() - 2 * static_cast<Node>(reach_.dx) - 1;
      } else {
        add_over_border(node);
      }
    }
  }
  for (const Portal& portal : plan_.portals) {
    if (walkable(portal.from) && walkable(portal.to))
      extras_.push_back({portal.from, portal.to, 0.0, portal.cost, kPortal});
  }
  std::stable_sort(extras_.begin(), extras_.end(), [](const Extra& a, const Extra& b) { return a.from < b.from; });
  for (const Extra& extra : extras_) words_[extra.from] |= kExtra;
  for (const Portal& portal : plan_.portals) {
    if (walkable(portal.to)) words_[portal.to] |= kArrival;
  }
}

void RegularGrid::add_over_border(Node node) {
  const Offset here = cell(node);
  const int p = parity(here);
  each_step(legal_steps(node, here), [&](int d) {
    if (!over_border(here, d)) return;
    const Node to = at(here, moves_[p][static_cast<std::size_t>(d)]);
    if (to != node && !is_closed(node, to)) extras_.push_back({node, to, lengths_[d], 0.0, d});
  });
}

double RegularGrid::factor(const Extra& extra, bool back) const noexcept {
  if (!has_cost()) return 1.0;
  const Node from = back ? extra.to : extra.from, to = back ? extra.from : extra.to;
  if (extra.step == kPortal || (weighed_ >> extra.step & 1) == 0) return factor(from, to);
  const Offset here = cell(extra.from);
  const auto between = cells_between(plan_.steps[static_cast<std::size_t>(extra.step)].by);
  return factor(from, to, at(here, between[0]), at(here, between[1]));
}

// Sums cells in an order that is the same both ways, so that a step costs exactly the same when it is looked at from
// its end.
double RegularGrid::factor(Node from, Node to, Node between, Node other) const noexcept {
  const double* const costs = plan_.cost.data();
  const bool mean = plan_.rule == CostRule::mean, open = walkable(between), other_open = walkable(other);
  const double ends = mean ? costs[from] + costs[to] : costs[to];
  const double crossed = (open ? costs[between] : 0.0) + (other_open ? costs[other] : 0.0);
  return (ends + crossed) / (1 + mean + open + other_open);
}

double RegularGrid::knight_cost(Node node, int step, bool back) const noexcept {
  const Node other = node + static_cast<Node>(offsets_[0][step]);
  const auto [first, second] = between_[step];
  const Node from = back ? other : node, to = back ? node : other;
  return lengths_[step] * factor(from, to, node + static_cast<Node>(first), node + static_cast<Node>(second));
}

double RegularGrid::special_cost(Node node, Node next, int step, double cost, bool back) const noexcept {
  if ((weighed_ >> step & 1) != 0) cost = knight_cost(node, step, back);
  return plan_.rules ? plan_.rules->cost(node, next, step, cost) : cost;
}

std::uint32_t RegularGrid::price_steps(Node node, std::uint32_t word, bool back, double* prices) const noexcept {
  std::uint32_t possible = word;
  with_costs(node, back, [&](auto cost) {
    each_target(node, word, [&](Node next, int d) {
      prices[d] = cost(lengths_[d], next);
      if ((special_ >> d & 1) == 0) return;
      prices[d] = special_cost(node, next, d, prices[d], back);
      if (!(prices[d] < EdgeRules::kNever)) possible &= ~(std::uint32_t{1} << d);
    });
  });
  return possible;
}

double RegularGrid::extra_cost(const Extra& extra) const noexcept {
  const double cost = extra.length * factor(extra, false) + extra.fixed;
  return plan_.rules && extra.step != kPortal ? plan_.rules->cost(extra.from, extra.to, extra.step, cost) : cost;
}

const RegularGrid::Extra* RegularGrid::first_extra(Node node) const noexcept {
  return std::lower_bound(extras_.data(), extras_.data() + extras_.size(), node,
                          [](const Extra& extra, Node wanted) { return extra.from < wanted; });
}

void RegularGrid::set_links(std::vector<Portal> portals, std::vector<std::pair<Node, Node>> closed) {
  const std::unique_lock alone(mutex());
  std::vector<Node> edited;
  const auto note = [&](const auto& changed, auto&& ends) {
    for (const auto& one : changed) {
      const auto [from, to] = ends(one);
      edited.insert(edited.end(), {from, to});
    }
    return !changed.empty();
  };
  const auto changes = note(changed_between(plan_.portals, portals),
                            [](const Portal& portal) { return std::pair(portal.from, portal.to); });
  if (changes) ++portal_edits_;
  drop_extras();
  plan_.portals = std::move(portals);
  std::sort(closed.begin(), closed.end());
  const auto steps = changed_between(plan_.closed, closed);
  plan_.closed = std::move(closed);
  note(steps, [](const std::pair<Node, Node>& step) { return step; });
  for (const auto& [from, to] : steps) set_words(cell(from), 1);
  prepare_inner();
  set_extras();
  log_edit(edited, true);
}

bool RegularGrid::apply(std::span<const CellEdit> edits) {
  bool falls = plan_.rules != nullptr;  // what was lower may be higher
  if (plan_.rules) plan_.rules->read(edits);
  for (const CellEdit& edit : edits) {
    bool open = edit.walkable;
    bool cheaper = !walkable(edit.node);
    if (has_cost()) {
      open = open && std::isfinite(edit.cost);
      // A knight's move leaves a cell that is closed out of its mean.
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
  for (std::size_t i = 0; i < edits.size();) {  // cells that follow each other in a row at one go
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
