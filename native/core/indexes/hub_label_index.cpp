#include "indexes/hub_label_index.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace pathstar {
namespace {

constexpr std::uint32_t kFar = std::uint32_t{1} << 31;  // more than any way costs; twice as much fits 32 bits

}  // namespace

HubLabelIndex::HubLabelIndex(std::shared_ptr<const Grid> grid, std::uint64_t revision, IndexTables tables)
    : GridIndex(std::move(grid), revision),
      tables_(std::move(tables)),
      sight_(SightShape(this->grid().width(), this->grid().height()), tables_.sight),
      walk_(this->grid().width(), sight_, tables_.labels),
      blocks_(this->grid()) {}

std::vector<Node> HubLabelIndex::corners(Node start_node, Node goal_node, const Poll&, SearchStats&) const {
  const End start = end(start_node), goal = end(goal_node);
  const Meeting best = meet(start, goal);
  if (best.cost > tables_.units.between(start.spot.x, start.spot.y, goal.spot.x, goal.spot.y)) {
    std::vector<Node> direct = walk_.one_bend(start.spot, goal.spot);  // may be shorter
    if (!direct.empty() || best.cost >= kFar) return direct;
  }
  return walk_.over_hub(start.spot, entry_of(best.first, best.hub), goal.spot, best.last,
                        entry_of(best.last, best.hub));
}

HubLabelIndex::End HubLabelIndex::end(Node node) const noexcept {
  const Spot spot = walk_.spot(node);
  const auto x = static_cast<std::uint32_t>(spot.x - 1), y = static_cast<std::uint32_t>(spot.y - 1);
  return {spot, tables_.blocks.label(blocks_.block(x, y)), BlockShape::cell(x, y)};
}

// Calls visit(via, what it costs to get there, its hubs, the costs from there to each of them).
template <class Visit>
void HubLabelIndex::each_via(const End& end, Visit&& visit) const {
  const std::uint16_t* hubs = end.label.hubs();
  const std::uint32_t* costs = end.label.costs();
  for (const Via& via : end.label.vias()) {
    if ((via.cells >> end.cell & 1) != 0) {
      const std::uint32_t cost = tables_.units.between(end.spot.x, end.spot.y, via.place.x, via.place.y);
      visit(via, cost, std::span(hubs, via.hubs), costs);
    }
    hubs += via.hubs;
    costs += via.hubs;
  }
}

HubLabelIndex::Meeting HubLabelIndex::meet(const End& start, const End& goal) const {
  FromStart from_start = take_table();
  const Meeting best = meet_in(from_start, start, goal);
  each_via(start, [&](const Via&, std::uint32_t, std::span<const std::uint16_t> hubs, const std::uint32_t*) {
    for (const std::uint16_t hub : hubs) from_start[hub] = kFar;
  });
  give_back(std::move(from_start));
  return best;
}

HubLabelIndex::Meeting HubLabelIndex::meet_in(FromStart& from_start, const End& start, const End& goal) const {
  each_via(start, [&](const Via&, std::uint32_t cost, std::span<const std::uint16_t> hubs, const std::uint32_t* costs) {
    for (std::size_t i = 0; i < hubs.size(); ++i) {
      from_start[hubs[i]] = std::min(from_start[hubs[i]], cost + costs[i]);
    }
  });
  Meeting best{kFar, 0, {}, {}};
  each_via(goal,
           [&](const Via& via, std::uint32_t cost, std::span<const std::uint16_t> hubs, const std::uint32_t* costs) {
             for (std::size_t i = 0; i < hubs.size(); ++i) {
               const std::uint32_t whole = from_start[hubs[i]] + cost + costs[i];
               if (whole < best.cost) best = {whole, hubs[i], {}, via.place};
             }
           });
  if (best.cost < kFar) best.first = via_to(start, best.hub, from_start[best.hub]);
  return best;
}

// The place over which a hub is reached at this cost.
Place HubLabelIndex::via_to(const End& end, std::uint32_t hub, std::uint32_t cost) const {
  Place place{};
  each_via(end,
           [&](const Via& via, std::uint32_t part, std::span<const std::uint16_t> hubs, const std::uint32_t* costs) {
             const auto found = std::find(hubs.begin(), hubs.end(), hub);
             if (found != hubs.end() && part + costs[static_cast<std::size_t>(found - hubs.begin())] == cost)
               place = via.place;
           });
  return place;
}

std::uint32_t HubLabelIndex::entry_of(Place place, std::uint32_t hub) const noexcept {
  return walk_.entry_of(sight_.subgoal(place.x, place.y), hub);
}

HubLabelIndex::FromStart HubLabelIndex::take_table() const {
  {
    const std::lock_guard lock(mutex_);
    if (!waiting_.empty()) {
      FromStart table = std::move(waiting_.back());
      waiting_.pop_back();
      return table;
    }
  }
  return FromStart(tables_.labels.vertices(), kFar);
}

void HubLabelIndex::give_back(FromStart table) const {
  const std::lock_guard lock(mutex_);
  waiting_.push_back(std::move(table));
}

}  // namespace pathstar
