#include "planners/batch_cells.hpp"

#include <algorithm>
#include <stdexcept>

#include "engine/driver/thread_pool.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kCellsPerThread = 1 << 16;  // fewer are written faster than another thread begins

std::int64_t as_count(std::size_t size) { return static_cast<std::int64_t>(size); }

std::span<const Node> corners_of(const PathsByCorner& paths, std::size_t i) {
  return paths.corners.subspan(static_cast<std::size_t>(paths.corner_offsets[i]),
                               static_cast<std::size_t>(paths.corner_offsets[i + 1] - paths.corner_offsets[i]));
}

bool offsets_fit(const PathsByCorner& paths) {
  const auto begins = paths.corner_offsets;
  return !begins.empty() && paths.offsets.size() == begins.size() && paths.offsets.front() == 0 &&
         begins.front() == 0 && begins.back() <= as_count(paths.corners.size()) &&
         std::is_sorted(begins.begin(), begins.end());
}

bool length_fits(const PathsByCorner& paths, std::size_t i) {
  const std::span<const Node> corners = corners_of(paths, i);
  const StepCounts steps = count_steps(corners, paths.rule);
  const std::int64_t cells = corners.empty() ? 0 : as_count(steps.straight + steps.diagonal + 1);
  return paths.offsets[i + 1] - paths.offsets[i] == cells;
}

// Calls write(corners, first) for every path, with the number of its first cell.
template <class Write>
void each_path(const PathsByCorner& paths, unsigned threads, const Poll& poll, const Write& write) {
  const std::size_t rows = paths.offsets.size() - 1;
  const auto most = static_cast<std::size_t>(paths.offsets.back()) / kCellsPerThread + 1;
  parallel_for(rows, static_cast<unsigned>(std::min<std::size_t>(threads, most)), poll,
               [&](std::size_t i, const Poll&) { write(corners_of(paths, i), paths.offsets[i]); });
}

}  // namespace

void PathsByCorner::check(std::size_t cells) const {
  bool fits = offsets_fit(*this) && offsets.back() == as_count(cells);
  for (std::size_t i = 0; fits && i + 1 < offsets.size(); ++i) fits = length_fits(*this, i);
  if (!fits) throw std::invalid_argument("the corners and offsets of these paths do not match");
}

void write_points(const PathsByCorner& paths, unsigned threads, const Poll& poll, std::int32_t* x_and_y) {
  each_path(paths, threads, poll, [&](std::span<const Node> corners, std::int64_t first) {
    write_points(corners, paths.rule, x_and_y + 2 * first);
  });
}

void write_nodes(const PathsByCorner& paths, unsigned threads, const Poll& poll, Node* nodes) {
  each_path(paths, threads, poll, [&](std::span<const Node> corners, std::int64_t first) {
    write_nodes(corners, paths.rule, nodes + first);
  });
}

}  // namespace pathstar
