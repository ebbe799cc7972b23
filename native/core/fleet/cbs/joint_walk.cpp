#include "fleet/cbs/joint_walk.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace pathstar::fleet {
namespace {

// Where all units are at a time, each by the node of its diagram. One that has arrived is at node 0 of the last level.
struct Place {
  Time time = 0;
  std::array<std::uint32_t, kMostTogether> nodes{};

  bool operator==(const Place&) const = default;
};

struct PlaceHash {
  std::size_t operator()(const Place& place) const noexcept {
    auto hash = static_cast<std::uint64_t>(place.time);
    for (const std::uint32_t node : place.nodes) hash = (hash ^ node) * 0x9E3779B97F4A7C15u ^ hash >> 29;
    return static_cast<std::size_t>(hash);
  }
};

// What one unit may do next, and how many units outside it meets there.
struct Step {
  std::uint32_t node;
  Cell from, to;  // `to` is kNoCell if it has left
  unsigned met;
};

class JointWalk {
 public:
  JointWalk(const Problem& problem, std::span<const Mdd* const> mdds, const Timetable* others, std::size_t most_work)
      : problem_(problem), mdds_(mdds), others_(others), most_work_(most_work) {
    for (const Mdd* mdd : mdds) end_ = std::max(end_, mdd->cost());
  }

  Walk run(Paths& paths) {
    open({}, 0, 0);
    for (std::size_t met = 0; met < buckets_.size(); ++met) {
      while (!buckets_[met].empty()) {
        const std::uint32_t number = buckets_[met].back();
        buckets_[met].pop_back();
        if (!closed_.insert(states_[number].place).second) continue;
        if (states_[number].place.time == end_) {
          trace(number, paths);
          return Walk::found;
        }
        expand(number, met);
        if (work_ > most_work_) return Walk::unknown;
      }
    }
    return Walk::none;
  }

 private:
  struct State {
    Place place;
    std::uint32_t parent;
  };

  void open(const Place& place, std::size_t met, std::uint32_t parent) {
    if (met >= buckets_.size()) buckets_.resize(met + 1);
    buckets_[met].push_back(static_cast<std::uint32_t>(states_.size()));
    states_.push_back({place, parent});
  }

  void expand(std::uint32_t number, std::size_t met) {
    const Place from = states_[number].place;
    for (std::size_t i = 0; i < mdds_.size(); ++i) list_steps(i, from);
    Place to{from.time + 1, {}};
    combine(0, number, met, to);
  }

  // Cell of a unit at a time; kNoCell if it has left.
  Cell cell_at(std::size_t i, Time time, std::uint32_t node) const {
    const Mdd& mdd = *mdds_[i];
    if (time <= mdd.cost()) return mdd.level(time)[node].cell;
    return problem_.rules.stay ? mdd.level(mdd.cost())[0].cell : kNoCell;
  }

  void list_steps(std::size_t i, const Place& at) {
    const Mdd& mdd = *mdds_[i];
    auto& steps = steps_[i];
    steps.clear();
    const Cell here = cell_at(i, at.time, at.nodes[i]);
    if (at.time >= mdd.cost()) {
      steps.push_back({0, here, cell_at(i, at.time + 1, 0), 0});
      return;
    }
    const auto next = mdd.level(at.time + 1);
    for (const std::uint32_t way : mdd.ways(mdd.level(at.time)[at.nodes[i]])) {
      const Cell to = next[way].cell;
      steps.push_back({way, here, to, met_outside(here, to, at.time + 1, at.time + 1 == mdd.cost())});
    }
  }

  unsigned met_outside(Cell here, Cell to, Time time, bool is_last) const {
    if (others_ == nullptr) return 0;
    const Time gap = problem_.rules.gap();
    const Time until = is_last && problem_.rules.stay ? kForever : time + 1;
    unsigned met = here == to ? 0 : others_->meets(*problem_.ground, here, to, time);
    others_->each_there(to, time - gap, until + gap, [&](Unit) { ++met; });
    return met;
  }

  // Tries all steps of one unit that do not meet the chosen steps of those before it.
  void combine(std::size_t unit, std::uint32_t parent, std::size_t met, Place& to) {
    if (unit >= std::min(mdds_.size(), kMostTogether)) {
      if (!closed_.contains(to)) open(to, met, parent);
      return;
    }
    for (const Step& step : steps_[unit]) {
      ++work_;
      const std::span before(chosen_.data(), unit);
      if (std::any_of(before.begin(), before.end(), [&](const Step& other) { return meet(step, other); })) continue;
      chosen_[unit] = step;
      to.nodes[unit] = step.node;
      combine(unit + 1, parent, met + step.met, to);
    }
  }

  bool meet(const Step& a, const Step& b) const {
    if (a.to == kNoCell || b.to == kNoCell) return false;
    if (a.to == b.to || (a.to == b.from && b.to == a.from)) return true;
    if (!problem_.rules.following && (a.to == b.from || b.to == a.from)) return true;
    if (!problem_.ground->has_crossings() || a.from == a.to) return false;
    const auto crossings = problem_.ground->crossings(a.from, a.to);
    return std::any_of(crossings.begin(), crossings.end(), [&](const auto& cells) {
      return cells == std::pair(b.from, b.to) || cells == std::pair(b.to, b.from);
    });
  }

  void trace(std::uint32_t number, Paths& paths) const {
    paths.resize(mdds_.size());
    for (std::size_t i = 0; i < mdds_.size(); ++i) paths[i].resize(static_cast<std::size_t>(mdds_[i]->cost()) + 1);
    for (;; number = states_[number].parent) {
      const Place& place = states_[number].place;
      for (std::size_t i = 0; i < mdds_.size(); ++i) {
        if (place.time <= mdds_[i]->cost()) paths[i][place.time] = mdds_[i]->level(place.time)[place.nodes[i]].cell;
      }
      if (place.time == 0) return;
    }
  }

  const Problem& problem_;
  std::span<const Mdd* const> mdds_;
  const Timetable* others_;
  Time end_ = 0;
  std::vector<State> states_;
  std::vector<std::vector<std::uint32_t>> buckets_;  // states by how many others they meet
  std::unordered_set<Place, PlaceHash> closed_;
  std::array<std::vector<Step>, kMostTogether> steps_;
  std::array<Step, kMostTogether> chosen_{};
  std::size_t work_ = 0, most_work_;  // joint steps looked at
};

}  // namespace

Walk walk_together(const Problem& problem, std::span<const Mdd* const> mdds, const Timetable* others,
                   std::size_t most_work, Paths& paths) {
  return JointWalk(problem, mdds, others, most_work).run(paths);
}

}  // namespace pathstar::fleet
