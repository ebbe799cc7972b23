// Queries on a contraction hierarchy: from both ends upwards, and what lies between is unpacked.
//
// When to use: many queries on one graph.
// Needs: a graph; its hierarchy (hierarchy.hpp).
// Guarantee: optimal.
// Complexity: some hundred nodes on a road network of a million; unpacking is linear in the path.
// Reference: Geisberger, Sanders, Schultes and Delling 2008, Contraction hierarchies (with stalling on demand).
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "indexes/hierarchy.hpp"
#include "indexes/index.hpp"

namespace pathstar {

class ContractionIndex final : public Index {
 public:
  ContractionIndex(std::shared_ptr<const Graph> graph, HierarchyTables tables);
  ~ContractionIndex() override;

  std::vector<Section> sections() const override { return tables_.sections(); }
  PathResult find(Node start, Node goal, const Poll& poll) const override;
  PathResult measure(Node start, Node goal, const Poll& poll) const override;

 private:
  class Query;

  PathResult answer(Node start, Node goal, bool corners) const;

  std::shared_ptr<const Graph> graph_;
  HierarchyTables tables_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Query>> waiting_;
};

}  // namespace pathstar
