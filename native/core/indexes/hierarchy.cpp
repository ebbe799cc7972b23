#include "indexes/hierarchy.hpp"

#include <algorithm>
#include <cstddef>

#include "indexes/hierarchy_builder.hpp"
#include "indexes/section_reader.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kNearTop = 16;  // one in so many nodes is numbered by its rank

// The arrays behind the tables of a hierarchy that was built.
struct Built {
  std::vector<std::uint32_t> number_of;
  std::vector<Node> node_of;
  std::vector<std::uint32_t> down;
  std::vector<std::uint32_t> up;
  std::vector<HierarchyArc> arcs;
  std::vector<HierarchyParts> parts;
};

// The important nodes come first, the most important at the front; then the others as the graph has them.
void number(const std::vector<Node>& order, Built& built) {
  const std::size_t size = order.size(), top = size / kNearTop;
  built.node_of.assign(order.rbegin(), order.rend());
  std::sort(built.node_of.begin() + static_cast<std::ptrdiff_t>(top), built.node_of.end());
  built.number_of.resize(size);
  for (std::uint32_t number = 0; number < size; ++number) built.number_of[built.node_of[number]] = number;
}

// The number of the arc between a node and a more important one.
std::uint32_t arc_at(const Built& built, std::uint32_t begin, std::uint32_t end, std::uint32_t to) {
  while (begin != end && built.arcs[begin].to != to) ++begin;
  return begin;
}

void lay_out(const HierarchyBuilder& builder, Built& built) {
  for (const Node node : built.node_of) {
    const auto put = [&](const std::vector<HierarchyBuilder::Link>& links) {
      for (const auto& link : links) {
        built.arcs.push_back({link.cost, built.number_of[link.to], link.edges});
        built.parts.push_back({link.middle, kNoNode});
      }
    };
    built.down.push_back(static_cast<std::uint32_t>(built.arcs.size()));
    put(builder.in(node));
    built.up.push_back(static_cast<std::uint32_t>(built.arcs.size()));
    put(builder.out(node));
  }
  built.down.push_back(static_cast<std::uint32_t>(built.arcs.size()));
}

// Until here the `first` part of an arc names the node that it leads over.
void link_shortcuts(Built& built) {
  for (std::uint32_t number = 0; number < built.up.size(); ++number) {
    for (std::uint32_t at = built.down[number]; at < built.down[number + 1]; ++at) {
      HierarchyParts& parts = built.parts[at];
      const bool upwards = at >= built.up[number];
      const std::uint32_t end = built.arcs[at].to, from = upwards ? number : end, to = upwards ? end : number;
      if (parts.first == kNoNode) {
        parts.second = built.node_of[to];
        continue;
      }
      const std::uint32_t middle = built.number_of[parts.first];
      parts.first = arc_at(built, built.down[middle], built.up[middle], from);
      parts.second = arc_at(built, built.up[middle], built.down[middle + 1], to);
    }
  }
}

}  // namespace

std::vector<Section> HierarchyTables::sections() const {
  return {section("number_of", number_of), section("node_of", node_of), section("down", down), section("up", up),
          section("arcs", arcs),           section("parts", parts)};
}

HierarchyTables HierarchyTables::of(const std::vector<Section>& sections, const Graph& graph) {
  const SectionReader reader(sections);
  HierarchyTables tables{reader.read<std::uint32_t>("number_of"),
                         reader.read<Node>("node_of"),
                         reader.read<std::uint32_t>("down"),
                         reader.read<std::uint32_t>("up"),
                         reader.read<HierarchyArc>("arcs"),
                         reader.read<HierarchyParts>("parts"),
                         {}};
  require(tables.number_of.size() == graph.size(), "number_of");
  require(tables.node_of.size() == graph.size(), "node_of");
  require(tables.up.size() == graph.size(), "up");
  require(tables.down.size() == std::size_t{graph.size()} + 1 && tables.down.back() == tables.arcs.size(), "down");
  require(tables.parts.size() == tables.arcs.size(), "parts");
  return tables;
}

Outcome build_hierarchy(const Graph& graph, const Progress& progress, HierarchyTables& made) {
  HierarchyBuilder builder(graph);
  const std::vector<Node> order = builder.run(progress);
  if (order.size() != graph.size()) return Outcome::stopped;
  const auto built = std::make_shared<Built>();
  number(order, *built);
  lay_out(builder, *built);
  link_shortcuts(*built);
  made = {built->number_of, built->node_of, built->down, built->up, built->arcs, built->parts, built};
  return Outcome::done;
}

}  // namespace pathstar
