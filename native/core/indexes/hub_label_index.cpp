#include "indexes/hub_label_index.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

#include "indexes/cell_labels.hpp"

namespace pathstar {
namespace {

constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();

// The best hub of two labels, by its position in each.
struct Meeting {
  std::uint32_t cost = kFar;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

Meeting meet(const CellLabel& a, const CellLabel& b) noexcept {
  const std::uint16_t *a_hubs = a.hubs(), *b_hubs = b.hubs();
  const std::uint32_t *a_costs = a.costs(), *b_costs = b.costs();
  Meeting best;
  for (std::uint32_t i = 0, j = 0;;) {
    const std::uint16_t a_hub = a_hubs[i], b_hub = b_hubs[j];
    if (a_hub == b_hub) {
      if (a_hub == kLastHub) return best;
      const std::uint32_t cost = a_costs[i] + b_costs[j];
      if (cost < best.cost) best = {cost, i, j};
    }
    i += a_hub <= b_hub;
    j += b_hub <= a_hub;
  }
}

}  // namespace

HubLabelIndex::HubLabelIndex(std::shared_ptr<const Grid> grid, std::uint64_t revision, IndexTables tables)
    : Index(std::move(grid), revision),
      tables_(std::move(tables)),
      sight_(SightShape(this->grid().width(), this->grid().height()), tables_.sight),
      walk_(this->grid().width(), sight_, tables_.labels) {}

std::vector<Node> HubLabelIndex::corners(Node start_node, Node goal_node, const Poll&, SearchStats&) const {
  const CellLabel a = tables_.cells.label(start_node), b = tables_.cells.label(goal_node);
  const Meeting best = meet(a, b);
  const Spot start = walk_.spot(start_node), goal = walk_.spot(goal_node);
  const auto across = static_cast<std::uint32_t>(std::abs(goal.x - start.x));
  const auto down = static_cast<std::uint32_t>(std::abs(goal.y - start.y));
  const std::uint32_t diagonal = std::min(across, down);
  if (best.cost > tables_.units.length(std::max(across, down) - diagonal, diagonal)) {  // one bend may be shorter
    std::vector<Node> direct = walk_.one_bend(start, goal);
    if (!direct.empty() || best.cost == kFar) return direct;
  }
  const std::uint32_t hub = a.hubs()[best.a];
  const Step from = first_step(start, hub, a.costs()[best.a], a.ways()[best.a]);
  const Step to = first_step(goal, hub, b.costs()[best.b], b.ways()[best.b]);
  return walk_.over_hub(start, from.entry, goal, to.seen, to.entry);
}

HubLabelIndex::Step HubLabelIndex::first_step(Spot cell, std::uint32_t hub, std::uint32_t cost, Way way) const {
  Step step{};
  if (way == kItself) {
    leads({sight_.subgoal(cell.x, cell.y), 0, cell.x, cell.y, 0, kItself}, hub, cost, step);
    return step;
  }
  std::vector<Seen> seen;
  seen.reserve(kWaysPerSide);
  if (way != kUnnamed) {
    see_to(way / kWaysPerSide, sight_, tables_.units, cell.x, cell.y, seen);
    leads(seen[way % kWaysPerSide], hub, cost, step);
    return step;
  }
  see(sight_, tables_.units, cell.x, cell.y, seen);
  for (const Seen& each : seen) {
    if (leads(each, hub, cost, step)) break;
  }
  return step;
}

bool HubLabelIndex::leads(const Seen& seen, std::uint32_t hub, std::uint32_t cost, Step& step) const {
  const std::uint32_t entry = walk_.entry_of(seen.subgoal, hub);
  step = {seen, entry};
  return entry < tables_.labels.first[seen.subgoal + 1] && tables_.labels.entries[entry].hub == hub &&
         seen.cost + tables_.labels.entries[entry].cost == cost;
}

}  // namespace pathstar
