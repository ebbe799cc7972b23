// The observer of a search by Polyanya for all places: it keeps the parts of each polygon that roots see.
//
// Such a search begins at sources, which are links from nowhere, and takes intervals in the order of their least costs.
// An interval that is everywhere dearer than a way along its own edge is left out.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "engine/polyanya/workspace.hpp"
#include "spaces/mesh/mesh.hpp"

namespace pathstar {

// The part of a polygon that a root sees: through an interval, or all of it if the edge is kLinkEnd.
struct FieldWindow {
  MeshInterval interval;
  Face face;
  double least;  // no place costs less through it
};

struct FoundWindows {
  explicit FoundWindows(const Mesh& mesh)
      : seen(mesh.vertices(), std::numeric_limits<double>::infinity()), is_reached(mesh.faces(), false) {}

  void add(const MeshInterval& interval, Face face) {
    windows.push_back({interval, face, least});
    reached += !is_reached[face];
    is_reached[face] = true;
  }
  void see(Vertex vertex, double cost) { seen[vertex] = std::min(seen[vertex], cost); }

  std::vector<FieldWindow> windows;
  std::vector<double> seen;  // by vertex, the cost of some way to it
  std::vector<bool> is_reached;
  std::uint32_t reached = 0;  // polygons
  double least = 0.0;         // of the interval that is being expanded
};

struct WindowObserver {
  static constexpr bool kRecords = false;

  FoundWindows* operator->() const noexcept { return found; }
  FoundWindows* found;
};

// Whether a search with this observer has no goal.
template <class Observer>
inline constexpr bool kFindsAll = std::is_same_v<Observer, WindowObserver>;

}  // namespace pathstar
