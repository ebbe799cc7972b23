#include "indexes/hub_labels/hub_label_index.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "indexes/common/damaged_index.hpp"

namespace pathstar {
namespace {

constexpr std::uint32_t kFar = std::uint32_t{1} << 31;  // more than any path costs; twice as much fits 32 bits
constexpr std::size_t kGoalsPerLook = 256;

}  // namespace

// The cost from the start and the via, by hub, in a table that is not cleared between queries.
//
// An entry is one number, so that the cheaper of two is the lower: from the top 16 bits for the query, 32 for the cost
// and 16 for the via. Queries are numbered downwards, so entries of earlier queries are higher than all entries of this
// one.
class HubLabelIndex::FromStart {
 public:
  explicit FromStart(std::uint32_t hubs) : entries_(hubs, kUnused) {}

  void begin() noexcept {
    query_ -= kQuery;
    if (query_ != 0) return;
    std::fill(entries_.begin(), entries_.end(), kUnused);
    query_ = kUnused - kQuery;
  }
  void offer(std::uint32_t hub, std::uint32_t cost, std::size_t via) noexcept {
    entries_[hub] = std::min(entries_[hub], query_ | std::uint64_t{cost} << kViaBits | via);
  }
  // The entry with this much added to its cost: lower is cheaper, and from limit() up there is no path.
  std::uint64_t plus(std::uint32_t hub, std::uint32_t cost) const noexcept {
    return entries_[hub] + (std::uint64_t{cost} << kViaBits);
  }
  std::uint64_t limit() const noexcept { return query_ | std::uint64_t{kFar} << kViaBits; }

  static std::uint32_t cost(std::uint64_t entry) noexcept { return static_cast<std::uint32_t>(entry >> kViaBits); }
  static std::size_t via(std::uint64_t entry) noexcept { return entry & ((1U << kViaBits) - 1); }

 private:
  static constexpr unsigned kViaBits = 16;
  static constexpr std::uint64_t kQuery = std::uint64_t{1} << (32 + kViaBits);
  static constexpr std::uint64_t kUnused = 0xffff * kQuery;

  std::vector<std::uint64_t> entries_;
  std::uint64_t query_ = kUnused;
};

HubLabelIndex::HubLabelIndex(std::shared_ptr<Grid> grid, std::uint64_t revision, IndexTables tables)
    : GridLookUp(std::move(grid), revision),
      tables_(std::move(tables)),
      sight_(SightShape(this->grid().width(), this->grid().height()), tables_.sight),
      walk_(this->grid().width(), sight_, tables_.labels),
      decoder_(tables_.units),
      blocks_(this->grid()),
      wide_(has_wide_hubs(tables_.labels.vertices())) {}

HubLabelIndex::~HubLabelIndex() = default;

HubLabelIndex::Reached HubLabelIndex::reach(const End& start) const {
  Reached reached = reached_.take([&] { return std::make_unique<FromStart>(tables_.labels.vertices()); });
  reached->begin();
  if (wide_) {
    offer_all<std::uint32_t>(*reached, start);
  } else {
    offer_all<std::uint16_t>(*reached, start);
  }
  return reached;
}

template <class Hub>
void HubLabelIndex::offer_all(FromStart& from_start, const End& start) const {
  each_via<Hub>(start, [&](std::size_t via, std::uint32_t cost, std::span<const Hub> hubs, const std::uint32_t* costs) {
    for (std::size_t i = 0; i < hubs.size(); ++i) from_start.offer(hubs[i], cost + costs[i], via);
  });
}

std::vector<Node> HubLabelIndex::corners(Node start, Node goal, const Poll&, SearchStats&) const {
  return between(start, goal, Wanted::path).corners;
}

HubLabelIndex::Route HubLabelIndex::measured(Node start, Node goal, const Poll&, SearchStats&) const {
  return between(start, goal, Wanted::cost);
}

HubLabelIndex::Route HubLabelIndex::between(Node start_node, Node goal_node, Wanted wanted) const {
  const End start = end(start_node), goal = end(goal_node);
  start.label.ask();
  goal.label.ask();
  return way(*reach(start), start, goal, wanted);
}

void HubLabelIndex::measure_all(Node start_node, std::span<const Node> goals, const Poll& poll,
                                const Take& take) const {
  const End start = end(start_node);
  const Reached from_start = reach(start);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    if (i % kGoalsPerLook == 0 && poll()) return;
    take(i, goals[i] == start_node ? Route{{start_node}, std::nullopt}
                                   : way(*from_start, start, end(goals[i]), Wanted::cost));
  }
}

HubLabelIndex::Route HubLabelIndex::way(const FromStart& from_start, const End& start, const End& goal,
                                        Wanted wanted) const {
  const Meeting best =
      wide_ ? meet<std::uint32_t>(from_start, start, goal) : meet<std::uint16_t>(from_start, start, goal);
  if (best.cost > tables_.units.between(start.spot.x, start.spot.y, goal.spot.x, goal.spot.y)) {
    // One bend may be shorter.
    if (walk_.bends(start.spot, goal.spot)) {
      if (wanted == Wanted::cost) return {{}, LabelWalk::steps_between(start.spot, goal.spot)};
      return {walk_.one_bend(start.spot, goal.spot), std::nullopt};
    }
    if (best.cost >= kFar) return {};
  }
  if (wanted == Wanted::cost) {
    if (const auto steps = decoder_.counts(best.cost)) return {{}, steps};
  }
  const std::uint32_t first = vertex(best.first), last = vertex(best.last);
  tables_.labels.ask(first);
  tables_.labels.ask(last);
  return {
      walk_.over_hub(start.spot, walk_.entry_of(first, best.hub), goal.spot, best.last, walk_.entry_of(last, best.hub)),
      std::nullopt};
}

// The number of the subgoal at a place. Throws DamagedIndex if there is none.
std::uint32_t HubLabelIndex::vertex(Place place) const {
  const bool inside = place.x <= grid().width() && place.y <= grid().height();
  const std::uint32_t subgoal = inside ? sight_.subgoal(place.x, place.y) : Sight::kNone;
  if (subgoal == Sight::kNone) throw DamagedIndex();
  return subgoal;
}

HubLabelIndex::End HubLabelIndex::end(Node node) const noexcept {
  const Spot spot = walk_.spot(node);
  const auto x = static_cast<std::uint32_t>(spot.x - 1), y = static_cast<std::uint32_t>(spot.y - 1);
  return {spot, tables_.blocks.label(blocks_.block(x, y)), BlockShape::cell(x, y)};
}

// Calls visit(number of the via, cost to it, its hubs, costs from it to each of them).
template <class Hub, class Visit>
void HubLabelIndex::each_via(const End& end, Visit&& visit) const {
  const Hub* hubs = end.label.hubs<Hub>();
  const std::uint32_t* costs = end.label.costs();
  const std::span<const Via> vias = end.label.vias();
  for (std::size_t i = 0; i < vias.size(); ++i) {
    const Via& via = vias[i];
    if ((via.cells >> end.cell & 1) != 0) {
      const std::uint32_t cost = tables_.units.between(end.spot.x, end.spot.y, via.place.x, via.place.y);
      visit(i, cost, std::span(hubs, via.hubs), costs);
    }
    hubs += via.hubs;
    costs += via.hubs;
  }
}

template <class Hub>
HubLabelIndex::Meeting HubLabelIndex::meet(const FromStart& from_start, const End& start, const End& goal) const {
  std::uint64_t best = from_start.limit();
  Hub best_hub = 0;
  std::size_t last = 0;
  each_via<Hub>(goal, [&](std::size_t via, std::uint32_t cost, std::span<const Hub> hubs, const std::uint32_t* costs) {
    for (std::size_t i = 0; i < hubs.size(); ++i) {
      const std::uint64_t whole = from_start.plus(hubs[i], cost + costs[i]);
      if (whole >= best) continue;
      best = whole;
      best_hub = hubs[i];
      last = via;
    }
  });
  if (best == from_start.limit()) return {kFar, 0, {}, {}};
  return {FromStart::cost(best), best_hub, start.label.vias()[FromStart::via(best)].place,
          goal.label.vias()[last].place};
}

}  // namespace pathstar
