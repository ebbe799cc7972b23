#include "engine/any_angle/anya.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "engine/any_angle/line_search.hpp"
#include "engine/polyanya/notes.hpp"
#include "spaces/compiler.hpp"

namespace pathstar {
namespace {

constexpr double kRounding = 1e-12;
constexpr std::uint32_t kNoRoot = std::numeric_limits<std::uint32_t>::max();

// Not std::hypot: it guards against sizes that no grid has, and takes several times as long.
double length(double x, double y) noexcept { return std::sqrt(x * x + y * y); }
double distance(Lattice a, Lattice b) noexcept { return length(a.x - b.x, a.y - b.y); }

// Where the ray through a point meets a line: the end of the part that the root sees.
struct Ray {
  Lattice through;
  Crossing at;
};

// The rectangle that an interval leads into, with the line on its other side.
struct Beyond {
  const FreeRun& run;  // its first run behind the interval
  RunId near;          // its number
  RunId far;           // its last run
  RunRange back;       // the runs that touch it on the side of the interval
  RunRange exits;      // those on the other side
  std::int32_t line;   // of the other side
};

template <class Observer>
class AnyaSearch final : public LineSearch {
 public:
  AnyaSearch(const Grid& grid, const FreeRuns& runs, Node start, Node goal, const Settings& settings, AnyaPool& pool,
             Observer observer)
      : LineSearch(settings, 2),
        runs_(runs),
        width_(static_cast<std::int32_t>(grid.width())),
        unit_(grid.moves().straight / 2),
        start_(centre(start)),
        goal_(centre(goal)),
        goal_top_(runs[run_around(goal_)].top),
        memory_(pool.take()),
        observer_(std::move(observer)) {
    memory_->begin(static_cast<std::size_t>(grid.width() + 1) * (grid.height() + 1), runs.size());
    want_goal();
    memory_->roots.push_back({start_, kNoRoot, 0.0});
    leave_start();
    keep_successors();
  }

 private:
  // Everything in its own rectangle is seen from the start.
  void leave_start() {
    const FreeRun& run = runs_[run_around(start_)];
    if (run.top == goal_top_) return add_goal(0);
    for (const std::int8_t down : {std::int8_t{1}, std::int8_t{-1}})
      add_exits(beyond(down > 0 ? run.top : run.bottom, down), down, 0);
  }

  bool expand_next() override {
    if constexpr (Observer::kRecords) {
      if (observer_.recorder->full()) return end(Status::limit);
    }
    if (memory_->successors.empty() && memory_->open.empty()) {
      if constexpr (Observer::kRecords) observer_.recorder->add(EventType::end, 0, kNoNode, 0.0, 0.0);
      return end(Status::no_path);
    }
    const AnyaInterval interval = take();
    const AnyaRoot& root = memory_->roots[interval.root];
    if (interval.down != 0 && root.g > least(root.at) * (1.0 + kRounding)) {  // meanwhile reached by a shorter path
      note(EventType::prune, interval);
      return false;
    }
    if (!count_expansion()) return false;
    note(EventType::expand, interval);
    if (interval.down == 0) {
      last_root_ = interval.root;
      status_ = Status::found;
      note(EventType::end, interval);
      return true;
    }
    is_flat(interval) ? expand_flat(interval) : expand_cone(interval);
    keep_successors();
    return true;
  }

  bool end(Status status) {
    status_ = status;
    return false;
  }

  // The only successor of the last interval, or the best one on the open list.
  AnyaInterval take() {
    AnyaMemory& memory = *memory_;
    if (!memory.successors.empty()) {
      const AnyaInterval only = memory.successors.front();
      memory.successors.clear();
      if constexpr (Observer::kRecords) {
        observer_.row = observer_.successors.front();
        observer_.successors.clear();
      }
      return only;
    }
    std::pop_heap(memory.open.begin(), memory.open.end());
    const std::uint32_t number = memory.open.back().interval;
    memory.open.pop_back();
    if constexpr (Observer::kRecords) observer_.row = observer_.intervals[number];
    return memory.intervals[number];
  }

  std::vector<LinePoint> line_back() const override {
    std::vector<LinePoint> points{place(goal_)};
    for (std::uint32_t root = last_root_; root != kNoRoot; root = memory_->roots[root].before)
      points.push_back(place(memory_->roots[root].at));
    return points;
  }
  double cost() const override {
    const AnyaRoot& last = memory_->roots[last_root_];
    return unit_ * (last.g + distance(last.at, goal_));
  }

  bool is_flat(const AnyaInterval& of) const noexcept { return memory_->roots[of.root].at.y == of.line; }

  Beyond beyond(RunId entered, std::int8_t down) const noexcept {
    const FreeRun& run = runs_[entered];
    const FreeRun& last = runs_[down > 0 ? run.bottom : run.top];
    if (down < 0) return {run, entered, run.top, run.below, last.above, 2 * last.row};
    return {run, entered, run.bottom, run.above, last.below, 2 * last.row + 2};
  }

  // From a root away from the line: the part of the other side that it sees, and the space behind the interval's ends.
  void expand_cone(const AnyaInterval& from) {
    const Beyond into = beyond(from.run, from.down);
    if (into.run.top == goal_top_) return reach_goal(from);
    const Lattice root = memory_->roots[from.root].at;
    const Ray left{from.left, Crossing::of(root, from.left, into.line)};
    const Ray right{from.right, Crossing::of(root, from.right, into.line)};
    add_seen(into, from.down, left, right, from.root);
    if (from.whole_left) turn<true>(into, from, left.at);
    if (from.whole_right) turn<false>(into, from, right.at);
  }

  // The parts of the other side that a root sees between two rays.
  void add_seen(const Beyond& into, std::int8_t down, const Ray& left, const Ray& right, std::uint32_t root) {
    for (RunId next = first_behind(into.exits, left.at); next < into.exits.end; ++next) {
      const std::int32_t begin = std::max(runs_[next].left, into.run.left);
      const std::int32_t end = std::min(runs_[next].right, into.run.right);
      if (left.at.versus(end) >= 0) continue;
      if (right.at.versus(begin) <= 0) return;
      const bool whole_left = left.at.versus(begin) <= 0, whole_right = right.at.versus(end) >= 0;
      add({whole_left ? Lattice{begin, into.line} : left.through, whole_right ? Lattice{end, into.line} : right.through,
           root, next, into.line, down, whole_left, whole_right},
          into.far);
    }
  }

  // The first run that reaches beyond a ray, or a few before it.
  RunId first_behind(RunRange runs, const Crossing& ray) const noexcept {
    constexpr RunId kFew = 8;
    while (runs.end - runs.begin > kFew) {
      const RunId middle = runs.begin + (runs.end - runs.begin) / 2;
      (ray.versus(runs_[middle].right) >= 0 ? runs.begin : runs.end) = middle;
    }
    return runs.begin;
  }

  void add_exits(const Beyond& into, std::int8_t down, std::uint32_t root) {
    for (RunId next = into.exits.begin; next < into.exits.end; ++next) {
      add({{std::max(runs_[next].left, into.run.left), into.line},
           {std::min(runs_[next].right, into.run.right), into.line},
           root,
           next,
           into.line,
           down,
           true,
           true},
          into.far);
    }
  }

  // Turns around an end of the interval that is a corner: adds the part of the rectangle on the far side of its ray,
  // and the space behind it along the line.
  template <bool kLeft>
  void turn(const Beyond& into, const AnyaInterval& from, const Crossing& ray) {
    const Lattice corner = kLeft ? from.left : from.right;
    const std::int32_t wall = kLeft ? into.run.left : into.run.right;
    const bool hides = kLeft ? ray.versus(wall) > 0 : ray.versus(wall) < 0;
    if (!hides && wall == corner.x) return;
    const Lattice root = memory_->roots[from.root].at;
    const std::uint32_t turned = turn_at(corner, from.root);
    if (turned == kNoRoot) return;
    if (hides) {
      const Ray onward{{2 * corner.x - root.x, 2 * corner.y - root.y}, ray};
      const Ray along{{wall, into.line}, {wall, 1}};
      kLeft ? add_seen(into, from.down, along, onward, turned) : add_seen(into, from.down, onward, along, turned);
    }
    add_along<kLeft>(into, from.line, from.down, corner.x, turned);
  }

  // From a root on the line, at an end of the interval: the whole rectangle beyond is seen.
  void expand_flat(const AnyaInterval& from) {
    const Beyond into = beyond(from.run, from.down);
    if (into.run.top == goal_top_) return add_goal(from.root);
    add_exits(into, from.down, from.root);
    const std::int32_t x = memory_->roots[from.root].at.x;
    x == from.right.x ? add_along<true>(into, from.line, from.down, from.left.x, from.root)
                      : add_along<false>(into, from.line, from.down, from.right.x, from.root);
  }

  // Goes along a line, past a wall on the side of the root, to the runs where the line is open again, and turns around
  // their nearer end.
  template <bool kLeft>
  void add_along(const Beyond& into, std::int32_t line, std::int8_t down, std::int32_t from, std::uint32_t root) {
    for (RunId next = into.back.begin; next < into.back.end; ++next) {
      const Lattice left{std::max(runs_[next].left, into.run.left), line};
      const Lattice right{std::min(runs_[next].right, into.run.right), line};
      if (kLeft ? right.x >= from : left.x <= from) continue;
      const std::uint32_t turned = turn_at(kLeft ? right : left, root);
      if (turned != kNoRoot)
        add({left, right, turned, next, line, static_cast<std::int8_t>(-down), true, true}, into.near);
    }
  }

  // The place of the goal in the rectangle beyond: between the rays, or behind an end that is a corner.
  void reach_goal(const AnyaInterval& from) {
    const Lattice root = memory_->roots[from.root].at;
    const std::int64_t to_left = cross(root, from.left, goal_) * from.down;
    const std::int64_t to_right = cross(root, from.right, goal_) * from.down;
    if (to_left <= 0 && to_right >= 0) return add_goal(from.root);
    if (to_left > 0 ? !from.whole_left : !from.whole_right) return;
    const std::uint32_t turned = turn_at(to_left > 0 ? from.left : from.right, from.root);
    if (turned != kNoRoot) add_goal(turned);
  }

  // Adds a corner as the root after another one; none if an equally short path is known. A path that is no shorter adds
  // nothing: a shortest line turns at the corner on either path, and the same space lies behind it.
  std::uint32_t turn_at(Lattice corner, std::uint32_t root) {
    AnyaMemory& memory = *memory_;
    const double g = memory.roots[root].g + distance(memory.roots[root].at, corner);
    if (!(g < least(corner) * (1.0 - kRounding))) return kNoRoot;
    memory.corners[index(corner)] = {g, memory.search};
    memory.roots.push_back({corner, root, g});
    return static_cast<std::uint32_t>(memory.roots.size() - 1);
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

  void add(const AnyaInterval& interval, RunId from) {
    if (runs_.enters_dead_end(from, interval.run) && !is_wanted(interval.run)) return;
    memory_->successors.push_back(interval);
    note_new(interval);
    if constexpr (Observer::kRecords) observer_.successors.push_back(observer_.row);
  }

  // Marks the rectangle with the goal, and those that lead to it if it lies in a dead end.
  void want_goal() {
    for (RunId top = goal_top_;;) {
      memory_->wanted[top] = memory_->search;
      const RunId way = runs_[top].way_out;
      if (way == kAlive || way == kNoRun) return;
      top = runs_[way].top;
    }
  }
  bool is_wanted(RunId run) const noexcept { return memory_->wanted[runs_[run].top] == memory_->search; }

  void add_goal(std::uint32_t root) {
    const AnyaInterval arrived{goal_, goal_, root, 0, goal_.y, 0, true, true};
    note_new(arrived);
    push(arrived, memory_->roots[root].g + distance(memory_->roots[root].at, goal_));
  }

  // Puts the successors of an interval on the open list, unless there is only one.
  void keep_successors() {
    std::vector<AnyaInterval>& successors = memory_->successors;
    if (successors.size() == 1) return;
    for (std::size_t i = 0; i < successors.size(); ++i) {
      if constexpr (Observer::kRecords) observer_.row = observer_.successors[i];
      push(successors[i], memory_->roots[successors[i].root].g + estimate(successors[i]));
    }
    successors.clear();
    if constexpr (Observer::kRecords) observer_.successors.clear();
  }

  void push(const AnyaInterval& interval, double f) {
    AnyaMemory& memory = *memory_;
    if constexpr (Observer::kRecords) observer_.intervals.push_back(observer_.row);
    memory.intervals.push_back(interval);
    memory.open.push_back({f, static_cast<std::uint32_t>(memory.intervals.size() - 1)});
    std::push_heap(memory.open.begin(), memory.open.end());
  }

  // The length of the shortest line from the root over the interval to the goal if there were no walls.
  double estimate(const AnyaInterval& of) const noexcept {
    const Lattice root = memory_->roots[of.root].at;
    if (of.down == 0 || root.y == of.line) return distance(root, goal_);
    const bool behind = (goal_.y - of.line) * of.down < 0;
    const double y = behind ? 2 * of.line - goal_.y : goal_.y;
    const double share = (of.line - root.y) / (y - root.y);
    const double through = std::clamp(root.x + (goal_.x - root.x) * share, end_of(of, of.left), end_of(of, of.right));
    return length(through - root.x, of.line - root.y) + length(goal_.x - through, y - of.line);
  }

  // Where an interval ends on its line, rounded.
  double end_of(const AnyaInterval& of, Lattice through) const noexcept {
    if (of.line == through.y) return through.x;
    return Crossing::of(memory_->roots[of.root].at, through, of.line).value();
  }

  RunId run_around(Lattice centre) const noexcept { return runs_.around(centre.y / 2, centre.x / 2); }
  Lattice centre(Node node) const noexcept {
    const auto cell = static_cast<std::int32_t>(node);
    return {2 * (cell % width_) + 1, 2 * (cell / width_) + 1};
  }
  static LinePoint place(Lattice at) noexcept { return {(at.x - 1) / 2.0, (at.y - 1) / 2.0, 0.0}; }

  // Adds an interval to the recorder's table, after its new roots, and notes that it was found.
  void note_new([[maybe_unused]] const AnyaInterval& interval) {
    ++stats_.generated;
    if constexpr (Observer::kRecords) {
      const auto row = [&](double left, double right, double y, const AnyaRoot& root, double into) {
        const LinePoint from = place(root.at);
        const double before = root.before == kNoRoot ? -1.0 : observer_.roots[root.before];
        const double level = (y - 1) / 2.0;
        return observer_.add({{(left - 1) / 2.0, level}, {(right - 1) / 2.0, level}, {from[0], from[1]}, into, before});
      };
      const std::vector<AnyaRoot>& roots = memory_->roots;
      while (observer_.roots.size() < roots.size()) {
        const AnyaRoot& added = roots[observer_.roots.size()];
        observer_.roots.push_back(row(added.at.x, added.at.x, added.at.y, added, kIntoNothing));
      }
      const double into = interval.down == 0 ? kIntoGoal : runs_[interval.run].row;
      observer_.row = row(end_of(interval, interval.left), end_of(interval, interval.right), interval.line,
                          roots[interval.root], into);
      note(EventType::generate, interval);
    }
  }

  // Notes something about the interval with the row that was made or taken last.
  void note([[maybe_unused]] EventType type, [[maybe_unused]] const AnyaInterval& interval) {
    if constexpr (Observer::kRecords) {
      const Node row = observer_.row, parent = type == EventType::end ? kNoNode : observer_.parents[row];
      observer_.recorder->add(type, row, parent, unit_ * memory_->roots[interval.root].g, unit_ * estimate(interval));
      if (type == EventType::expand) observer_.current = row;
    }
  }

  const FreeRuns& runs_;
  std::int32_t width_;
  double unit_;  // the cost of half a cell
  Lattice start_;
  Lattice goal_;
  RunId goal_top_;  // of the rectangle around the goal
  AnyaPool::Lease memory_;
  std::uint32_t last_root_ = kNoRoot;  // on the line that was found
  [[no_unique_address]] Observer observer_;
};

}  // namespace

void AnyaMemory::begin(std::size_t corner_count, std::size_t run_count) {
  if (corners.size() != corner_count || search == std::numeric_limits<std::uint32_t>::max()) {
    corners.clear(corner_count);
    wanted.clear();
    search = 0;
  }
  if (wanted.size() < run_count) wanted.resize(run_count, 0);
  ++search;
  roots.clear();
  intervals.clear();
  successors.clear();
  open.clear();
}

std::unique_ptr<Search> anya_search(const Grid& grid, const FreeRuns& runs, Node start, Node goal,
                                    const Settings& settings, AnyaPool& pool,
                                    std::shared_ptr<IntervalRecorder> recorder) {
  if (recorder == nullptr)
    return std::make_unique<AnyaSearch<NullObserver>>(grid, runs, start, goal, settings, pool, NullObserver());
  return std::make_unique<AnyaSearch<PolyanyaNotes>>(grid, runs, start, goal, settings, pool,
                                                     PolyanyaNotes(std::move(recorder)));
}

}  // namespace pathstar
