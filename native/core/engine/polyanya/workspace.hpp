// The memory of a search by Polyanya, kept between queries and never cleared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "spaces/mesh/mesh.hpp"

namespace pathstar {

// The line that bounds what a root sees, on one side: through two points of the search, looking from one to the other.
struct Bound {
  Vertex from = kNone;  // kNone: nothing bounds it
  Vertex to = kNone;
};

// One end of an interval.
struct IntervalEnd {
  Point place;         // rounded, unless it is a vertex
  Bound bound;         // the interval ends where this line meets the edge
  bool vertex = true;  // it is the end of the edge itself, and the bound, if there is one, leads from the root to it
};

inline constexpr EdgeId kLinkEnd = kNone - 1;

// The part of an edge that a root sees. Right and left are as seen from the root.
struct MeshInterval {
  IntervalEnd right, left;
  EdgeId edge;         // of the polygon behind it; kNone: the goal has been reached; kLinkEnd: the end of a link
  std::uint32_t root;  // a row of PolyanyaWorkspace::roots
};

// The start, or a corner at which paths turn.
struct PolyanyaRoot {
  Vertex vertex;
  std::uint32_t previous;  // the root before it
  double g;                // length of the path to it
};

struct PolyanyaWorkspace {
  struct Open {
    double f;
    std::uint32_t interval;

    // Of equal f the last one added goes first.
    friend bool operator<(const Open& a, const Open& b) noexcept {
      return a.f > b.f || (a.f == b.f && a.interval < b.interval);
    }
  };

  // Begins a query: no vertex counts as reached.
  void begin(std::uint32_t vertices) {
    intervals.clear();
    open.clear();
    roots.clear();
    if (marks.size() < vertices) {
      marks.resize(vertices, 0);
      g.resize(vertices);
    }
    if (++mark == 0) {  // the numbers of queries have wrapped around
      std::fill(marks.begin(), marks.end(), 0);
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

  std::vector<MeshInterval> intervals;
  std::vector<Open> open;  // a heap
  std::vector<PolyanyaRoot> roots;
  std::vector<std::uint32_t> marks;  // by vertex, the query that reached it last
  std::vector<double> g;             // by vertex, the shortest path found to it
  std::uint32_t mark = 0;
};

}  // namespace pathstar
