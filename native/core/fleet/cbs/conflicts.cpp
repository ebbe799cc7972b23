#include "fleet/cbs/conflicts.hpp"

#include <algorithm>

namespace pathstar::fleet {
namespace {

Prohibition at(Unit unit, Cell cell, Time time) { return {unit, cell, kNoCell, time, time + 1}; }

// Where a unit is at a time, and which node of its diagram that is. One that has left is nowhere.
struct Step {
  std::uint32_t node = 0;
  Cell cell = kNoCell;
};

// Walks two diagrams side by side, level by level, over all pairs of nodes that do not meet.
class PairWalk {
 public:
  PairWalk(const Problem& problem, const Mdd& a, const Mdd& b) : problem_(problem), mdds_{&a, &b} {}

  bool finds_a_way() {
    pairs_ = {{Step{0, mdds_[0]->level(0)[0].cell}, Step{0, mdds_[1]->level(0)[0].cell}}};
    const Time end = std::max(mdds_[0]->cost(), mdds_[1]->cost());
    for (Time time = 0; time < end && !pairs_.empty(); ++time) {
      advance(time);
      if (work_ > kMostWork) return true;
    }
    return !pairs_.empty();
  }

 private:
  static constexpr std::size_t kMostWork = 300'000;

  void advance(Time time) {
    next_.clear();
    for (const auto& [a, b] : pairs_) {
      list_steps(0, a, time);
      list_steps(1, b, time);
      for (const Step& to_a : steps_[0]) {
        for (const Step& to_b : steps_[1]) {
          if (!meet(a.cell, to_a.cell, b.cell, to_b.cell)) next_.emplace_back(to_a, to_b);
        }
      }
      work_ += steps_[0].size() * steps_[1].size();
    }
    const auto key = [](const auto& pair) { return std::uint64_t{pair.first.node} << 32 | pair.second.node; };
    std::sort(next_.begin(), next_.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    const auto same = [&](const auto& a, const auto& b) { return key(a) == key(b); };
    next_.erase(std::unique(next_.begin(), next_.end(), same), next_.end());
    pairs_.swap(next_);
  }

  void list_steps(int side, const Step& from, Time time) {
    const Mdd& mdd = *mdds_[side];
    auto& steps = steps_[side];
    steps.clear();
    if (time >= mdd.cost()) {
      steps.push_back({0, problem_.rules.stay ? from.cell : kNoCell});
      return;
    }
    const auto next = mdd.level(time + 1);
    for (const std::uint32_t way : mdd.ways(mdd.level(time)[from.node])) steps.push_back({way, next[way].cell});
  }

  bool meet(Cell from_a, Cell to_a, Cell from_b, Cell to_b) const {
    if (to_a == kNoCell || to_b == kNoCell) return false;
    if (to_a == to_b || (to_a == from_b && to_b == from_a)) return true;
    if (!problem_.rules.following && (to_a == from_b || to_b == from_a)) return true;
    if (!problem_.ground->has_crossings() || from_a == to_a) return false;
    const auto crossings = problem_.ground->crossings(from_a, to_a);
    return std::any_of(crossings.begin(), crossings.end(), [&](const auto& cells) {
      return cells == std::pair(from_b, to_b) || cells == std::pair(to_b, from_b);
    });
  }

  const Problem& problem_;
  std::array<const Mdd*, 2> mdds_;
  std::vector<std::pair<Step, Step>> pairs_, next_;
  std::array<std::vector<Step>, 2> steps_;
  std::size_t work_ = 0;
};

// Covers the edges from `first` on with at most `most` vertices, if that can be done.
bool cover(const std::vector<std::pair<Unit, Unit>>& edges, std::size_t first, std::size_t most,
           std::vector<Unit>& chosen, std::size_t& work) {
  const auto is_chosen = [&](Unit unit) { return std::find(chosen.begin(), chosen.end(), unit) != chosen.end(); };
  while (first < edges.size() && (is_chosen(edges[first].first) || is_chosen(edges[first].second))) ++first;
  if (first == edges.size()) return true;
  if (chosen.size() == most || work == 0) return false;
  --work;
  for (const Unit unit : {edges[first].first, edges[first].second}) {
    chosen.push_back(unit);
    const bool covered = cover(edges, first + 1, most, chosen, work);
    chosen.pop_back();
    if (covered) return true;
  }
  return false;
}

}  // namespace

void find_conflicts(const Problem& problem, Unit unit, const UnitPath& path, const Timetable& others,
                    std::vector<Conflict>& conflicts) {
  const Ground& ground = *problem.ground;
  const Time gap = problem.rules.gap();
  const auto meet_moves = [&](Cell from, Cell to, Time arrival, Cell a, Cell b) {
    others.each_mover(a, b, arrival, [&](Unit other) {
      conflicts.push_back({{Prohibition{unit, to, from, arrival, arrival + 1}, {other, b, a, arrival, arrival + 1}}});
    });
  };
  each_stay(path, unit, problem.rules, [&](Cell cell, const Stay& own) {
    for (const Stay& stay : others.at(cell)) {
      if (stay.begin >= own.end + gap) break;
      if (stay.end + gap <= own.begin) continue;
      const Time mine = std::clamp(stay.begin, own.begin, own.end - 1);
      const Time theirs = std::clamp(own.begin, stay.begin, stay.end - 1);
      conflicts.push_back({{at(unit, cell, mine), at(stay.unit, cell, theirs)}});
    }
    if (own.begin == 0) return;
    meet_moves(own.from, cell, own.begin, cell, own.from);
    for (const auto& [a, b] : ground.crossings(own.from, cell)) {
      meet_moves(own.from, cell, own.begin, a, b);
      meet_moves(own.from, cell, own.begin, b, a);
    }
  });
}

bool always_meet(const Problem& problem, const Mdd& a, const Mdd& b) { return !PairWalk(problem, a, b).finds_a_way(); }

std::size_t vertex_cover(const std::vector<std::pair<Unit, Unit>>& edges) {
  std::size_t work = 2000;
  std::vector<Unit> chosen;
  std::size_t size = 0;
  while (!cover(edges, 0, size, chosen, work)) {
    if (work == 0) return size;  // fewer were tried in full
    ++size;
  }
  return size;
}

}  // namespace pathstar::fleet
