// The memory of a search by Polyanya, kept between queries and never cleared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "spaces/mesh/mesh.hpp"

namespace pathstar {

// The line that bounds the sight of a root on one side: through two points of the search, seen from the first one.
struct Bound {
  Vertex from = kNone;  // kNone: nothing bounds it
  Vertex to = kNone;

  // Whether the interval ends at an end of its edge, and not between its ends.
  bool ends_at(Vertex vertex) const noexcept { return from == kNone || to == vertex; }
};

inline constexpr EdgeId kLinkEnd = kNone - 1;

// The part of an edge that a root sees, between two bounds. Right and left are as seen from the root. If a bound leads
// to an end of the edge, or is missing, the root sees all of the edge on that side.
struct MeshInterval {
  Bound right, left;
  EdgeId edge;         // of the polygon behind it; kNone: the goal has been reached; kLinkEnd: the end of a link
  std::uint32_t root;  // a row of PolyanyaWorkspace::roots
};

// The start, or a corner at which paths turn.
struct PolyanyaRoot {
  Vertex vertex;
  std::uint32_t previous;  // the previous root
  double g;                // length of the path to it
};

struct PolyanyaWorkspace {
  struct Open {
    double f;
    std::uint32_t interval;

    // Of entries with equal f, the last one added goes first.
    friend bool operator<(const Open& a, const Open& b) noexcept {
      return a.f > b.f || (a.f == b.f && a.interval < b.interval);
    }
  };

  // Begins a query: no vertex counts as reached, no polygon as wanted.
  void begin(std::uint32_t vertices, std::uint32_t faces) {
    successors.clear();
    intervals.clear();
    open.clear();
    roots.clear();
    if (marks.size() < vertices) {
      marks.resize(vertices, 0);
      g.resize(vertices);
    }
    if (wanted.size() < faces) wanted.resize(faces, 0);
    if (++mark == 0) {  // the numbers of queries have wrapped around
      std::fill(marks.begin(), marks.end(), 0);
      std::fill(wanted.begin(), wanted.end(), 0);
      mark = 1;
    }
  }

  double g_of(Vertex vertex) const noexcept {
    return marks[vertex] == mark ? g[vertex] : std::numeric_limits<double>::infinity();
  }
  void reach(Vertex vertex, double cost) noexcept {
    marks[vertex] = mark;
    g[vertex] = cost;
  }

  bool is_wanted(Face face) const noexcept { return wanted[face] == mark; }
  // Returns whether it was not wanted before.
  bool want(Face face) noexcept { return std::exchange(wanted[face], mark) != mark; }

  std::vector<MeshInterval> successors;  // of the last interval
  std::vector<MeshInterval> intervals;   // all that were put into the heap
  std::vector<Open> open;                // a heap
  std::vector<PolyanyaRoot> roots;
  std::vector<Face> start_faces, goal_faces;  // the polygons around both ends
  std::vector<std::uint32_t> marks;           // by vertex, the query that reached it last
  std::vector<double> g;                      // by vertex, the shortest path found to it
  std::vector<std::uint32_t> wanted;  // by polygon, the last query whose goal lies in it or in the dead end behind it
  std::uint32_t mark = 0;
};

}  // namespace pathstar
