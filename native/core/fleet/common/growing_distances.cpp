#include "fleet/common/growing_distances.hpp"

#include <utility>

namespace pathstar::fleet {

GrowingDistances::GrowingDistances(const Ground& ground, Spot goal, Spot toward, const TableGuard& guard,
                                   std::pmr::monotonic_buffer_resource& memory)
    : ground_(&ground),
      guard_(&guard),
      toward_(toward),
      marks_(std::in_place, ground.cells(), memory),
      lowest_(ground.estimate(goal, toward)) {
  marks_->at(goal) = mark_of(0);
  open_[0].push_back(goal);
}

void GrowingDistances::grow_to(Spot cell) {
  unsigned closed = 0;
  while (!has_ended_) {
    while (!open_[0].empty()) {
      if (++closed % TableGuard::kInterval == 0) guard_->look();
      const Spot next = open_[0].back();
      open_[0].pop_back();
      if (((*marks_)[next] & kClosed) != 0) continue;
      close(next);
      if (next == cell) return;
    }
    std::rotate(open_.begin(), open_.begin() + 1, open_.end());
    ++lowest_;
    has_ended_ = open_[0].empty() && open_[1].empty() && open_[2].empty();
  }
}

void GrowingDistances::close(Spot cell) {
  std::uint32_t& own = marks_->at(cell);
  own |= kClosed;
  const Time moves = moves_of(own) + 1;
  const std::uint32_t mark = mark_of(moves);
  for (const Spot before : ground_->previous(cell)) {
    const std::uint32_t known = (*marks_)[before];
    if (known != 0 && known <= (mark | kClosed)) continue;
    marks_->at(before) = mark;
    open_[static_cast<std::size_t>(moves + ground_->estimate(before, toward_) - lowest_)].push_back(before);
  }
}

}  // namespace pathstar::fleet
