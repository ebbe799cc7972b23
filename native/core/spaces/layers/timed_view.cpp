#include "spaces/layers/timed_view.hpp"

namespace pathstar {

std::vector<Node> TimedView::timetable(const std::vector<Node>& chain, std::vector<double>& times) const {
  std::vector<Node> cells;
  const auto put = [&](Node slot, double time) {
    cells.push_back(space_->cell(slot));
    times.push_back(time);
  };
  double time = begin_;
  put(chain.front(), time);
  for (std::size_t i = 1; i < chain.size(); ++i) {
    double soonest = Timed::kEver, leaves = time;
    space_->each_step(chain[i - 1], time, [&](Node next, double leave, double arrive) {
      if (next == chain[i] && arrive < soonest) soonest = arrive, leaves = leave;
    });
    if (leaves > time) put(chain[i - 1], leaves);
    put(chain[i], time = soonest);
  }
  return cells;
}

}  // namespace pathstar
