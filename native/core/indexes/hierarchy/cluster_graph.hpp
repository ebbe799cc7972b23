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

  // Enters a cluster. Only the tables of the level below have to exist.
  void enter(std::uint32_t cluster);

  // Begins to find the costs from each gate to each other within the cluster.
  void begin(std::span<const Node> gates);
  // Writes them row by row, always to the same place. Uses up the budget by one for each node that it visits; false if
  // the budget ran out before the end.
  bool write_costs(double* costs, std::uint64_t& budget);
  void write_all(double* costs);

 private:
  void begin_rows();
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
  std::vector<std::uint32_t> numbers_;  // of the gates
  std::size_t written_ = 0;             // rows
};

extern template class ClusterGraph<Grid>;
extern template class ClusterGraph<RegularGrid>;

}  // namespace pathstar
