#include "fleet/common/distances.hpp"

#include <algorithm>
#include <utility>

namespace pathstar::fleet {
namespace {

// False if a distance does not fit in a T.
template <class T>
bool flood(const Ground& ground, Spot goal, const TableGuard& guard, std::vector<Spot>& queue, T* table, T none) {
  std::fill_n(table, ground.cells(), none);
  queue.resize(ground.cells());
  Spot* const begin = queue.data();
  Spot* end = begin;
  table[goal] = 0;
  *end++ = goal;
  for (const Spot* at = begin; at != end; ++at) {
    if ((at - begin) % TableGuard::kInterval == TableGuard::kInterval - 1) guard.look();
    const T moves = static_cast<T>(table[*at] + 1);
    if (moves == none) return false;
    for (const Spot cell : ground.previous(*at)) {
      if (table[cell] != none) continue;
      table[cell] = moves;
      *end++ = cell;
    }
  }
  return true;
}

}  // namespace

DistanceTable::DistanceTable(std::span<const Time> distances) {
  const auto is_wide = [](Time distance) { return distance >= kNarrowNone && distance < kForever; };
  if (std::none_of(distances.begin(), distances.end(), is_wide)) {
    narrow_ = std::make_unique_for_overwrite<std::uint16_t[]>(distances.size());
    std::transform(distances.begin(), distances.end(), narrow_.get(), [](Time distance) {
      return distance < kForever ? static_cast<std::uint16_t>(distance) : kNarrowNone;
    });
  } else {
    wide_ = std::make_unique_for_overwrite<Time[]>(distances.size());
    std::copy(distances.begin(), distances.end(), wide_.get());
  }
}

DistanceTable::DistanceTable(const Ground& ground, Spot goal, const TableGuard& guard, std::vector<Spot>& queue) {
  narrow_ = std::make_unique_for_overwrite<std::uint16_t[]>(ground.cells());
  if (flood(ground, goal, guard, queue, narrow_.get(), kNarrowNone)) return;
  narrow_.reset();
  wide_ = std::make_unique_for_overwrite<Time[]>(ground.cells());
  flood(ground, goal, guard, queue, wide_.get(), kForever);
}

std::span<const Time> ReverseDijkstra::costs_to(Spot goal, std::span<const Time> costs, const TableGuard& guard) {
  const Time most = costs.empty() ? 1 : *std::max_element(costs.begin(), costs.end());
  buckets_.resize(static_cast<std::size_t>(most) + 1);
  for (auto& bucket : buckets_) bucket.clear();  // left by a search that ran out of time
  std::fill(costs_.begin(), costs_.end(), kForever);
  costs_[goal] = 0;
  buckets_[0].push_back({0, goal});
  std::size_t open = 1, closed = 0;
  for (std::size_t number = 0; open > 0; number = number + 1 == buckets_.size() ? 0 : number + 1) {
    auto& bucket = buckets_[number];
    closed += bucket.size();
    if (closed >= TableGuard::kInterval) {
      guard.look();
      closed = 0;
    }
    for (const auto [cost, cell] : bucket) {
      if (cost > costs_[cell]) continue;
      const auto sources = ground_->previous(cell);
      const auto moves = ground_->moves_to(cell);
      for (std::size_t i = 0; i < sources.size(); ++i) {
        const Time lower = cost + costs[moves[i]];
        if (lower >= costs_[sources[i]]) continue;
        costs_[sources[i]] = lower;
        buckets_[static_cast<std::size_t>(lower) % buckets_.size()].push_back({lower, sources[i]});
        ++open;
      }
    }
    open -= bucket.size();
    bucket.clear();
  }
  return costs_;
}

DistanceTable Distances::make(Spot goal) {
  if (costs_.empty()) return DistanceTable(*ground_, goal, guard_, queue_);
  if (!dijkstra_) dijkstra_.emplace(*ground_);
  return DistanceTable(dijkstra_->costs_to(goal, costs_, guard_));
}

void Distances::set(Spot goal, DistanceTable table) {
  Row& row = row_of(goal);
  bytes_per_cell_ -= row.bytes_per_cell();
  row.growing.reset();
  row.table = std::move(table);
  bytes_per_cell_ += row.bytes_per_cell();
}

GrowingDistances& Distances::toward(Spot goal, Spot start) {
  if (!costs_.empty()) to(goal);
  Row& row = row_of(goal);
  if (row.growing == nullptr) {
    row.growing = row.table ? std::make_unique<GrowingDistances>(row.table.view())
                            : std::make_unique<GrowingDistances>(*ground_, goal, start, guard_, memory_);
    bytes_per_cell_ += row.growing->bytes_per_cell();
  }
  return *row.growing;
}

}  // namespace pathstar::fleet
