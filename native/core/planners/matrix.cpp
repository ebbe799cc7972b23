#include "planners/matrix.hpp"

#include <cstddef>

#include "engine/driver/thread_pool.hpp"

namespace pathstar {

MatrixResult cost_matrix(Finder& finder, std::span<const Node> starts, std::span<const Node> goals,
                         const Settings& pair, unsigned threads, const Poll& poll) {
  MatrixResult matrix;
  matrix.costs.resize(starts.size() * goals.size());
  matrix.stopped = parallel_for(starts.size(), threads, poll, [&](std::size_t row, const Poll& stop) {
    const std::span costs = std::span(matrix.costs).subspan(row * goals.size(), goals.size());
    finder.costs_from(starts[row], goals, pair, stop, costs);
  });
  return matrix;
}

}  // namespace pathstar
