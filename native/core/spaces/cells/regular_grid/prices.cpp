// The costs of RegularGrid steps that an offset alone does not determine: knight's moves, separate edges, and rules for
// edges.
#include <cstddef>

#include "spaces/cells/regular_grid.hpp"

namespace pathstar {
namespace {

// The heading of a step, as numbered for rules for edges: triangles that point down have separate headings.
int heading(const RegularGridPlan& plan, const Offset& from, int step) noexcept {
  const bool mirrored = plan.tiling == Tiling::triangle && parity_in(plan.tiling, from) != 0;
  return mirrored ? step + static_cast<int>(plan.steps.size()) : step;
}

}  // namespace

double RegularGrid::factor(const Extra& extra, bool back) const noexcept {
  if (!has_cost()) return 1.0;
  const Node from = back ? extra.to : extra.from, to = back ? extra.from : extra.to;
  if (extra.step == kPortal || (weighed_ >> extra.step & 1) == 0) return factor(from, to);
  const Offset here = cell(extra.from);
  const auto between = cells_between(plan_.steps[static_cast<std::size_t>(extra.step)].by);
  return factor(from, to, at(here, between[0]), at(here, between[1]));
}

// Sums cells in an order that is the same in both directions, so that a step costs exactly the same seen from its end.
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
  return plan_.rules ? plan_.rules->cost(node, next, heading(plan_, cell(node), step), cost) : cost;
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
  if (plan_.rules == nullptr || extra.step == kPortal) return cost;
  return plan_.rules->cost(extra.from, extra.to, heading(plan_, cell(extra.from), extra.step), cost);
}

}  // namespace pathstar
