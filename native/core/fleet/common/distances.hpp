// How long it takes from every cell to a goal: one table for each goal, shared by the units that go there.
//
// A table is made when it is first needed, by a search backwards from the goal: breadth first, or Dijkstra's where
// moves have durations. Callers that need few distances use a table that grows.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "fleet/common/budget.hpp"
#include "fleet/common/distance_table.hpp"
#include "fleet/common/ground.hpp"
#include "fleet/common/growing_distances.hpp"
#include "fleet/common/sparse_array.hpp"

namespace pathstar::fleet {

// The cost from every cell to a goal, by Dijkstra's algorithm backwards; kForever where there is no path.
class ReverseDijkstra {
 public:
  explicit ReverseDijkstra(const Ground& ground) : ground_(&ground), costs_(ground.cells()) {}

  // `costs` holds the cost of each move by its number, 1 or more. The next search overwrites the result. Throws
  // OutOfTime.
  std::span<const Time> costs_to(Spot goal, std::span<const Time> costs, const TableGuard& guard);

 private:
  struct Entry {
    Time cost;
    Spot cell;
  };

  const Ground* ground_;
  std::vector<Time> costs_;
  std::vector<std::vector<Entry>> buckets_;  // a ring, by cost
};

// Not safe for several threads at once.
class Distances {
 public:
  explicit Distances(const Ground& ground) : Distances(ground, ground.durations()) {}
  // `costs` holds the cost of each move by its number, or is empty if each costs 1. It must last as long.
  Distances(const Ground& ground, std::span<const Time> costs)
      : ground_(&ground), costs_(costs), rows_of_(ground.cells(), memory_) {}
  Distances(const Distances&) = delete;
  Distances& operator=(const Distances&) = delete;

  // From now on, making or growing a table throws OutOfTime when the budget is used up. The budget must last until
  // another one is set.
  void watch(Budget* budget) noexcept { guard_.watch(budget); }

  // The whole table.
  const DistanceTable& to(Spot goal) {
    Row& row = row_of(goal);
    if (!row.table) set(goal, make(goal));
    return row.table;
  }
  // A table that grows, and first covers the cells between the goal and the start. Valid until the next call that
  // makes, replaces or frees the whole table of that goal.
  GrowingDistances& toward(Spot goal, Spot start);
  Time between(Spot start, Spot goal) {
    const Row& row = row_of(goal);
    return row.table ? row.table[start] : toward(goal, start)(start);
  }
  // Replaces a table, for instance by one of other costs.
  void set(Spot goal, DistanceTable table);
  // Frees a table; references to it become invalid.
  void drop(Spot goal) { set(goal, DistanceTable()); }
  // The memory of all tables.
  std::size_t bytes() const noexcept { return bytes_per_cell_ * ground_->cells(); }

 private:
  struct Row {
    DistanceTable table;
    std::unique_ptr<GrowingDistances> growing;

    std::size_t bytes_per_cell() const noexcept {
      return table.bytes_per_cell() + (growing != nullptr ? growing->bytes_per_cell() : 0);
    }
  };

  Row& row_of(Spot goal) {
    if (rows_of_[goal] == 0) {
      rows_.emplace_back();
      rows_of_.at(goal) = static_cast<std::uint32_t>(rows_.size());
    }
    return rows_[rows_of_[goal] - 1];
  }
  DistanceTable make(Spot goal);

  static constexpr std::size_t kMemory = 1 << 14;  // bytes to begin with

  const Ground* ground_;
  std::span<const Time> costs_;
  TableGuard guard_;
  std::pmr::monotonic_buffer_resource memory_{kMemory};
  std::size_t bytes_per_cell_ = 0;      // of all tables together
  SparseArray<std::uint32_t> rows_of_;  // by goal, counted from 1; 0 where there is none
  std::deque<Row> rows_;
  std::vector<Spot> queue_;
  std::optional<ReverseDijkstra> dijkstra_;
};

}  // namespace pathstar::fleet
