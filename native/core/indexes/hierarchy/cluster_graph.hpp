// A cluster as a small graph: its cells on level 1, the gates of the clusters in it on the others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/hierarchy/cluster_ground.hpp"
#include "indexes/hierarchy/cluster_layout.hpp"
#include "indexes/hierarchy/gate_tables.hpp"
#include "indexes/hierarchy/local_costs.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class Space>
class ClusterGraph {
 public:
  ClusterGraph(const Space& space, const ClusterLayout& layout, const GateTables& tables)
      : ground_(space), layout_(&layout), tables_(&tables) {}

  // Enters a cluster. Its own tables need not be there, but those of the level below.
  void enter(std::uint32_t cluster);

  // Writes the costs from each gate to each other within the cluster, row by row.
  void write_costs(std::span<const Node> gates, double* costs);

 private:
  void add_cells();
  void add_gates();
  void add_steps_to(Node node, const Box& part);
  std::uint32_t number(Node node) const noexcept;

  ClusterGround<Space> ground_;
  const ClusterLayout* layout_;
  const GateTables* tables_;
  std::uint32_t level_ = 1;
  Box box_{};
  std::vector<std::uint32_t> parts_;       // the clusters of the level below, row by row
  std::vector<std::uint32_t> part_first_;  // the number of each part's first gate
  LocalCosts graph_;
};

extern template class ClusterGraph<Grid>;
extern template class ClusterGraph<RegularGrid>;

}  // namespace pathstar
