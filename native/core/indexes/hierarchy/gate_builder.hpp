// Fills in the tables of clusters: those of level 1 from their cells, the others from the tables of the level below.
//
// When to use: for all clusters at first; see gate_repair.hpp for edits.
// Needs: a grid, plain or regular, that does not change meanwhile.
// Guarantee: the same tables with any number of threads.
// Complexity: for each cluster its gates, times the cells or gates in it.
#pragma once

#include <cstdint>
#include <memory>

#include "indexes/common/progress.hpp"
#include "indexes/hierarchy/cluster_layout.hpp"
#include "indexes/hierarchy/gate_tables.hpp"
#include "indexes/hierarchy/gates.hpp"

namespace pathstar {

struct GateTableOptions {
  Entrances entrances = Entrances::few;
  unsigned threads = 1;
  std::uint64_t most_bytes = std::uint64_t{1} << 33;
};

template <class Space>
Outcome build_gate_tables(const Space& space, const ClusterLayout& layout, const GateTableOptions& options,
                          const Progress& progress, std::shared_ptr<OwnedGateSections>& made);

}  // namespace pathstar
