// A layer of time over a space of cells: others hold cells for a while, so a unit waits or goes round them.
//
// Time is cost: a step takes as long as it costs. Cells held by others are in a table of reservations, shared by layers
// over spaces of the same ground. The cells, their edits and their lock are those of the space.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/layers/reservations.hpp"
#include "spaces/layers/turning.hpp"
#include "spaces/space_mutex.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class Timed {
 public:
  // The data that searches begin with, apart from the cells.
  struct Moment {
    std::shared_ptr<const Reservations::Snapshot> held;
    double now;
  };

  using Space = std::variant<std::shared_ptr<Grid>, std::shared_ptr<RegularGrid>, std::shared_ptr<Turning>>;

  // stay: the time for which a unit must be able to stand at the goal.
  Timed(Space space, std::shared_ptr<Reservations> table, double stay)
      : space_(std::move(space)), table_(std::move(table)), stay_(stay) {}

  // Calls body(space) with the space as what it is.
  template <class Body>
  decltype(auto) over(Body&& body) const {
    return std::visit([&](const auto& space) -> decltype(auto) { return body(*space); }, space_);
  }

  Reservations& table() const noexcept { return *table_; }
  double stay() const noexcept { return stay_; }

  // The time at which searches begin.
  double now() const noexcept { return now_.load(std::memory_order_relaxed); }
  void set_now(double now) noexcept { now_.store(now, std::memory_order_relaxed); }
  Moment moment() const { return {table_->snapshot(), now()}; }

  // The edits of the space: a reservation is not an edit.
  std::uint32_t size() const {
    return over([](const auto& space) { return space.size(); });
  }
  bool walkable(Node node) const {
    return over([&](const auto& space) { return space.walkable(node); });
  }
  std::uint64_t revision() const {
    return over([](const auto& space) { return space.revision(); });
  }
  SpaceMutex& mutex() const {
    return over([](const auto& space) -> SpaceMutex& { return space.mutex(); });
  }
  void catch_up() const {
    over([](auto& space) { space.catch_up(); });
  }
  bool behind() const {
    return over([](const auto& space) { return space.behind(); });
  }

  bool edited_since(std::uint64_t revision, std::vector<Node>& cells) const {
    return over([&](const auto& space) { return space.edited_since(revision, cells); });
  }
  double min_cost() const {
    return over([](const auto& space) { return space.min_cost(); });
  }
  double max_cost() const {
    return over([](const auto& space) { return space.max_cost(); });
  }
  PlannedWith planned_with() const {
    return over([](const auto& space) { return space.planned_with(); });
  }
  // Calls visit(node) for the nodes of a cell, and those whose steps it may be part of.
  template <class Visit>
  void each_near(Node cell, Visit&& visit) const {
    over([&](const auto& space) { space.each_near(cell, visit); });
  }

  // All that a unit holds on its way under the conflict model: it is at these nodes at these times, and at the last of
  // them for another `stay`. Adjoining times of one place are merged.
  std::vector<Held> holdings(std::span<const Node> nodes, std::span<const double> times, double stay) const;

 private:
  Space space_;
  std::shared_ptr<Reservations> table_;
  double stay_;
  std::atomic<double> now_{0.0};
};

}  // namespace pathstar
