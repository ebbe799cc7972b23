// The state of a search by Polyanya, with any observer: places, roots, sides, estimates, and the path found.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/driver/limits.hpp"
#include "engine/driver/settings.hpp"
#include "engine/polyanya/workspace.hpp"
#include "paths/result.hpp"
#include "spaces/mesh/links.hpp"
#include "spaces/mesh/mesh.hpp"

namespace pathstar {

class PolyanyaBase {
 public:
  void stop() noexcept {
    if (status_ == Status::running) status_ = Status::limit;
  }
  Status status() const noexcept { return status_; }
  const SearchStats& stats() const noexcept { return stats_; }
  PathResult result() const;

 protected:
  // A bound as points.
  struct Line {
    Point from, to;
    bool is_there;
    int unbounded;  // the side on which everything lies if there is no bound

    int side(const Point& place) const noexcept { return is_there ? orientation(from, to, place) : unbounded; }
  };

  // The interval that is being expanded. The turns are the rows of its ends among the roots, kNone if paths cannot turn
  // there, kUnknown before that is known.
  struct Window {
    const MeshInterval& interval;
    Vertex right, left;
    Line right_bound, left_bound;
    std::uint32_t right_turn, left_turn;
  };

  // An end of an edge of the polygon that is being left, with the sides of the window's bounds on which it lies: 1 is
  // left of the bound, -1 right of it.
  struct End {
    Vertex vertex;
    int of_right;  // of the right bound
    int of_left;
  };

  // An edge of the polygon that is being left, with its ends as seen from inside.
  struct Crossing {
    EdgeId edge;
    End right, left;
  };

  PolyanyaBase(const Mesh& mesh, const MeshLinks& links, const Point& start, const Point& goal,
               const Settings& settings, PolyanyaWorkspace& workspace)
      : mesh_(mesh),
        links_(links),
        start_(start),
        goal_(goal),
        start_vertex_(mesh.vertices()),
        max_cost_(with_rounding(settings.max_cost)),
        max_expansions_(settings.max_expansions),
        work_(workspace),
        start_faces_(workspace.start_faces),
        goal_faces_(workspace.goal_faces) {}

  // Looks up the polygons around both ends.
  void find_ends() {
    mesh_.find_faces_at(start_, start_faces_);
    mesh_.find_faces_at(goal_, goal_faces_);
  }

  // The link with its end at a root, or kNone.
  std::uint32_t link_of(Vertex vertex) const noexcept {
    return vertex > start_vertex_ ? vertex - start_vertex_ - 1 : kNone;
  }
  const Point& at(Vertex vertex) const noexcept {
    if (vertex < start_vertex_) return mesh_.point(vertex);
    return vertex == start_vertex_ ? start_ : links_.link(link_of(vertex)).to;
  }
  Line line_of(const Bound& bound, int unbounded) const noexcept {
    if (bound.from == kNone) return {{}, {}, false, unbounded};
    return {at(bound.from), at(bound.to), true, unbounded};
  }

  Status trivial_status() const {
    if (start_faces_.empty()) return Status::blocked_start;
    if (goal_faces_.empty()) return Status::blocked_goal;
    return links_.lead(mesh_, start_faces_, goal_faces_) ? Status::running : Status::no_path;
  }

  // Marks a polygon with the goal, and those that lead to it if it lies in a dead end.
  void want(Face goal) {
    mesh_.follow_out(goal, [this](Face face) { return work_.want(face); });
  }
  // Whether something may lie on the other side of an edge that is no wall.
  bool leads_on(EdgeId edge) const noexcept {
    if (!mesh_.edge(edge).enters_dead_end) return true;
    const Face face = mesh_.beyond(edge);
    return work_.is_wanted(face) || links_.lead_from(face);
  }

  // Whether a path may turn right at the right end of an interval.
  bool turns_right(const MeshInterval& interval) const noexcept {
    const Vertex corner = mesh_.target(interval.edge);
    return interval.right.ends_at(corner) && corner != work_.roots[interval.root].vertex &&
           wraps_right(interval.root, corner);
  }
  bool turns_left(const MeshInterval& interval) const noexcept {
    const Vertex corner = mesh_.origin(interval.edge);
    return interval.left.ends_at(corner) && corner != work_.roots[interval.root].vertex &&
           wraps_left(interval.root, corner);
  }

  // Whether a path from a root to a corner has a wall to its right there, around which it may turn.
  bool wraps_right(std::uint32_t root, Vertex corner) const noexcept {
    const Vertex wall = mesh_.walls(corner).clockwise;
    return wall != kNone && orientation(at(work_.roots[root].vertex), at(corner), at(wall)) < 0;
  }
  bool wraps_left(std::uint32_t root, Vertex corner) const noexcept {
    const Vertex wall = mesh_.walls(corner).counterclockwise;
    return wall != kNone && orientation(at(work_.roots[root].vertex), at(corner), at(wall)) > 0;
  }

  // The row of a corner as a root after another one, or kNone if a shorter path to it is known.
  std::uint32_t turn_at(Vertex corner, std::uint32_t root) {
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

  // The least cost of the rest of an interval's way up to the interval, and whether all of it costs more than a way
  // along its edge. `seen` holds the cost of some way to each vertex.
  double least_of(const MeshInterval& interval) const noexcept;
  bool is_beaten(const MeshInterval& interval, const std::vector<double>& seen) const noexcept;

  void estimate_links();
  double estimate(const MeshInterval& interval) const noexcept;
  double estimate_from(const Point& place) const noexcept;
  double rest_of(const MeshInterval& interval) const noexcept;
  Point place_of(const Bound& bound, Vertex vertex, EdgeId edge) const noexcept {
    return bound.ends_at(vertex) ? at(vertex) : crossing_of(bound, edge);
  }

  const Mesh& mesh_;
  const MeshLinks& links_;
  Point start_, goal_;
  Vertex start_vertex_;        // stands for the start among the vertices; after it come the ends of the links
  std::vector<double> rests_;  // by shortcut, the least cost from its beginning to the goal, were there no walls
  double max_cost_;
  std::uint64_t max_expansions_;
  PolyanyaWorkspace& work_;
  std::vector<Face>&start_faces_, &goal_faces_;
  SearchStats stats_;
  std::uint32_t last_root_ = kNone;  // on the path that was found
  bool cut_off_ = false;             // something was left out because it costs too much
  Status status_ = Status::running;

 private:
  double estimate_to(const Point& place, const MeshInterval& interval) const noexcept;
  Point crossing_of(const Bound& bound, EdgeId edge) const noexcept;
  Point outer_end(const Bound& bound, Vertex vertex, EdgeId edge) const noexcept;
};

}  // namespace pathstar
