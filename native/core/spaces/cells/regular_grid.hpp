// A grid: cells in rows, columns and floors, with the same steps everywhere.
//
// It covers everything that Grid does not: hexagons, triangles, voxels, sixteen directions, joined borders, portals,
// one-way cells. Nodes are numbered (z * height + y) * width + x. Walls, the border, the corner rule and one-way rules
// are folded into one word per cell, with its legal steps in the low bits. Edges that are not offsets are kept apart,
// for the few cells that have any: steps over a joined border, and portals.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "maps/cell.hpp"
#include "spaces/bits.hpp"
#include "spaces/cells/cell_space.hpp"
#include "spaces/cells/columns.hpp"
#include "spaces/cells/edge_rules.hpp"
#include "spaces/cells/lanes.hpp"
#include "spaces/cells/moves.hpp"
#include "spaces/cells/regular_grid_steps.hpp"
#include "spaces/cells/step_norms.hpp"
#include "spaces/compiler.hpp"
#include "spaces/heuristic.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

// A direct way from one cell to another anywhere.
struct Portal {
  Node from;
  Node to;
  double cost;

  auto operator<=>(const Portal&) const = default;
};

// The definition of a grid. Vectors per cell are in the order of the nodes.
struct RegularGridPlan {
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  std::uint32_t depth = 1;
  Tiling tiling = Tiling::square;
  bool wrap_x = false;                 // the left and the right border are joined
  bool wrap_y = false;                 // the upper and the lower border are joined
  std::vector<RegularGridStep> steps;  // at most 26; each with its opposite
  Corners corners = Corners::no_cut;
  std::array<double, 3> spacing{1.0, 1.0, 1.0};  // sides of a cell, for straight lines
  std::vector<std::uint8_t> walkable;
  std::vector<double> cost;  // not negative, or empty; a cell with cost NaN or infinity is not walkable
  CostRule rule = CostRule::enter;
  std::vector<std::uint32_t> exits;           // the steps by which a cell may be left; empty: all
  std::vector<std::pair<Node, Node>> closed;  // forbidden steps
  std::vector<Portal> portals;
  std::shared_ptr<EdgeRules> rules;  // or none; portals do not obey them
};

class RegularGrid final : public CellSpace {
 public:
  explicit RegularGrid(RegularGridPlan plan, const Stop& stop = never_stop);

  std::uint32_t width() const noexcept { return plan_.width; }
  std::uint32_t height() const noexcept { return plan_.height; }
  std::uint32_t depth() const noexcept { return plan_.depth; }
  std::uint32_t size() const noexcept { return width() * height() * depth(); }
  const RegularGridPlan& plan() const noexcept { return plan_; }

  bool has_cost() const noexcept { return !plan_.cost.empty(); }
  bool walkable(Node node) const noexcept { return plan_.walkable[node] != 0; }

  // Bounds of the costs of steps per unit of their length. Without rules for edges they are those of the walkable
  // cells' costs: (1, 1) without costs. After edits they may be wider than necessary.
  double min_cost() const noexcept { return min_cost_; }
  double max_cost() const noexcept { return max_cost_; }
  double shortest_step() const noexcept { return shortest_; }
  double longest_step() const noexcept { return longest_; }
  const StepNorms& norms() const noexcept { return norms_; }
  const std::vector<Portal>& portals() const noexcept { return plan_.portals; }

  // Replaces the portals and the forbidden steps: one edit, of the cells at their ends. Waits for searches.
  void set_links(std::vector<Portal> portals, std::vector<std::pair<Node, Node>> closed);

  // Estimates depend on the portals.
  PlannedWith planned_with() const noexcept { return {min_cost_, max_cost_, portal_edits_}; }

  Offset cell(Node node) const noexcept {
    const std::uint32_t row = columns_.y(node);
    const std::uint32_t z = depth() == 1 ? 0 : rows_.y(row);
    return {static_cast<std::int32_t>(columns_.x(node, row)), static_cast<std::int32_t>(row - z * height()),
            static_cast<std::int32_t>(z)};
  }

  // Calls visit(node) for a node and those whose steps it may be part of.
  template <class Visit>
  void each_near(Node node, Visit&& visit) const {
    const Offset here = cell(node);
    each_in_reach(here, visit);
    for (const Portal& portal : plan_.portals) {
      if (portal.to == node) visit(portal.from);
      if (portal.from == node) visit(portal.to);
    }
  }

  // Calls visit(cell) for the cells that a unit occupies at a node, and for the others that it sweeps on a step.
  template <class Visit>
  void each_cell(Node node, Visit&& visit) const {
    visit(cell_of_ground_node(node));
  }
  template <class Visit>
  void each_swept(Node, Node, Visit&&) const {}

  static constexpr int kPortal = kNoDirection;  // in place of a step

  // Calls visit(target, cost, step) for every step from a node.
  template <class Visit>
  PATHSTAR_INLINE void each_way(Node node, Visit&& visit) const {
    const std::uint32_t word = words_[node];
    each_priced(node, word, false, visit);
    if ((word & kExtra) != 0) [[unlikely]] {
      each_extra(node, [&](const Extra& extra) {
        const double cost = extra_cost(extra);
        if (cost < EdgeRules::kNever) visit(extra.to, cost, extra.step);
      });
    }
  }

  // Calls visit(target, cost) for every step from a node.
  template <class Visit>
  PATHSTAR_INLINE void each_edge(Node node, Visit&& visit) const {
    each_way(node, [&](Node target, double cost, int) { visit(target, cost); });
  }

  // Calls visit(source, cost) for the cells from which one step, or kPortal any portal, leads to a node.
  template <class Visit>
  void each_way_to(Node node, int step, Visit&& visit) const {
    if (step == kPortal) {
      if (words_[node] & kArrival) each_arrival(node, visit);
      return;
    }
    const Node source = before(node, static_cast<std::size_t>(step));
    if (source == kNoNode || source == node) return;
    each_way(source, [&](Node target, double cost, int by) {
      if (target == node && by == step) visit(source, cost);
    });
  }

  // Prefetches the data of a node for each_edge(), or with `back` each_edge_to(), and the values of its neighbours.
  template <class Value>
  PATHSTAR_INLINE void prefetch_around(Node node, const Value* values, bool back) const noexcept {
    prefetch(words_.data(), node);
    for (std::size_t i = 0; i < nearby_count_; ++i) prefetch(values, node + static_cast<Node>(nearby_[i]));
    if (!has_cost()) return;
    if (back && plan_.rule == CostRule::enter) return prefetch(plan_.cost.data(), node);
    for (std::size_t i = 0; i < nearby_count_; ++i) prefetch(plan_.cost.data(), node + static_cast<Node>(nearby_[i]));
  }

  // Whether many steps can be compared at once.
  bool has_rows() const noexcept { return inner_ != 0; }

  // For a search that keeps one value for each node: the steps, or with `back` the steps to the node, by which its
  // neighbours would get a lower value from g than they have. kExtra: they have to be checked one by one.
  PATHSTAR_INLINE std::uint32_t lower_steps(Node node, double g, const double* values, bool back) const noexcept {
    const std::uint32_t word = words_[node];
    if ((word & (kExtra | kArrival)) != 0 || node - margin_ >= inner_) return kExtra;
    PairBits lower{};
    with_costs(node, back, [&](auto cost) {
      const Pair from = spread<Pair>(g);
      for (const Row* row = rows_of_steps_.data(); row != rows_of_steps_.data() + rows_of_steps_.size(); ++row) {
        const Node first = node + static_cast<Node>(row->offsets[(word & kOdd) != 0]);
        for (std::size_t i = 0; i < kLanes; i += 2) {
          const Node next = first + static_cast<Node>(i);
          lower |= (from + cost(load<Pair>(row->lengths + i), next) < load<Pair>(values + next)) & row->bits[i / 2];
        }
      }
    });
    return static_cast<std::uint32_t>(lower[0] | lower[1]) & word;
  }

  // Calls visit(target, value) for each of the steps that lower_steps() returned.
  template <class Visit>
  PATHSTAR_INLINE void each_lower(Node node, double g, std::uint32_t steps, const double* values, bool back,
                                  Visit&& visit) const {
    if ((steps & kExtra) != 0) [[unlikely]] {
      const auto look = [&](Node next, double cost) {
        if (g + cost < values[next]) visit(next, g + cost);
      };
      return back ? each_edge_to(node, look) : each_edge(node, look);
    }
    with_costs(node, back, [&](auto cost) {
      each_target(node, steps | (words_[node] & kOdd),
                  [&](Node next, int d) { visit(next, g + cost(lengths_[d], next)); });
    });
  }

  // Calls visit(source, cost) for every step to a node.
  template <class Visit>
  void each_edge_to(Node node, Visit&& visit) const {
    if (!both_ways()) {
      each_step_to(node, visit);
    } else {  // every step can be reversed
      const std::uint32_t word = words_[node];
      each_priced(node, word, true, [&](Node source, double cost, int) { visit(source, cost); });
      if (word & kExtra) {
        each_extra(node, [&](const Extra& extra) {
          if (extra.length > 0) visit(extra.to, extra.length * factor(extra, true));
        });
      }
    }
    if (words_[node] & kArrival) each_arrival(node, visit);
  }

 protected:
  // Takes time in proportion to the number of cells, and of joined borders and portals.
  bool apply(std::span<const CellEdit> edits) override;

 private:
  // An edge that is not an offset. It costs its length times the cells' cost, plus `fixed`.
  struct Extra {
    Node from;
    Node to;
    double length;
    double fixed;
    int step;
  };

  // Steps to nodes side by side; unused lanes have no bit.
  static constexpr std::size_t kLanes = 4;
  struct Row {
    double lengths[kLanes];
    PairBits bits[kLanes / 2];
    std::int32_t offsets[2];  // of the first one, by parity, in node numbers
  };

  static constexpr std::uint32_t kSteps = (std::uint32_t{1} << StepRules::kMostSteps) - 1;
  static constexpr std::uint32_t kOdd = std::uint32_t{1} << 30;      // has parity 1
  static constexpr std::uint32_t kArrival = std::uint32_t{1} << 29;  // a portal leads here
  static constexpr std::uint32_t kExtra = std::uint32_t{1} << 31;    // has edges of its own

  template <class Visit>
  static void each_step(std::uint32_t word, Visit&& visit) {
    for (std::uint32_t bits = word & kSteps; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
  }
  // Calls visit(target, step) for the steps whose bits a word has.
  template <class Visit>
  PATHSTAR_INLINE void each_target(Node node, std::uint32_t word, Visit&& visit) const {
    const std::int32_t* const offsets = offsets_[(word & kOdd) != 0];
    each_step(word, [&](int d) { visit(node + static_cast<Node>(offsets[d]), d); });
  }
  // Calls body(cost), where cost(length, other) is the cost of the step between a node and another one, with `back` of
  // the one from there; or, for the lengths of two steps to nodes side by side, the costs of both.
  template <class Body>
  PATHSTAR_INLINE void with_costs(Node node, bool back, Body&& body) const {
    if (!has_cost()) return body([](auto length, Node) { return length; });
    const double* const costs = plan_.cost.data();
    const double here = costs[node];
    if (plan_.rule == CostRule::mean) {
      body([costs, here]<class Number>(Number length, Node other) {
        return length * spread<Number>(0.5) * (spread<Number>(here) + load<Number>(costs + other));
      });
    } else if (back) {
      body([here]<class Number>(Number length, Node) { return length * spread<Number>(here); });
    } else {
      body([costs]<class Number>(Number length, Node other) { return length * load<Number>(costs + other); });
    }
  }
  // Calls visit(target, cost, step) for the steps of a word; with `back`, with the cost of coming back by them.
  template <class Visit>
  PATHSTAR_INLINE void each_priced(Node node, std::uint32_t word, bool back, Visit&& visit) const {
    if ((word & special_) != 0) [[unlikely]] {
      double prices[StepRules::kMostSteps];
      word = price_steps(node, word, back, prices);
      return each_target(node, word, [&](Node next, int d) { visit(next, prices[d], d); });
    }
    with_costs(node, back, [&](auto cost) {
      each_target(node, word, [&](Node next, int d) { visit(next, cost(lengths_[d], next), d); });
    });
  }
  template <class Visit>
  void each_extra(Node node, Visit&& visit) const {
    for (const Extra* extra = first_extra(node); extra != extras_.data() + extras_.size() && extra->from == node;
         ++extra) {
      visit(*extra);
    }
  }
  // Whether every step can be reversed at a known cost.
  bool both_ways() const noexcept { return plan_.exits.empty() && plan_.closed.empty() && plan_.rules == nullptr; }
  // For steps that are one-way, or cost more one way than back: checks each cell that a step might come from.
  template <class Visit>
  void each_step_to(Node node, Visit&& visit) const {
    const Offset here = cell(node);
    for (const Offset& by : moves_[parity(here)]) {
      const Node source = at(here, by);
      if (source == kNoNode || source == node) continue;
      each_edge(source, [&](Node target, double cost) {
        if (target == node) visit(source, cost);
      });
    }
  }
  template <class Visit>
  void each_arrival(Node node, Visit&& visit) const {
    for (const Portal& portal : plan_.portals) {
      if (portal.to == node && walkable(portal.from)) visit(portal.from, portal.cost);
    }
  }
  const Extra* first_extra(Node node) const noexcept;
  // The cost of an extra's length by its cells; with `back`, of the reversed step.
  double factor(const Extra& extra, bool back) const noexcept;
  double factor(Node from, Node to) const noexcept {
    return plan_.rule == CostRule::enter ? plan_.cost[to] : 0.5 * (plan_.cost[from] + plan_.cost[to]);
  }
  // The same for a knight's move, which passes between two cells. Blocked ones do not count.
  double factor(Node from, Node to, Node between, Node other) const noexcept;
  // The cost of a knight's move from a node if cells have costs; with `back`, of coming back by it.
  double knight_cost(Node node, int step, bool back) const noexcept;
  // The cost of a step that is a knight's move or obeys rules for edges, and would otherwise cost `cost`;
  // EdgeRules::kNever, or NaN, if it cannot be made.
  double special_cost(Node node, Node next, int step, double cost, bool back) const noexcept;
  double extra_cost(const Extra& extra) const noexcept;
  // The cost of each step of a word, by step; returns the word without the impossible steps.
  std::uint32_t price_steps(Node node, std::uint32_t word, bool back, double* prices) const noexcept;

  void prepare_steps();
  void prepare_rows();
  void prepare_inner() noexcept;
  void note_cost(double cost) noexcept;
  void note_steps(Node node) noexcept;
  void note_all_steps(const Stop& stop);
  int parity(const Offset& cell) const noexcept { return parity_in(plan_.tiling, cell); }
  Node at(const Offset& cell, const Offset& by) const noexcept;  // across joined borders; kNoNode outside
  Node before(Node node, std::size_t step) const noexcept;       // the node from which a step leads to it
  bool far_from_border(const Offset& cell) const noexcept;
  bool over_border(const Offset& cell, int step) const noexcept;
  std::size_t free_word(const Offset& cell) const noexcept;
  Word free_from(const Offset& first) const noexcept;
  void fill_free_rows(const Stop& stop);
  void set_words(const Offset& first, std::uint32_t count) noexcept;
  void close_steps(Node first, std::uint32_t count) noexcept;
  std::uint32_t free_around(const Offset& cell) const noexcept;
  std::uint32_t legal_steps(Node node, const Offset& cell) const noexcept;
  bool is_closed(Node from, Node to) const noexcept;
  void set_joined(Node node, const Offset& cell) noexcept;
  void set_words_around(const Offset& first, std::uint32_t count) noexcept;
  // Calls visit(node) for the cells that may matter to a cell, also over joined borders.
  template <class Visit>
  void each_in_reach(const Offset& cell, Visit&& visit) const {
    for (std::int32_t dz = -reach_.dz; dz <= reach_.dz; ++dz) {
      for (std::int32_t dy = -reach_.dy; dy <= reach_.dy; ++dy) {
        for (std::int32_t dx = -reach_.dx; dx <= reach_.dx; ++dx) {
          const Node node = at(cell, {dx, dy, dz});
          if (node != kNoNode) visit(node);
        }
      }
    }
  }
  void set_extras(const Stop& stop = never_stop);
  void drop_extras();
  void add_over_border(Node node);

  RegularGridPlan plan_;
  Columns columns_;
  Columns rows_;
  std::vector<StepRules> rules_;                         // by parity
  std::vector<Offset> moves_[2];                         // by parity, in columns, rows and floors
  std::int32_t offsets_[2][StepRules::kMostSteps] = {};  // the same in node numbers
  std::int32_t nearby_[StepRules::kMostSteps + 1] = {};  // the middles of the rows that steps lead to
  std::size_t nearby_count_ = 0;
  std::vector<Row> rows_of_steps_;
  Node margin_ = 0;  // the reach of a row from a node
  Node inner_ = 0;   // the number of nodes with all rows inside the array; 0 if rows do not pay
  double lengths_[StepRules::kMostSteps] = {};
  std::uint32_t special_ = 0;  // the steps for special_cost(): those of weighed_, or all if there are rules
  std::uint32_t weighed_ = 0;  // the knight's moves, if cells have costs: the cells between the ends count, too
  std::int32_t between_[StepRules::kMostSteps][2] = {};  // the cells that a knight's move passes between, as offsets_
  double shortest_ = 0.0;
  double longest_ = 0.0;
  StepNorms norms_;
  Offset reach_;                 // the reach of the cells that matter to a cell
  std::vector<Word> free_rows_;  // the free cells, row by row; between two rows lies a word of cells outside
  std::vector<std::uint32_t> words_;
  std::vector<Extra> extras_;  // by node
  double min_cost_;
  double max_cost_;
  std::uint64_t portal_edits_ = 0;
};

}  // namespace pathstar
