// How many moves it takes from every cell to a goal: one table for each goal, shared by the units that go there.
//
// A table is made when it is first asked for, by breadth-first search against the moves. It takes two bytes for each
// cell, or four where a path can be longer than that holds.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "fleet/common/ground.hpp"

namespace pathstar::fleet {

using Time = std::int32_t;
inline constexpr Time kForever = std::numeric_limits<Time>::max() / 4;  // sums of two stay in range

// The distances to one goal; kForever where there is no way.
class DistanceTable {
 public:
  DistanceTable() = default;
  DistanceTable(const Ground& ground, Cell goal, std::vector<Cell>& queue);

  Time operator[](Cell cell) const noexcept {
    if (narrow_ == nullptr) return wide_[cell];
    const std::uint16_t moves = narrow_[cell];
    return moves == kNarrowNone ? kForever : moves;
  }
  explicit operator bool() const noexcept { return narrow_ != nullptr || wide_ != nullptr; }

 private:
  static constexpr std::uint16_t kNarrowNone = 0xFFFF;

  std::unique_ptr<std::uint16_t[]> narrow_;
  std::unique_ptr<Time[]> wide_;
};

// Not safe for several threads at once.
class Distances {
 public:
  explicit Distances(const Ground& ground) : ground_(&ground), tables_(ground.cells()) {}
  Distances(const Distances&) = delete;
  Distances& operator=(const Distances&) = delete;

  const DistanceTable& to(Cell goal) {
    if (!tables_[goal]) tables_[goal] = DistanceTable(*ground_, goal, queue_);
    return tables_[goal];
  }
  // Frees a table; what referred to it must not be used any more.
  void drop(Cell goal) { tables_[goal] = DistanceTable(); }

 private:
  const Ground* ground_;
  std::vector<DistanceTable> tables_;
  std::vector<Cell> queue_;
};

}  // namespace pathstar::fleet
