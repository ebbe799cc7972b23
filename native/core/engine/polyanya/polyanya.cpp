#include "engine/polyanya/polyanya.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/driver/limits.hpp"

namespace pathstar {
namespace {

// Twice the area of a triangle, rounded; positive if it goes counterclockwise.
double cross(const Point& a, const Point& b, const Point& c) noexcept {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

Point mirrored(const Point& place, const Point& a, const Point& b) noexcept {
  const double x = b.x - a.x, y = b.y - a.y;
  const double share = 2.0 * cross(a, b, place) / (x * x + y * y);
  return {place.x + share * y, place.y - share * x};
}

}  // namespace

// An edge of the polygon that is being left. `right` and `left` are its ends as seen from inside, with the sides of the
// interval's bounds on which they lie: 1 is left of the bound, -1 right of it.
struct Polyanya::Crossing {
  struct End {
    Vertex vertex;
    int of_right;  // of the right bound
    int of_left;
  };
  EdgeId edge;
  End right, left;
  bool first, last;                     // the edge begins at the right end of the interval's edge, ends at its left one
  std::uint32_t right_turn, left_turn;  // the corners' rows among the roots; kNone where paths cannot turn
};

Polyanya::Polyanya(const Mesh& mesh, const Point& start, const Point& goal, const Settings& settings,
                   PolyanyaWorkspace& workspace)
    : mesh_(mesh),
      start_(start),
      goal_(goal),
      start_vertex_(mesh.vertices()),
      start_faces_(mesh.faces_at(start)),
      goal_faces_(mesh.faces_at(goal)),
      max_cost_(with_rounding(settings.max_cost)),
      max_expansions_(settings.max_expansions),
      work_(workspace) {
  work_.begin(mesh.vertices());
  status_ = trivial_status();
  if (status_ == Status::running) begin();
}

Status Polyanya::trivial_status() const {
  if (start_faces_.empty()) return Status::blocked_start;
  if (goal_faces_.empty()) return Status::blocked_goal;
  for (const Face start : start_faces_) {
    for (const Face goal : goal_faces_) {
      if (mesh_.component(start) == mesh_.component(goal)) return Status::running;
    }
  }
  return Status::no_path;
}

const Point& Polyanya::at(Vertex vertex) const noexcept {
  return vertex == start_vertex_ ? start_ : mesh_.point(vertex);
}

int Polyanya::side(const Bound& bound, const Point& place, int unbounded) const noexcept {
  return bound.from == kNone ? unbounded : orientation(at(bound.from), at(bound.to), place);
}

// Through each edge of the polygons around the start; an edge that it lies on leads into another one of them.
void Polyanya::begin() {
  work_.roots.push_back({start_vertex_, kNone, 0.0});
  for (const Face face : start_faces_) {
    if (std::find(goal_faces_.begin(), goal_faces_.end(), face) != goal_faces_.end()) return add_goal(0);
  }
  for (const Face face : start_faces_) {
    for (EdgeId edge = mesh_.begin(face); edge != mesh_.end(face); ++edge) {
      const Vertex right = mesh_.origin(edge), left = mesh_.target(edge);
      const EdgeId twin = mesh_.edge(edge).twin;
      if (twin == kNone || mesh_.contains(mesh_.edge(twin).face, start_)) continue;
      add({{at(right), {start_vertex_, right}}, {at(left), {start_vertex_, left}}, twin, 0});
    }
  }
}

Status Polyanya::step(std::uint64_t budget) {
  const std::uint64_t allowed = max_expansions_ - stats_.expanded;
  const std::uint64_t last = stats_.expanded + std::min(budget, allowed);
  while (status_ == Status::running) {
    if (work_.open.empty()) {
      status_ = cut_off_ ? Status::limit : Status::no_path;
    } else if (stats_.expanded >= last) {
      if (budget >= allowed) status_ = Status::limit;
      break;
    } else {
      std::pop_heap(work_.open.begin(), work_.open.end());
      const std::uint32_t number = work_.open.back().interval;
      work_.open.pop_back();
      expand(number);
    }
  }
  return status_;
}

void Polyanya::expand(std::uint32_t number) {
  const Interval interval = work_.intervals[number];
  const PolyanyaRoot& root = work_.roots[interval.root];
  if (interval.edge == kNone) {
    last_root_ = interval.root;
    status_ = Status::found;
    return;
  }
  if (root.vertex != start_vertex_ && work_.g_of(root.vertex) < root.g) return;  // reached by a shorter path since
  ++stats_.expanded;
  const Face face = mesh_.edge(interval.edge).face;
  if (std::find(goal_faces_.begin(), goal_faces_.end(), face) != goal_faces_.end()) return finish(interval);

  const Vertex right = mesh_.target(interval.edge), left = mesh_.origin(interval.edge);
  Crossing crossing{};
  crossing.right_turn = turns_right(interval) ? turn_at(right, interval.root) : kNone;
  crossing.left_turn = turns_left(interval) ? turn_at(left, interval.root) : kNone;
  crossing.right = {right, interval.right.vertex ? 0 : -1, -1};
  for (EdgeId edge = mesh_.next(interval.edge); edge != interval.edge; edge = mesh_.next(edge)) {
    const Vertex end = mesh_.target(edge);
    crossing.edge = edge;
    crossing.first = crossing.right.vertex == right;
    crossing.last = end == left;
    if (crossing.last) {
      crossing.left = {left, 1, interval.left.vertex ? 0 : 1};
    } else {
      crossing.left = {end, side(interval.right.bound, at(end), 1), side(interval.left.bound, at(end), -1)};
    }
    if (mesh_.edge(edge).twin != kNone) leave(crossing, interval);
    crossing.right = crossing.left;
  }
}

// Whether a path may turn right at the right end of an interval.
bool Polyanya::turns_right(const Interval& interval) const noexcept {
  const Vertex corner = mesh_.target(interval.edge);
  return interval.right.vertex && corner != work_.roots[interval.root].vertex && wraps_right(interval.root, corner);
}

bool Polyanya::turns_left(const Interval& interval) const noexcept {
  const Vertex corner = mesh_.origin(interval.edge);
  return interval.left.vertex && corner != work_.roots[interval.root].vertex && wraps_left(interval.root, corner);
}

// Whether a path from a root to a corner has a wall to its right there, around which it may turn.
bool Polyanya::wraps_right(std::uint32_t root, Vertex corner) const noexcept {
  const Vertex wall = mesh_.walls(corner).clockwise;
  return wall != kNone && orientation(at(work_.roots[root].vertex), at(corner), at(wall)) < 0;
}

bool Polyanya::wraps_left(std::uint32_t root, Vertex corner) const noexcept {
  const Vertex wall = mesh_.walls(corner).counterclockwise;
  return wall != kNone && orientation(at(work_.roots[root].vertex), at(corner), at(wall)) > 0;
}

// The row of a corner as a root after another one, or kNone if a shorter path to it is known.
std::uint32_t Polyanya::turn_at(Vertex corner, std::uint32_t root) {
  const double g = work_.roots[root].g + distance(at(work_.roots[root].vertex), at(corner));
  const double known = work_.g_of(corner);
  if (g > known) return kNone;
  if (g < known) {
    work_.reach(corner, g);
    ++stats_.updated;
  }
  work_.roots.push_back({corner, root, g});
  return static_cast<std::uint32_t>(work_.roots.size() - 1);
}

// Adds what is seen of an edge, and what lies around the corners on both sides.
void Polyanya::leave(const Crossing& crossing, const Interval& interval) {
  const auto& [edge, right, left, first, last, right_turn, left_turn] = crossing;
  const EdgeId twin = mesh_.edge(edge).twin;
  const Point &a = at(right.vertex), &b = at(left.vertex);
  const auto at_vertex = [&](Vertex vertex, std::uint32_t root) {
    const Vertex from = work_.roots[root].vertex;
    return IntervalEnd{at(vertex), {from, vertex}, true};
  };
  const auto on_edge = [&](const Bound& bound) { return IntervalEnd{meeting(bound, a, b), bound, false}; };

  if (right_turn != kNone && (right.of_right < 0 || (first && left.of_right < 0))) {
    add({at_vertex(right.vertex, right_turn),
         left.of_right <= 0 ? at_vertex(left.vertex, right_turn) : on_edge(interval.right.bound), twin, right_turn});
  }
  if (left.of_right > 0 && right.of_left < 0) {
    add({right.of_right >= 0 ? at_vertex(right.vertex, interval.root) : on_edge(interval.right.bound),
         left.of_left <= 0 ? at_vertex(left.vertex, interval.root) : on_edge(interval.left.bound), twin,
         interval.root});
  } else if ((right.of_right == 0 && left.of_right == 0) || (right.of_left == 0 && left.of_left == 0)) {
    slide({at_vertex(right.vertex, interval.root), at_vertex(left.vertex, interval.root), twin, interval.root});
  }
  if (left_turn != kNone && (left.of_left > 0 || (last && right.of_left > 0))) {
    add({right.of_left >= 0 ? at_vertex(right.vertex, left_turn) : on_edge(interval.left.bound),
         at_vertex(left.vertex, left_turn), twin, left_turn});
  }
}

// Adds the path to a goal in the polygon behind an interval, if it goes straight there or around an end.
void Polyanya::finish(const Interval& interval) {
  const Vertex right = mesh_.target(interval.edge), left = mesh_.origin(interval.edge);
  std::uint32_t root = interval.root;
  if (side(interval.right.bound, goal_, 1) < 0) {
    root = turns_right(interval) ? turn_at(right, root) : kNone;
  } else if (side(interval.left.bound, goal_, -1) > 0) {
    root = turns_left(interval) ? turn_at(left, root) : kNone;
  }
  if (root != kNone) add_goal(root);
}

void Polyanya::add_goal(std::uint32_t root) {
  const Point& last = at(work_.roots[root].vertex);
  Interval arrived{};
  arrived.edge = kNone;
  arrived.root = root;
  push(arrived, work_.roots[root].g + distance(last, goal_));
}

void Polyanya::add(Interval interval) {
  const Vertex root = work_.roots[interval.root].vertex;
  const Vertex right = mesh_.target(interval.edge), left = mesh_.origin(interval.edge);
  if (root == right || root == left) {
    interval.right.bound = interval.left.bound = {};  // a root on the edge itself sees all that lies behind it
  } else if (interval.right.vertex && interval.left.vertex && orientation(at(root), at(right), at(left)) == 0) {
    return slide(interval);
  }
  push(interval, work_.roots[interval.root].g + estimate(interval));
}

// Adds an edge that lies in line with the root, as the continuation of a wall: a path slides along the wall to the
// nearer end of the edge and turns there.
void Polyanya::slide(Interval interval) {
  const Vertex right = mesh_.target(interval.edge), left = mesh_.origin(interval.edge);
  const Point& root = at(work_.roots[interval.root].vertex);
  const bool to_right = distance(root, at(right)) < distance(root, at(left));
  const Vertex corner = to_right ? right : left;
  if (!(to_right ? wraps_right(interval.root, corner) : wraps_left(interval.root, corner))) return;
  interval.root = turn_at(corner, interval.root);
  if (interval.root == kNone) return;
  interval.right.bound = interval.left.bound = {};
  push(interval, work_.roots[interval.root].g + estimate(interval));
}

void Polyanya::push(const Interval& interval, double f) {
  if (f > max_cost_) {
    cut_off_ = true;
    return;
  }
  ++stats_.generated;
  work_.intervals.push_back(interval);
  work_.open.push_back({f, static_cast<std::uint32_t>(work_.intervals.size() - 1)});
  std::push_heap(work_.open.begin(), work_.open.end());
}

// The distance from the root to the goal through the interval, were there no walls behind it.
double Polyanya::estimate(const Interval& interval) const noexcept {
  const Point& root = at(work_.roots[interval.root].vertex);
  const Point &right = interval.right.place, &left = interval.left.place;
  const Point &a = at(mesh_.origin(interval.edge)), &b = at(mesh_.target(interval.edge));
  const Point goal = cross(a, b, goal_) < 0.0 ? mirrored(goal_, a, b) : goal_;
  if (cross(root, right, goal) < 0.0) return distance(root, right) + distance(right, goal);
  if (cross(root, left, goal) > 0.0) return distance(root, left) + distance(left, goal);
  return distance(root, goal);
}

// Where a bound meets the edge from a to b, whose ends lie on both sides of it.
Point Polyanya::meeting(const Bound& bound, const Point& a, const Point& b) const noexcept {
  const double before = std::abs(cross(at(bound.from), at(bound.to), a));
  const double after = std::abs(cross(at(bound.from), at(bound.to), b));
  const double share = before + after > 0.0 ? before / (before + after) : 0.0;
  return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

PathResult Polyanya::result() const {
  PathResult result;
  result.status = status_;
  result.stats = stats_;
  if (status_ != Status::found) return result;
  std::vector<Point> back{goal_};
  for (std::uint32_t root = last_root_; root != kNone; root = work_.roots[root].previous) {
    const Point& corner = at(work_.roots[root].vertex);
    if (corner == back.back()) continue;
    if (back.size() > 1 && orientation(back[back.size() - 2], back.back(), corner) == 0) back.pop_back();
    back.push_back(corner);
  }
  result.cost = 0.0;
  for (std::size_t i = back.size(); i-- > 0;) {
    result.line.insert(result.line.end(), {back[i].x, back[i].y});
    if (i != 0) result.cost += distance(back[i], back[i - 1]);
  }
  result.length = back.size();
  return result;
}

}  // namespace pathstar
