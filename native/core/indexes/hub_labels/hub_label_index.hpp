// Hub labels of all cells: a query reads the labels of two blocks of cells.
//
// When to use: very many queries on a map that does not change; takes some 10 to 100 bytes per walkable cell.
// Needs: a grid without costs, 8 directions, straight <= diagonal <= 2 * straight.
// Guarantee: optimal.
// Complexity: linear in two labels, which hold 10 to 200 hubs on most maps; then for each turn of the path one memory
//   access, mostly next to the previous one.
// Reference: labels.hpp and block_labels.hpp; Abraham, Delling, Goldberg and Werneck 2011, A hub-based labeling
//   algorithm for shortest paths in road networks.
// Differs from the paper: only subgoals are hubs, and only they know how paths continue; neighbouring cells share a
//   label, and two labels are matched through a table by hub instead of merged in order.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/driver/pool.hpp"
#include "indexes/common/index.hpp"
#include "indexes/hub_labels/unpack.hpp"
#include "indexes/subgoals/sight.hpp"
#include "indexes/subgoals/subgoal_tables.hpp"

namespace pathstar {

class HubLabelIndex final : public GridLookUp {
 public:
  HubLabelIndex(std::shared_ptr<Grid> grid, std::uint64_t revision, IndexTables tables);

  ~HubLabelIndex() override;

  std::vector<Section> sections() const override { return sections_of(tables_); }

 private:
  // A cell with the label of its block.
  struct End {
    Spot spot;
    BlockLabel label;
    std::uint32_t cell;  // index in the block
  };
  // The hub on the cheapest path, the path's cost, and its first and last subgoal.
  struct Meeting {
    std::uint32_t cost;
    std::uint32_t hub;
    Place first;
    Place last;
  };
  class FromStart;
  using Reached = Pool<FromStart>::Lease;

  std::vector<Node> corners(Node start, Node goal, const Poll& poll, SearchStats& stats) const override;
  Route measured(Node start, Node goal, const Poll& poll, SearchStats& stats) const override;
  void measure_all(Node start, std::span<const Node> goals, const Poll& poll, const Take& take) const override;

  Route between(Node start, Node goal, Wanted wanted) const;
  Reached reach(const End& start) const;
  Route way(const FromStart& from_start, const End& start, const End& goal, Wanted wanted) const;
  End end(Node node) const noexcept;
  template <class Hub, class Visit>
  void each_via(const End& end, Visit&& visit) const;
  template <class Hub>
  void offer_all(FromStart& from_start, const End& start) const;
  template <class Hub>
  Meeting meet(const FromStart& from_start, const End& start, const End& goal) const;
  std::uint32_t vertex(Place place) const;

  IndexTables tables_;
  Sight sight_;
  LabelWalk walk_;
  StepDecoder decoder_;
  BlockShape blocks_;
  bool wide_;  // whether hubs have 32-bit numbers
  mutable Pool<FromStart> reached_;
};

}  // namespace pathstar
