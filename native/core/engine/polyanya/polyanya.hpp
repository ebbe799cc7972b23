// Polyanya: a shortest path between two points of a mesh, in any direction.
//
// When to use it: one shortest path on a navigation mesh, without anything computed ahead.
// Needs: convex polygons that share edges; a unit of length costs the same everywhere.
// Guarantee: optimal. Complexity: exponential in the worst case; in practice a few expansions for each polygon passed.
// Reference: Cui, Harabor and Grastien 2017, Compromise-free pathfinding on a navigation mesh.
//
// A search node is a root and an interval: the root is the start or the corner where the path turned last, the interval
// is a part of an edge that the root sees. Expanding it enters the polygon behind the edge. What the root sees
// through the interval are the observable successors. Where the interval ends at a corner of the walls, the path may
// turn, and the corner becomes the root of what lies beyond.
//
// Differs from the paper: the ends of an interval are kept as lines through two vertices, so every decision is an exact
// test on which side a vertex lies, without a tolerance; rounded coordinates serve only the estimate. A path turns at a
// corner only towards its wall. The paper leaves out a polygon with one way out; here the whole dead end behind it is
// left out, unless it contains the goal or the beginning of a link.
//
// As in the paper, the only successor of an interval is expanded at once, without the open list, even if its estimate
// is not the least. Of several successors, the best one is, if nothing in the list is better.
//
// Links are further targets: a root that sees the beginning of a link starts a search from its end, with a root there.
// If a link costs less than the straight line, the estimate takes it into account, so the path is still the shortest.
#pragma once

#include <cstdint>
#include <span>

#include "engine/driver/settings.hpp"
#include "engine/polyanya/base.hpp"
#include "engine/polyanya/windows.hpp"
#include "engine/polyanya/workspace.hpp"
#include "spaces/mesh/links.hpp"
#include "spaces/mesh/mesh.hpp"
#include "spaces/types.hpp"
#include "traces/intervals.hpp"

namespace pathstar {

// Compiled for NullObserver, for PolyanyaNotes, which record the search, and for WindowObserver, which has no goal.
template <class Observer = NullObserver>
class Polyanya : public PolyanyaBase {
 public:
  // Mesh, links and workspace must outlive the search. Of the settings, the limits count. What ground costs does not.
  Polyanya(const Mesh& mesh, const MeshLinks& links, const Point& start, const Point& goal, const Settings& settings,
           PolyanyaWorkspace& workspace, Observer observer = {});

  // A search for all places, from the ends of the links from number `first_source` on, whose costs are those of
  // beginning there. It ends with Status::no_path once it has found all.
  Polyanya(const Mesh& mesh, const MeshLinks& links, std::uint32_t first_source, const Settings& settings,
           PolyanyaWorkspace& workspace, Observer observer)
    requires kFindsAll<Observer>;

  // Runs at most `budget` expansions.
  Status step(std::uint64_t budget);

  // The cost up to which all is known: infinity if the search has ended and nothing was left out.
  double known_to() const noexcept
    requires kFindsAll<Observer>;

 private:
  void expand_next();
  void begin(std::uint32_t root, std::span<const Face> around);
  void expand(const MeshInterval& interval);
  void cross(const MeshInterval& interval);
  void keep_successors();
  void forget_successors() noexcept;
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
  double key_of(const MeshInterval& interval) const noexcept;
  void push(const MeshInterval& interval, double f);
  void keep_window(const MeshInterval& interval);

  // These do nothing without a recorder.
  void note_new(const MeshInterval& interval);
  void note(EventType type, const MeshInterval& interval);
  void note_no_path();

  [[no_unique_address]] Observer observer_;
};

}  // namespace pathstar
