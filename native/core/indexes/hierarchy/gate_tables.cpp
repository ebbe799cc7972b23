#include "indexes/hierarchy/gate_tables.hpp"

#include <algorithm>
#include <utility>

#include "indexes/common/section_reader.hpp"

namespace pathstar {
namespace {

bool is_known(std::span<const Node> sorted, Node node) {
  return std::binary_search(sorted.begin(), sorted.end(), node);
}

void check_gates(const ClusterLayout& layout, const GateSections& sections, const std::function<bool(Node)>& is_open) {
  const auto gates_of_cluster = [&](std::uint32_t cluster) {
    const std::uint32_t first = sections.gate_first[cluster];
    return sections.gates.subspan(first, sections.gate_first[cluster + 1] - first);
  };
  for (std::uint32_t level = 1; level <= layout.levels(); ++level) {
    for (std::uint32_t cluster = layout.first(level); cluster < layout.first(level + 1); ++cluster) {
      const std::span<const Node> gates = gates_of_cluster(cluster);
      require(std::adjacent_find(gates.begin(), gates.end(), std::greater_equal<>()) == gates.end(), "gates");
      for (const Node gate : gates) {
        require(is_open(gate) && layout.at(level, gate) == cluster, "gates");
        require(level == 1 || is_known(gates_of_cluster(layout.at(level - 1, gate)), gate), "gates");
      }
    }
  }
}

}  // namespace

std::vector<Section> GateSections::sections() const {
  std::vector<Section> made{section("gate_first", gate_first), section("gates", gates),
                            section("gate_costs", gate_costs), section("entrances", entrances)};
  for (Section& one : made) one.owner = owner;
  return made;
}

GateSections GateSections::of(const std::vector<Section>& sections) {
  SectionReader reader(sections);
  GateSections read{reader.read<std::uint32_t>("gate_first"),
                    reader.read<Node>("gates"),
                    reader.read<double>("gate_costs"),
                    reader.read<std::uint32_t>("entrances"),
                    {}};
  reader.require_all_read();
  return read;
}

GateSections sections_of(std::shared_ptr<const OwnedGateSections> owned) {
  const OwnedGateSections& held = *owned;
  return {held.gate_first, held.gates, held.gate_costs, std::span(&held.entrances, 1), std::move(owned)};
}

GateTables::GateTables(const ClusterLayout& layout, GateSections sections) : base_(std::move(sections)) {
  tables_.resize(layout.clusters());
  const double* costs = base_.gate_costs.data();
  for (std::uint32_t cluster = 0; cluster < layout.clusters(); ++cluster) {
    const std::uint32_t first = base_.gate_first[cluster], count = base_.gate_first[cluster + 1] - first;
    tables_[cluster] = {base_.gates.data() + first, costs, count};
    costs += std::size_t{count} * count;
  }
}

void GateTables::check(const ClusterLayout& layout, const GateSections& sections, double most, const IsOpen& is_open) {
  require(sections.entrances.size() == 1 && sections.entrances[0] <= static_cast<std::uint32_t>(Entrances::all),
          "entrances");
  require(sections.gate_first.size() == std::size_t{layout.clusters()} + 1, "gate_first");
  require_offsets(sections.gate_first, sections.gates.size(), "gate_first");
  std::uint64_t costs = 0;
  for (std::uint32_t cluster = 0; cluster < layout.clusters(); ++cluster) {
    const std::uint64_t count = sections.gate_first[cluster + 1] - sections.gate_first[cluster];
    costs += count * count;
  }
  require(costs == sections.gate_costs.size(), "gate_costs");
  const auto is_cost = [&](double cost) { return (cost >= 0.0 && cost <= most) || cost == kNoCost; };
  require(std::all_of(sections.gate_costs.begin(), sections.gate_costs.end(), is_cost), "gate_costs");
  check_gates(layout, sections, is_open);
}

std::uint32_t GateTables::number(std::uint32_t cluster, Node gate) const noexcept {
  const std::span<const Node> all = gates(cluster);
  if (all.empty()) return kNoGate;
  const Node* at = all.data();  // the last gate that is not above this one, or the first of all
  for (std::size_t left = all.size(); left > 1;) {
    const std::size_t half = left / 2;
    at = at[half] <= gate ? at + half : at;  // no branch: half of its predictions would be wrong
    left -= half;
  }
  return *at == gate ? static_cast<std::uint32_t>(at - all.data()) : kNoGate;
}

void GateTables::replace(std::uint32_t cluster, std::vector<Node> gates, std::vector<double> costs) {
  OwnTable& own = own_[cluster];
  own = {std::move(gates), std::move(costs)};
  tables_[cluster] = {own.gates.data(), own.costs.data(), static_cast<std::uint32_t>(own.gates.size()), ++time_};
}

GateSections GateTables::in_order() const {
  if (own_.empty()) return base_;
  const auto made = std::make_shared<OwnedGateSections>();
  made->entrances = base_.entrances.front();
  made->gate_first.push_back(0);
  for (std::uint32_t cluster = 0; cluster < tables_.size(); ++cluster) {
    const std::span<const Node> gates = this->gates(cluster);
    const std::span<const double> costs = this->costs(cluster);
    made->gates.insert(made->gates.end(), gates.begin(), gates.end());
    made->gate_costs.insert(made->gate_costs.end(), costs.begin(), costs.end());
    made->gate_first.push_back(static_cast<std::uint32_t>(made->gates.size()));
  }
  return sections_of(made);
}

}  // namespace pathstar
