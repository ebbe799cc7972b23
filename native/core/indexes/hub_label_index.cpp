#include "indexes/hub_label_index.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace pathstar {
namespace {

constexpr std::uint32_t kFar = std::uint32_t{1} << 31;  // more than any way costs; twice as much fits 32 bits
constexpr std::size_t kGoalsPerPoll = 256;

}  // namespace

// The costs from a start to all hubs; the table goes back clean.
class HubLabelIndex::Costs {
 public:
  Costs(const HubLabelIndex& index, const End& start)
      : index_(index), start_(start), lease_(index.costs_from_start_.take([&] {
          return std::make_unique<FromStart>(index.tables_.labels.vertices(), kFar);
        })) {
    FromStart& table = *lease_;
    index.each_via(
        start, [&](const Via&, std::uint32_t cost, std::span<const std::uint16_t> hubs, const std::uint32_t* costs) {
          for (std::size_t i = 0; i < hubs.size(); ++i) table[hubs[i]] = std::min(table[hubs[i]], cost + costs[i]);
        });
  }
  Costs(const Costs&) = delete;
  Costs& operator=(const Costs&) = delete;
  ~Costs() {
    FromStart& table = *lease_;
    index_.each_via(start_, [&](const Via&, std::uint32_t, std::span<const std::uint16_t> hubs, const std::uint32_t*) {
      for (const std::uint16_t hub : hubs) table[hub] = kFar;
    });
  }
  const FromStart& operator*() const noexcept { return *lease_; }

 private:
  const HubLabelIndex& index_;
  const End& start_;
  Pool<FromStart>::Lease lease_;
};

HubLabelIndex::HubLabelIndex(std::shared_ptr<const Grid> grid, std::uint64_t revision, IndexTables tables)
    : GridIndex(std::move(grid), revision),
      tables_(std::move(tables)),
      sight_(SightShape(this->grid().width(), this->grid().height()), tables_.sight),
      walk_(this->grid().width(), sight_, tables_.labels),
      decoder_(tables_.units),
      blocks_(this->grid()) {}

std::vector<Node> HubLabelIndex::corners(Node start_node, Node goal_node, const Poll&, SearchStats&) const {
  const End start = end(start_node), goal = end(goal_node);
  return way(*Costs(*this, start), start, goal, true).corners;
}

HubLabelIndex::Way HubLabelIndex::measured(Node start_node, Node goal_node, const Poll&, SearchStats&) const {
  const End start = end(start_node), goal = end(goal_node);
  return way(*Costs(*this, start), start, goal, false);
}

void HubLabelIndex::measure_all(Node start_node, std::span<const Node> goals, const Poll& poll,
                                const Take& take) const {
  const End start = end(start_node);
  const Costs from_start(*this, start);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (i % kGoalsPerPoll == 0 && poll()) return;
    take(i, goals[i] == start_node ? Way{{start_node}, std::nullopt} : way(*from_start, start, end(goals[i]), false));
  }
}

HubLabelIndex::Way HubLabelIndex::way(const FromStart& from_start, const End& start, const End& goal,
                                      bool corners) const {
  const Meeting best = meet(from_start, goal);
  if (best.cost > tables_.units.between(start.spot.x, start.spot.y, goal.spot.x, goal.spot.y)) {
    // One bend may be shorter.
    if (walk_.bends(start.spot, goal.spot)) {
      if (!corners) return {{}, LabelWalk::steps_between(start.spot, goal.spot)};
      return {walk_.one_bend(start.spot, goal.spot), std::nullopt};
    }
    if (best.cost >= kFar) return {};
  }
  if (!corners) {
    if (const auto steps = decoder_.counts(best.cost)) return {{}, steps};
  }
  const Place first = via_to(start, best.hub, from_start[best.hub]);
  return {walk_.over_hub(start.spot, entry_of(first, best.hub), goal.spot, best.last, entry_of(best.last, best.hub)),
          std::nullopt};
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

HubLabelIndex::Meeting HubLabelIndex::meet(const FromStart& from_start, const End& goal) const {
  Meeting best{kFar, 0, {}};
  each_via(goal,
           [&](const Via& via, std::uint32_t cost, std::span<const std::uint16_t> hubs, const std::uint32_t* costs) {
             for (std::size_t i = 0; i < hubs.size(); ++i) {
               const std::uint32_t whole = from_start[hubs[i]] + cost + costs[i];
               if (whole < best.cost) best = {whole, hubs[i], via.place};
             }
           });
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

}  // namespace pathstar
