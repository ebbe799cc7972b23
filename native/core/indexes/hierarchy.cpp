#include "indexes/hierarchy.hpp"

#include <algorithm>
#include <cstddef>

#include "indexes/hierarchy_builder.hpp"
#include "indexes/section_reader.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kTopShare = 8;    // one node in so many is numbered by its rank, and labelled,
constexpr std::size_t kTopLeast = 256;  // and so many if there are
constexpr double kLabelsBegin = 0.8;    // of the progress

// The arrays behind the tables of a hierarchy that was built.
struct Built {
  std::vector<std::uint32_t> number_of;
  std::vector<Node> node_of;
  std::vector<FirstArcs> first;
  std::vector<HierarchyArc> arcs;
  std::vector<HierarchyParts> parts;
  TopLabels to_hubs;
  TopLabels from_hubs;
};

HierarchyTables tables_of(bool two_way, const std::shared_ptr<const Built>& built) {
  const TopLabelTables to_hubs = built->to_hubs.tables();
  return {two_way,     built->number_of, built->node_of, built->first,
          built->arcs, built->parts,     to_hubs,        two_way ? to_hubs : built->from_hubs.tables(),
          built};
}

// Every node hangs under the least important of the more important nodes that it is linked with.
class Tree {
 public:
  Tree(const HierarchyBuilder& builder, const std::vector<Node>& order)
      : first_(order.size(), kNoNode), next_(order.size(), kNoNode) {
    std::vector<std::uint32_t> rank(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
    for (const Node node : order) {
      Node above = kNoNode;
      for (const auto* links : {&builder.out(node), &builder.in(node)}) {
        for (const auto& link : *links) {
          if (above == kNoNode || rank[link.to] < rank[above]) above = link.to;
        }
      }
      Node& first = above == kNoNode ? first_root_ : first_[above];
      next_[node] = first;
      first = node;
    }
  }

  // Calls visit(node) for all nodes, each directly before those that hang under it.
  template <class Visit>
  void walk(Visit&& visit) const {
    std::vector<Node> waiting;
    if (first_root_ != kNoNode) waiting.push_back(first_root_);
    while (!waiting.empty()) {
      const Node node = waiting.back();
      waiting.pop_back();
      visit(node);
      if (next_[node] != kNoNode) waiting.push_back(next_[node]);
      if (first_[node] != kNoNode) waiting.push_back(first_[node]);
    }
  }

 private:
  Node first_root_ = kNoNode;
  std::vector<Node> first_;
  std::vector<Node> next_;
};

std::size_t top_of(std::size_t size) { return std::max(size / kTopShare, std::min(size, kTopLeast)); }

// The important nodes come first, the most important at the front; then the others, tree by tree.
void number(const HierarchyBuilder& builder, const std::vector<Node>& order, Built& built) {
  const std::size_t size = order.size(), top = top_of(size);
  built.node_of.assign(order.rbegin(), order.rbegin() + static_cast<std::ptrdiff_t>(top));
  std::vector<bool> numbered(size);
  for (const Node node : built.node_of) numbered[node] = true;
  Tree(builder, order).walk([&](Node node) {
    if (!numbered[node]) built.node_of.push_back(node);
  });
  built.number_of.resize(size);
  for (std::uint32_t number = 0; number < size; ++number) built.number_of[built.node_of[number]] = number;
}

void lay_out(const HierarchyBuilder& builder, Built& built) {
  for (const Node node : built.node_of) {
    const auto put = [&](const std::vector<HierarchyBuilder::Link>& links) {
      for (const auto& link : links) {
        built.arcs.push_back({link.cost, built.number_of[link.to], link.edges});
        built.parts.push_back({0, 0, 0, link.middle});
      }
    };
    const auto down = static_cast<std::uint32_t>(built.arcs.size());
    if (!builder.two_way()) put(builder.in(node));
    built.first.push_back({down, static_cast<std::uint32_t>(built.arcs.size())});
    put(builder.out(node));
  }
  const auto end = static_cast<std::uint32_t>(built.arcs.size());
  built.first.push_back({end, end});
}

// The number of the arc between a node and a more important one.
std::uint32_t arc_at(const HierarchyTables& tables, ArcRange range, std::uint32_t to) {
  while (range.begin != range.end && tables.arcs[range.begin].to != to) ++range.begin;
  return range.begin;
}

void link_shortcuts(const HierarchyTables& tables, std::vector<HierarchyParts>& all_parts) {
  for (std::uint32_t number = 0; number < tables.node_of.size(); ++number) {
    for (std::uint32_t at = tables.first[number].down; at < tables.first[number + 1].down; ++at) {
      HierarchyParts& parts = all_parts[at];
      if (parts.middle == kNoNode) continue;
      const bool upwards = at >= tables.first[number].up;
      const std::uint32_t end = tables.arcs[at].to, from = upwards ? number : end, to = upwards ? end : number;
      const std::uint32_t middle = tables.number_of[parts.middle];
      parts.first = arc_at(tables, tables.from_top(middle), from);
      parts.second = arc_at(tables, tables.to_top(middle), to);
      parts.edges = tables.arcs[parts.first].edges;
    }
  }
}

TopLabelTables labels_of(const SectionReader& reader, const char* first, const char* hubs, const char* costs,
                         const char* arcs, std::size_t nodes) {
  const TopLabelTables labels{reader.read<std::uint32_t>(first), reader.read<std::uint32_t>(hubs),
                              reader.read<double>(costs), reader.read<std::uint32_t>(arcs)};
  require(!labels.first.empty() && labels.size() <= nodes && labels.first.back() == labels.hubs.size(), first);
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
                                section("parts", parts),
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
  const SectionReader reader(sections);
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
                         reader.read<HierarchyParts>("parts"),
                         to_hubs,
                         from_hubs,
                         {}};
  require(tables.number_of.size() == graph.size(), "number_of");
  require(tables.node_of.size() == graph.size(), "node_of");
  require(tables.first.size() == std::size_t{graph.size()} + 1, "first");
  require(tables.first.back().down == tables.arcs.size(), "first");
  require(tables.parts.size() == tables.arcs.size(), "parts");
  require(from_hubs.first.size() == to_hubs.first.size(), "first_from_hub");
  return tables;
}

Outcome build_hierarchy(const Graph& graph, const HierarchyLimits& limits, const Progress& progress,
                        HierarchyTables& made) {
  const auto built = std::make_shared<Built>();
  {
    HierarchyBuilder builder(graph);
    const std::vector<Node> order = builder.run(part_of(progress, 0.0, kLabelsBegin));
    if (order.size() != graph.size()) return Outcome::stopped;
    number(builder, order, *built);
    lay_out(builder, *built);
    made = tables_of(builder.two_way(), built);
  }
  link_shortcuts(made, built->parts);
  const auto top = static_cast<std::uint32_t>(top_of(graph.size()));
  if (!make_top_labels(made, top, limits.most_bytes, limits.threads, part_of(progress, kLabelsBegin, 1.0),
                       built->to_hubs, built->from_hubs)) {
    return Outcome::stopped;
  }
  made = tables_of(made.two_way, built);
  return Outcome::done;
}

}  // namespace pathstar
