// What one unit does: it goes to one place, or to several in order, such as where it picks up and where it delivers.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar::fleet {

// Cheap to copy: the stops are shared. A single one, as most tasks have, is held here.
class Task {
 public:
  // The number tells tasks apart. There is one stop at least.
  Task(std::int64_t number, std::span<const Node> stops) : number_(number), next_(stops.front()) {
    if (stops.size() > 1) stops_ = std::make_shared<const std::vector<Node>>(stops.begin(), stops.end());
  }

  std::int64_t number() const noexcept { return number_; }
  // All of them, in order.
  std::span<const Node> stops() const noexcept {
    return stops_ ? std::span<const Node>(*stops_) : std::span<const Node>(&next_, 1);
  }
  Node next() const noexcept { return next_; }
  std::uint32_t visited() const noexcept { return visited_; }
  bool is_begun() const noexcept { return visited_ > 0; }
  bool is_at_last_stop() const noexcept { return visited_ + 1 == stops().size(); }
  // Goes on to the stop after the next one, which there must be.
  void advance() noexcept { next_ = (*stops_)[++visited_]; }

 private:
  std::int64_t number_;
  std::shared_ptr<const std::vector<Node>> stops_;  // null where there is one stop
  Node next_;
  std::uint32_t visited_ = 0;
};

}  // namespace pathstar::fleet
