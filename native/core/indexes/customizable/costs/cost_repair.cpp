#include "indexes/customizable/costs/cost_repair.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "indexes/customizable/costs/changed_row.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kRanksPerPoll = 64;
constexpr std::uint32_t kRowsPerLook = 32;  // detours between checks for arcs that are done
constexpr Both kNothing{kNoArcCost, kNoArcCost};

// The reason to repair an arc's row.
struct Cause {
  std::uint32_t column;
  bool lifts;         // the arc depended on a cost that has risen
  Both lower;         // the present cost of a triangle; infinite if that is not less
  std::uint32_t via;  // the block of its lower rank
};

class CostRepair {
 public:
  CostRepair(const Frame& frame, const KnownSteps& steps, OwnedArcCosts& costs, std::vector<std::uint32_t>& touched)
      : frame_(frame), steps_(steps), costs_(costs), touched_(touched), row_(frame) {}

  bool run(std::span<const std::uint32_t> changed, const Poll& poll) {
    for (const std::uint32_t rank : changed) {
      for (const std::uint32_t other : frame_.links(rank)) {
        const std::uint32_t low = std::min(rank, other), block = frame_.block_of(low);
        waiting_[low].push_back({frame_.column(block, std::max(rank, other)), true, kNothing, block});
      }
    }
    for (std::size_t i = 1; !waiting_.empty(); ++i) {
      if (i % kRanksPerPoll == 0 && poll()) return false;
      const auto lowest = waiting_.begin();
      const std::uint32_t rank = lowest->first;
      std::vector<Cause> causes = std::move(lowest->second);
      waiting_.erase(lowest);
      std::sort(causes.begin(), causes.end(), [](const Cause& a, const Cause& b) { return a.column < b.column; });
      repair_row(rank, causes);
    }
    return true;
  }

 private:
  // An arc of the row under repair.
  struct Arc {
    std::uint64_t number;
    std::uint32_t column;
    Both before;
  };
  // An arc that looks for its costs: its number, its column in the block whose rows are the detours, and lower bounds
  // of its costs: the earlier ones, or those by a triangle that has become cheaper.
  struct Seeker {
    std::uint64_t arc;
    std::uint32_t column;
    Both least;
  };

  // Repairs these arcs of a rank, and puts those that depend on the changed ones on the list.
  void repair_row(std::uint32_t rank, std::span<const Cause> causes) {
    const std::uint32_t block = frame_.block_of(rank), row = rank - frame_.first(block);
    arcs_.clear();
    lifted_.clear();
    hinted_.fill(false);
    for (std::size_t first = 0, last = 0; first != causes.size(); first = last) {
      const std::uint32_t column = causes[first].column;
      const std::uint64_t arc = frame_.arc(block, row, column);
      arcs_.push_back({arc, column, at(arc)});
      bool lifts = false;
      for (; last != causes.size() && causes[last].column == column; ++last) lifts |= causes[last].lifts;
      if (lifts) begin_with_step(arc, rank, frame_.rank_at(block, column));
      Both least = arcs_.back().before;
      for (std::size_t i = first; i != last; ++i) {
        lower(arc, causes[i].lower, hint_of(rank, causes[i].via));
        least = {std::min(least.up, causes[i].lower.up), std::min(least.down, causes[i].lower.down)};
      }
      if (lifts) lifted_.push_back({arc, column, least});
    }
    work_out(rank);
    changed_.clear();
    for (const Arc& arc : arcs_) {
      if (at(arc.number) != arc.before) changed_.push_back({arc.column, arc.before});
    }
    if (changed_.empty()) return;
    if (touched_.empty() || touched_.back() != block) touched_.push_back(block);
    row_.each_above(block, row, changed_, costs_, [&](const ChangedRow::Touched& arc) {
      waiting_[arc.low].push_back(
          {arc.column,
           arc.up.lifts || arc.down.lifts,
           {arc.up.lowers ? arc.now.up : kNoArcCost, arc.down.lowers ? arc.now.down : kNoArcCost},
           block});
    });
  }

  Both at(std::uint64_t arc) const noexcept { return {costs_.up[arc], costs_.down[arc]}; }

  // Lowers the lifted arcs of a rank, which now cost what a step does, to their best detours over lower ranks. Most
  // find one as cheap as the lost one in the same block, so the blocks that gave them their costs are tried first.
  void work_out(std::uint32_t low) {
    for (const bool hinted : {true, false}) {
      if (hinted_[kOfOwnBlock] == hinted) try_own_block(low);
      const std::size_t count = frame_.below(low).size();
      for (std::size_t number = 0; number != count && !lifted_.empty(); ++number) {
        if (hinted_[hint_of_below(number)] == hinted) try_below(low, number);
      }
    }
  }

  void try_own_block(std::uint32_t low) {
    const std::uint32_t block = frame_.block_of(low), row = low - frame_.first(block);
    try_rows(block, row, row, lifted_, kOfOwnBlock);
  }

  void try_below(std::uint32_t low, std::size_t number) {
    const BelowRank& below = frame_.below(low)[number];
    const std::span<const std::uint32_t> border = frame_.border(below.block);
    const std::uint32_t block = frame_.block_of(low), rows = frame_.rows(below.block);
    seekers_.clear();
    auto next = border.begin() + below.at + 1;
    for (auto seeker = lifted_.begin(); seeker != lifted_.end() && next != border.end(); ++seeker) {
      const std::uint32_t high = frame_.rank_at(block, seeker->column);
      next = std::lower_bound(next, border.end(), high);
      if (next == border.end() || *next != high) continue;
      seekers_.push_back({seeker->arc, rows + static_cast<std::uint32_t>(next - border.begin()), seeker->least});
    }
    if (seekers_.empty()) return;
    try_rows(below.block, rows, rows + below.at, seekers_, hint_of_below(number));
    drop_found(lifted_);
  }

  // Gives an arc the costs of a step, if it is one, and remembers the source of its earlier costs.
  void begin_with_step(std::uint64_t arc, std::uint32_t low, std::uint32_t high) {
    const auto hint = [](double cost) { return cost < kNoArcCost ? kOfStep : kNoHint; };
    hinted_[costs_.up_hints[arc]] = hinted_[costs_.down_hints[arc]] = true;
    costs_.up[arc] = step_cost(low, high);
    costs_.down[arc] = step_cost(high, low);
    costs_.up_hints[arc] = hint(costs_.up[arc]);
    costs_.down_hints[arc] = hint(costs_.down[arc]);
  }

  // Takes the detours over the first rows of a block, in which the lower end of the arcs is the column `low`.
  void try_rows(std::uint32_t block, std::uint32_t rows, std::uint32_t low, std::vector<Seeker>& seekers,
                ArcHint hint) {
    const std::uint32_t columns = frame_.columns(block);
    std::uint64_t to_low = frame_.arc(block, 0, low);
    for (std::uint32_t row = 0; row < rows; ++row) {
      if (row % kRowsPerLook == 0) {
        drop_found(seekers);
        if (seekers.empty()) return;
      }
      const Both first = at(to_low);
      if (first != kNothing) {
        for (const Seeker& each : seekers) lower(each.arc, over(first, at(to_low + (each.column - low))), hint);
      }
      to_low += columns - row - 2;  // the next row is shorter by one
    }
  }

  // Removes the arcs that cannot become cheaper.
  void drop_found(std::vector<Seeker>& seekers) const {
    std::erase_if(seekers, [this](const Seeker& seeker) {
      return costs_.up[seeker.arc] <= seeker.least.up && costs_.down[seeker.arc] <= seeker.least.down;
    });
  }

  // Lowers the costs of an arc to those of a detour.
  void lower(std::uint64_t arc, const Both& detour, ArcHint hint) {
    if (detour.up < costs_.up[arc]) {
      costs_.up[arc] = detour.up;
      costs_.up_hints[arc] = hint;
    }
    if (detour.down < costs_.down[arc]) {
      costs_.down[arc] = detour.down;
      costs_.down_hints[arc] = hint;
    }
  }

  // The hint at a block for the arcs from a rank.
  ArcHint hint_of(std::uint32_t low, std::uint32_t via) const noexcept {
    if (via == frame_.block_of(low)) return kOfOwnBlock;
    const std::span<const BelowRank> below = frame_.below(low);
    const auto found = std::lower_bound(below.begin(), below.end(), via,
                                        [](const BelowRank& each, std::uint32_t block) { return each.block < block; });
    return hint_of_below(static_cast<std::size_t>(found - below.begin()));
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

  const Frame& frame_;
  const KnownSteps& steps_;
  OwnedArcCosts& costs_;
  std::vector<std::uint32_t>& touched_;
  ChangedRow row_;
  std::map<std::uint32_t, std::vector<Cause>> waiting_;  // by rank; of the lowest rank first
  std::vector<Arc> arcs_;
  std::vector<Seeker> lifted_, seekers_;
  std::array<bool, 256> hinted_;  // by hint: whether a lifted arc had it
  std::vector<ChangedRow::Change> changed_;
  std::vector<KnownStep> known_;
};

}  // namespace

bool repair_arc_costs(const Frame& frame, const KnownSteps& steps, std::span<const std::uint32_t> changed,
                      const Poll& poll, OwnedArcCosts& costs, std::vector<std::uint32_t>& touched) {
  return CostRepair(frame, steps, costs, touched).run(changed, poll);
}

}  // namespace pathstar
