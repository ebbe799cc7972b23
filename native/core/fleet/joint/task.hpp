// A task of one unit: to go to one place, or to several in order, such as for a pick-up and a delivery.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar::fleet {

// Cheap to copy: the stops are shared, and a single stop, which most tasks have, needs no allocation.
class Task {
 public:
  // There is at least one stop.
  Task(std::int64_t number, std::span<const Node> stops) : number_(number), next_(stops.front()) {
    if (stops.size() > 1) stops_ = std::make_shared<const std::vector<Node>>(stops.begin(), stops.end());
  }

  std::int64_t number() const noexcept { return number_; }
  std::span<const Node> stops() const noexcept {
    return stops_ ? std::span<const Node>(*stops_) : std::span<const Node>(&next_, 1);
  }
  Node next() const noexcept { return next_; }
  std::uint32_t visited() const noexcept { return visited_; }
  bool is_begun() const noexcept { return visited_ > 0; }
  bool is_at_last_stop() const noexcept { return visited_ + 1 == stops().size(); }
  // Goes on to the next stop but one, which must exist.
  void advance() noexcept { next_ = (*stops_)[++visited_]; }

 private:
  std::int64_t number_;
  std::shared_ptr<const std::vector<Node>> stops_;  // null if there is one stop
  Node next_;
  std::uint32_t visited_ = 0;
};

}  // namespace pathstar::fleet
