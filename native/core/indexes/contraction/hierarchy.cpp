#include "indexes/contraction/hierarchy.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "indexes/common/section_reader.hpp"
#include "indexes/contraction/elimination_tree.hpp"
#include "indexes/contraction/hierarchy_builder.hpp"
#include "indexes/contraction/hierarchy_layout.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kTopShare = 8;    // one node in this many has a label,
constexpr std::size_t kTopLeast = 256;  // but at least this many, if there are
constexpr double kLabelsBegin = 0.8;    // as a share of the progress

std::size_t top_of(std::size_t size) { return std::max(size / kTopShare, std::min(size, kTopLeast)); }

// The arrays behind the tables of a built hierarchy.
struct OwnedHierarchy {
  HierarchyArrays arrays;
  HubLabelsOfTop to_hubs;
  HubLabelsOfTop from_hubs;
};

HierarchyTables tables_of(bool two_way, const std::shared_ptr<const OwnedHierarchy>& built) {
  const HierarchyArrays& arrays = built->arrays;
  const TopLabelTables to_hubs = built->to_hubs.tables();
  return {two_way,     arrays.number_of, arrays.node_of, arrays.first,
          arrays.arcs, arrays.inside,    to_hubs,        two_way ? to_hubs : built->from_hubs.tables(),
          built};
}

// Lays out the hierarchy with as many labels as fit.
Outcome put_together(const HierarchyBuilder& builder, const std::vector<Node>& order, const HierarchyLimits& limits,
                     const Progress& progress, HierarchyTables& made) {
  const std::vector<Node> in_tree = EliminationTree(builder, order).in_order();
  for (std::size_t top = top_of(order.size());; top /= 2) {
    const auto built = std::make_shared<OwnedHierarchy>();
    built->arrays = lay_out(builder, order, in_tree, top);
    made = tables_of(builder.two_way(), built);
    std::vector<std::uint32_t> turns;
    std::transform(order.rbegin(), order.rbegin() + static_cast<std::ptrdiff_t>(top), std::back_inserter(turns),
                   [&](Node node) { return made.number_of[node]; });
    const Outcome outcome =
        make_top_labels(made, turns, limits.most_bytes, limits.threads, progress, built->to_hubs, built->from_hubs);
    made = tables_of(builder.two_way(), built);
    if (outcome != Outcome::too_large) return outcome;
  }
}

TopLabelTables labels_of(SectionReader& reader, const char* first, const char* hubs, const char* costs,
                         const char* arcs, std::size_t nodes) {
  const TopLabelTables labels{reader.read<std::uint32_t>(first), reader.read<std::uint32_t>(hubs),
                              reader.read<double>(costs), reader.read<std::uint32_t>(arcs)};
  require_offsets(labels.first, labels.hubs.size(), first);
  require(labels.size() <= nodes, first);
  require(labels.costs.size() == labels.hubs.size(), costs);
  require(labels.arcs.size() == labels.hubs.size(), arcs);
  return labels;
}

}  // namespace

std::vector<Section> HierarchyTables::sections() const {
  std::vector<Section> sections{section("number_of", number_of),
                                section("node_of", node_of),
                                section("first", first),
                                section("arcs", arcs),
                                section("inside", inside),
                                section("first_to_hub", to_hubs.first),
                                section("to_hubs", to_hubs.hubs),
                                section("costs_to_hubs", to_hubs.costs),
                                section("arcs_to_hubs", to_hubs.arcs)};
  if (two_way) return sections;
  sections.push_back(section("first_from_hub", from_hubs.first));
  sections.push_back(section("from_hubs", from_hubs.hubs));
  sections.push_back(section("costs_from_hubs", from_hubs.costs));
  sections.push_back(section("arcs_from_hubs", from_hubs.arcs));
  return sections;
}

HierarchyTables HierarchyTables::of(const std::vector<Section>& sections, const Graph& graph) {
  SectionReader reader(sections);
  const bool two_way = !reader.has("from_hubs");
  const TopLabelTables to_hubs =
      labels_of(reader, "first_to_hub", "to_hubs", "costs_to_hubs", "arcs_to_hubs", graph.size());
  const TopLabelTables from_hubs =
      two_way ? to_hubs
              : labels_of(reader, "first_from_hub", "from_hubs", "costs_from_hubs", "arcs_from_hubs", graph.size());
  HierarchyTables tables{two_way,
                         reader.read<std::uint32_t>("number_of"),
                         reader.read<Node>("node_of"),
                         reader.read<FirstArcs>("first"),
                         reader.read<HierarchyArc>("arcs"),
                         reader.read<ArcInside>("inside"),
                         to_hubs,
                         from_hubs,
                         {}};
  reader.require_all_read();
  require(tables.number_of.size() == graph.size(), "number_of");
  require(tables.node_of.size() == graph.size(), "node_of");
  require(tables.first.size() == std::size_t{graph.size()} + 1, "first");
  require(tables.first.back().down == tables.arcs.size(), "first");
  require(tables.inside.size() == tables.arcs.size(), "inside");
  require(from_hubs.first.size() == to_hubs.first.size(), "first_from_hub");
  check_hierarchy(tables);
  return tables;
}

Outcome build_hierarchy(const Graph& graph, const HierarchyLimits& limits, const Progress& progress,
                        HierarchyTables& made) {
  HierarchyBuilder builder(graph);
  const std::vector<Node> order = builder.run(part_of(progress, 0.0, kLabelsBegin));
  if (order.size() != graph.size()) return Outcome::stopped;
  return put_together(builder, order, limits, part_of(progress, kLabelsBegin, 1.0), made);
}

}  // namespace pathstar
