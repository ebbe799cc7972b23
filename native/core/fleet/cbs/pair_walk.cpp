#include "fleet/cbs/pair_walk.hpp"

#include <algorithm>
#include <unordered_set>
#include <vector>

namespace pathstar::fleet {
namespace {

// The nodes of both units at a time, in their diagrams. A unit that has arrived is at node 0.
struct Place {
  Time time = 0;
  std::array<std::uint32_t, 2> nodes{};

  bool operator==(const Place&) const = default;
};

struct PlaceHash {
  std::size_t operator()(const Place& place) const noexcept {
    auto hash = static_cast<std::uint64_t>(place.time);
    for (const std::uint32_t node : place.nodes) hash = (hash ^ node) * 0x9E3779B97F4A7C15u ^ hash >> 29;
    return static_cast<std::size_t>(hash);
  }
};

// A possible next step of one unit.
struct Step {
  std::uint32_t node;
  Spot from, to;  // `to` is kNoSpot if it has left
};

class PairWalk {
 public:
  PairWalk(const Problem& problem, const std::array<const Mdd*, 2>& mdds)
      : problem_(problem), mdds_(mdds), end_(std::max(mdds[0]->cost(), mdds[1]->cost())) {}

  bool run(std::size_t most_work) {
    open_.push_back({});
    while (!open_.empty() && work_ <= most_work) {
      const Place place = open_.back();
      open_.pop_back();
      if (place.time == end_) return true;
      expand(place);
    }
    return !open_.empty();
  }

 private:
  void expand(const Place& from) {
    for (const std::size_t i : {0u, 1u}) list_steps(i, from);
    for (const Step& one : steps_[0]) {
      for (const Step& other : steps_[1]) {
        ++work_;
        const Place to{from.time + 1, {one.node, other.node}};
        if (!meet(one, other) && seen_.insert(to).second) open_.push_back(to);
      }
    }
  }

  // The cell of a unit at a time; kNoSpot if it has left.
  Spot cell_at(std::size_t i, Time time, std::uint32_t node) const {
    const Mdd& mdd = *mdds_[i];
    if (time <= mdd.cost()) return mdd.level(time)[node].cell;
    return problem_.rules.stay ? mdd.level(mdd.cost())[0].cell : kNoSpot;
  }

  void list_steps(std::size_t i, const Place& at) {
    const Mdd& mdd = *mdds_[i];
    auto& steps = steps_[i];
    steps.clear();
    const Spot here = cell_at(i, at.time, at.nodes[i]);
    if (at.time >= mdd.cost()) {
      steps.push_back({0, here, cell_at(i, at.time + 1, 0)});
      return;
    }
    for (const std::uint32_t way : mdd.ways(mdd.level(at.time)[at.nodes[i]]))
      steps.push_back({way, here, cell_at(i, at.time + 1, way)});
  }

  bool meet(const Step& a, const Step& b) const {
    if (a.to == kNoSpot || b.to == kNoSpot) return false;
    if (a.to == b.to || (a.to == b.from && b.to == a.from)) return true;
    if (!problem_.rules.following && (a.to == b.from || b.to == a.from)) return true;
    if (!problem_.ground->has_crossings() || a.from == a.to) return false;
    const auto crossings = problem_.ground->crossings(a.from, a.to);
    return std::any_of(crossings.begin(), crossings.end(), [&](const auto& cells) {
      return cells == std::pair(b.from, b.to) || cells == std::pair(b.to, b.from);
    });
  }

  const Problem& problem_;
  std::array<const Mdd*, 2> mdds_;
  Time end_;
  std::vector<Place> open_;
  std::unordered_set<Place, PlaceHash> seen_;
  std::array<std::vector<Step>, 2> steps_;
  std::size_t work_ = 0;  // joint steps tried
};

}  // namespace

bool may_pass(const Problem& problem, const std::array<const Mdd*, 2>& mdds, std::size_t most_work) {
  return PairWalk(problem, mdds).run(most_work);
}

}  // namespace pathstar::fleet
