#include "engine/any_angle/theta.hpp"

#include <algorithm>
#include <limits>

#include "engine/any_angle/box_sight.hpp"
#include "engine/any_angle/line_search.hpp"
#include "engine/any_angle/square_sight.hpp"

namespace pathstar {
namespace {

template <LooksAlongLines Sight>
class ThetaSearch final : public LineSearch {
 public:
  using Entry = ThetaMemory::Entry;
  using Record = ThetaMemory::Record;
  using Spot = typename Sight::Spot;

  ThetaSearch(const Sight& sight, Node start, Node goal, bool lazy, const Settings& settings, ThetaPool& pool)
      : LineSearch(settings, Sight::kColumns),
        sight_(sight),
        start_(start),
        goal_(goal),
        goal_spot_(sight.spot(goal)),
        lazy_(lazy && !sight.has_cost()),
        memory_(pool.take()) {
    begin();
  }

 private:
  static constexpr double kRounding = 1e-12;
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  void begin() {
    ThetaMemory& memory = *memory_;
    if (memory.records.size() != sight_.size() || memory.search == std::numeric_limits<std::uint32_t>::max() / 2) {
      memory.records.assign(sight_.size(), {0.0, kNoNode, 0});
      memory.search = 0;
    }
    ++memory.search;
    memory.open.clear();
    improve(start_, sight_.spot(start_), start_, 0.0);
  }

  bool open_is_empty() const override { return memory_->open.empty(); }

  bool expand_next() override {
    ThetaMemory& memory = *memory_;
    std::pop_heap(memory.open.begin(), memory.open.end(), later);
    const Entry entry = memory.open.back();
    memory.open.pop_back();
    const Node node = entry.node;
    Record& record = memory.records[node];
    if (is_closed(record) || record.g != entry.g) return false;
    const Spot at = sight_.spot(node);
    if (lazy_ && !confirm(node, at)) return false;
    if (!count_expansion()) return false;
    ++record.mark;
    if (node == goal_) {
      status_ = Status::found;
      return true;
    }
    const Parent parent{record.parent, sight_.spot(record.parent), memory.records[record.parent].g};
    sight_.each_neighbour(node, at, [&](Node next, Spot there) {
      if (!is_closed(memory.records[next])) relax(node, at, parent, next, there);
    });
    return true;
  }

  std::vector<LinePoint> line_back() const override {
    std::vector<LinePoint> points{sight_.point(goal_spot_)};
    for (Node node = goal_; node != start_; points.push_back(sight_.point(sight_.spot(node)))) {
      node = memory_->records[node].parent;
    }
    return points;
  }
  double cost() const override { return memory_->records[goal_].g; }

  struct Parent {
    Node node;
    Spot spot;
    double g;
  };

  // Whether a cell sees its parent. If not, it goes back to the open list below its best closed neighbour.
  bool confirm(Node node, Spot at) {
    Record& record = memory_->records[node];
    if (sees(record.parent, sight_.spot(record.parent), at)) return true;
    record.g = kNever;
    sight_.each_neighbour(node, at, [&](Node next, Spot there) {
      const Record& around = memory_->records[next];
      if (is_closed(around)) improve(node, at, next, around.g + sight_.cost(there, at));
    });
    return false;
  }

  // What has this parent is known to be seen from it: with Lazy Theta* once it is closed.
  bool sees(Node parent, Spot from, Spot at) const {
    const std::uint32_t known_from = 2 * memory_->search + (lazy_ ? 1 : 0);
    return sight_.sees(at, from, [&](Node node) {
      const Record& record = memory_->records[node];
      return (record.parent == parent && record.mark >= known_from) || node == parent;
    });
  }

  void relax(Node node, Spot at, const Parent& parent, Node next, Spot there) {
    const Record& record = memory_->records[next];
    // Without costs no way round is shorter than the straight line, which it has already.
    if (!sight_.has_cost() && is_open(record) && record.parent == parent.node) return;
    if (lazy_) {  // sight is taken for granted, and looked for when the cell is closed
      improve(next, there, parent.node, parent.g + sight_.cost(parent.spot, there));
      return;
    }
    const bool sees_parent = parent.node != node && sees(parent.node, parent.spot, there);
    const double from_parent = sees_parent ? parent.g + sight_.cost(parent.spot, there) : kNever;
    const bool straight_wins = sees_parent && !sight_.has_cost();
    const double by_step = straight_wins ? kNever : memory_->records[node].g + sight_.cost(at, there);
    from_parent <= by_step ? improve(next, there, parent.node, from_parent) : improve(next, there, node, by_step);
  }

  void improve(Node node, Spot at, Node parent, double g) {
    Record& record = memory_->records[node];
    const bool seen = record.mark >= 2 * memory_->search;
    if (seen && g >= record.g * (1.0 - kRounding)) return;
    ++(seen ? stats_.updated : stats_.generated);
    record = {g, parent, 2 * memory_->search};
    memory_->open.push_back({g + sight_.bound(at, goal_spot_), g, node});
    std::push_heap(memory_->open.begin(), memory_->open.end(), later);
  }

  static bool later(const Entry& a, const Entry& b) noexcept { return a.f > b.f || (a.f == b.f && a.g < b.g); }
  bool is_closed(const Record& record) const noexcept { return record.mark == 2 * memory_->search + 1; }
  bool is_open(const Record& record) const noexcept { return record.mark == 2 * memory_->search; }

  Sight sight_;
  Node start_;
  Node goal_;
  Spot goal_spot_;
  bool lazy_;
  ThetaPool::Lease memory_;
};

}  // namespace

template <LooksAlongLines Sight>
std::unique_ptr<Search> theta_search(const Sight& sight, Node start, Node goal, bool lazy, const Settings& settings,
                                     ThetaPool& pool) {
  return std::make_unique<ThetaSearch<Sight>>(sight, start, goal, lazy, settings, pool);
}

template std::unique_ptr<Search> theta_search(const SquareSight&, Node, Node, bool, const Settings&, ThetaPool&);
template std::unique_ptr<Search> theta_search(const BoxSight&, Node, Node, bool, const Settings&, ThetaPool&);

}  // namespace pathstar
