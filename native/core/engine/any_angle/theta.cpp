#include "engine/any_angle/theta.hpp"

#include <cstdint>
#include <limits>

#include "engine/any_angle/box_sight.hpp"
#include "engine/any_angle/line_search.hpp"
#include "engine/any_angle/square_sight.hpp"

namespace pathstar {
namespace {

template <LooksAlongLines Sight, class Observer>
class ThetaSearch final : public LineSearch {
 public:
  using Link = ThetaMemory::Link;
  using State = ThetaMemory::State;
  using Spot = typename Sight::Spot;

  ThetaSearch(const Sight& sight, Node start, Node goal, bool lazy, const Settings& settings, ThetaPool& pool,
              Observer observer)
      : LineSearch(settings, Sight::kColumns),
        sight_(sight),
        start_(start),
        goal_(goal),
        goal_spot_(sight.spot(goal)),
        lazy_(lazy && !sight.has_cost()),
        memory_(pool.take()),
        observer_(observer) {
    begin();
  }

 private:
  static constexpr double kRounding = 1e-12;
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  void begin() {
    ThetaMemory& memory = *memory_;
    if (memory.links.size() != sight_.size() ||
        memory.search == std::numeric_limits<std::uint32_t>::max() / State::kStates - 1) {
      memory.links.assign(sight_.size(), {kNoNode, 0});
      memory.costs.resize(sight_.size());
      memory.search = 0;
    }
    ++memory.search;
    first_mark_ = State::kStates * memory.search;
    // As narrow as possible: an improved cell waits for at most two more steps.
    memory.open.start(BucketPlan<double>::fit(0.0, 2 * sight_.longest_step()));
    open(start_, sight_.spot(start_), start_, 0.0, State::seen);
    ++stats_.generated;
    note(EventType::source, start_);
    note(EventType::destination, goal_);
  }

  bool expand_next() override {
    ThetaMemory& memory = *memory_;
    if constexpr (Observer::kRecords) {
      if (observer_.full()) return end(Status::limit);
    }
    OpenEntry<double> entry;
    if (!memory.open.pop(entry)) return end(Status::no_path);
    prefetch_around(memory.open.next());
    const Node node = entry.node;
    Link& link = memory.links[node];
    if (is_closed(link) || memory.costs[node] != -entry.tie) return false;  // it has waited with another cost
    const Spot at = sight_.spot(node);
    if (link.mark == first_mark_ + State::believed && !confirm(node, at)) return false;
    if (!count_expansion()) return false;
    link.mark = first_mark_ + State::closed;
    note(EventType::expand, node);
    if (node == goal_) {
      end(Status::found);
      return true;
    }
    const Parent parent{link.parent, sight_.spot(link.parent), memory.costs[link.parent]};
    // Without costs no detour is shorter than the straight line, which a cell with the same parent already has.
    const std::uint32_t same_from = first_mark_ + (sight_.has_cost() ? State::closed : State::believed);
    const auto settled = [&](Node next) {
      const Link& there = memory.links[next];
      return is_closed(there) | ((there.parent == parent.node) & (there.mark >= same_from));
    };
    sight_.each_neighbour(node, at, settled, [&](Node next, Spot there) { relax(node, at, parent, next, there); });
    return true;
  }

  std::vector<LinePoint> line_back() const override {
    std::vector<LinePoint> points{sight_.point(goal_spot_)};
    for (Node node = goal_; node != start_; points.push_back(sight_.point(sight_.spot(node)))) {
      node = memory_->links[node].parent;
    }
    return points;
  }
  double cost() const override { return memory_->costs[goal_]; }

  struct Parent {
    Node node;
    Spot spot;
    double g;
  };

  // The search is over, without another expansion.
  bool end(Status status) {
    status_ = status;
    if (status != Status::limit) note(EventType::end, goal_);
    return false;
  }

  // Whether a cell sees its parent. If not, it goes back to the open list below its best closed neighbour.
  bool confirm(Node node, Spot at) {
    const Node parent = memory_->links[node].parent;
    if (sight_.sees(at, sight_.spot(parent), seen_from(parent))) return true;
    Node best = kNoNode;
    double least = kNever;
    const auto is_open = [this](Node next) { return !is_closed(memory_->links[next]); };
    sight_.each_neighbour(node, at, is_open, [&](Node next, Spot there) {
      const double g = memory_->costs[next] + sight_.cost(there, at);
      if (!(g < least * (1.0 - kRounding))) return;
      best = next;
      least = g;
    });
    open(node, at, best, least, State::seen);
    ++stats_.updated;
    note(EventType::bend, node);
    return false;
  }

  // A test whether a parent is known to see a cell.
  auto seen_from(Node parent) const noexcept {
    return [links = memory_->links.data(), from = first_mark_ + State::seen, parent](Node node) {
      return ((links[node].parent == parent) & (links[node].mark >= from)) | (node == parent);
    };
  }

  void relax(Node node, Spot at, const Parent& parent, Node next, Spot there) {
    if (!lazy_) return relax_at_once(node, at, parent, next, there);
    // Sight is assumed. If a glance does not prove it, it is tested when the cell is closed.
    const double g = parent.g + sight_.cost(parent.spot, there);
    if (!improves(next, g)) return;
    const Glance glance =
        node == parent.node ? Glance::seen : sight_.glance(next, there, parent.spot, seen_from(parent.node));
    if (glance == Glance::blocked) {
      return improve(next, there, node, memory_->costs[node] + sight_.cost(at, there), State::seen);
    }
    improve(next, there, parent.node, g, glance == Glance::seen ? State::seen : State::believed);
  }

  void relax_at_once(Node node, Spot at, const Parent& parent, Node next, Spot there) {
    const bool sees = parent.node != node && sight_.sees(there, parent.spot, seen_from(parent.node));
    const double from_parent = sees ? parent.g + sight_.cost(parent.spot, there) : kNever;
    const bool straight_wins = sees && !sight_.has_cost();
    const double by_step = straight_wins ? kNever : memory_->costs[node] + sight_.cost(at, there);
    from_parent <= by_step ? improve(next, there, parent.node, from_parent, State::seen)
                           : improve(next, there, node, by_step, State::seen);
  }

  bool improves(Node node, double g) const noexcept {
    return g < kNever && (!is_open(memory_->links[node]) || g < memory_->costs[node] * (1.0 - kRounding));
  }

  void improve(Node node, Spot at, Node parent, double g, State state) {
    if (!improves(node, g)) return;
    const bool again = is_open(memory_->links[node]);
    ++(again ? stats_.updated : stats_.generated);
    open(node, at, parent, g, state);
    note(again ? EventType::update : EventType::generate, node);
  }

  void open(Node node, Spot at, Node parent, double g, State state) {
    memory_->links[node] = {parent, first_mark_ + state};
    memory_->costs[node] = g;
    // Of entries with equal keys, the one with the larger cost comes first, then the last one added.
    memory_->open.push({g + sight_.bound(at, goal_spot_), -g, --order_, node});
  }

  // An event of a node with its present values.
  void note([[maybe_unused]] EventType type, [[maybe_unused]] Node node) {
    if constexpr (Observer::kRecords) {
      const Link& link = memory_->links[node];
      const bool known = is_open(link);
      const Node parent = known && node != start_ ? link.parent : kNoNode;
      observer_.add(type, node, parent, known ? memory_->costs[node] : 0.0,
                    sight_.bound(sight_.spot(node), goal_spot_));
    }
  }

  bool is_closed(const Link& link) const noexcept { return link.mark == first_mark_ + State::closed; }
  bool is_open(const Link& link) const noexcept { return link.mark >= first_mark_; }  // for one that is not closed

  // Prefetches the records of the cells around the probable next one.
  PATHSTAR_INLINE void prefetch_around(Node node) const noexcept {
    if (node == kNoNode) return;
    for (const std::int64_t row : {-1, 0, 1}) {
      const auto beside = static_cast<std::size_t>(node + row * sight_.row());
      prefetch(memory_->links.data(), beside);
      prefetch(memory_->costs.data(), beside);
    }
  }

  Sight sight_;
  Node start_;
  Node goal_;
  Spot goal_spot_;
  bool lazy_;
  std::uint32_t first_mark_ = 0;  // the lowest mark of this search
  std::uint32_t order_ = std::numeric_limits<std::uint32_t>::max();
  ThetaPool::Lease memory_;
  [[no_unique_address]] Observer observer_;
};

}  // namespace

template <LooksAlongLines Sight>
std::unique_ptr<Search> theta_search(const Sight& sight, Node start, Node goal, bool lazy, const Settings& settings,
                                     ThetaPool& pool, Recorder* recorder) {
  const auto begin = [&](auto observer) -> std::unique_ptr<Search> {
    return std::make_unique<ThetaSearch<Sight, decltype(observer)>>(sight, start, goal, lazy, settings, pool, observer);
  };
  return recorder == nullptr ? begin(NullObserver()) : begin(MaybeRecorder(recorder));
}

template std::unique_ptr<Search> theta_search(const SquareSight&, Node, Node, bool, const Settings&, ThetaPool&,
                                              Recorder*);
template std::unique_ptr<Search> theta_search(const BoxSight&, Node, Node, bool, const Settings&, ThetaPool&,
                                              Recorder*);

}  // namespace pathstar
