#include "bind.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/jumps/failed_scans.hpp"
#include "traces/intervals.hpp"

using namespace pathstar;

void bind_traces(nb::module_& m) {
  nb::enum_<EventType>(m, "EventType", "What an event of a trace says.")
      .value("SOURCE", EventType::source, "the start was put on the open list")
      .value("DESTINATION", EventType::destination, "the goal of the search")
      .value("EXPAND", EventType::expand, "a node was taken from the open list and closed")
      .value("GENERATE", EventType::generate, "a node was put on the open list")
      .value("UPDATE", EventType::update, "a better path to a node was found")
      .value("END", EventType::end, "the search is over")
      .value("RESTART", EventType::restart, "the space was edited near what was searched: the search begins again")
      .value("MEET", EventType::meet,
             "two searches met at a node: g is the cost of the path over it, the cheapest so far")
      .value("PRUNE", EventType::prune, "a node was closed, but not expanded: no path over it can be cheaper")
      .value("DEEPEN", EventType::deepen, "a round of iterative deepening begins: g is its bound")
      .value("FORGET", EventType::forget, "a node is neither open nor closed any more")
      .value("REVERT", EventType::revert, "a forgotten node is still open, by the path found before")
      .value("KNOWN", EventType::known, "a node is closed since an earlier search, which is repaired")
      .value("RAISE", EventType::raise,
             "the path to a node is gone: it is open, with its cost by another path, or its cost when it was closed")
      .value("BEND", EventType::bend, "a node does not see its parent: it stays open, with another one");

  nb::class_<Recorder>(m, "Recorder")
      .def(
          "__init__", [](Recorder* self, std::size_t most) { new (self) Recorder(most); }, nb::arg("most_events"))
      .def_prop_ro("full", &Recorder::full)
      .def("__len__", [](const Recorder& r) { return r.events().size(); })
      .def(
          "events",
          [](nb::handle_t<Recorder> self) {
            const auto& events = nb::cast<const Recorder&>(self).events();
            const std::size_t shape[2] = {events.size(), sizeof(Event)};
            return nb::ndarray<nb::numpy, const std::uint8_t>(events.data(), 2, shape, self);
          },
          "The events so far as raw bytes (n, 32). The recorder must not record while they are used.");

  nb::class_<IntervalRecorder, Recorder>(m, "IntervalRecorder")
      .def(
          "__init__", [](IntervalRecorder* self, std::size_t most) { new (self) IntervalRecorder(most); },
          nb::arg("most_events"))
      .def(
          "intervals",
          [](const IntervalRecorder& r) {
            constexpr std::size_t columns = sizeof(SeenInterval) / sizeof(double);
            std::vector<double> rows;
            rows.reserve(columns * r.intervals().size());
            for (const SeenInterval& each : r.intervals()) {
              rows.insert(rows.end(), {each.left[0], each.left[1], each.right[0], each.right[1], each.root[0],
                                       each.root[1], each.into, each.before});
            }
            return to_numpy<double, 2>(std::move(rows), columns);
          },
          "What nodes of the events are, float64 (n, 8): the left end of an interval, the right one and the root, each "
          "as x and y; the row of cells or the polygon beyond, -1 for the goal, or -2 for a root alone; and the row "
          "whose root comes before, or -1.");

  m.def(
      "failed_jump_scans",
      [](const Grid& grid, Array<Node> nodes, Array<Node> parents, Node goal) {
        std::vector<std::uint32_t> rows;
        const std::span expanded(nodes.data(), nodes.size()), before(parents.data(), parents.size());
        {
          const WithoutGil released;
          for (const auto& [expansion, end] : failed_scans(grid, expanded, before, goal)) {
            rows.push_back(expansion);
            rows.push_back(end);
          }
        }
        return to_numpy<std::uint32_t, 2>(std::move(rows), 2);
      },
      nb::arg("grid"), nb::arg("nodes"), nb::arg("parents"), nb::arg("goal"),
      "The scans of jump point search that find nothing, for nodes that it expands, each with its parent: the number "
      "of the expansion and the last cell of the scan, uint32 (n, 2). The grid is one that jumps_fit.");
}
