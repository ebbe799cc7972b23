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

Polyanya::Polyanya(const Mesh& mesh, const MeshLinks& links, const Point& start, const Point& goal,
                   const Settings& settings, PolyanyaWorkspace& workspace)
    : mesh_(mesh),
      links_(links),
      start_(start),
      goal_(goal),
      start_vertex_(mesh.vertices()),
      start_faces_(mesh.faces_at(start)),
      goal_faces_(mesh.faces_at(goal)),
      max_cost_(with_rounding(settings.max_cost)),
      max_expansions_(settings.max_expansions),
      work_(workspace) {
  work_.begin(mesh.vertices() + 1 + links.size());
  status_ = trivial_status();
  if (status_ != Status::running) return;
  estimate_links();
  work_.roots.push_back({start_vertex_, kNone, 0.0});
  work_.reach(start_vertex_, 0.0);
  begin(0, start_faces_);
}

Status Polyanya::trivial_status() const {
  if (start_faces_.empty()) return Status::blocked_start;
  if (goal_faces_.empty()) return Status::blocked_goal;
  return links_.lead(mesh_, start_faces_, goal_faces_) ? Status::running : Status::no_path;
}

// By shortcut, the least cost from its beginning to the goal by straight lines and shortcuts: Bellman and Ford's
// rounds.
void Polyanya::estimate_links() {
  const auto shortcuts = links_.shortcuts();
  for (const std::uint32_t link : shortcuts) {
    rests_.push_back(links_.link(link).cost + distance(links_.link(link).to, goal_));
  }
  for (bool improved = true; improved;) {
    improved = false;
    for (std::size_t i = 0; i < shortcuts.size(); ++i) {
      const Link& link = links_.link(shortcuts[i]);
      const double rest = link.cost + estimate_from(link.to);
      improved = improved || rest < rests_[i];
      rests_[i] = std::min(rests_[i], rest);
    }
  }
}

// The distance to the goal, were there no walls.
double Polyanya::estimate_from(const Point& place) const noexcept {
  double least = distance(place, goal_);
  for (std::size_t i = 0; i < rests_.size(); ++i) {
    least = std::min(least, distance(place, links_.link(links_.shortcuts()[i]).from) + rests_[i]);
  }
  return least;
}

const Point& Polyanya::at(Vertex vertex) const noexcept {
  if (vertex < start_vertex_) return mesh_.point(vertex);
  return vertex == start_vertex_ ? start_ : links_.link(link_of(vertex)).to;
}

int Polyanya::side(const Bound& bound, const Point& place, int unbounded) const noexcept {
  return bound.from == kNone ? unbounded : orientation(at(bound.from), at(bound.to), place);
}

// From the start or from the end of a link, through each edge of the polygons around it; an edge that it lies on leads
// into another one of them.
void Polyanya::begin(std::uint32_t root, std::span<const Face> around) {
  const Vertex vertex = work_.roots[root].vertex;
  const Point& place = at(vertex);
  for (const Face face : around) {
    if (std::find(goal_faces_.begin(), goal_faces_.end(), face) == goal_faces_.end()) continue;
    add_goal(root);
    if (rests_.empty()) return;  // nothing is shorter than the straight line
    break;
  }
  for (const Face face : around) {
    for (const std::uint32_t link : links_.leaving(face)) enter_link(link, root);
    for (EdgeId edge = mesh_.begin(face); edge != mesh_.end(face); ++edge) {
      const Vertex right = mesh_.origin(edge), left = mesh_.target(edge);
      const EdgeId twin = mesh_.edge(edge).twin;
      if (twin == kNone || mesh_.contains(mesh_.edge(twin).face, place)) continue;
      add({{at(right), {vertex, right}}, {at(left), {vertex, left}}, twin, root});
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
  const MeshInterval interval = work_.intervals[number];
  const PolyanyaRoot root = work_.roots[interval.root];
  if (interval.edge == kNone) {
    last_root_ = interval.root;
    status_ = Status::found;
    return;
  }
  if (work_.g_of(root.vertex) < root.g) return;  // reached by a shorter path since
  ++stats_.expanded;
  if (interval.edge == kLinkEnd) return begin(interval.root, links_.end_faces(link_of(root.vertex)));
  const Face face = mesh_.edge(interval.edge).face;
  enter_links(face, interval);
  if (std::find(goal_faces_.begin(), goal_faces_.end(), face) != goal_faces_.end()) {
    const std::uint32_t last = root_towards(goal_, interval);
    if (last != kNone) add_goal(last);
    if (rests_.empty()) return;
  }

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
bool Polyanya::turns_right(const MeshInterval& interval) const noexcept {
  const Vertex corner = mesh_.target(interval.edge);
  return interval.right.vertex && corner != work_.roots[interval.root].vertex && wraps_right(interval.root, corner);
}

bool Polyanya::turns_left(const MeshInterval& interval) const noexcept {
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
void Polyanya::leave(const Crossing& crossing, const MeshInterval& interval) {
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

// The last root on the way to a place in the polygon behind an interval: the interval's own, or an end around which the
// path turns; kNone if it does neither.
std::uint32_t Polyanya::root_towards(const Point& place, const MeshInterval& interval) {
  const Vertex right = mesh_.target(interval.edge), left = mesh_.origin(interval.edge);
  if (side(interval.right.bound, place, 1) < 0) {
    return turns_right(interval) ? turn_at(right, interval.root) : kNone;
  }
  if (side(interval.left.bound, place, -1) > 0) {
    return turns_left(interval) ? turn_at(left, interval.root) : kNone;
  }
  return interval.root;
}

void Polyanya::enter_links(Face face, const MeshInterval& interval) {
  for (const std::uint32_t link : links_.leaving(face)) {
    const std::uint32_t root = root_towards(links_.link(link).from, interval);
    if (root != kNone) enter_link(link, root);
  }
}

// Adds the end of a link whose beginning a root sees.
void Polyanya::enter_link(std::uint32_t number, std::uint32_t root) {
  const Link& link = links_.link(number);
  const Vertex end = start_vertex_ + 1 + number;
  const double g = work_.roots[root].g + distance(at(work_.roots[root].vertex), link.from) + link.cost;
  if (g >= work_.g_of(end)) return;
  work_.reach(end, g);
  work_.roots.push_back({end, root, g});
  MeshInterval arrived{};
  arrived.edge = kLinkEnd;
  arrived.root = static_cast<std::uint32_t>(work_.roots.size() - 1);
  push(arrived, g + estimate_from(link.to));
}

void Polyanya::add_goal(std::uint32_t root) {
  const Point& last = at(work_.roots[root].vertex);
  MeshInterval arrived{};
  arrived.edge = kNone;
  arrived.root = root;
  push(arrived, work_.roots[root].g + distance(last, goal_));
}

void Polyanya::add(MeshInterval interval) {
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
void Polyanya::slide(MeshInterval interval) {
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

void Polyanya::push(const MeshInterval& interval, double f) {
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
double Polyanya::estimate(const MeshInterval& interval) const noexcept {
  double least = estimate_to(goal_, interval);
  for (std::size_t i = 0; i < rests_.size(); ++i) {
    least = std::min(least, estimate_to(links_.link(links_.shortcuts()[i]).from, interval) + rests_[i]);
  }
  return least;
}

double Polyanya::estimate_to(const Point& place, const MeshInterval& interval) const noexcept {
  const Point& root = at(work_.roots[interval.root].vertex);
  const Point &right = interval.right.place, &left = interval.left.place;
  const Point &a = at(mesh_.origin(interval.edge)), &b = at(mesh_.target(interval.edge));
  const Point behind = cross(a, b, place) < 0.0 ? mirrored(place, a, b) : place;
  if (cross(root, right, behind) < 0.0) return distance(root, right) + distance(right, behind);
  if (cross(root, left, behind) > 0.0) return distance(root, left) + distance(left, behind);
  return distance(root, behind);
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
  std::size_t fixed = 1;  // so many points stay: the goal, and all up to the last link
  result.cost = 0.0;
  const auto go = [&](const Point& place) {
    if (place == back.back()) return;
    if (back.size() > fixed && orientation(back[back.size() - 2], back.back(), place) == 0) back.pop_back();
    back.push_back(place);
  };
  std::vector<std::pair<std::size_t, double>> crossed;  // links: the number of the point at its end, and its cost
  for (std::uint32_t root = last_root_; root != kNone; root = work_.roots[root].previous) {
    const Vertex vertex = work_.roots[root].vertex;
    go(at(vertex));
    if (link_of(vertex) == kNone) continue;
    const Link& link = links_.link(link_of(vertex));
    crossed.emplace_back(back.size() - 1, link.cost);
    back.push_back(link.from);
    fixed = back.size();
  }
  auto link = crossed.rbegin();
  for (std::size_t i = back.size(); i-- > 0;) {
    result.line.insert(result.line.end(), {back[i].x, back[i].y});
    if (i == 0) break;
    const bool links = link != crossed.rend() && link->first == i - 1;
    result.cost += links ? (link++)->second : distance(back[i], back[i - 1]);
  }
  result.length = back.size();
  return result;
}

}  // namespace pathstar
