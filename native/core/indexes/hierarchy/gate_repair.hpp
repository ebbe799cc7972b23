// Brings the tables of clusters up to date after edits: those near an edit, level by level.
//
// When to use: at once, before a task that needs all tables, or by steps, so that a frame of a game keeps its budget.
//   Until it is over, a search replaces a cluster with doubtful tables by the clusters in it; those of level 1 must fit
//   before the search.
// Needs: a grid, plain or regular, whose lock the caller holds shared, and no other use of the tables during a call.
// Guarantee: repaired tables equal new ones, to the last bit, for any number of steps.
// Complexity: for each cluster its gates, times the cells or gates in it.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "engine/driver/poll.hpp"
#include "indexes/hierarchy/cluster_graph.hpp"
#include "indexes/hierarchy/cluster_ground.hpp"
#include "indexes/hierarchy/cluster_layout.hpp"
#include "indexes/hierarchy/gate_tables.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class Space>
class GateRepair {
 public:
  GateRepair(const Space& space, const ClusterLayout& layout, GateTables& tables)
      : space_(space),
        ground_(space),
        layout_(layout),
        tables_(tables),
        marks_(layout.clusters()),
        cells_(space, layout, tables),
        gates_(space, layout, tables) {}

  // Notes an edit of these nodes, or of any.
  void note(std::span<const Node> edited);
  void note_all();

  bool over() const noexcept { return waiting_.empty(); }
  // Whether the tables of all clusters of level 1 fit.
  bool level_1_fits() const noexcept { return over() || *waiting_.begin() >= layout_.first(2); }

  // Repairs all. False if the poll stopped it: then the rest still waits.
  bool run(unsigned threads, const Poll& poll);
  // Visits about this many nodes of clusters; a cluster of level 1 is done in one piece.
  void step(std::uint64_t budget);

 private:
  enum Mark : std::uint8_t { kNone, kGates, kCosts };  // the possible changes: only the gates, or costs, too

  // A cluster's new tables.
  struct NewTable {
    std::uint32_t cluster;
    bool in_doubt = false;  // whether they may differ; else there are none
    std::vector<Node> gates{};
    std::vector<double> costs{};
  };

  void mark_at(Node node, Mark mark);
  void mark(std::uint32_t cluster, Mark mark);
  bool steps_out_of(std::uint32_t level, std::uint32_t x, std::uint32_t y) const noexcept;
  void renew_cells(std::uint64_t& budget);
  void step_gates(std::uint64_t& budget);
  std::vector<NewTable> work_of(std::uint32_t level) const;
  bool make(std::vector<NewTable>& work, unsigned threads, const Poll& poll) const;
  void find_gates(NewTable& one) const;
  void begin_costs(ClusterGraph<Space>& graph, NewTable& one) const;
  void renew(ClusterGraph<Space>& graph, NewTable& one) const;
  void finish(NewTable& one);

  const Space& space_;
  ClusterGround<Space> ground_;
  const ClusterLayout& layout_;
  GateTables& tables_;
  std::vector<std::uint8_t> marks_;   // by cluster
  std::set<std::uint32_t> waiting_;   // the marked ones: lower levels first
  ClusterGraph<Space> cells_;         // of a cluster of level 1
  ClusterGraph<Space> gates_;         // of the one that goes by steps
  std::optional<NewTable> by_steps_;  // on a higher level; begun
};

extern template class GateRepair<Grid>;
extern template class GateRepair<RegularGrid>;

}  // namespace pathstar
