// The cheapest path over a mesh with different ground costs, by bisection of intervals.
//
// When to use it: some ground costs more; otherwise Polyanya is exact and faster. Needs: a mesh with costs. Guarantee:
// a path that costs at most `weight` times the least, with the ratio that was proven, often smaller. The weighted
// region problem has no exact algorithm, because the places at which cheapest paths cross edges are not rational
// numbers. So a weight below kKeptWeight is an aim: the path is as good, but its proof ends after kMostPairs.
//
// How it works: each edge between two polygons is one interval at first. From an interval to another one of the same
// polygon, a path pays at least the distance between them times the polygon's cost, so a shortest path over these
// distances is a lower bound of all paths. Its edges make a path, with the best places on them chosen by Newton's
// method; its cost is an upper bound. An interval stays if the bounds to it from both sides sum to less than the best
// path. The remaining intervals are halved, until the two bounds are close. At first Polyanya gives a path and a bound:
// if that path keeps to the cheapest ground, it is the cheapest, and the search is over.
//
// Complexity: each round takes two runs of Dijkstra's algorithm over the pairs of remaining intervals in each polygon.
// Where a cheapest path crosses an edge, about 1 / sqrt(weight - 1) intervals stay, so pairs grow as 1 / (weight - 1).
// Reference: the problem is that of Mitchell and Papadimitriou 1991, The weighted region problem. Their schemes and
// later ones place points on the edges ahead, for all queries; here the intervals are halved where the query needs it.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/driver/settings.hpp"
#include "engine/polyanya/notes.hpp"
#include "engine/polyanya/polyanya.hpp"
#include "engine/regions/notes.hpp"
#include "engine/regions/taut.hpp"
#include "paths/result.hpp"
#include "spaces/mesh/links.hpp"
#include "spaces/mesh/mesh.hpp"

namespace pathstar {

inline constexpr double kClosestWeight = 1.0 + 1e-6;  // the search does not aim closer to the cheapest path
inline constexpr double kKeptWeight = 1.001;          // kept however long the proof takes

// Compiled for NullObserver, and for RegionNotes, which record the search.
template <class Observer = NullObserver>
class RegionBisection {
 public:
  // Mesh, links and workspace must outlive the search. Of the settings, only the limits and the weight count.
  RegionBisection(const Mesh& mesh, const MeshLinks& links, const Point& start, const Point& goal,
                  const Settings& settings, PolyanyaWorkspace& workspace, Observer observer = {});

  // Runs at most `budget` expansions: of Polyanya, and then of Dijkstra's algorithm.
  Status step(std::uint64_t budget);
  void stop() noexcept {
    if (status_ == Status::running) status_ = Status::limit;
  }
  Status status() const noexcept { return status_; }
  PathResult result() const;

 private:
  static constexpr std::uint64_t kMostPairs = std::uint64_t{1} << 26;  // at the end of a round; the next takes 4 times
  static constexpr std::uint32_t kStart = 0, kGoal = 1, kLinks = 2;    // the first pieces; each link has two

  // A part of an edge, between two shares of it, for paths into the polygon of the edge; or a point.
  struct Piece {
    Segment place;
    EdgeId edge = kNone;  // kNone: a point
    double low = 0.0, high = 0.0;
    double to_goal = 0.0;  // a lower bound
  };
  struct Reached {
    double cost;
    std::uint32_t previous;
    Face face;  // the polygon through which it was reached; kNone: by a link
    bool done;
  };
  using Run = std::vector<Reached>;                       // by piece
  using Open = std::pair<double, std::uint32_t>;          // a heap of these, the least cost first
  enum class Phase : std::uint8_t { line, forth, back };  // Polyanya; from the start; from the goal

  void step_line(std::uint64_t budget);
  void end_line();
  void add_pieces();
  void add_interval(std::vector<Piece>& pieces, EdgeId edge, double low, double high,
                    std::array<double, 2> to_goal) const;
  void sort_pieces();
  void begin_run(Phase phase);
  void end_run();
  void expand(std::uint32_t piece);
  void cross(std::uint32_t piece, Face face);
  void reach(std::uint32_t piece, double cost, std::uint32_t previous, Face face);
  void halve();
  void make_path();
  Point on_cheaper_side(EdgeId edge, const Point& place) const;
  void offer(const std::vector<Point>& line, double cost);
  bool is_over();
  bool is_proof_too_long() const noexcept {
    return pairs_ > kMostPairs && weight_ < kKeptWeight && cost_ <= kKeptWeight * least_;
  }
  void simplify();
  double leg_cost(const Point& from, const Point& to) const;

  bool is_point(std::uint32_t piece) const noexcept { return piece < ends_faces_.size(); }
  // The same interval for paths that enter the polygon on its other side: it is the neighbour among the pieces.
  std::uint32_t other_way(std::uint32_t piece) const noexcept { return piece ^ 1; }  // the number of points is even
  Segment segment_of(EdgeId edge) const noexcept {
    return {mesh_.point(mesh_.origin(edge)), mesh_.point(mesh_.target(edge))};
  }
  Run& reached() noexcept { return phase_ == Phase::forth ? forth_ : back_; }
  double most() const noexcept { return with_margin(cost_ < max_cost_ ? cost_ : max_cost_); }
  static double with_margin(double cost) noexcept { return cost * (1.0 + 1e-9); }  // sums are rounded
  void end(Status status);

  // The observer of the search for the shortest line. It notes no end, because this search continues.
  using LineObserver = std::conditional_t<Observer::kRecords, PolyanyaNotes, NullObserver>;
  static LineObserver line_observer(const Observer& observer);
  // These do nothing without a recorder.
  SeenInterval seen_from(std::uint32_t from, std::uint32_t piece, double before) const;
  void note_reached(std::uint32_t piece, double cost, std::uint32_t previous);
  void note_left_out(std::uint32_t piece, double cost, double rest, std::uint32_t previous);
  void note_path();
  bool notes_full() const noexcept;

  const Mesh& mesh_;
  const MeshLinks& links_;
  [[no_unique_address]] Observer notes_;
  Polyanya<LineObserver> polyanya_;
  double weight_, max_cost_;
  std::uint64_t max_expansions_;

  std::vector<Piece> pieces_;
  std::vector<std::vector<Face>> ends_faces_;  // of start, goal and links
  std::vector<std::uint32_t> first_of_;        // by polygon, the beginning of its pieces in the next
  std::vector<std::uint32_t> pieces_of_;
  std::uint64_t pairs_ = 0;  // visited pairs of intervals in one polygon
  Run forth_, back_;
  std::vector<Open> open_;

  std::vector<Point> line_;  // the best path
  double cost_;              // its cost
  double least_ = 0.0;       // a lower bound of all paths
  SearchStats stats_;
  Phase phase_ = Phase::line;
  Status status_ = Status::running;
};

}  // namespace pathstar
