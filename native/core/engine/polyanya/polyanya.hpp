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
// path turns at a corner only towards its wall. The paper leaves out a polygon with one way out; here the whole dead
// end behind it is left out, unless the goal or the beginning of a link lies there.
//
// As in the paper, the only successor of an interval is expanded at once, without the open list.
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
  struct Line;      // a bound as points
  struct Window;    // the interval that is being expanded
  struct End;       // of an edge, as seen through the window
  struct Crossing;  // an edge through which a search leaves a polygon

  // The link at whose end a root lies, or kNone.
  std::uint32_t link_of(Vertex vertex) const noexcept {
    return vertex > start_vertex_ ? vertex - start_vertex_ - 1 : kNone;
  }
  const Point& at(Vertex vertex) const noexcept {
    if (vertex < start_vertex_) return mesh_.point(vertex);
    return vertex == start_vertex_ ? start_ : links_.link(link_of(vertex)).to;
  }
  bool turns_right(const MeshInterval& interval) const noexcept;
  bool turns_left(const MeshInterval& interval) const noexcept;
  bool wraps_right(std::uint32_t root, Vertex corner) const noexcept;
  bool wraps_left(std::uint32_t root, Vertex corner) const noexcept;

  Status trivial_status() const;
  void estimate_links();
  void want(Face goal);
  bool leads_on(EdgeId edge) const noexcept;
  void expand_next();
  void begin(std::uint32_t root, std::span<const Face> around);
  void expand(const MeshInterval& interval);
  void cross(const MeshInterval& interval);
  void keep_successors();
  Line line_of(const Bound& bound, int unbounded) const noexcept;
  End end_at(Vertex vertex, const End& before, const Window& window) const noexcept;
  void leave(const Crossing& crossing, Window& window);
  std::uint32_t right_turn(Window& window);
  std::uint32_t left_turn(Window& window);
  std::uint32_t root_towards(const Point& place, const MeshInterval& interval);
  void enter_links(Face face, const MeshInterval& interval);
  void enter_link(std::uint32_t link, std::uint32_t root);
  void add(Bound right, Bound left, EdgeId edge, std::uint32_t root);
  void add_successor(const Bound& right, const Bound& left, EdgeId edge, std::uint32_t root);
  void slide(EdgeId edge, std::uint32_t root);
  void add_goal(std::uint32_t root);
  std::uint32_t turn_at(Vertex corner, std::uint32_t root);
  double estimate(const MeshInterval& interval) const noexcept;
  double estimate_to(const Point& place, const MeshInterval& interval) const noexcept;
  double estimate_from(const Point& place) const noexcept;
  void push(const MeshInterval& interval, double f);
  Point place_of(const Bound& bound, Vertex vertex, EdgeId edge) const noexcept;

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
