#include "analysis/dead_ends.hpp"

#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <mutex>
#include <shared_mutex>

#include "analysis/islands.hpp"
#include "bind.hpp"

using namespace pathstar;

void bind_analysis(nb::module_& m) {
  m.def(
      "island_labels",
      [](const std::shared_ptr<Grid>& grid) {
        std::vector<std::int32_t> labels;
        {
          const WithoutGil released;
          const std::shared_lock reading(grid->mutex());
          labels = Islands(*grid).labels();
        }
        return to_numpy(std::move(labels));
      },
      nb::arg("grid"), "Labels (size,), 0 = not walkable, else 1, 2, ... by island.");
  m.def(
      "dead_end_labels",
      [](const std::shared_ptr<Grid>& grid) {
        std::vector<std::int32_t> labels;
        {
          const WithoutGil released;
          const std::shared_lock reading(grid->mutex());
          labels = DeadEnds(*grid).labels();
        }
        return to_numpy(std::move(labels));
      },
      nb::arg("grid"), "Labels (size,), 0 = in no dead end, else 1, 2, ... by dead end.");
}
