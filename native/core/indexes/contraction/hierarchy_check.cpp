#include <cstddef>
#include <cstdint>

#include "indexes/common/section_reader.hpp"
#include "indexes/contraction/hierarchy.hpp"

namespace pathstar {
namespace {

class HierarchyCheck {
 public:
  explicit HierarchyCheck(const HierarchyTables& tables) : tables_(tables) {}

  void numbers() const {
    const auto& node_of = tables_.node_of;
    for (Node node = 0; node < node_of.size(); ++node) {
      const std::uint32_t number = tables_.number_of[node];
      require(number < node_of.size() && node_of[number] == node, "number_of");
    }
  }

  void arcs() const {
    std::uint32_t next = 0;
    for (std::uint32_t node = 0; node < tables_.node_of.size(); ++node) {
      const FirstArcs first = tables_.first[node];
      const std::uint32_t end = tables_.first[node + 1].down;
      require(first.down == next && first.down <= first.up && first.up <= end && end <= tables_.arcs.size(), "first");
      require(!tables_.two_way || first.up == first.down, "first");
      for (std::uint32_t at = first.down; at != end; ++at) {
        const HierarchyArc& arc = tables_.arcs[at];
        require(arc.to < node && arc.cost >= 0.0 && arc.edges >= 1, "arcs");
        if (arc.edges > 1) require(holds(at), "inside");
      }
      next = end;
    }
    require(next == tables_.arcs.size(), "first");
  }

  // `up`: for the paths to the hubs, not from them.
  void labels(const TopLabelTables& labels, bool up, const char* name) const {
    for (std::uint32_t node = 0; node < labels.size(); ++node) {
      const ArcRange arcs = up ? tables_.to_top(node) : tables_.from_top(node);
      const std::uint32_t end = labels.first[node + 1];
      std::int64_t before = -1;
      for (std::uint32_t i = labels.first[node]; i != end; ++i) {
        const bool own = i + 1 == end;  // the last entry is the node itself
        const std::uint32_t hub = labels.hubs[i], arc = labels.arcs[i];
        require(hub > before && labels.costs[i] >= 0.0, name);
        require(own ? hub == node && arc == kNoArc : arcs.begin <= arc && arc < arcs.end, name);
        before = hub;
      }
      require(before == node, name);
    }
  }

 private:
  // Whether the inside of an arc is nodes, or two lower arcs with the same number of edges.
  bool holds(std::uint32_t at) const noexcept {
    const ArcInside& inside = tables_.inside[at];
    const std::uint32_t edges = tables_.arcs[at].edges;
    const std::size_t nodes = tables_.node_of.size(), arcs = tables_.arcs.size();
    if (edges <= ArcInside::kShort) {
      bool known = true;
      for (std::uint32_t i = 0; i + 1 < edges; ++i) known &= inside.words[i] < nodes;
      return known;
    }
    const std::uint32_t first = inside.first(), second = inside.second();
    if (first <= at || first >= arcs || second <= at || second >= arcs || inside.middle() >= nodes) return false;
    const std::uint64_t parts = std::uint64_t{tables_.arcs[first].edges} + tables_.arcs[second].edges;
    return parts == edges && inside.first_edges() == tables_.arcs[first].edges;
  }

  const HierarchyTables& tables_;
};

}  // namespace

void check_hierarchy(const HierarchyTables& tables) {
  const HierarchyCheck check(tables);
  check.numbers();
  check.arcs();
  check.labels(tables.to_hubs, true, "to_hubs");
  if (!tables.two_way) check.labels(tables.from_hubs, false, "from_hubs");
}

}  // namespace pathstar
