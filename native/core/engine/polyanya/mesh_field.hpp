// The costs between the nearest of some sources and each point of a mesh.
//
// When to use it: many units with one goal, or the reach of some places, on a mesh.
// Needs: convex polygons that share edges; a unit of length costs the same everywhere.
// Guarantee: exact. Complexity: exponential in the worst case; in practice each corner sees a few polygons.
// Reference: Mitchell, Mount and Papadimitriou 1987, The discrete geodesic problem; Cui, Harabor and Grastien 2017,
// Compromise-free pathfinding on a navigation mesh; Xin and Wang 2009, Improving Chen and Han's algorithm on the
// discrete geodesic problem.
//
// Polyanya's intervals run on without a goal, in the order of their least costs. Each polygon keeps the windows through
// which it was seen: the cost of a point is the least that its polygons' windows offer.
//
// Differs from the papers: windows of one edge are not cut where they meet, so their bounds stay exact. A window is
// left out only if all of it costs more than a way along its edge.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/driver/limits.hpp"
#include "engine/driver/poll.hpp"
#include "engine/polyanya/windows.hpp"
#include "spaces/mesh/links.hpp"
#include "spaces/mesh/mesh.hpp"

namespace pathstar {

struct MeshFieldQuery {
  std::vector<Point> sources;  // those off the mesh do not count
  std::vector<double> costs;   // of beginning at each, at least 0
  bool outward = false;        // whether ways lead from the sources
  double max_cost = kNoLimit;
  std::uint64_t max_expansions = std::numeric_limits<std::uint64_t>::max();
};

class MeshField {
 public:
  // If `progress` stops it, less is known. Throws std::invalid_argument if ground costs differ.
  MeshField(std::shared_ptr<const Mesh> mesh, const MeshLinks& links, const MeshFieldQuery& query,
            const Progress& progress);

  // The cost of each place; infinite if no way leads there, or if that is not known.
  std::vector<double> costs(std::span<const Point> places) const;
  // The number of each place's source, the first of equal ones; kNone if the cost is infinite.
  std::vector<std::uint32_t> nearest(std::span<const Point> places) const;
  // The points from a place to its source, or to the source's side of a link and on; none if the cost is infinite.
  std::vector<Point> line(const Point& place) const;
  // The first turn of each place's line, or its end; the place itself at its source, and if the cost is infinite.
  std::vector<Point> turns(std::span<const Point> places) const;

  // All costs up to it are known, and no others; infinity if all are.
  double known_to() const noexcept { return known_to_; }
  std::uint64_t expanded() const noexcept { return expanded_; }
  std::size_t windows() const noexcept { return windows_.size(); }
  std::size_t nbytes() const noexcept;

 private:
  struct Root {
    Vertex vertex;
    std::uint32_t previous;
    std::uint32_t source;
    double g;
  };
  struct Way {
    double cost = std::numeric_limits<double>::infinity();
    std::uint32_t root = kNone;
    Vertex corner = kNone;  // the turn before the root
  };

  void keep(const FoundWindows& found, const std::vector<PolyanyaRoot>& roots);
  const Point& at(Vertex vertex) const noexcept;
  Way best(const Point& place) const;
  Way way_through(const FieldWindow& window, const Point& place) const noexcept;
  bool wraps(const Root& root, Vertex corner, Vertex wall, int side) const noexcept;

  std::shared_ptr<const Mesh> mesh_;
  MeshLinks links_;
  std::uint32_t first_source_ = 0;      // among the links
  std::vector<std::uint32_t> numbers_;  // by source on the mesh, its number among all
  std::vector<Root> roots_;
  std::vector<FieldWindow> windows_;  // those of polygon i from first_[i] up to first_[i + 1], by rising least cost
  std::vector<std::uint32_t> first_;
  double known_to_ = kNoLimit;
  std::uint64_t expanded_ = 0;
};

}  // namespace pathstar
