#include "engine/polyanya/polyanya.hpp"

#include <algorithm>
#include <utility>

#include "engine/polyanya/notes.hpp"
#include "spaces/compiler.hpp"

namespace pathstar {
namespace {

constexpr std::uint32_t kUnknown = kNone - 1;

}  // namespace

template <class Observer>
Polyanya<Observer>::Polyanya(const Mesh& mesh, const MeshLinks& links, const Point& start, const Point& goal,
                             const Settings& settings, PolyanyaWorkspace& workspace, Observer observer)
    : PolyanyaBase(mesh, links, start, goal, settings, workspace), observer_(std::move(observer)) {
  work_.begin(mesh.vertices() + 1 + links.size(), mesh.faces());
  find_ends();
  status_ = trivial_status();
  if (status_ != Status::running) return;
  for (const Face face : goal_faces_) want(face);
  estimate_links();
  work_.roots.push_back({start_vertex_, kNone, 0.0});
  work_.reach(start_vertex_, 0.0);
  begin(0, start_faces_);
  keep_successors();
}

template <class Observer>
Polyanya<Observer>::Polyanya(const Mesh& mesh, const MeshLinks& links, std::uint32_t first_source,
                             const Settings& settings, PolyanyaWorkspace& workspace, Observer observer)
  requires kFindsAll<Observer>
    : PolyanyaBase(mesh, links, {}, {}, settings, workspace), observer_(std::move(observer)) {
  work_.begin(mesh.vertices() + 1 + links.size(), mesh.faces());
  goal_faces_.clear();
  for (Face face = 0; face < mesh.faces(); ++face) work_.want(face);
  for (std::uint32_t source = first_source; source < links.size(); ++source) {
    const Vertex vertex = start_vertex_ + 1 + source;
    work_.reach(vertex, links.link(source).cost);
    work_.roots.push_back({vertex, kNone, links.link(source).cost});
    MeshInterval begun{};
    begun.edge = kLinkEnd;
    begun.root = static_cast<std::uint32_t>(work_.roots.size() - 1);
    push(begun, links.link(source).cost);
  }
}

template <class Observer>
double Polyanya<Observer>::known_to() const noexcept
  requires kFindsAll<Observer>
{
  if (!work_.open.empty()) return work_.open.front().f;
  return cut_off_ ? max_cost_ : kNoLimit;
}

// From the start or from the end of a link, through each edge of the polygons around it. An edge on which it lies leads
// into another of these polygons.
template <class Observer>
void Polyanya<Observer>::begin(std::uint32_t root, std::span<const Face> around) {
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
      if (twin == kNone || !leads_on(edge)) continue;
      if (around.size() > 1 && mesh_.contains(mesh_.beyond(edge), place)) continue;
      add({vertex, right}, {vertex, left}, twin, root);
    }
  }
}

template <class Observer>
Status Polyanya<Observer>::step(std::uint64_t budget) {
  const std::uint64_t allowed = max_expansions_ - stats_.expanded;
  const std::uint64_t last = stats_.expanded + std::min(budget, allowed);
  while (status_ == Status::running) {
    if constexpr (Observer::kRecords) {
      if (observer_.recorder->full()) {
        status_ = Status::limit;
        break;
      }
    }
    if (work_.successors.empty() && work_.open.empty()) {
      status_ = cut_off_ ? Status::limit : Status::no_path;
      note_no_path();
    } else if (stats_.expanded >= last) {
      if (budget >= allowed) status_ = Status::limit;
      break;
    } else {
      expand_next();
      keep_successors();
    }
  }
  return status_;
}

template <class Observer>
void Polyanya<Observer>::expand_next() {
  if (!work_.successors.empty()) {
    const MeshInterval interval = work_.successors.front();
    if constexpr (Observer::kRecords) observer_.row = observer_.successors.front();
    forget_successors();
    return expand(interval);
  }
  std::pop_heap(work_.open.begin(), work_.open.end());
  const std::uint32_t number = work_.open.back().interval;
  if constexpr (kFindsAll<Observer>) observer_->least = work_.open.back().f;
  work_.open.pop_back();
  if constexpr (Observer::kRecords) observer_.row = observer_.intervals[number];
  const MeshInterval interval = work_.intervals[number];
  expand(interval);
}

template <class Observer>
void Polyanya<Observer>::expand(const MeshInterval& interval) {
  const PolyanyaRoot& root = work_.roots[interval.root];
  if (interval.edge != kNone && work_.g_of(root.vertex) < root.g) {  // meanwhile reached by a shorter path
    return note(EventType::prune, interval);
  }
  if constexpr (kFindsAll<Observer>) {
    if (interval.edge != kLinkEnd && is_beaten(interval, observer_->seen)) return;
    keep_window(interval);
  }
  ++stats_.expanded;
  note(EventType::expand, interval);
  if (interval.edge == kNone) {
    last_root_ = interval.root;
    status_ = Status::found;
    return note(EventType::end, interval);
  }
  if (interval.edge == kLinkEnd) return begin(interval.root, links_.end_faces(link_of(root.vertex)));
  const Face face = mesh_.edge(interval.edge).face;
  if (links_.size() != 0) enter_links(face, interval);
  if (std::find(goal_faces_.begin(), goal_faces_.end(), face) != goal_faces_.end()) {
    const std::uint32_t last = root_towards(goal_, interval);
    if (last != kNone) add_goal(last);
    if (rests_.empty()) return;
  }
  cross(interval);
}

// From the right to the left through the edges of the polygon behind an interval.
template <class Observer>
void Polyanya<Observer>::cross(const MeshInterval& interval) {
  const Vertex first = mesh_.target(interval.edge), last = mesh_.origin(interval.edge);
  const bool whole_right = interval.right.ends_at(first), whole_left = interval.left.ends_at(last);
  Window window{interval,
                first,
                last,
                line_of(interval.right, 1),
                line_of(interval.left, -1),
                whole_right ? kUnknown : kNone,
                whole_left ? kUnknown : kNone};
  End end{first, whole_right ? 0 : -1, -1};
  for (EdgeId edge = mesh_.edge(interval.edge).next_way; edge != interval.edge; edge = mesh_.edge(edge).next_way) {
    if (!leads_on(edge)) continue;
    Crossing crossing{edge, end, end};
    if (mesh_.origin(edge) != end.vertex) crossing.right = end_at(mesh_.origin(edge), end, window);
    if (crossing.right.of_left > 0 && window.left_turn == kNone) return;
    crossing.left = end_at(mesh_.target(edge), crossing.right, window);
    leave(crossing, window);
    end = crossing.left;
  }
}

// The end of an edge that is farther to the left than another one: left of each bound that the other one is left of.
// Inlined, because calls would take a third of the time.
template <class Observer>
PATHSTAR_INLINE PolyanyaBase::End Polyanya<Observer>::end_at(Vertex vertex, const End& before,
                                                             const Window& window) const noexcept {
  if (vertex == window.left) return {vertex, 1, window.interval.left.ends_at(vertex) ? 0 : 1};
  const Point& place = at(vertex);
  const int of_right = before.of_right > 0 ? 1 : window.right_bound.side(place);
  if (of_right < 0) return {vertex, -1, -1};
  return {vertex, of_right, before.of_left > 0 ? 1 : window.left_bound.side(place)};
}

// Puts the successors of an interval into the open list, except one: the only one, or the one that would be taken next.
template <class Observer>
void Polyanya<Observer>::keep_successors() {
  auto& found = work_.successors;
  if (!kFindsAll<Observer> && found.size() == 1) return;
  const auto push_row = [this](std::size_t row, double f) {
    if constexpr (Observer::kRecords) observer_.row = observer_.successors[row];
    push(work_.successors[row], f);
  };
  std::size_t best = found.size();
  double least = kNoLimit;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double f = key_of(found[i]);
    if (kFindsAll<Observer> || f > least || f > max_cost_) {
      push_row(i, f);
      continue;
    }
    if (best != found.size()) push_row(best, least);
    best = i;
    least = f;
  }
  if (best == found.size()) return forget_successors();
  if (!work_.open.empty() && work_.open.front().f < least) {
    push_row(best, least);
    return forget_successors();
  }
  found.front() = found[best];
  found.resize(1);
  if constexpr (Observer::kRecords) observer_.successors = {observer_.successors[best]};
}

template <class Observer>
void Polyanya<Observer>::forget_successors() noexcept {
  work_.successors.clear();
  if constexpr (Observer::kRecords) observer_.successors.clear();
}

template <class Observer>
std::uint32_t Polyanya<Observer>::right_turn(Window& window) {
  if (window.right_turn == kUnknown) {
    window.right_turn = turns_right(window.interval) ? turn_at(window.right, window.interval.root) : kNone;
  }
  return window.right_turn;
}

template <class Observer>
std::uint32_t Polyanya<Observer>::left_turn(Window& window) {
  if (window.left_turn == kUnknown) {
    window.left_turn = turns_left(window.interval) ? turn_at(window.left, window.interval.root) : kNone;
  }
  return window.left_turn;
}

// Adds the visible part of an edge, and the space around the corners on both sides.
template <class Observer>
PATHSTAR_INLINE void Polyanya<Observer>::leave(const Crossing& crossing, Window& window) {
  const auto& [edge, right, left] = crossing;
  const MeshInterval& interval = window.interval;
  const EdgeId twin = mesh_.edge(edge).twin;
  const auto to = [&](Vertex vertex, std::uint32_t root) { return Bound{work_.roots[root].vertex, vertex}; };

  if ((right.of_right < 0 || (right.vertex == window.right && left.of_right < 0)) && right_turn(window) != kNone) {
    const std::uint32_t turn = window.right_turn;
    add(to(right.vertex, turn), left.of_right <= 0 ? to(left.vertex, turn) : interval.right, twin, turn);
  }
  if (left.of_right > 0 && right.of_left < 0) {
    add(right.of_right >= 0 ? to(right.vertex, interval.root) : interval.right,
        left.of_left <= 0 ? to(left.vertex, interval.root) : interval.left, twin, interval.root);
  } else if ((right.of_right == 0 && left.of_right == 0) || (right.of_left == 0 && left.of_left == 0)) {
    slide(twin, interval.root);
  }
  if ((left.of_left > 0 || (left.vertex == window.left && right.of_left > 0)) && left_turn(window) != kNone) {
    const std::uint32_t turn = window.left_turn;
    add(right.of_left >= 0 ? to(right.vertex, turn) : interval.left, to(left.vertex, turn), twin, turn);
  }
}

// The last root on the way to a place in the polygon behind an interval: the interval's root, or an end around which
// the path turns; kNone if neither.
template <class Observer>
std::uint32_t Polyanya<Observer>::root_towards(const Point& place, const MeshInterval& interval) {
  const Vertex right = mesh_.target(interval.edge), left = mesh_.origin(interval.edge);
  if (line_of(interval.right, 1).side(place) < 0) {
    return turns_right(interval) ? turn_at(right, interval.root) : kNone;
  }
  if (line_of(interval.left, -1).side(place) > 0) {
    return turns_left(interval) ? turn_at(left, interval.root) : kNone;
  }
  return interval.root;
}

template <class Observer>
void Polyanya<Observer>::enter_links(Face face, const MeshInterval& interval) {
  for (const std::uint32_t link : links_.leaving(face)) {
    const std::uint32_t root = root_towards(links_.link(link).from, interval);
    if (root != kNone) enter_link(link, root);
  }
}

// Adds the end of a link if a root sees its beginning.
template <class Observer>
void Polyanya<Observer>::enter_link(std::uint32_t number, std::uint32_t root) {
  const Link& link = links_.link(number);
  const Vertex end = start_vertex_ + 1 + number;
  const double g = work_.roots[root].g + distance(at(work_.roots[root].vertex), link.from) + link.cost;
  if (g >= work_.g_of(end)) return;
  work_.reach(end, g);
  work_.roots.push_back({end, root, g});
  MeshInterval arrived{};
  arrived.edge = kLinkEnd;
  arrived.root = static_cast<std::uint32_t>(work_.roots.size() - 1);
  ++stats_.generated;
  note_new(arrived);
  push(arrived, kFindsAll<Observer> ? g : g + estimate_from(link.to));
}

template <class Observer>
void Polyanya<Observer>::add_goal(std::uint32_t root) {
  const Point& last = at(work_.roots[root].vertex);
  MeshInterval arrived{};
  arrived.edge = kNone;
  arrived.root = root;
  ++stats_.generated;
  note_new(arrived);
  push(arrived, work_.roots[root].g + distance(last, goal_));
}

template <class Observer>
void Polyanya<Observer>::add(Bound right, Bound left, EdgeId edge, std::uint32_t root) {
  const Vertex vertex = work_.roots[root].vertex;
  const Vertex to_right = mesh_.target(edge), to_left = mesh_.origin(edge);
  if (vertex == to_right || vertex == to_left) {
    right = left = {};  // a root on the edge itself sees everything behind it
  } else if (right.to == to_right && left.to == to_left && orientation(at(vertex), at(to_right), at(to_left)) == 0) {
    return slide(edge, root);
  }
  add_successor(right, left, edge, root);
}

template <class Observer>
void Polyanya<Observer>::add_successor(const Bound& right, const Bound& left, EdgeId edge, std::uint32_t root) {
  ++stats_.generated;
  work_.successors.push_back({right, left, edge, root});
  note_new(work_.successors.back());
  if constexpr (Observer::kRecords) observer_.successors.push_back(observer_.row);
}

// Adds an edge that lies in line with the root, as the continuation of a wall: a path slides along the wall to the
// nearer end of the edge and turns there.
template <class Observer>
void Polyanya<Observer>::slide(EdgeId edge, std::uint32_t root) {
  const Vertex right = mesh_.target(edge), left = mesh_.origin(edge);
  const Point& place = at(work_.roots[root].vertex);
  const bool to_right = distance(place, at(right)) < distance(place, at(left));
  const Vertex corner = to_right ? right : left;
  if (!(to_right ? wraps_right(root, corner) : wraps_left(root, corner))) return;
  const std::uint32_t turn = turn_at(corner, root);
  if (turn != kNone) add_successor({}, {}, edge, turn);
}

template <class Observer>
double Polyanya<Observer>::key_of(const MeshInterval& interval) const noexcept {
  if constexpr (kFindsAll<Observer>) return least_of(interval);
  return work_.roots[interval.root].g + estimate(interval);
}

// Keeps the part that a root sees of the polygon behind an interval, or of those around the end of a link.
template <class Observer>
void Polyanya<Observer>::keep_window([[maybe_unused]] const MeshInterval& interval) {
  if constexpr (kFindsAll<Observer>) {
    if (interval.edge != kLinkEnd) return observer_->add(interval, mesh_.edge(interval.edge).face);
    const PolyanyaRoot& root = work_.roots[interval.root];
    for (const Face face : links_.end_faces(link_of(root.vertex))) {
      observer_->add(interval, face);
      for (EdgeId edge = mesh_.begin(face); edge != mesh_.end(face); ++edge) {
        observer_->see(mesh_.origin(edge), root.g + distance(at(root.vertex), mesh_.point(mesh_.origin(edge))));
      }
    }
  }
}

template <class Observer>
void Polyanya<Observer>::push(const MeshInterval& interval, double f) {
  if constexpr (kFindsAll<Observer>) {
    if (interval.edge != kLinkEnd) {
      const PolyanyaRoot& root = work_.roots[interval.root];
      const Vertex right = mesh_.target(interval.edge), left = mesh_.origin(interval.edge);
      if (interval.right.ends_at(right)) observer_->see(right, root.g + distance(at(root.vertex), at(right)));
      if (interval.left.ends_at(left)) observer_->see(left, root.g + distance(at(root.vertex), at(left)));
      if (is_beaten(interval, observer_->seen)) return;
    }
  }
  if (f > max_cost_) {
    cut_off_ = true;
    return note(EventType::forget, interval);
  }
  if constexpr (Observer::kRecords) observer_.intervals.push_back(observer_.row);
  work_.intervals.push_back(interval);
  work_.open.push_back({f, static_cast<std::uint32_t>(work_.intervals.size() - 1)});
  std::push_heap(work_.open.begin(), work_.open.end());
}

// Adds an interval to the recorder's table, after its new roots, and notes that it was found.
template <class Observer>
void Polyanya<Observer>::note_new([[maybe_unused]] const MeshInterval& interval) {
  if constexpr (Observer::kRecords) {
    const auto seen = [&](const Point& left, const Point& right, const PolyanyaRoot& from, double into) {
      const Point& place = at(from.vertex);
      const double before = from.previous == kNone ? -1.0 : observer_.roots[from.previous];
      return SeenInterval{{left.x, left.y}, {right.x, right.y}, {place.x, place.y}, into, before};
    };
    while (observer_.roots.size() < work_.roots.size()) {
      const PolyanyaRoot& added = work_.roots[observer_.roots.size()];
      observer_.roots.push_back(observer_.add(seen(at(added.vertex), at(added.vertex), added, kIntoNothing)));
    }
    const PolyanyaRoot& root = work_.roots[interval.root];
    if (interval.edge == kLinkEnd) {
      observer_.row = observer_.roots[interval.root];
    } else if (interval.edge == kNone) {
      observer_.row = observer_.add(seen(goal_, goal_, root, kIntoGoal));
    } else {
      const Point left = place_of(interval.left, mesh_.origin(interval.edge), interval.edge);
      const Point right = place_of(interval.right, mesh_.target(interval.edge), interval.edge);
      observer_.row = observer_.add(seen(left, right, root, mesh_.edge(interval.edge).face));
    }
    note(EventType::generate, interval);
  }
}

// Notes something about the interval with the row that was made or taken last.
template <class Observer>
void Polyanya<Observer>::note([[maybe_unused]] EventType type, [[maybe_unused]] const MeshInterval& interval) {
  if constexpr (Observer::kRecords) {
    if (type == EventType::end && observer_.is_first) return;
    const Node row = observer_.row;
    const double g = work_.roots[interval.root].g;
    observer_.recorder->add(type, row, type == EventType::end ? kNoNode : observer_.parents[row], g, rest_of(interval));
    if (type == EventType::expand) observer_.current = row;
  }
}

// Notes that the search has ended at no interval.
template <class Observer>
void Polyanya<Observer>::note_no_path() {
  if constexpr (Observer::kRecords) observer_.recorder->add(EventType::end, 0, kNoNode, 0.0, 0.0);
}

template class Polyanya<NullObserver>;
template class Polyanya<PolyanyaNotes>;
template class Polyanya<WindowObserver>;

}  // namespace pathstar
