#include "indexes/customizable/customization.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>

#include "engine/driver/thread_pool.hpp"
#include "indexes/customizable/min_plus.hpp"

namespace pathstar {
namespace {

constexpr std::uint32_t kRanksPerTask = 1 << 12;
constexpr std::uint32_t kRowsPerPoll = 64;
constexpr std::uint64_t kArcsForThreads = 1 << 16;  // fewer are filled sooner than threads start

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
          double& cost = ascends ? made.up[frame.arc_between(rank, other)] : made.down[frame.arc_between(other, rank)];
          cost = std::min(cost, step.cost);
        }
      }
    };
  });
  return !stopped;
}

// Takes the lower triangles of the arcs of whole blocks. One for each thread.
class BlockFiller {
 public:
  BlockFiller(const Frame& frame, OwnedArcCosts& costs) : frame_(frame), costs_(costs), column_of_(frame.ranks()) {}

  void fill(std::uint32_t block, const Poll& poll) {
    const std::uint32_t columns = frame_.columns(block);
    for (std::uint32_t column = 0; column < columns; ++column) column_of_[frame_.rank_at(block, column)] = column;
    for (std::uint32_t row = 0; row < frame_.rows(block); ++row) {
      if (row % kRowsPerPoll == kRowsPerPoll - 1 && poll()) return;
      for (const BelowRank& below : frame_.below(frame_.first(block) + row)) take_from(below, block, row);
      for (std::uint32_t earlier = 0; earlier < row; ++earlier) {
        const std::uint64_t arc = frame_.arc(block, earlier, row);
        lower(frame_.arcs_of(block, row), arc, columns - row - 1);
      }
    }
  }

 private:
  // Lowers the arcs `to` from a rank by the detour over the lower end of `arc`, which leads to that rank; the arcs
  // after it lead to the same columns.
  void lower(std::uint64_t to, std::uint64_t arc, std::size_t count) {
    lower_row(costs_.up.data() + to, costs_.up.data() + arc + 1, costs_.down[arc], count);
    lower_row(costs_.down.data() + to, costs_.down.data() + arc + 1, costs_.up[arc], count);
  }

  // Takes the detours over the rows of a block below.
  void take_from(const BelowRank& below, std::uint32_t block, std::uint32_t row) {
    const std::span<const std::uint32_t> behind = frame_.border(below.block).subspan(below.at + 1);
    if (behind.empty()) return;
    up_.assign(behind.size(), kNoArcCost);
    down_.assign(behind.size(), kNoArcCost);
    const std::uint32_t rows = frame_.rows(below.block);
    for (std::uint32_t lower = 0; lower < rows; ++lower) {
      const std::uint64_t arc = frame_.arc(below.block, lower, rows + below.at);
      lower_row(up_.data(), costs_.up.data() + arc + 1, costs_.down[arc], behind.size());
      lower_row(down_.data(), costs_.down.data() + arc + 1, costs_.up[arc], behind.size());
    }
    double* const up = costs_.up.data() + frame_.arcs_of(block, row);
    double* const down = costs_.down.data() + frame_.arcs_of(block, row);
    for (std::size_t i = 0; i < behind.size(); ++i) {
      const std::uint32_t at = column_of_[behind[i]] - row - 1;
      up[at] = std::min(up[at], up_[i]);
      down[at] = std::min(down[at], down_[i]);
    }
  }

  const Frame& frame_;
  OwnedArcCosts& costs_;
  std::vector<std::uint32_t> column_of_;  // of the ranks that the block has columns of
  std::vector<double> up_, down_;
};

}  // namespace

bool fill_arc_costs(const Frame& frame, const KnownSteps& steps, unsigned threads, const Progress& progress,
                    OwnedArcCosts& made) {
  if (frame.arcs() < kArcsForThreads) threads = 1;
  made.up.assign(frame.arcs(), kNoArcCost);
  made.down.assign(frame.arcs(), kNoArcCost);
  if (!place_steps(frame, steps, threads, [&] { return progress(0.0); }, made)) return false;
  for (std::size_t height = 0; height < frame.heights(); ++height) {
    const std::span<const std::uint32_t> blocks = frame.by_height(height);
    const double done = static_cast<double>(height) / static_cast<double>(frame.heights());
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
