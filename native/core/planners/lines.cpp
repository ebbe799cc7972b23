#include "planners/lines.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <utility>

#include "engine/driver/thread_pool.hpp"

namespace pathstar {
namespace {

void collect(const std::vector<PathResult>& results, LineBatch& batch) {
  const std::size_t points =
      std::accumulate(results.begin(), results.end(), std::size_t{0},
                      [](std::size_t sum, const PathResult& each) { return sum + each.line.size(); });
  batch.costs.reserve(results.size());
  batch.statuses.reserve(results.size());
  batch.counts.reserve(3 * results.size());
  batch.seconds.reserve(results.size());
  batch.bounds.reserve(results.size());
  batch.revisions.reserve(results.size());
  batch.offsets.reserve(results.size() + 1);
  batch.points.reserve(points);
  batch.offsets.push_back(0);
  for (const PathResult& result : results) {
    batch.costs.push_back(result.cost);
    batch.statuses.push_back(static_cast<std::uint8_t>(result.status));
    batch.counts.insert(batch.counts.end(), {result.stats.expanded, result.stats.generated, result.stats.updated});
    batch.seconds.push_back(result.seconds);
    batch.bounds.push_back(result.bound);
    batch.revisions.push_back(result.revision);
    batch.offsets.push_back(batch.offsets.back() + static_cast<std::int64_t>(result.length));
    batch.points.insert(batch.points.end(), result.line.begin(), result.line.end());
  }
}

}  // namespace

LineBatch find_lines(MeshFinder& finder, std::span<const Point> starts, std::span<const Point> goals,
                     const Settings& settings, bool costs_only, unsigned threads, const Progress& progress) {
  std::vector<PathResult> results(starts.size());
  std::atomic<std::size_t> done{0};
  const auto all = static_cast<double>(std::max<std::size_t>(starts.size(), 1));
  const Poll poll = [&] { return progress(static_cast<double>(done.load(std::memory_order_relaxed)) / all); };
  LineBatch batch;
  batch.stopped = parallel_for_with(starts.size(), threads, poll, [&]() -> RowWork {
    const auto workspace = std::make_shared<Pool<PolyanyaWorkspace>::Lease>(finder.lend());
    return [&, workspace](std::size_t row, const Poll& stop) {
      results[row] = finder.find_in(**workspace, starts[row], goals[row], settings, stop);
      if (costs_only) results[row].line = {};
      done.fetch_add(1, std::memory_order_relaxed);
    };
  });
  if (!batch.stopped) collect(results, batch);
  return batch;
}

}  // namespace pathstar
