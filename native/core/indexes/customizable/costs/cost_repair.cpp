#include "indexes/customizable/costs/cost_repair.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "indexes/customizable/costs/triangles.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kRanksPerPoll = 64;

// Both costs of an arc.
struct Both {
  double up;
  double down;

  bool operator==(const Both&) const = default;
};

// What a lower triangle makes of an arc, from the costs of its arcs to the lower and to the higher end.
Both over(const Both& to_low, const Both& to_high) noexcept {
  return {to_low.down + to_high.up, to_high.down + to_low.up};
}

// Whether an arc may have a new cost, now that one of its triangles has.
bool matters(double current, double before, double after) noexcept {
  return after < current || (before == current && after > before);
}

class CostRepair {
 public:
  CostRepair(const Frame& frame, const KnownSteps& steps, OwnedArcCosts& costs, std::vector<std::uint32_t>& touched)
      : frame_(frame), steps_(steps), costs_(costs), touched_(touched) {}

  bool run(std::span<const std::uint32_t> changed, const Poll& poll) {
    for (const std::uint32_t rank : changed) {
      for (const std::uint32_t other : frame_.links(rank)) {
        const std::uint32_t low = std::min(rank, other);
        waiting_[low].push_back(frame_.column(frame_.block_of(low), std::max(rank, other)));
      }
    }
    for (std::size_t i = 1; !waiting_.empty(); ++i) {
      if (i % kRanksPerPoll == 0 && poll()) return false;
      const auto lowest = waiting_.begin();
      const std::uint32_t rank = lowest->first;
      std::vector<std::uint32_t> columns = std::move(lowest->second);
      waiting_.erase(lowest);
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      repair_row(rank, columns);
    }
    return true;
  }

 private:
  struct Changed {
    std::uint32_t column;
    Both before;
  };

  Both at(std::uint64_t arc) const noexcept { return {costs_.up[arc], costs_.down[arc]}; }

  // Works out these arcs of a rank, and puts those that depend on the changed ones on the list.
  void repair_row(std::uint32_t rank, std::span<const std::uint32_t> columns) {
    const std::uint32_t block = frame_.block_of(rank), row = rank - frame_.first(block);
    changed_.clear();
    for (const std::uint32_t column : columns) {
      const std::uint64_t arc = frame_.arc(block, row, column);
      const Both before = at(arc), after = work_out(rank, frame_.rank_at(block, column));
      note_hints(arc, rank, frame_.rank_at(block, column), after);
      if (before == after) continue;
      costs_.up[arc] = after.up;
      costs_.down[arc] = after.down;
      changed_.push_back({column, before});
    }
    before_.clear();
    if (changed_.empty()) return;
    if (touched_.empty() || touched_.back() != block) touched_.push_back(block);
    for (std::uint32_t column = row + 1; column < frame_.columns(block); ++column) {
      before_.push_back(at(frame_.arc(block, row, column)));
    }
    for (const Changed& one : changed_) before_[one.column - row - 1] = one.before;
    for (const Changed& one : changed_) mark_above(block, row, one.column);
  }

  // The cost of an arc: that of a step, or of the best detour over a lower rank.
  Both work_out(std::uint32_t low, std::uint32_t high) {
    Both least{step_cost(low, high), step_cost(high, low)};
    any_triangle_below(frame_, low, high, [&](std::uint32_t, std::uint64_t to_low, std::uint64_t to_high) {
      const Both sum = over(at(to_low), at(to_high));
      least = {std::min(least.up, sum.up), std::min(least.down, sum.down)};
      return false;
    });
    return least;
  }

  void note_hints(std::uint64_t arc, std::uint32_t low, std::uint32_t high, const Both& costs) {
    const auto hint = [](double cost, double step) { return cost < kNoArcCost && cost == step ? kOfStep : kNoHint; };
    costs_.up_hints[arc] = hint(costs.up, step_cost(low, high));
    costs_.down_hints[arc] = hint(costs.down, step_cost(high, low));
  }

  double step_cost(std::uint32_t from, std::uint32_t to) {
    double least = kNoArcCost;
    if (!frame_.linked(from, to)) return least;
    steps_.fill(frame_.node(from), known_);
    for (const KnownStep& step : known_) {
      if (step.to == frame_.node(to)) least = std::min(least, step.cost);
    }
    return least;
  }

  // The arcs between the end of a changed arc and those of the others of its row: as their higher end, then as their
  // lower one.
  void mark_above(std::uint32_t block, std::uint32_t row, std::uint32_t column) {
    const std::uint32_t rank = frame_.rank_at(block, column);
    std::uint32_t above = kNoRank, at_column = 0;
    for (std::uint32_t other = row + 1; other < column; ++other) {
      const std::uint32_t low = frame_.rank_at(block, other);
      if (frame_.block_of(low) != above) {
        above = frame_.block_of(low);
        at_column = frame_.column(above, rank);
      }
      mark(block, row, other, column, {above, low, at_column});
    }
    above = frame_.block_of(rank);
    at_column = rank - frame_.first(above) + 1;
    for (std::uint32_t other = column + 1; other < frame_.columns(block); ++other) {
      const std::uint32_t high = frame_.rank_at(block, other);
      while (frame_.rank_at(above, at_column) < high) ++at_column;
      mark(block, row, column, other, {above, rank, at_column});
    }
  }

  // An arc by its block, its lower end, and the column of the higher one.
  struct Place {
    std::uint32_t block;
    std::uint32_t rank;
    std::uint32_t column;
  };

  // Puts an arc on the list if the triangle over two columns of a row may change it.
  void mark(std::uint32_t block, std::uint32_t row, std::uint32_t low, std::uint32_t high, const Place& place) {
    const std::uint64_t arcs = frame_.arcs_of(block, row);
    const std::size_t to_low = low - row - 1, to_high = high - row - 1;
    const Both before = over(before_[to_low], before_[to_high]);
    const Both after = over(at(arcs + to_low), at(arcs + to_high));
    if (before == after) return;
    const Both current = at(frame_.arc(place.block, place.rank - frame_.first(place.block), place.column));
    if (matters(current.up, before.up, after.up) || matters(current.down, before.down, after.down)) {
      waiting_[place.rank].push_back(place.column);
    }
  }

  const Frame& frame_;
  const KnownSteps& steps_;
  OwnedArcCosts& costs_;
  std::vector<std::uint32_t>& touched_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> waiting_;  // columns by rank; of the lowest rank first
  std::vector<Changed> changed_;
  std::vector<Both> before_;  // the arcs of a row as they were
  std::vector<KnownStep> known_;
};

}  // namespace

bool repair_arc_costs(const Frame& frame, const KnownSteps& steps, std::span<const std::uint32_t> changed,
                      const Poll& poll, OwnedArcCosts& costs, std::vector<std::uint32_t>& touched) {
  return CostRepair(frame, steps, costs, touched).run(changed, poll);
}

}  // namespace pathstar
