// Searches on one mesh with its links: Polyanya, or the bisection of intervals if ground costs differ; and their
// memory, kept between queries. Many threads may use it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engine/driver/poll.hpp"
#include "engine/driver/pool.hpp"
#include "engine/driver/search.hpp"
#include "engine/driver/settings.hpp"
#include "engine/polyanya/mesh_field.hpp"
#include "engine/polyanya/workspace.hpp"
#include "paths/result.hpp"
#include "spaces/mesh/links.hpp"
#include "spaces/mesh/mesh.hpp"
#include "traces/intervals.hpp"

namespace pathstar {

class MeshFinder : public std::enable_shared_from_this<MeshFinder> {
 public:
  // Results bear the revision.
  MeshFinder(std::shared_ptr<const Mesh> mesh, std::span<const Link> links, std::uint64_t revision)
      : mesh_(std::move(mesh)), links_(*mesh_, links), revision_(revision) {}

  // Of the settings, only the limits count, and the weight if ground costs differ.
  PathResult find(const Point& start, const Point& goal, const Settings& settings, const Poll& poll) {
    return find_in(*lend(), start, goal, settings, poll);
  }

  // The same with memory that a thread borrows once for many queries.
  Pool<PolyanyaWorkspace>::Lease lend() { return pool_.take(); }
  PathResult find_in(PolyanyaWorkspace& workspace, const Point& start, const Point& goal, const Settings& settings,
                     const Poll& poll) const;

  // A search to step by hand; it keeps the finder alive.
  std::unique_ptr<Search> search(const Point& start, const Point& goal, const Settings& settings);

  // The same, with the intervals of the search recorded.
  std::unique_ptr<Search> record(const Point& start, const Point& goal, const Settings& settings,
                                 std::shared_ptr<IntervalRecorder> recorder);

  // The costs from or to everywhere. Throws std::invalid_argument if ground costs differ.
  std::shared_ptr<const MeshField> field(const MeshFieldQuery& query, const Progress& progress) const {
    return std::make_shared<MeshField>(mesh_, links_, query, progress);
  }

  const Mesh& mesh() const noexcept { return *mesh_; }

 private:
  template <class Algorithm>
  PathResult run(PolyanyaWorkspace& workspace, const Point& start, const Point& goal, const Settings& settings,
                 const Poll& poll) const;
  template <class Algorithm>
  class Kept;

  std::shared_ptr<const Mesh> mesh_;
  MeshLinks links_;
  std::uint64_t revision_;
  Pool<PolyanyaWorkspace> pool_;
};

}  // namespace pathstar
