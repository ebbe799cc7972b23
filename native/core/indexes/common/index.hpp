// An index: what was computed ahead for one revision of a space, and answers queries on it.
//
// Many threads may use one index. A query on a grid holds the grid's lock shared, so an edit waits for it; after the
// edit the index is stale, and says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/driver/poll.hpp"
#include "indexes/common/section.hpp"
#include "paths/result.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/types.hpp"

namespace pathstar {

struct StaleIndex : std::runtime_error {
  StaleIndex() : std::runtime_error("the grid was edited since this index was built; build it anew") {}
};

class Index {
 public:
  Index() = default;
  virtual ~Index() = default;
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;

  // What it consists of, to be saved.
  virtual std::vector<Section> sections() const = 0;

  virtual Extent extent() const noexcept { return {}; }

  // Start and goal must be nodes of the space.
  virtual PathResult find(Node start, Node goal, const Poll& poll) const = 0;

  // The same but for the corners, which are left out where the cost is known before them.
  virtual PathResult measure(Node start, Node goal, const Poll& poll) const { return find(start, goal, poll); }

  // What it costs to get to each of many goals; infinity where there is no path. Incomplete if the poll stopped it.
  virtual void costs_from(Node start, std::span<const Node> goals, const Poll& poll, std::span<double> costs) const;
};

// What the indexes of grids have in common: paths of corners, and the grid's edits.
class GridIndex : public Index {
 public:
  // For the grid as it was at this revision.
  GridIndex(std::shared_ptr<const Grid> grid, std::uint64_t revision) : grid_(std::move(grid)), revision_(revision) {}

  const Grid& grid() const noexcept { return *grid_; }
  Extent extent() const noexcept final { return {grid_->width(), grid_->height()}; }

  PathResult find(Node start, Node goal, const Poll& poll) const final;
  PathResult measure(Node start, Node goal, const Poll& poll) const final;
  void costs_from(Node start, std::span<const Node> goals, const Poll& poll, std::span<double> costs) const final;

 protected:
  // A way, or none. Where only its cost is asked for, the steps may stand for the corners.
  struct Route {
    std::vector<Node> corners;
    std::optional<StepCounts> steps;

    bool found() const noexcept { return steps || !corners.empty(); }
  };

  // The corners (paths/trail.hpp) of a cheapest path between two different walkable cells; empty if there is none, or
  // if the poll stopped a search for it. `stats` is for what a search counts.
  virtual std::vector<Node> corners(Node start, Node goal, const Poll& poll, SearchStats& stats) const = 0;

  // The same where only the cost is asked for.
  virtual Route measured(Node start, Node goal, const Poll& poll, SearchStats& stats) const {
    return {corners(start, goal, poll, stats), std::nullopt};
  }

  // The ways to many goals in turn: take(its number, its way). Start and goals are walkable; they may be equal.
  using Take = std::function<void(std::size_t number, const Route& way)>;
  virtual void measure_all(Node start, std::span<const Node> goals, const Poll& poll, const Take& take) const;

 private:
  void check_fresh() const;
  template <class Look>
  PathResult answer(Node start, Node goal, const Poll& poll, const Look& look) const;
  StepCounts steps_of(const Route& way) const noexcept;

  std::shared_ptr<const Grid> grid_;
  std::uint64_t revision_;
};

}  // namespace pathstar
