// Searches on one mesh, and the memory that they keep between queries. Many threads may use it.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/driver/poll.hpp"
#include "engine/driver/pool.hpp"
#include "engine/driver/search.hpp"
#include "engine/driver/settings.hpp"
#include "engine/polyanya/workspace.hpp"
#include "paths/result.hpp"
#include "spaces/mesh/mesh.hpp"

namespace pathstar {

class MeshFinder : public std::enable_shared_from_this<MeshFinder> {
 public:
  // Results bear the revision.
  MeshFinder(std::shared_ptr<const Mesh> mesh, std::uint64_t revision) : mesh_(std::move(mesh)), revision_(revision) {}

  // Of the settings, the limits count.
  PathResult find(const Point& start, const Point& goal, const Settings& settings, const Poll& poll);

  // A search to step by hand; it keeps the finder alive.
  std::unique_ptr<Search> search(const Point& start, const Point& goal, const Settings& settings);

  const Mesh& mesh() const noexcept { return *mesh_; }

 private:
  class Kept;

  std::shared_ptr<const Mesh> mesh_;
  std::uint64_t revision_;
  Pool<PolyanyaWorkspace> pool_;
};

}  // namespace pathstar
