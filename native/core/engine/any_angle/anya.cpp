#include "engine/any_angle/anya.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/any_angle/line_search.hpp"
#include "engine/any_angle/rows.hpp"

namespace pathstar {
namespace {

constexpr double kRounding = 1e-12;

// Not std::hypot: it guards against sizes that no grid has, and takes several times as long.
double length(double x, double y) noexcept { return std::sqrt(x * x + y * y); }
double distance(Lattice a, Lattice b) noexcept { return length(a.x - b.x, a.y - b.y); }

// A search node: what the root sees of a line between two rows, to go on beyond it.
struct Interval {
  Lattice root;
  Lattice left;   // the ends are where rays from the root through these points meet the line;
  Lattice right;  // where the root lies on the line, they are the ends themselves
  std::int32_t line;
  std::int32_t down;  // 1 if the row beyond lies below, -1 if above; 0 for the goal, which is then the left end
  double g;           // of the root
  std::uint32_t before;

  bool is_link() const noexcept { return left == root && right == root; }
  bool is_flat() const noexcept { return root.y == line; }
  std::int32_t row() const noexcept { return down > 0 ? line / 2 : line / 2 - 1; }
};

// The same interval seen from the same root.
struct SameView {
  std::size_t operator()(const Interval& one) const noexcept {
    std::uint64_t hash = 0;
    for (const std::int32_t part :
         {one.root.x, one.root.y, one.left.x, one.left.y, one.right.x, one.right.y, one.line, one.down}) {
      hash = (hash ^ static_cast<std::uint32_t>(part)) * 0x9E3779B97F4A7C15U;
      hash ^= hash >> 29U;
    }
    return static_cast<std::size_t>(hash);
  }
  bool operator()(const Interval& a, const Interval& b) const noexcept {
    return a.root == b.root && a.left == b.left && a.right == b.right && a.line == b.line && a.down == b.down;
  }
};

template <class Observer>
class AnyaSearch final : public LineSearch {
 public:
  AnyaSearch(const Grid& grid, Node start, Node goal, const Settings& settings, AnyaPool& pool, Observer observer)
      : LineSearch(settings, 2),
        rows_(grid),
        width_(static_cast<std::int32_t>(grid.width())),
        unit_(grid.moves().straight / 2),
        start_(centre(start)),
        goal_(centre(goal)),
        memory_(pool.take()),
        observer_(observer) {
    begin(static_cast<std::size_t>(grid.width() + 1) * (grid.height() + 1));
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Entry {
    double f;
    std::uint32_t interval;
    bool operator<(const Entry& other) const noexcept {
      return f > other.f || (f == other.f && interval < other.interval);
    }
  };

  void begin(std::size_t corners) {
    if (memory_->corners.size() != corners || memory_->search == std::numeric_limits<std::uint32_t>::max()) {
      memory_->corners.assign(corners, {0.0, 0});
      memory_->search = 0;
    }
    ++memory_->search;
    leave_start();
  }

  // Everything in its own row is seen from the start.
  void leave_start() {
    const RowRun run = rows_.run(start_.y / 2, start_.x / 2);
    if (in_run(run, start_.y / 2)) return add_goal(start_, 0.0, kNone);
    for (const std::int32_t down : {1, -1})
      each_portal(run, start_.y + down, down,
                  [&](Lattice left, Lattice right) { add({start_, left, right, left.y, down, 0.0, kNone}); });
  }

  bool expand_next() override {
    if constexpr (Observer::kRecords) {
      if (observer_->full()) {
        status_ = Status::limit;
        return false;
      }
    }
    if (open_.empty()) {
      status_ = Status::no_path;
      note(EventType::end, kNone, kNone);
      return false;
    }
    const std::uint32_t at = open_.top().interval;
    open_.pop();
    const Interval interval = intervals_[at];
    if (interval.down != 0 && interval.g > least(interval.root) * (1.0 + kRounding)) {
      note(EventType::prune, at, interval.before);
      return false;
    }
    if (!count_expansion()) return false;
    note(EventType::expand, at, interval.before);
    if (interval.down == 0) {
      last_ = at;
      status_ = Status::found;
      note(EventType::end, at, kNone);
    } else {
      interval.is_flat() ? expand_flat(interval, at) : expand_cone(interval, at);
    }
    return true;
  }

  std::vector<LinePoint> line_back() const override {
    std::vector<LinePoint> points{place(goal_)};
    for (std::uint32_t at = last_; at != kNone; at = intervals_[at].before)
      points.push_back(place(intervals_[at].root));
    points.push_back(place(start_));
    return points;
  }
  double cost() const override {
    const Interval& end = intervals_[last_];
    return unit_ * (end.g + distance(end.root, goal_));
  }

  // From a root away from the line: what it sees of the next line, and what lies behind the interval's ends.
  void expand_cone(const Interval& from, std::uint32_t at) {
    const Crossing left = Crossing::of(from.root, from.left, from.line);
    const RowRun run = rows_.run(from.row(), left.cell_behind());
    if (in_run(run, from.row())) return reach_goal(from, at);
    const std::int32_t far = from.line + 2 * from.down;
    const Crossing far_left = Crossing::of(from.root, from.left, far);
    const Crossing far_right = Crossing::of(from.root, from.right, far);
    add_seen(from, run, far, {from.left, far_left}, {from.right, far_right}, at);
    if (from.left.y == from.line) turn<true>(from, run, far, far_left, at);
    if (from.right.y == from.line) turn<false>(from, run, far, far_right, at);
  }

  struct Ray {
    Lattice through;
    Crossing at;
  };

  // The parts of a line that the root sees between two rays.
  void add_seen(const Interval& from, const RowRun& run, std::int32_t far, const Ray& left, const Ray& right,
                std::uint32_t at) {
    const bool from_ray = left.at.versus(run.left) > 0, to_ray = right.at.versus(run.right) < 0;
    if (left.at.versus(run.right) >= 0 || right.at.versus(run.left) <= 0) return;
    const std::int32_t first = from_ray ? left.at.cell_behind() : run.left / 2;
    const std::int32_t last = to_ray ? right.at.cell_before() : run.right / 2 - 1;
    const std::int32_t row = from.row() + from.down;
    rows_.each_stretch(row, first, last, [&](std::int32_t begin, std::int32_t end) {
      const bool cut_left =
          from_ray && begin == 2 * first && !(left.at.versus(begin) == 0 && !rows_.free(row, first - 1));
      const bool cut_right =
          to_ray && end == 2 * last + 2 && !(right.at.versus(end) == 0 && !rows_.free(row, last + 1));
      add({from.root, cut_left ? left.through : Lattice{begin, far}, cut_right ? right.through : Lattice{end, far}, far,
           from.down, from.g, at});
    });
  }

  // Turns around an end of the interval that is a corner: what lies in the row beyond on its far side, and what the row
  // behind has along the line.
  template <bool kLeft>
  void turn(const Interval& from, const RowRun& run, std::int32_t far, const Crossing& ray, std::uint32_t at) {
    const Lattice corner = kLeft ? from.left : from.right;
    const double g = from.g + distance(from.root, corner);
    const Lattice onward{2 * corner.x - from.root.x, 2 * corner.y - from.root.y};
    const Interval turned{corner, corner, corner, from.line, from.down, g, at};
    if constexpr (kLeft) {
      if (ray.versus(run.left) > 0 && improves(corner, g)) {
        add_seen(turned, run, far, {{run.left, far}, {run.left, 1}}, {onward, ray}, at);
      }
      if (run.left < corner.x) add_along<true>(from.down, corner, run.left, corner.x, g, at);
    } else {
      if (ray.versus(run.right) < 0 && improves(corner, g)) {
        add_seen(turned, run, far, {onward, ray}, {{run.right, far}, {run.right, 1}}, at);
      }
      if (run.right > corner.x) add_along<false>(from.down, corner, corner.x, run.right, g, at);
    }
  }

  // From a root on the line, at an end of the interval: the whole row beyond is seen.
  void expand_flat(const Interval& from, std::uint32_t at) {
    const RowRun run = rows_.run(from.row(), from.left.x / 2);
    if (in_run(run, from.row())) return add_goal(from.root, from.g, at);
    each_portal(run, from.line + 2 * from.down, from.down,
                [&](Lattice left, Lattice right) { add({from.root, left, right, left.y, from.down, from.g, at}); });
    if (from.root.x == from.right.x) {
      add_along<true>(from.down, from.root, run.left, from.left.x, from.g, at);
    } else {
      add_along<false>(from.down, from.root, from.right.x, run.right, from.g, at);
    }
  }

  // Goes along a line, past a wall on the side that one came from, to the stretches where it is open again; there the
  // nearer end is turned around.
  template <bool kLeft>
  void add_along(std::int32_t down, Lattice root, std::int32_t from, std::int32_t to, double g, std::uint32_t at) {
    const std::int32_t row = down > 0 ? root.y / 2 - 1 : root.y / 2;
    rows_.each_stretch(row, from / 2, to / 2 - 1, [&](std::int32_t begin, std::int32_t end) {
      const Lattice left{begin, root.y}, right{end, root.y}, corner = kLeft ? right : left;
      const double reached = g + distance(root, corner);
      // The root itself was turned around already; an interval that begins at it lies beyond the wall's end.
      if (improves(corner, reached)) add({corner, left, right, root.y, -down, reached, link(root, g, at)});
    });
  }

  // An interval that only says that a corner was passed on the way along a line.
  std::uint32_t link(Lattice root, double g, std::uint32_t at) {
    if (at != kNone && intervals_[at].root == root) return at;
    intervals_.push_back({root, root, root, root.y, 1, g, at});
    return static_cast<std::uint32_t>(intervals_.size() - 1);
  }

  void reach_goal(const Interval& from, std::uint32_t at) {
    // The goal lies between the rays, or behind an end that is a corner.
    const std::int64_t to_left = cross(from.root, from.left, goal_) * from.down;
    const std::int64_t to_right = cross(from.root, from.right, goal_) * from.down;
    if (to_left <= 0 && to_right >= 0) return add_goal(from.root, from.g, at);
    const Lattice corner = to_left > 0 ? from.left : from.right;
    if (corner.y == from.line) add_goal(corner, from.g + distance(from.root, corner), at);
  }

  void add_goal(Lattice root, double g, std::uint32_t before) {
    intervals_.push_back({root, goal_, goal_, goal_.y, 0, g, before});
    open(g + distance(root, goal_), before);
  }

  void add(const Interval& interval) {
    if (is_after_turn(interval) && !is_better_view(interval)) return;
    intervals_.push_back(interval);
    open(interval.g + estimate(interval), interval.before);
  }

  bool is_after_turn(const Interval& of) const {
    return of.before == kNone || !(intervals_[of.before].root == of.root);
  }
  // Ways of the same length to a corner give the same intervals there. Those that go on from these differ if they do.
  bool is_better_view(const Interval& of) {
    const auto [seen, is_new] = views_.try_emplace(of, of.g);
    if (!is_new && of.g >= seen->second * (1.0 - kRounding)) return false;
    seen->second = of.g;
    return true;
  }

  // Puts the last interval on the open list.
  void open(double f, std::uint32_t before) {
    const auto number = static_cast<std::uint32_t>(intervals_.size() - 1);
    open_.push({f, number});
    ++stats_.generated;
    note(EventType::generate, number, before);
  }

  // An event of an interval. Where the goal was not reached, the search ends at no node.
  void note([[maybe_unused]] EventType type, [[maybe_unused]] std::uint32_t number,
            [[maybe_unused]] std::uint32_t before) {
    if constexpr (Observer::kRecords) {
      if (noted_ == 0) first_ = static_cast<Node>(observer_->intervals().size());
      for (; noted_ < intervals_.size(); ++noted_) observer_->add_interval(seen(intervals_[noted_]));
      if (number == kNone) return observer_->add(type, 0, kNoNode, 0.0, 0.0);
      const Interval& of = intervals_[number];
      const double rest = of.down == 0 ? distance(of.root, goal_) : estimate(of);
      while (before != kNone && intervals_[before].is_link()) before = intervals_[before].before;
      observer_->add(type, first_ + number, before == kNone ? kNoNode : first_ + before, unit_ * of.g, unit_ * rest);
    }
  }

  // What the root sees, as a recorder keeps it.
  SeenInterval seen(const Interval& of) const {
    const auto end = [&](Lattice through) {
      const double x = of.is_flat() || of.down == 0 ? through.x : Crossing::of(of.root, through, of.line).value();
      return LinePoint{(x - 1) / 2.0, (of.line - 1) / 2.0, 0.0};
    };
    const LinePoint left = end(of.left), right = end(of.right), root = place(of.root);
    const double into = of.down == 0 ? kIntoGoal : of.row();
    const double before = of.before == kNone ? -1.0 : first_ + of.before;
    return {{left[0], left[1]}, {right[0], right[1]}, {root[0], root[1]}, into, before};
  }

  // The shortest way from the root over the interval to the goal, were there no walls.
  double estimate(const Interval& of) const noexcept {
    if (of.is_flat()) return distance(of.root, goal_);
    const double left = Crossing::of(of.root, of.left, of.line).value();
    const double right = Crossing::of(of.root, of.right, of.line).value();
    const bool behind = (goal_.y - of.line) * of.down < 0;
    const double y = behind ? 2 * of.line - goal_.y : goal_.y;
    const double share = (of.line - of.root.y) / (y - of.root.y);
    const double through = std::clamp(of.root.x + (goal_.x - of.root.x) * share, left, right);
    return length(through - of.root.x, of.line - of.root.y) + length(goal_.x - through, y - of.line);
  }

  template <class Visit>
  void each_portal(const RowRun& run, std::int32_t line, std::int32_t down, Visit&& visit) const {
    rows_.each_stretch(
        down > 0 ? line / 2 : line / 2 - 1, run.left / 2, run.right / 2 - 1,
        [&](std::int32_t left, std::int32_t right) { visit(Lattice{left, line}, Lattice{right, line}); });
  }

  // Whether no shorter way to a corner is known; notes this one.
  bool improves(Lattice corner, double g) {
    if (g > least(corner) * (1.0 + kRounding)) return false;
    memory_->corners[index(corner)] = {std::min(least(corner), g), memory_->search};
    return true;
  }
  double least(Lattice corner) const noexcept {
    if (corner == start_) return 0.0;
    const AnyaMemory::Corner& known = memory_->corners[index(corner)];
    return known.mark == memory_->search ? known.g : std::numeric_limits<double>::infinity();
  }
  std::size_t index(Lattice corner) const noexcept {
    return static_cast<std::size_t>(corner.y / 2) * static_cast<std::size_t>(width_ + 1) +
           static_cast<std::size_t>(corner.x / 2);
  }

  bool in_run(const RowRun& run, std::int32_t row) const noexcept {
    return goal_.y / 2 == row && run.left < goal_.x && goal_.x < run.right;
  }
  Lattice centre(Node node) const noexcept {
    const auto cell = static_cast<std::int32_t>(node);
    return {2 * (cell % width_) + 1, 2 * (cell / width_) + 1};
  }
  static LinePoint place(Lattice at) noexcept { return {(at.x - 1) / 2.0, (at.y - 1) / 2.0, 0.0}; }

  Rows rows_;
  std::int32_t width_;
  double unit_;  // what half a cell costs
  Lattice start_;
  Lattice goal_;
  AnyaPool::Lease memory_;
  std::vector<Interval> intervals_;
  std::unordered_map<Interval, double, SameView, SameView> views_;  // after turns, with the shortest way to the root
  std::priority_queue<Entry> open_;
  std::uint32_t last_ = kNone;
  std::size_t noted_ = 0;  // intervals that the recorder has
  Node first_ = 0;         // the recorder's number of the first one
  [[no_unique_address]] Observer observer_;
};

}  // namespace

std::unique_ptr<Search> anya_search(const Grid& grid, Node start, Node goal, const Settings& settings, AnyaPool& pool,
                                    IntervalRecorder* recorder) {
  if (recorder == nullptr)
    return std::make_unique<AnyaSearch<NullObserver>>(grid, start, goal, settings, pool, NullObserver());
  return std::make_unique<AnyaSearch<IntervalObserver>>(grid, start, goal, settings, pool, IntervalObserver(recorder));
}

}  // namespace pathstar
