#include "planners/matrix.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/driver/thread_pool.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kFewGoals = 64;
constexpr std::uint64_t kShare = 16;  // pair by pair, one in so many nodes may be expanded for a start

// Calls fill_row(start, costs of that row, poll) for every start.
template <class FillRow>
MatrixResult by_rows(std::span<const Node> starts, std::size_t goals, unsigned threads, const Poll& poll,
                     const FillRow& fill_row) {
  MatrixResult matrix;
  matrix.costs.resize(starts.size() * goals);
  matrix.stopped = parallel_for(starts.size(), threads, poll, [&](std::size_t row, const Poll& stop) {
    fill_row(starts[row], std::span(matrix.costs).subspan(row * goals, goals), stop);
  });
  return matrix;
}

// One search for each goal; false if they take too long.
bool pair_by_pair(Finder& finder, Node start, std::span<const Node> goals, const Settings& pair, std::uint64_t budget,
                  std::span<double> costs, const Poll& poll) {
  Settings settings = pair;
  for (std::size_t i = 0; i < goals.size(); ++i) {
    settings.max_expansions = budget;
    const PathResult result = finder.find(start, goals[i], settings, poll);
    if (result.status == Status::limit) return false;
    budget -= std::min(budget, result.stats.expanded);
    costs[i] = result.cost;
  }
  return true;
}

}  // namespace

MatrixResult cost_matrix(Finder& finder, std::span<const Node> starts, std::span<const Node> goals,
                         const Settings& pair, std::uint64_t nodes, unsigned threads, const Poll& poll) {
  const bool few = goals.size() <= kFewGoals;
  return by_rows(starts, goals.size(), threads, poll, [&](Node start, std::span<double> costs, const Poll& stop) {
    if (few && pair_by_pair(finder, start, goals, pair, nodes / kShare, costs, stop)) return;
    finder.costs_from(start, goals, stop, costs);
  });
}

MatrixResult cost_matrix(const Index& index, std::span<const Node> starts, std::span<const Node> goals,
                         unsigned threads, const Poll& poll) {
  return by_rows(starts, goals.size(), threads, poll, [&](Node start, std::span<double> costs, const Poll& stop) {
    index.costs_from(start, goals, stop, costs);
  });
}

}  // namespace pathstar
