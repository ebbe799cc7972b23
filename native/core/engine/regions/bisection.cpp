#include "engine/regions/bisection.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/driver/limits.hpp"

namespace pathstar {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-12;    // of a cost
constexpr double kShortest = 1e-12;    // of an edge: no interval is halved further
constexpr double kMuchShorter = 0.25;  // of the longest interval: shorter ones wait

Settings without_costs(Settings settings) {
  settings.max_cost = kNoLimit;  // lengths say little about costs
  return settings;
}

Point closest_to(const Segment& segment, const Point& place) noexcept {
  const double x = segment.b.x - segment.a.x, y = segment.b.y - segment.a.y;
  const double length = x * x + y * y;
  if (!(length > 0.0)) return segment.a;
  return segment.at(((place.x - segment.a.x) * x + (place.y - segment.a.y) * y) / length);
}

double distance_to(const Segment& segment, const Point& place) noexcept {
  return distance(closest_to(segment, place), place);
}

// Between two segments that do not cross: they lie on the border of a convex polygon.
double between(const Segment& p, const Segment& q) noexcept {
  return std::min({distance_to(p, q.a), distance_to(p, q.b), distance_to(q, p.a), distance_to(q, p.b)});
}

// The place on p closest to q.
Point closest_to(const Segment& p, const Segment& q) noexcept {
  const std::array places{p.a, p.b, closest_to(p, q.a), closest_to(p, q.b)};
  return *std::min_element(places.begin(), places.end(),
                           [&](const Point& a, const Point& b) { return distance_to(q, a) < distance_to(q, b); });
}

double length_of(const auto& piece) noexcept { return distance(piece.place.a, piece.place.b); }
bool is_long(const auto& piece) noexcept { return piece.high - piece.low > kShortest; }

}  // namespace

template <class Observer>
RegionBisection<Observer>::RegionBisection(const Mesh& mesh, const MeshLinks& links, const Point& start,
                                           const Point& goal, const Settings& settings, PolyanyaWorkspace& workspace,
                                           Observer observer)
    : mesh_(mesh),
      links_(links),
      notes_(std::move(observer)),
      polyanya_(mesh, links, start, goal, without_costs(settings), workspace, line_observer(notes_)),
      weight_(std::max(settings.weight, kClosestWeight)),
      max_cost_(with_rounding(settings.max_cost)),
      max_expansions_(settings.max_expansions),
      cost_(kInfinite) {
  const auto add_point = [&](const Point& place) {
    pieces_.push_back({{place, place}});
    ends_faces_.push_back(mesh_.faces_at(place));
  };
  add_point(start);
  add_point(goal);
  for (std::uint32_t link = 0; link < links.size(); ++link) {
    add_point(links.link(link).from);
    add_point(links.link(link).to);
  }
  step_line(0);
}

template <class Observer>
Status RegionBisection<Observer>::step(std::uint64_t budget) {
  while (status_ == Status::running && budget != 0) {
    if (phase_ == Phase::line) {
      const std::uint64_t before = stats_.expanded;
      step_line(budget);
      budget -= std::min(budget, std::max<std::uint64_t>(1, stats_.expanded - before));
      continue;
    }
    if (open_.empty()) {
      end_run();
      continue;
    }
    const auto [cost, piece] = open_.front();
    std::pop_heap(open_.begin(), open_.end(), std::greater<>());
    open_.pop_back();
    Reached& here = reached()[piece];
    if (here.done || cost > here.cost) {
      if constexpr (Observer::kRecords) notes_.drop(piece, cost);
      continue;
    }
    if (stats_.expanded >= max_expansions_ || notes_full()) {
      status_ = Status::limit;
      break;
    }
    here.done = true;
    ++stats_.expanded;
    --budget;
    if constexpr (Observer::kRecords) notes_.expand(piece);
    expand(piece);
  }
  return status_;
}

template <class Observer>
void RegionBisection<Observer>::step_line(std::uint64_t budget) {
  const Status status = polyanya_.step(budget);
  stats_ = polyanya_.stats();
  if (status == Status::running) return;
  if (status == Status::found) {
    end_line();
  } else {
    status_ = status;
  }
}

// Uses Polyanya's path: its cost is an upper bound, and its length times the least cost is a lower bound.
template <class Observer>
void RegionBisection<Observer>::end_line() {
  if constexpr (Observer::kRecords) notes_.take_over();
  const PathResult shortest = polyanya_.result();
  std::vector<Point> line;
  for (std::size_t i = 0; i < shortest.line.size(); i += 2) line.push_back({shortest.line[i], shortest.line[i + 1]});
  double cost = 0.0;
  for (std::size_t i = 1; i < line.size(); ++i) cost += leg_cost(line[i - 1], line[i]);
  offer(line, cost);
  const double least = links_.size() == 0 ? mesh_.min_cost() : std::min(1.0, mesh_.min_cost());
  least_ = least * shortest.cost * (1.0 - kRounding);
  if (is_over()) return;
  add_pieces();
  begin_run(Phase::forth);
}

// One interval for each edge between two polygons, in both directions.
template <class Observer>
void RegionBisection<Observer>::add_pieces() {
  for (EdgeId edge = 0; edge < mesh_.edges().size(); ++edge) {
    const EdgeId twin = mesh_.edge(edge).twin;
    if (twin != kNone && edge < twin) add_interval(pieces_, edge, 0.0, 1.0, {0.0, 0.0});
  }
  if (links_.size() == 0) {
    for (Piece& each : pieces_) {
      each.to_goal = mesh_.min_cost() * distance_to(each.place, pieces_[kGoal].place.a) * (1.0 - kRounding);
    }
  }
  sort_pieces();
}

template <class Observer>
void RegionBisection<Observer>::add_interval(std::vector<Piece>& pieces, EdgeId edge, double low, double high,
                                             std::array<double, 2> to_goal) const {
  const Segment whole = segment_of(edge);
  const Segment place{whole.at(low), whole.at(high)};
  pieces.push_back({place, edge, low, high, to_goal[0]});
  pieces.push_back({place, mesh_.edge(edge).twin, 1.0 - high, 1.0 - low, to_goal[1]});
}

template <class Observer>
void RegionBisection<Observer>::sort_pieces() {
  first_of_.assign(mesh_.faces() + 1, 0);
  const auto each_face = [&](const auto& visit) {
    for (std::uint32_t piece = 0; piece < pieces_.size(); ++piece) {
      if (is_point(piece)) {
        for (const Face face : ends_faces_[piece]) visit(piece, face);
      } else {
        visit(piece, mesh_.edge(pieces_[piece].edge).face);
      }
    }
  };
  each_face([&](std::uint32_t, Face face) { ++first_of_[face + 1]; });
  for (Face face = 0; face < mesh_.faces(); ++face) first_of_[face + 1] += first_of_[face];
  pieces_of_.resize(first_of_.back());
  std::vector<std::uint32_t> next(first_of_.begin(), first_of_.end() - 1);
  each_face([&](std::uint32_t piece, Face face) { pieces_of_[next[face]++] = piece; });
}

template <class Observer>
void RegionBisection<Observer>::begin_run(Phase phase) {
  phase_ = phase;
  reached().assign(pieces_.size(), {kInfinite, kNone, kNone, false});
  open_.clear();
  if constexpr (Observer::kRecords) notes_.begin_run(pieces_.size(), cost_, least_, phase == Phase::back);
  reach(phase == Phase::forth ? kStart : kGoal, 0.0, kNone, kNone);
}

template <class Observer>
void RegionBisection<Observer>::expand(std::uint32_t piece) {
  if (phase_ == Phase::forth && piece == kGoal) {
    least_ = std::max(least_, reached()[kGoal].cost * (1.0 - kRounding));
    make_path();
    if (is_over()) return;
  }
  const double cost = reached()[piece].cost;
  const bool forth = phase_ == Phase::forth;
  if (!is_point(piece)) return cross(piece, mesh_.edge(pieces_[forth ? piece : other_way(piece)].edge).face);
  for (const Face face : ends_faces_[piece]) cross(piece, face);
  if (piece < kLinks) return;
  const std::uint32_t link = (piece - kLinks) / 2;
  const bool begins = (piece - kLinks) % 2 == 0;  // the piece at which the link begins
  if (begins == forth) {
    reach(begins ? piece + 1 : piece - 1, cost + links_.link(link).cost, piece, kNone);
  }
}

// Reaches all pieces that a straight line through a polygon joins to this one. A path never crosses the same polygon
// twice in a row, because the straight line is shorter; along an edge it takes the cheaper side.
template <class Observer>
void RegionBisection<Observer>::cross(std::uint32_t piece, Face face) {
  const bool forth = phase_ == Phase::forth;
  const double cost = reached()[piece].cost;
  const Segment& place = pieces_[piece].place;
  const EdgeId edge = is_point(piece) ? kNone : pieces_[forth ? piece : other_way(piece)].edge;
  const bool along = edge != kNone && mesh_.cost(face) < mesh_.cost(mesh_.edge(mesh_.edge(edge).twin).face);
  pairs_ += first_of_[face + 1] - first_of_[face];
  for (std::uint32_t i = first_of_[face]; i < first_of_[face + 1]; ++i) {
    const std::uint32_t entering = pieces_of_[i];
    const std::uint32_t next = forth && !is_point(entering) ? other_way(entering) : entering;
    if (reached()[next].done || (edge != kNone && pieces_[entering].edge == edge && !along)) continue;
    reach(next, cost + mesh_.cost(face) * between(place, pieces_[next].place), piece, face);
  }
}

template <class Observer>
void RegionBisection<Observer>::reach(std::uint32_t piece, double cost, std::uint32_t previous, Face face) {
  Reached& there = reached()[piece];
  if (cost >= there.cost) return;
  const double rest = phase_ == Phase::forth ? pieces_[piece].to_goal : forth_[piece].cost;
  if (cost + rest > most()) return note_left_out(piece, cost, rest, previous);
  there = {cost, previous, face, false};
  note_reached(piece, cost, previous);
  ++stats_.generated;
  open_.emplace_back(cost, piece);
  std::push_heap(open_.begin(), open_.end(), std::greater<>());
}

template <class Observer>
void RegionBisection<Observer>::end_run() {
  if (phase_ == Phase::forth) {
    if (forth_[kGoal].done) return begin_run(Phase::back);
    if (cost_ <= max_cost_) least_ = cost_ * (1.0 - kRounding);  // nothing cheaper is left
    return end(cost_ <= max_cost_ ? Status::found : Status::limit);
  }
  halve();
}

// Keeps and halves the intervals through which a cheaper path may lead.
template <class Observer>
void RegionBisection<Observer>::halve() {
  const std::size_t points = ends_faces_.size();
  double longest = 0.0;
  std::vector<std::uint32_t> left;
  const auto costs_of = [&](std::uint32_t piece) { return forth_[piece].cost + back_[piece].cost; };
  for (std::uint32_t piece = 0; piece < pieces_.size(); ++piece) {
    pieces_[piece].to_goal = back_[piece].cost * (1.0 - kRounding);
  }
  for (std::uint32_t piece = static_cast<std::uint32_t>(points); piece < pieces_.size(); piece += 2) {
    if (!(std::min(costs_of(piece), costs_of(piece + 1)) <= most())) continue;
    left.push_back(piece);
    if (is_long(pieces_[piece])) longest = std::max(longest, length_of(pieces_[piece]));
  }
  std::vector<Piece> halves(pieces_.begin(), pieces_.begin() + static_cast<std::ptrdiff_t>(points));
  for (const std::uint32_t piece : left) {
    const Piece& whole = pieces_[piece];
    const std::array to_goal{whole.to_goal, pieces_[piece + 1].to_goal};
    if (!is_long(whole) || length_of(whole) < kMuchShorter * longest) {
      add_interval(halves, whole.edge, whole.low, whole.high, to_goal);
      continue;
    }
    const double middle = (whole.low + whole.high) / 2;
    add_interval(halves, whole.edge, whole.low, middle, to_goal);
    add_interval(halves, whole.edge, middle, whole.high, to_goal);
  }
  const bool same = halves.size() == pieces_.size() && longest == 0.0;
  pieces_.swap(halves);
  sort_pieces();
  if (same || is_proof_too_long()) {  // same: no float64 lies between the ends of the rest
    return end(cost_ <= max_cost_ ? Status::found : Status::limit);
  }
  begin_run(Phase::forth);
}

// The best path over the edges of the lower bound.
template <class Observer>
void RegionBisection<Observer>::make_path() {
  std::vector<Segment> segments;
  std::vector<double> costs, shares;
  std::vector<EdgeId> edges;
  double by_links = 0.0;
  for (std::uint32_t piece = kGoal; piece != kNone; piece = forth_[piece].previous) {
    const Piece& here = pieces_[piece];
    segments.push_back(is_point(piece) ? here.place : segment_of(here.edge));
    edges.push_back(here.edge);
    shares.push_back((here.low + here.high) / 2);
    if (forth_[piece].previous == kNone) break;
    const Face face = forth_[piece].face;
    costs.push_back(face == kNone ? 0.0 : mesh_.cost(face));
    if (face == kNone) by_links += links_.link((piece - kLinks) / 2).cost;
  }
  std::reverse(segments.begin(), segments.end());
  std::reverse(shares.begin(), shares.end());
  std::reverse(edges.begin(), edges.end());
  std::reverse(costs.begin(), costs.end());
  tauten(segments, costs, shares);
  double cost = by_links;
  std::vector<Point> line;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const bool inside = shares[i] > 0.0 && shares[i] < 1.0;
    const Point place = inside ? on_cheaper_side(edges[i], segments[i].at(shares[i])) : segments[i].at(shares[i]);
    if (!line.empty()) cost += costs[i - 1] * distance(line.back(), place);
    line.push_back(place);
  }
  line.erase(std::unique(line.begin(), line.end()), line.end());
  offer(line, cost);
}

// A place on an edge is rounded. A path along the edge pays for the cheaper side, so the place must lie there.
template <class Observer>
Point RegionBisection<Observer>::on_cheaper_side(EdgeId edge, const Point& place) const {
  if (edge == kNone) return place;
  const Face one = mesh_.edge(edge).face, other = mesh_.edge(mesh_.edge(edge).twin).face;
  if (mesh_.cost(one) == mesh_.cost(other)) return place;
  const Face face = mesh_.cost(one) < mesh_.cost(other) ? one : other;
  const double corners = mesh_.end(face) - mesh_.begin(face);
  Point centre, moved = place;
  for (EdgeId each = mesh_.begin(face); each != mesh_.end(face); ++each) {
    centre.x += mesh_.point(mesh_.origin(each)).x / corners;
    centre.y += mesh_.point(mesh_.origin(each)).y / corners;
  }
  for (double share = 1e-16; share < 1e-6 && !mesh_.contains(face, moved); share *= 2) {
    moved = {place.x + share * (centre.x - place.x), place.y + share * (centre.y - place.y)};
  }
  return moved;
}

template <class Observer>
void RegionBisection<Observer>::offer(const std::vector<Point>& line, double cost) {
  if (!(cost < cost_)) return;
  cost_ = cost;
  line_ = line;
  ++stats_.updated;
  note_path();
}

// Ends the search if the bounds are close enough.
template <class Observer>
bool RegionBisection<Observer>::is_over() {
  if (least_ > max_cost_) {
    end(Status::limit);
  } else if (cost_ <= weight_ * least_ && cost_ <= max_cost_) {
    end(Status::found);
  } else if (cost_ <= kClosestWeight * least_) {
    end(Status::limit);  // the limit lies within the last doubt
  }
  return status_ != Status::running;
}

template <class Observer>
void RegionBisection<Observer>::end(Status status) {
  status_ = status;
  if (status == Status::found) simplify();
  if constexpr (Observer::kRecords) {
    notes_.note(EventType::end, notes_.current, kNoNode, status == Status::found ? cost_ : least_, 0.0);
  }
}

// By a link if there is one, else straight.
template <class Observer>
double RegionBisection<Observer>::leg_cost(const Point& from, const Point& to) const {
  double least = line_cost(mesh_, from, to);
  for (std::uint32_t number = 0; number < links_.size(); ++number) {
    const Link& link = links_.link(number);
    if (link.from == from && link.to == to) least = std::min(least, link.cost);
  }
  return least;
}

// Removes points if the straight line past them costs no more.
template <class Observer>
void RegionBisection<Observer>::simplify() {
  std::vector<Point> kept;
  std::vector<double> costs;  // of the legs
  for (const Point& place : line_) {
    double leg = kept.empty() ? 0.0 : leg_cost(kept.back(), place);
    while (kept.size() > 1) {
      const double straight = leg_cost(kept[kept.size() - 2], place);
      if (!(straight <= costs.back() + leg + kRounding * cost_)) break;
      kept.pop_back();
      costs.pop_back();
      leg = straight;
    }
    if (!kept.empty()) costs.push_back(leg);
    kept.push_back(place);
  }
  double total = 0.0;
  for (const double leg : costs) total += leg;
  if (!(total <= cost_ * (1.0 + kRounding))) return;  // a point lies off the mesh by rounding
  line_.swap(kept);
  cost_ = total;
}

template <class Observer>
PathResult RegionBisection<Observer>::result() const {
  PathResult result;
  result.status = status_;
  result.stats = stats_;
  if (status_ != Status::found) return result;
  result.cost = cost_;
  for (const Point& place : line_) result.line.insert(result.line.end(), {place.x, place.y});
  result.length = line_.size();
  const double bound = least_ > 0.0 ? cost_ / least_ : 1.0;
  result.bound = bound <= 1.0 + 1e-11 ? 1.0 : bound;
  return result;
}

template <class Observer>
auto RegionBisection<Observer>::line_observer([[maybe_unused]] const Observer& observer) -> LineObserver {
  if constexpr (Observer::kRecords) {
    return LineObserver(observer.recorder, true);
  } else {
    return {};
  }
}

// A piece as the run sees it from another one, or by itself.
template <class Observer>
SeenInterval RegionBisection<Observer>::seen_from(std::uint32_t from, std::uint32_t piece, double before) const {
  const bool forth = phase_ == Phase::forth;
  const Piece& here = pieces_[piece];
  const Point root = from == kNone ? here.place.a : closest_to(pieces_[from].place, here.place);
  // The edge of an even piece leads from left to right as seen by those who enter, that of its neighbour back.
  const bool swapped = !is_point(piece) && piece % 2 != 0;
  const Point& left = swapped ? here.place.b : here.place.a;
  const Point& right = swapped ? here.place.a : here.place.b;
  double into = kIntoNothing;
  if (!is_point(piece)) {
    into = mesh_.edge(pieces_[forth ? piece : other_way(piece)].edge).face;
  } else if (from != kNone && piece == (forth ? kGoal : kStart)) {
    into = kIntoGoal;
  }
  return {{left.x, left.y}, {right.x, right.y}, {root.x, root.y}, into, before};
}

template <class Observer>
void RegionBisection<Observer>::note_reached(std::uint32_t piece, double cost, std::uint32_t previous) {
  if constexpr (Observer::kRecords) notes_.reach(piece, seen_from(previous, piece, notes_.before()), cost);
}

template <class Observer>
void RegionBisection<Observer>::note_left_out(std::uint32_t piece, double cost, double rest, std::uint32_t previous) {
  if constexpr (Observer::kRecords) notes_.leave_out(seen_from(previous, piece, notes_.before()), cost, rest);
}

// Notes the best path so far.
template <class Observer>
void RegionBisection<Observer>::note_path() {
  if constexpr (Observer::kRecords) notes_.note(EventType::meet, notes_.current, kNoNode, cost_, 0.0);
}

template <class Observer>
bool RegionBisection<Observer>::notes_full() const noexcept {
  if constexpr (Observer::kRecords) return notes_.recorder->full();
  return false;
}

template class RegionBisection<NullObserver>;
template class RegionBisection<RegionNotes>;

}  // namespace pathstar
