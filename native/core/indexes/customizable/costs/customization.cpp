#include "indexes/customizable/costs/customization.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>

#include "engine/driver/thread_pool.hpp"
#include "indexes/common/section_reader.hpp"
#include "indexes/customizable/costs/min_plus.hpp"
#include "spaces/large_pages.hpp"
#include "spaces/slices.hpp"

namespace pathstar {
namespace {

constexpr std::uint32_t kRanksPerTask = 1 << 12;
constexpr std::uint32_t kRowsPerPoll = 64;
constexpr std::uint64_t kArcsForThreads = 1 << 16;  // fewer are filled sooner than threads start

// Makes a large array of one value. False if the poll stopped it.
template <class T>
bool fill(std::vector<T>& array, std::size_t size, const T& value, const Poll& poll) {
  reserve_large(array, size);
  return in_slices(size, poll, [&](std::size_t, std::size_t end) { array.resize(end, value); });
}

// Writes the costs of the steps into the arcs that are links.
bool place_steps(const Frame& frame, const KnownSteps& steps, unsigned threads, const Poll& poll, OwnedArcCosts& made) {
  const std::size_t tasks = (frame.ranks() + kRanksPerTask - 1) / kRanksPerTask;
  const bool stopped = parallel_for_with(tasks, threads, poll, [&]() -> RowWork {
    return [&, known = std::vector<KnownStep>()](std::size_t task, const Poll&) mutable {
      const auto begin = static_cast<std::uint32_t>(task) * kRanksPerTask;
      const std::uint32_t end = std::min(begin + kRanksPerTask, frame.ranks());
      for (std::uint32_t rank = begin; rank < end; ++rank) {
        steps.fill(frame.node(rank), known);
        for (const KnownStep& step : known) {
          const std::uint32_t other = frame.rank_of(step.to);
          if (other == rank || other == kNoRank || !frame.linked(rank, other)) continue;
          const bool ascends = rank < other;
          const std::uint64_t arc = frame.arc_between(std::min(rank, other), std::max(rank, other));
          double& cost = ascends ? made.up[arc] : made.down[arc];
          cost = std::min(cost, step.cost);
          (ascends ? made.up_hints[arc] : made.down_hints[arc]) = kOfStep;
        }
      }
    };
  });
  return !stopped;
}

// One direction of the arcs: their costs, those of the way back, and the sources of the costs.
struct Direction {
  double* to;
  const double* back;
  ArcHint* hints;
};

// Applies the lower triangles of the arcs of whole blocks. One for each thread.
class BlockFiller {
 public:
  BlockFiller(const Frame& frame, OwnedArcCosts& costs)
      : frame_(frame),
        directions_{{costs.up.data(), costs.down.data(), costs.up_hints.data()},
                    {costs.down.data(), costs.up.data(), costs.down_hints.data()}},
        column_of_(frame.ranks()) {}

  void fill(std::uint32_t block, const Poll& poll) {
    const std::uint32_t columns = frame_.columns(block);
    for (std::uint32_t column = 0; column < columns; ++column) column_of_[frame_.rank_at(block, column)] = column;
    for (std::uint32_t row = 0; row < frame_.rows(block); ++row) {
      if (row % kRowsPerPoll == kRowsPerPoll - 1 && poll()) return;
      for (const Direction& direction : directions_) {
        const std::span<const BelowRank> below = frame_.below(frame_.first(block) + row);
        for (std::size_t i = 0; i < below.size(); ++i) take_from(direction, below[i], hint_of_below(i), block, row);
        take_from_own(direction, block, row);
      }
    }
  }

 private:
  // Takes the detours over the rows of a block below.
  void take_from(const Direction& direction, const BelowRank& below, ArcHint hint, std::uint32_t block,
                 std::uint32_t row) {
    const std::span<const std::uint32_t> behind = frame_.border(below.block).subspan(below.at + 1);
    if (behind.empty()) return;
    const std::uint32_t rows = frame_.rows(below.block);
    collect(direction, below.block, rows, rows + below.at);
    detours_.assign(behind.size(), kNoArcCost);
    lower_by_rows(detours_.data(), rows_, behind.size());
    const std::uint64_t arcs = frame_.arcs_of(block, row);
    for (std::size_t i = 0; i < behind.size(); ++i) {
      const std::uint64_t arc = arcs + (column_of_[behind[i]] - row - 1);
      if (!(detours_[i] < direction.to[arc])) continue;
      direction.to[arc] = detours_[i];
      direction.hints[arc] = hint;
    }
  }

  // Takes the detours over the earlier rows of the block itself.
  void take_from_own(const Direction& direction, std::uint32_t block, std::uint32_t row) {
    collect(direction, block, row, row);
    if (rows_.empty()) return;
    const std::uint64_t arcs = frame_.arcs_of(block, row);
    double* const to = direction.to + arcs;
    const std::size_t count = frame_.columns(block) - row - 1;
    detours_.assign(to, to + count);
    lower_by_rows(to, rows_, count);
    for (std::size_t i = 0; i < count; ++i) {
      if (to[i] < detours_[i]) direction.hints[arcs + i] = kOfOwnBlock;
    }
  }

  // The first rows of a block that lead to a column, each with its arcs to the columns behind.
  void collect(const Direction& direction, std::uint32_t block, std::uint32_t rows, std::uint32_t column) {
    rows_.clear();
    for (std::uint32_t row = 0; row < rows; ++row) {
      const std::uint64_t arc = frame_.arc(block, row, column);
      if (direction.back[arc] < kNoArcCost) rows_.push_back({direction.to + arc + 1, direction.back[arc]});
    }
  }

  const Frame& frame_;
  Direction directions_[2];
  std::vector<std::uint32_t> column_of_;  // of the ranks with columns in the block
  std::vector<RowPlus> rows_;
  std::vector<double> detours_;
};

}  // namespace

void check_arc_costs(const Frame& frame, const ArcCosts& costs) {
  require(costs.up.size() == frame.arcs(), "up");
  require(costs.down.size() == frame.arcs(), "down");
  require(costs.up_hints.size() == frame.arcs(), "up_hints");
  require(costs.down_hints.size() == frame.arcs(), "down_hints");
  std::ptrdiff_t up = std::count(costs.up_hints.begin(), costs.up_hints.end(), kOfStep);
  std::ptrdiff_t down = std::count(costs.down_hints.begin(), costs.down_hints.end(), kOfStep);
  for (std::uint32_t rank = 0; rank < frame.ranks(); ++rank) {
    for (const std::uint32_t other : frame.links(rank)) {
      if (other < rank) continue;
      const std::uint64_t arc = frame.arc_between(rank, other);
      up -= costs.up_hints[arc] == kOfStep;
      down -= costs.down_hints[arc] == kOfStep;
    }
  }
  require(up == 0, "up_hints");
  require(down == 0, "down_hints");
}

bool fill_arc_costs(const Frame& frame, const KnownSteps& steps, unsigned threads, const Progress& progress,
                    OwnedArcCosts& made) {
  if (frame.arcs() < kArcsForThreads) threads = 1;
  const Poll poll = [&] { return progress(0.0); };
  for (auto* costs : {&made.up, &made.down}) {
    if (!fill(*costs, frame.arcs(), kNoArcCost, poll)) return false;
  }
  for (auto* hints : {&made.up_hints, &made.down_hints}) {
    if (!fill(*hints, frame.arcs(), kNoHint, poll)) return false;
  }
  if (!place_steps(frame, steps, threads, poll, made)) return false;
  for (std::size_t height = 0; height < frame.heights(); ++height) {
    const std::span<const std::uint32_t> blocks = frame.by_height(height);
    const double done = static_cast<double>(height) / static_cast<double>(frame.heights());
    if (progress(done)) return false;  // short threads do not poll
    const bool stopped = parallel_for_with(
        blocks.size(), threads, [&] { return progress(done); },
        [&]() -> RowWork {
          const auto filler = std::make_shared<BlockFiller>(frame, made);
          return [filler, blocks](std::size_t i, const Poll& poll) { filler->fill(blocks[i], poll); };
        });
    if (stopped) return false;
  }
  return !progress(1.0);
}

}  // namespace pathstar
