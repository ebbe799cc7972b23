// How long it takes from every cell to a goal: one table for each goal, shared by the units that go there.
//
// A table is made when it is first asked for, by a search against the moves: breadth first, or Dijkstra's where moves
// have durations. It takes two bytes for each cell, or four where a path is longer than that holds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fleet/common/ground.hpp"

namespace pathstar::fleet {

constexpr std::uint16_t kNarrowNone = 0xFFFF;  // no way, in a table of two bytes for each cell

// A table without its memory, for whoever reads many of them in turn.
class DistanceView {
 public:
  DistanceView() = default;
  DistanceView(const std::uint16_t* narrow, const Time* wide) noexcept : narrow_(narrow), wide_(wide) {}

  Time operator[](Spot cell) const noexcept {
    if (narrow_ == nullptr) return wide_[cell];
    const std::uint16_t moves = narrow_[cell];
    return moves == kNarrowNone ? kForever : moves;
  }
  explicit operator bool() const noexcept { return narrow_ != nullptr || wide_ != nullptr; }

 private:
  const std::uint16_t* narrow_ = nullptr;
  const Time* wide_ = nullptr;
};

// The distances to one goal; kForever where there is no way.
class DistanceTable {
 public:
  DistanceTable() = default;
  DistanceTable(const Ground& ground, Spot goal, std::vector<Spot>& queue);
  explicit DistanceTable(std::span<const Time> distances);

  DistanceView view() const noexcept { return {narrow_.get(), wide_.get()}; }
  Time operator[](Spot cell) const noexcept { return view()[cell]; }
  explicit operator bool() const noexcept { return static_cast<bool>(view()); }
  std::size_t bytes_per_cell() const noexcept {
    return narrow_ != nullptr ? sizeof(std::uint16_t) : wide_ != nullptr ? sizeof(Time) : 0;
  }

 private:
  std::unique_ptr<std::uint16_t[]> narrow_;
  std::unique_ptr<Time[]> wide_;
};

// What it costs from every cell to a goal, by Dijkstra's algorithm against the moves; kForever where there is no way.
class ReverseDijkstra {
 public:
  explicit ReverseDijkstra(const Ground& ground) : ground_(&ground), costs_(ground.cells()) {}

  // Moves cost what `costs` says by their numbers, 1 or more. The result is overwritten by the next search.
  std::span<const Time> costs_to(Spot goal, std::span<const Time> costs);

 private:
  struct Entry {
    Time cost;
    Spot cell;
  };

  const Ground* ground_;
  std::vector<Time> costs_;
  std::vector<std::vector<Entry>> buckets_;  // a ring of them, by cost
};

// Not safe for several threads at once.
class Distances {
 public:
  explicit Distances(const Ground& ground) : Distances(ground, ground.durations()) {}
  // Moves cost what `costs` says by their numbers, for as long as it lasts, or 1 each where it is empty.
  Distances(const Ground& ground, std::span<const Time> costs)
      : ground_(&ground), costs_(costs), tables_(ground.cells()), dijkstra_(ground) {}
  Distances(const Distances&) = delete;
  Distances& operator=(const Distances&) = delete;

  const DistanceTable& to(Spot goal) {
    if (!tables_[goal]) set(goal, make(goal));
    return tables_[goal];
  }
  // Replaces a table by one that counts other things than time.
  void set(Spot goal, DistanceTable table) {
    bytes_per_cell_ += table.bytes_per_cell() - tables_[goal].bytes_per_cell();
    tables_[goal] = std::move(table);
  }
  // Frees a table; what referred to it must not be used any more.
  void drop(Spot goal) { set(goal, DistanceTable()); }
  // What all tables take.
  std::size_t bytes() const noexcept { return bytes_per_cell_ * ground_->cells(); }

 private:
  DistanceTable make(Spot goal);

  const Ground* ground_;
  std::span<const Time> costs_;
  std::size_t bytes_per_cell_ = 0;  // of all tables together
  std::vector<DistanceTable> tables_;
  std::vector<Spot> queue_;
  ReverseDijkstra dijkstra_;
};

}  // namespace pathstar::fleet
