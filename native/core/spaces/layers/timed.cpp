#include "spaces/layers/timed.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <shared_mutex>
#include <tuple>

#include "spaces/layers/timed_view.hpp"

namespace pathstar {
namespace {

// Whether a time begins by the end of another that does not begin later. A moment after that end is separate.
bool meets(const Span& earlier, const Span& time) noexcept {
  return time.from < earlier.until || (time.from == earlier.until && time.from < time.until);
}

// The held parts, with adjoining times of one place merged.
std::vector<Held> joined(std::vector<Held> list) {
  std::sort(list.begin(), list.end(), [](const Held& a, const Held& b) {
    return std::tie(a.place, a.time.from, a.time.until) < std::tie(b.place, b.time.from, b.time.until);
  });
  std::vector<Held> joined;
  for (const Held& part : list) {
    if (!joined.empty() && joined.back().place == part.place && meets(joined.back().time, part.time)) {
      joined.back().time.until = std::max(joined.back().time.until, part.time.until);
    } else {
      joined.push_back(part);
    }
  }
  return joined;
}

// Collects the parts that a unit holds, piece by piece.
template <class Moves>
class Holdings {
 public:
  Holdings(const Moves& moves, const Reservations& table) : moves_(moves), table_(table) {}

  void stand(Node node, const Span& time) {
    moves_.each_cell(node, [&](Cell cell) { list_.push_back({{cell}, time}); });
  }

  // A step during `time`. The unit turns on the spot before it moves.
  void step(Node from, Node to, const Span& time) {
    const Span moving{std::min(time.from + turn(from, to, time), time.until), time.until};
    stand(from, time);
    if (!table_.following()) stand(to, moving);
    moves_.each_swept(from, to, [&](Cell cell) { list_.push_back({{cell}, moving}); });
    moves_.each_cell_step(from, to, [&](Cell a, Cell b) {
      table_.each_middle(a, b, [&](const GroundPlace& middle) { list_.push_back({middle, moving}); });
    });
  }

  std::vector<Held> list() && { return std::move(list_); }

 private:
  // The duration of its turn before the step, from the step with the closest duration.
  double turn(Node from, Node to, const Span& time) const {
    double turns = 0.0, best = kForever;
    moves_.each_move(from, [&](Node next, double turn, double cost) {
      const double off = std::abs(time.until - time.from - turn - cost);
      if (moves_.arrived(next, to) && off < best) best = off, turns = turn;
    });
    return turns;
  }

  const Moves& moves_;
  const Reservations& table_;
  std::vector<Held> list_;
};

}  // namespace

std::vector<Held> Timed::holdings(std::span<const Node> nodes, std::span<const double> times, double stay) const {
  catch_up();
  const std::shared_lock reading(mutex());
  return joined(moves_of(*this, kNoNode, HeuristicKind::zero, 0.0, [&](const auto& moves) {
    Holdings holdings(moves, *table_);
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      const Span time{times[i - 1], times[i]};
      if (moves.cell(nodes[i - 1]) == moves.cell(nodes[i])) {
        holdings.stand(nodes[i], time);
      } else {
        holdings.step(nodes[i - 1], nodes[i], time);
      }
    }
    if (!nodes.empty()) holdings.stand(nodes.back(), {times.back(), times.back() + stay});
    return std::move(holdings).list();
  }));
}

}  // namespace pathstar
