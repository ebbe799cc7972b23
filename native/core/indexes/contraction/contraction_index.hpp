// Queries on a contraction hierarchy: they climb from both ends, and unpack the path between.
//
// When to use: many queries on one graph.
// Needs: a graph; its hierarchy (hierarchy.hpp).
// Guarantee: optimal.
// Complexity: about a dozen nodes and labels on a road network of a million nodes; unpacking is linear in the path.
// Reference: hierarchy.hpp, top_labels.hpp and contraction_query.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <shared_mutex>

#include "engine/driver/pool.hpp"
#include "indexes/common/index.hpp"
#include "indexes/contraction/contraction_query.hpp"
#include "indexes/contraction/hierarchy.hpp"

namespace pathstar {

class ContractionIndex final : public LookUp {
 public:
  ContractionIndex(std::shared_ptr<Graph> graph, std::uint64_t revision, HierarchyTables tables);

  std::vector<Section> sections() const override { return tables_.sections(); }
  double edited() const override;

 private:
  std::shared_lock<SpaceMutex> read() const override { return std::shared_lock(graph_->mutex()); }
  bool follow(const Poll&) const override { return graph_->revision() == revision_; }
  PathResult look_up(Node start, Node goal, const Poll&) const override { return found(start, goal, Wanted::path); }
  PathResult look_up_cost(Node start, Node goal, const Poll&) const override {
    return found(start, goal, Wanted::cost);
  }
  PathResult found(Node start, Node goal, Wanted wanted) const;

  std::shared_ptr<Graph> graph_;
  std::uint64_t revision_;
  HierarchyTables tables_;
  mutable Pool<ContractionQuery> queries_;
};

}  // namespace pathstar
