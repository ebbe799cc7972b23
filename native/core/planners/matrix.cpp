#include "planners/matrix.hpp"

#include <cstddef>

#include "planners/crew.hpp"

namespace pathstar {
namespace {

// Calls fill_row(start, costs of that row, poll) for every start.
template <class FillRow>
MatrixResult by_rows(std::span<const Node> starts, std::size_t goals, unsigned threads, const Poll& poll,
                     const FillRow& fill_row) {
  MatrixResult matrix;
  matrix.costs.resize(starts.size() * goals);
  matrix.stopped = do_rows(starts.size(), threads, poll, [&](std::size_t row, const Poll& stop) {
    fill_row(starts[row], std::span(matrix.costs).subspan(row * goals, goals), stop);
  });
  return matrix;
}

}  // namespace

MatrixResult cost_matrix(Finder& finder, std::span<const Node> starts, std::span<const Node> goals, unsigned threads,
                         const Poll& poll) {
  return by_rows(starts, goals.size(), threads, poll, [&](Node start, std::span<double> costs, const Poll& stop) {
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
