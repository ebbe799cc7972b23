// A layer of time over a space of cells: cells that others hold for a while, so that one waits or goes round.
//
// Time is cost: a step takes as long as it costs. What others hold is in a table of reservations, which layers over
// spaces of the same ground share.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "spaces/layers/movers.hpp"
#include "spaces/layers/reservations.hpp"
#include "spaces/space_mutex.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class Timed {
  template <class Body>
  decltype(auto) of_space(Body&& body) const {
    return std::visit([&](const auto& mover) -> decltype(auto) { return body(mover.space()); }, mover_);
  }

 public:
  using Mover = std::variant<GridMover, LatticeMover, TurningMover>;

  // stay: for how long one must be able to stand at the goal.
  Timed(Mover mover, std::shared_ptr<Reservations> table, double stay)
      : mover_(std::move(mover)), table_(std::move(table)), stay_(stay) {}

  const Mover& mover() const noexcept { return mover_; }
  Reservations& table() const noexcept { return *table_; }
  double stay() const noexcept { return stay_; }

  // When searches begin.
  double now() const noexcept { return now_.load(std::memory_order_relaxed); }
  void set_now(double now) noexcept { now_.store(now, std::memory_order_relaxed); }

  // Those of the space: a reservation is no edit.
  std::uint32_t size() const {
    return of_space([](auto& space) { return space.size(); });
  }
  std::uint64_t revision() const {
    return of_space([](auto& space) { return space.revision(); });
  }
  SpaceMutex& mutex() const {
    return of_space([](auto& space) -> SpaceMutex& { return space.mutex(); });
  }
  void catch_up() const {
    of_space([](auto& space) { space.catch_up(); });
  }

  // All that a unit holds on its way, as the conflict model has it: at which nodes it is when, and then the last of
  // them for `stay` longer. Of the times of one place those that meet are one.
  std::vector<Held> holdings(std::span<const Node> nodes, std::span<const double> times, double stay) const;

 private:
  Mover mover_;
  std::shared_ptr<Reservations> table_;
  double stay_;
  std::atomic<double> now_{0.0};
};

}  // namespace pathstar
