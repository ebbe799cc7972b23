// The gates of all clusters, and the costs from each gate of a cluster to each other within it.
//
// The tables of a cluster stay where they were built or opened, until an edit gives it new, separate ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "indexes/common/section.hpp"
#include "indexes/hierarchy/cluster_ground.hpp"
#include "indexes/hierarchy/cluster_layout.hpp"
#include "indexes/hierarchy/gates.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The saved tables. A cluster's costs are a square, row by row: from one gate to all; infinite if there is no way.
struct GateSections {
  std::span<const std::uint32_t> gate_first;  // the beginning of each cluster's gates, and the end of the last
  std::span<const Node> gates;                // ascending within a cluster
  std::span<const double> gate_costs;
  std::span<const std::uint32_t> entrances;  // one number: that of Entrances
  std::shared_ptr<const void> owner;         // owner of the memory; none if the caller owns it

  std::vector<Section> sections() const;
  static GateSections of(const std::vector<Section>& sections);
};

inline constexpr std::uint32_t kNoGate = ~std::uint32_t{0};
inline constexpr double kNoCost = std::numeric_limits<double>::infinity();

class GateTables {
 public:
  // The sections must have passed check().
  GateTables(const ClusterLayout& layout, GateSections sections);

  // Throws std::invalid_argument unless the gates are walkable cells of their clusters, and gates on all levels below,
  // and the costs are numbers from 0 up to the cost of any path.
  template <class Space>
  static void check(const Space& space, const ClusterLayout& layout, const GateSections& sections) {
    ClusterGround<Space> ground(space);
    ground.aim_at(0);  // any node: the range of its steps is that of all
    const double most = 2.0 * static_cast<double>(space.size()) * ground.steps().largest;
    check(layout, sections, most, [&](Node node) { return node < space.size() && space.walkable(node); });
  }

  Entrances entrances() const noexcept { return static_cast<Entrances>(base_.entrances.front()); }

  std::span<const Node> gates(std::uint32_t cluster) const noexcept {
    return {tables_[cluster].gates, tables_[cluster].count};
  }
  // From the gate of this number to all gates of the cluster.
  const double* row(std::uint32_t cluster, std::uint32_t gate) const noexcept {
    return tables_[cluster].costs + std::size_t{gate} * tables_[cluster].count;
  }
  std::span<const double> costs(std::uint32_t cluster) const noexcept {
    return {tables_[cluster].costs, std::size_t{tables_[cluster].count} * tables_[cluster].count};
  }
  // The number of a gate of the cluster, or kNoGate.
  std::uint32_t number(std::uint32_t cluster, Node gate) const noexcept;

  // The number of times that a cluster was brought up to date.
  std::uint64_t time() const noexcept { return time_; }
  // Whether a cluster's tables fit the grid, and no edit came near it since that time.
  bool fit(std::uint32_t cluster, std::uint64_t since) const noexcept { return tables_[cluster].since <= since; }

  bool has_gates(std::uint32_t cluster, std::span<const Node> gates) const noexcept {
    return std::ranges::equal(gates, this->gates(cluster));
  }
  bool equal(std::uint32_t cluster, std::span<const Node> gates, std::span<const double> costs) const noexcept {
    return has_gates(cluster, gates) && std::ranges::equal(costs, this->costs(cluster));
  }

  // Notes that a cluster's tables may no longer fit, or that they do after all; or replaces them.
  void doubt(std::uint32_t cluster) noexcept { tables_[cluster].since = kInDoubt; }
  void confirm(std::uint32_t cluster) noexcept { tables_[cluster].since = ++time_; }
  void replace(std::uint32_t cluster, std::vector<Node> gates, std::vector<double> costs);

  // All tables in the order of a new build.
  GateSections in_order() const;

 private:
  using IsOpen = std::function<bool(Node)>;
  static void check(const ClusterLayout& layout, const GateSections& sections, double most, const IsOpen& is_open);

  static constexpr std::uint64_t kInDoubt = ~std::uint64_t{0};

  struct ClusterTable {
    const Node* gates;
    const double* costs;
    std::uint32_t count;
    std::uint64_t since = 0;  // the time of its last update
  };
  struct OwnTable {
    std::vector<Node> gates;
    std::vector<double> costs;
  };

  GateSections base_;
  std::vector<ClusterTable> tables_;
  std::unordered_map<std::uint32_t, OwnTable> own_;
  std::uint64_t time_ = 0;
};

// The memory behind the sections of a build.
struct OwnedGateSections {
  std::vector<std::uint32_t> gate_first;
  std::vector<Node> gates;
  std::vector<double> gate_costs;
  std::uint32_t entrances = 0;
};
GateSections sections_of(std::shared_ptr<const OwnedGateSections> owned);

}  // namespace pathstar
