// Hub labels of all cells: a query is one pass over two short lists.
//
// When to use: as many queries as can be on a map that does not change; takes some 100 bytes to 400 per walkable cell.
// Needs: a grid without costs, 8 directions, straight <= diagonal <= 2 * straight; fewer than 65,535 subgoals.
// Guarantee: optimal.
// Complexity: as long as two labels, which hold 10 to 60 hubs on most maps; then one memory access for each subgoal on
//   the path.
// Reference: labels.hpp; Abraham, Delling, Goldberg and Werneck 2011, A hub-based labeling algorithm for shortest paths
//   in road networks.
// Differs from the paper: only subgoals are hubs, and only they know the way on; a cell's label names the side to which
//   it sees its subgoal.
#pragma once

#include <memory>
#include <vector>

#include "indexes/index.hpp"
#include "indexes/index_tables.hpp"
#include "indexes/label_walk.hpp"
#include "indexes/sight.hpp"

namespace pathstar {

class HubLabelIndex final : public Index {
 public:
  HubLabelIndex(std::shared_ptr<const Grid> grid, std::uint64_t revision, IndexTables tables);

  std::vector<Section> sections() const override { return sections_of(tables_); }

 private:
  std::vector<Node> corners(Node start, Node goal, const Poll& poll, SearchStats& stats) const override;

  // The subgoal over which a cell gets to a hub at a cost, and the number of its entry.
  struct Step {
    Seen seen;
    std::uint32_t entry;
  };
  Step first_step(Spot cell, std::uint32_t hub, std::uint32_t cost, Way way) const;
  bool leads(const Seen& seen, std::uint32_t hub, std::uint32_t cost, Step& step) const;

  IndexTables tables_;
  Sight sight_;
  LabelWalk walk_;
};

}  // namespace pathstar
