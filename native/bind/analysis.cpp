#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <span>
#include <utility>

#include "analysis/clearance.hpp"
#include "analysis/dead_ends.hpp"
#include "analysis/grid_components.hpp"
#include "analysis/label_sizes.hpp"
#include "analysis/lost_paths.hpp"
#include "analysis/regular_grid_components.hpp"
#include "bind.hpp"
#include "spaces/cells/regular_grid.hpp"

using namespace pathstar;

namespace {

// How often the work asks in all whether to stop, for each slice of the cells: 5 to 12 times on mazes, caves, rooms and
// open ground, and 3 to 4 times.
constexpr double kDeadEndPasses = 7;
constexpr double kLostPathPasses = 3.2;
constexpr double kNearlyDone = 0.99;

// Returns the labels of a grid's cells, and how many cells have each.
template <class Cells, std::vector<std::int32_t> (*label)(const Cells&, const Stop&)>
auto labels_of(const std::shared_ptr<Cells>& grid) {
  std::vector<std::int32_t> labels;
  std::vector<std::int64_t> sizes;
  unless_stopped([&](const Stop& stop) {
    grid->catch_up();
    const std::shared_lock reading(grid->mutex());
    labels = label(*grid, stop);
    sizes = label_sizes(labels, stop);
  });
  return std::pair(to_numpy(std::move(labels)), to_numpy(std::move(sizes)));
}

// Calls work(stop) on a grid as it is now, and reports how much is done, judged by how often the work has asked whether
// to stop.
template <class Work>
void telling_by_passes(Grid& grid, nb::object tell, double passes, Work&& work) {
  telling(std::move(tell), kBatchPause, [&](const auto& progress) {
    grid.catch_up();
    const std::shared_lock reading(grid.mutex());
    const double all = passes * static_cast<double>(grid.size()) / kSlice;
    double asked = 0;
    work([&] { return progress(std::min(++asked / all, kNearlyDone)); });
  });
}

auto dead_end_labels(Grid& grid, nb::object tell) {
  std::vector<std::int32_t> labels;
  std::vector<std::int64_t> sizes;
  telling_by_passes(grid, std::move(tell), kDeadEndPasses, [&](const Stop& stop) {
    labels = DeadEnds(grid, stop).labels(stop);
    sizes = label_sizes(labels, stop);
  });
  return std::pair(to_numpy(std::move(labels)), to_numpy(std::move(sizes)));
}

std::optional<std::pair<Node, Node>> lost_ends(Grid& grid, const Array<std::int32_t>& labels, nb::object tell) {
  std::optional<LostPath> lost;
  telling_by_passes(grid, std::move(tell), kLostPathPasses,
                    [&](const Stop& stop) { lost = lost_path(grid, std::span(labels.data(), labels.size()), stop); });
  if (!lost) return std::nullopt;
  return std::pair(lost->start, lost->goal);
}

template <class Room>
void bind_clearance(nb::module_& m, const char* name) {
  using Self = Clearance<Room>;
  nb::class_<Self>(m, name)
      .def(nb::new_([](std::shared_ptr<Grid> grid) {
             std::shared_ptr<Self> clearance;
             unless_stopped([&](const Stop& stop) { clearance = std::make_shared<Self>(std::move(grid), stop); });
             return clearance;
           }),
           nb::arg("grid"))
      .def("values", [](nb::handle_t<Self> self) {
        Self& clearance = nb::cast<Self&>(self);
        const typename Room::Value* data = nullptr;
        unless_stopped([&](const Stop& stop) { data = clearance.values(stop).data(); });
        const std::size_t shape[2] = {clearance.grid().height(), clearance.grid().width()};
        return nb::ndarray<nb::numpy, const typename Room::Value>(data, 2, shape, self);
      });
}

}  // namespace

void bind_analysis(nb::module_& m) {
  m.def("component_labels", &labels_of<Grid, component_labels>, nb::arg("grid"),
        "Labels (size,): 0 = not walkable, else 1, 2, ... by island; and how many cells have each.");
  m.def("component_labels", &labels_of<RegularGrid, component_labels>, nb::arg("grid"),
        "The same for cells that steps connect, even in one direction only.");
  m.def("dead_end_labels", &dead_end_labels, nb::arg("grid"), nb::arg("tell").none(),
        "Labels (size,): 0 = in no dead end, else 1, 2, ... by dead end; and how many cells have each.");
  m.def("lost_path", &lost_ends, nb::arg("grid"), nb::arg("labels"), nb::arg("tell").none(),
        "Two nodes whose path a search misses if it skips all labelled cells but those with the labels of its ends.");
  bind_clearance<SquareRoom>(m, "SquareClearance");
  bind_clearance<DiscRoom>(m, "DiscClearance");
}
