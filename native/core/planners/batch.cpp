#include "planners/batch.hpp"

#include <algorithm>
#include <atomic>

#include "engine/driver/thread_pool.hpp"

namespace pathstar {
namespace {

// Collects the results as they come, each in its row.
class BatchRows {
 public:
  BatchRows(std::size_t rows, Keep keep)
      : keep_(keep), corners_(keep == Keep::paths ? rows : 0), times_(corners_.size()) {
    batch_.costs.resize(rows);
    batch_.statuses.resize(rows);
    batch_.counts.resize(3 * rows);
    batch_.seconds.resize(rows);
    batch_.bounds.resize(rows);
    batch_.revisions.resize(rows);
    batch_.offsets.resize(rows + 1);
    batch_.corner_offsets.resize(rows + 1);
  }

  void put(std::size_t row, PathResult&& result) noexcept {
    batch_.costs[row] = result.cost;
    batch_.statuses[row] = static_cast<std::uint8_t>(result.status);
    batch_.counts[3 * row] = result.stats.expanded;
    batch_.counts[3 * row + 1] = result.stats.generated;
    batch_.counts[3 * row + 2] = result.stats.updated;
    batch_.seconds[row] = result.seconds;
    batch_.bounds[row] = result.bound;
    batch_.revisions[row] = result.revision;
    batch_.offsets[row + 1] = static_cast<std::int64_t>(result.length);
    if (keep_ == Keep::costs) return;
    batch_.corner_offsets[row + 1] = static_cast<std::int64_t>(result.corners.size());
    corners_[row] = std::move(result.corners);
    times_[row] = std::move(result.times);
  }

  // All results, once every row is there.
  BatchResult collect() {
    for (std::size_t row = 1; row < batch_.offsets.size(); ++row) {
      batch_.offsets[row] += batch_.offsets[row - 1];
      batch_.corner_offsets[row] += batch_.corner_offsets[row - 1];
    }
    batch_.corners.reserve(static_cast<std::size_t>(batch_.corner_offsets.back()));
    for (std::vector<Node>& corners : corners_) {
      batch_.corners.insert(batch_.corners.end(), corners.begin(), corners.end());
      corners = {};
    }
    for (const std::vector<double>& times : times_) {
      batch_.times.insert(batch_.times.end(), times.begin(), times.end());
    }
    return std::move(batch_);
  }

 private:
  Keep keep_;
  BatchResult batch_;
  std::vector<std::vector<Node>> corners_;
  std::vector<std::vector<double>> times_;
};

}  // namespace

BatchResult find_many(Finder& finder, std::span<const Node> starts, std::span<const Node> goals,
                      const Settings& settings, Keep keep, unsigned threads, const Progress& progress) {
  std::atomic<std::size_t> done{0};
  const auto all = static_cast<double>(std::max<std::size_t>(starts.size(), 1));
  const Poll poll = [&] { return progress(static_cast<double>(done.load(std::memory_order_relaxed)) / all); };
  const auto held = finder.hold(poll);  // all answers are of one revision
  BatchRows rows(starts.size(), keep);
  const bool stopped = poll() || parallel_for(starts.size(), threads, poll, [&](std::size_t row, const Poll& stop) {
                         rows.put(row, keep == Keep::paths ? held->find(starts[row], goals[row], settings, stop)
                                                           : held->measure(starts[row], goals[row], settings, stop));
                         done.fetch_add(1, std::memory_order_relaxed);
                       });
  BatchResult batch = stopped ? BatchResult{} : rows.collect();
  batch.stopped = stopped;
  return batch;
}

}  // namespace pathstar
