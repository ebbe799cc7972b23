#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <shared_mutex>
#include <utility>

#include "analysis/dead_ends.hpp"
#include "analysis/grid_components.hpp"
#include "analysis/label_sizes.hpp"
#include "bind.hpp"

using namespace pathstar;

namespace {

// Answers (labels, sizes) of what is found on a grid.
template <class Found>
auto labels_of(const std::shared_ptr<Grid>& grid) {
  std::vector<std::int32_t> labels;
  std::vector<std::int64_t> sizes;
  unless_stopped([&](const Stop& stop) {
    const std::shared_lock reading(grid->mutex());
    labels = Found(*grid, stop).labels(stop);
    sizes = label_sizes(labels, stop);
  });
  return std::pair(to_numpy(std::move(labels)), to_numpy(std::move(sizes)));
}

}  // namespace

void bind_analysis(nb::module_& m) {
  m.def("island_labels", &labels_of<GridComponents>, nb::arg("grid"),
        "Labels (size,), 0 = not walkable, else 1, 2, ... by island; and how many cells bear each.");
  m.def("dead_end_labels", &labels_of<DeadEnds>, nb::arg("grid"),
        "Labels (size,), 0 = in no dead end, else 1, 2, ... by dead end; and how many cells bear each.");
}
