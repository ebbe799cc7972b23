// Subgoal graph with hub labels: start and goal look around for subgoals, and labels connect those.
//
// When to use: many queries on one map; it is built in seconds and takes little memory.
// Needs: a grid without costs, 8 directions, straight <= diagonal <= 2 * straight.
// Guarantee: optimal.
// Complexity: one look from the start and one from the goal, and one pass over the labels of those seen subgoals
//   through which a path could still beat the best known one.
// Reference: Uras, Koenig and Hernandez 2013 (subgoals); labels.hpp for the labels.
// Differs from the paper: hub labels replace the search with A* over the graph.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "engine/driver/pool.hpp"
#include "indexes/common/index.hpp"
#include "indexes/hub_labels/unpack.hpp"
#include "indexes/subgoals/seen.hpp"
#include "indexes/subgoals/sight.hpp"
#include "indexes/subgoals/subgoal_tables.hpp"

namespace pathstar {

class SubgoalIndex final : public GridLookUp {
 public:
  SubgoalIndex(std::shared_ptr<Grid> grid, std::uint64_t revision, IndexTables tables);
  ~SubgoalIndex() override;

  std::vector<Section> sections() const override { return sections_of(tables_); }

 private:
  class Query;

  std::vector<Node> corners(Node start, Node goal, const Poll& poll, SearchStats& stats) const override;
  Route measured(Node start, Node goal, const Poll& poll, SearchStats& stats) const override;
  Route way(Node start, Node goal, Wanted wanted) const;

  IndexTables tables_;
  Sight sight_;
  LabelWalk walk_;
  StepDecoder decoder_;
  mutable Pool<Query> queries_;
};

}  // namespace pathstar
