// A* over gates: within a cluster along its table, between clusters along single steps.
//
// When to use: to plan a path over clusters, and to refine a part of it.
// Needs: tables that fit the grid, whose lock the caller holds shared.
// Guarantee: optimal among the paths over the gates in scope.
// Complexity: the gates that it reaches, times the gates of a cluster.
// Reference: Botea, Mueller and Schaeffer 2004, Near optimal hierarchical path-finding (HPA*).
// Differs from the paper: the graph is not changed for a query. Clusters without start and goal are seen on their
//   highest level, as in Delling, Goldberg, Pajor and Werneck 2017, Customizable route planning in road networks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/open_list/sorted_buckets.hpp"
#include "indexes/hierarchy/cluster_ground.hpp"
#include "indexes/hierarchy/cluster_layout.hpp"
#include "indexes/hierarchy/gate_tables.hpp"
#include "spaces/types.hpp"

namespace pathstar {

inline constexpr std::uint32_t kNoCluster = ~std::uint32_t{0};

// The clusters in a search: all or two, up to a level; those with a node to open, on level 1.
struct ClusterScope {
  std::uint32_t top;
  std::array<std::uint32_t, 2> within{kNoCluster, kNoCluster};  // the first one is kNoCluster for all
  std::array<Node, 2> open{kNoNode, kNoNode};
};

// A gate, and its cost from the start, or to the goal.
struct GateCost {
  Node gate;
  double cost;
};

// A part of a path inside one cluster, from a cell to a cell. The next part begins one step on.
struct ClusterPass {
  std::uint32_t cluster;
  Node entry;
  Node exit;
};

template <class Space>
class GateSearch {
 public:
  GateSearch(const Space& space, const ClusterLayout& layout, const GateTables& tables)
      : ground_(space), layout_(&layout), tables_(&tables), blocks_of_(layout.clusters(), kNoBlock) {}

  // Forgets everything, and sets the scope. Clusters with doubtful tables are replaced by those in them.
  void enter(const ClusterScope& scope);

  // Begins to look for a cheapest path over gates, from some of them to some of them, once for each enter(). `goal`:
  // the target of the estimate. `most`: paths of this cost or more do not count.
  void begin(std::span<const GateCost> starts, std::span<const GateCost> ends, Node goal, double most);
  // Expands up to this many gates; true once the search is over.
  bool step(std::uint64_t budget);
  // Whether no edit came near its visited clusters.
  bool still_fits() const noexcept;
  // The path just found; none if there is none.
  std::vector<ClusterPass> passes() const;

  std::uint64_t expanded() const noexcept { return expanded_; }

 private:
  static constexpr std::uint32_t kNoBlock = ~std::uint32_t{0};
  static constexpr std::uint32_t kNoLabel = ~std::uint32_t{0};
  static constexpr double kUnreached = std::numeric_limits<double>::infinity();

  // A cluster visited by the search. The labels of its gates are contiguous.
  struct GateBlock {
    std::uint32_t cluster;
    std::uint32_t first;
    Box box;
  };
  struct Label {
    double reached;
    double rest;      // the cost from here to the end
    double estimate;  // of the same, once it is reached
    std::uint32_t from;
    std::uint32_t block;
  };
  // Of equal keys the gate nearer to the end comes first. `order` is the gate's label.
  using Queue = SortedBuckets<double>;
  using Waiting = Queue::Entry;

  std::uint32_t cluster_at(std::uint32_t x, std::uint32_t y) const noexcept;
  std::uint32_t block_at(std::uint32_t x, std::uint32_t y);
  std::uint32_t label_of(Node gate);
  void reach(std::uint32_t label, double reached, std::uint32_t from);
  bool take(Waiting& next);
  void expand(std::uint32_t label, Node gate);
  void spread(std::uint32_t label);
  void cross(std::uint32_t label, Node gate);
  Node gate_of(std::uint32_t label) const noexcept {
    const GateBlock& block = blocks_[labels_[label].block];
    return tables_->gates(block.cluster)[label - block.first];
  }

  ClusterGround<Space> ground_;
  const ClusterLayout* layout_;
  const GateTables* tables_;
  ClusterScope scope_{1};
  std::array<std::uint32_t, 2> within_level_{};
  std::vector<std::array<std::uint32_t, 2>> open_;  // by level: the clusters of the nodes to open
  std::vector<std::uint32_t> blocks_of_;            // by cluster
  std::vector<GateBlock> blocks_;
  std::vector<Label> labels_;
  Queue queue_;
  std::uint32_t last_ = kNoLabel;
  double best_ = kUnreached;
  std::uint64_t time_ = 0;  // of the tables, when it entered them
  std::uint64_t expanded_ = 0;
};

extern template class GateSearch<Grid>;
extern template class GateSearch<RegularGrid>;

}  // namespace pathstar
