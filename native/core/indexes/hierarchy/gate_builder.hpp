// Fills in the tables of clusters: those of level 1 from their cells, the others from the tables of the level below.
//
// When to use: for all clusters at first, and after an edit for those that it may have changed.
// Needs: a grid, plain or regular, that does not change meanwhile.
// Guarantee: repaired tables equal new ones, to the last bit.
// Complexity: for each cluster its gates, times the cells or gates in it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "engine/driver/poll.hpp"
#include "indexes/common/progress.hpp"
#include "indexes/hierarchy/cluster_layout.hpp"
#include "indexes/hierarchy/gate_tables.hpp"
#include "indexes/hierarchy/gates.hpp"
#include "spaces/types.hpp"

namespace pathstar {

struct GateTableOptions {
  Entrances entrances = Entrances::few;
  unsigned threads = 1;
  std::uint64_t most_bytes = std::uint64_t{1} << 33;
};

template <class Space>
Outcome build_gate_tables(const Space& space, const ClusterLayout& layout, const GateTableOptions& options,
                          const Progress& progress, std::shared_ptr<OwnedGateSections>& made);

// Call it after an edit of these nodes. False if the poll stopped it; the tables then fit only once all nodes were
// given as edited.
template <class Space>
bool repair_gate_tables(const Space& space, const ClusterLayout& layout, std::span<const Node> edited, unsigned threads,
                        const Poll& poll, GateTables& tables);
template <class Space>
bool renew_gate_tables(const Space& space, const ClusterLayout& layout, unsigned threads, const Poll& poll,
                       GateTables& tables);

}  // namespace pathstar
