// Polyanya: a shortest path between two points of a mesh, in any direction.
//
// When to use it: one shortest path on a navigation mesh, without anything computed ahead.
// Needs: convex polygons that share edges; a unit of length costs the same everywhere.
// Guarantee: optimal. Complexity: exponential in the worst case; in practice a few expansions for each polygon passed.
// Reference: Cui, Harabor and Grastien 2017, Compromise-free pathfinding on a navigation mesh.
//
// A search node is a root and an interval: the root is the start or the corner where the path turned last, the interval
// is a part of an edge that the root sees. To expand it is to enter the polygon behind the edge. What the root sees
// through the interval are the observable successors. Where the interval ends at a corner of the walls, the path may
// turn, and the corner becomes the root of what lies beyond.
//
// Differs from the paper: the ends of an interval are kept as lines through two vertices, so every decision is an exact
// test of the side on which a vertex lies, and there is no tolerance; rounded coordinates serve the estimate alone. A
// path turns at a corner only towards its wall.
//
// Links are further targets: a root that sees the beginning of a link gives a search from its end, with a root there.
// Where a link costs less than the straight line, the estimate looks at it as well, so the path is still the shortest.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/driver/settings.hpp"
#include "engine/polyanya/workspace.hpp"
#include "paths/result.hpp"
#include "spaces/mesh/links.hpp"
#include "spaces/mesh/mesh.hpp"

namespace pathstar {

class Polyanya {
 public:
  // Mesh, links and workspace must outlive the search. Of the settings, the limits count. What ground costs does not.
  Polyanya(const Mesh& mesh, const MeshLinks& links, const Point& start, const Point& goal, const Settings& settings,
           PolyanyaWorkspace& workspace);

  // Runs at most `budget` expansions.
  Status step(std::uint64_t budget);
  void stop() noexcept {
    if (status_ == Status::running) status_ = Status::limit;
  }
  Status status() const noexcept { return status_; }
  const SearchStats& stats() const noexcept { return stats_; }
  PathResult result() const;

 private:
  struct Crossing;  // an edge through which a search leaves a polygon

  // The link at whose end a root lies, or kNone.
  std::uint32_t link_of(Vertex vertex) const noexcept {
    return vertex > start_vertex_ ? vertex - start_vertex_ - 1 : kNone;
  }
  const Point& at(Vertex vertex) const noexcept;
  int side(const Bound& bound, const Point& place, int unbounded) const noexcept;
  bool turns_right(const MeshInterval& interval) const noexcept;
  bool turns_left(const MeshInterval& interval) const noexcept;
  bool wraps_right(std::uint32_t root, Vertex corner) const noexcept;
  bool wraps_left(std::uint32_t root, Vertex corner) const noexcept;

  Status trivial_status() const;
  void estimate_links();
  void begin(std::uint32_t root, std::span<const Face> around);
  void expand(std::uint32_t number);
  void leave(const Crossing& crossing, const MeshInterval& interval);
  std::uint32_t root_towards(const Point& place, const MeshInterval& interval);
  void enter_links(Face face, const MeshInterval& interval);
  void enter_link(std::uint32_t link, std::uint32_t root);
  void add(MeshInterval interval);
  void slide(MeshInterval interval);
  void add_goal(std::uint32_t root);
  std::uint32_t turn_at(Vertex corner, std::uint32_t root);
  double estimate(const MeshInterval& interval) const noexcept;
  double estimate_to(const Point& place, const MeshInterval& interval) const noexcept;
  double estimate_from(const Point& place) const noexcept;
  void push(const MeshInterval& interval, double f);
  Point meeting(const Bound& bound, const Point& a, const Point& b) const noexcept;

  const Mesh& mesh_;
  const MeshLinks& links_;
  Point start_, goal_;
  Vertex start_vertex_;        // stands for the start among the vertices; after it come the ends of the links
  std::vector<double> rests_;  // by shortcut, the least cost from its beginning to the goal, were there no walls
  std::vector<Face> start_faces_, goal_faces_;
  double max_cost_;
  std::uint64_t max_expansions_;
  PolyanyaWorkspace& work_;
  SearchStats stats_;
  std::uint32_t last_root_ = kNone;  // of the path found
  bool cut_off_ = false;             // something was left out because it costs too much
  Status status_ = Status::running;
};

}  // namespace pathstar
