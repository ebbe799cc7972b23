// An index: what was computed ahead for one revision of a space. It is a finder, so that whoever has one asks it as any
// other: it searches, over a view or with an estimate that it makes better (landmarks, jump tables), or it looks paths
// up (LookUp).
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
#include "engine/finders/finder.hpp"
#include "indexes/common/section.hpp"
#include "paths/result.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/types.hpp"

namespace pathstar {

struct StaleIndex : std::runtime_error {
  StaleIndex() : std::runtime_error("the grid was edited since this index was built; build it anew") {}
};

class Index : public Finder {
 public:
  Index() = default;
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;

  // What it consists of, to be saved.
  virtual std::vector<Section> sections() const = 0;
};

// An index that looks paths up: there is no search to step, and settings do not count.
class LookUp : public Index {
 public:
  // Start and goal must be nodes of the space.
  virtual PathResult look_up(Node start, Node goal, const Poll& poll) const = 0;
  virtual PathResult look_up_cost(Node start, Node goal, const Poll& poll) const = 0;

  PathResult find(Node start, Node goal, const Settings&, const Poll& poll) final { return look_up(start, goal, poll); }
  PathResult measure(Node start, Node goal, const Settings&, const Poll& poll) final {
    return look_up_cost(start, goal, poll);
  }
  std::unique_ptr<Search> search(Node, Node, const Settings&) final { refuse(); }
  std::unique_ptr<Search> record(Node, Node, const Settings&, std::shared_ptr<Recorder>) final { refuse(); }
  Field field(const FieldQuery&, const FieldLimits&, const Poll&, FieldState*) final { refuse(); }
  PathResult record_field(const FieldQuery&, const FieldLimits&, Recorder&, const Poll&) final { refuse(); }
  PathResult spur_path(Node, const Settings&, const SpurPath&, const Poll&) final { refuse(); }
  OpenKind open_kind(const Settings&) const final { return OpenKind::automatic; }
  OpenKind open_order(const Settings&) const final { return OpenKind::automatic; }

 private:
  [[noreturn]] static void refuse() { throw Unsupported("this index looks paths up, it does not search"); }
};

// What the indexes of grids have in common that look paths up: paths of corners, and the grid's edits.
class GridLookUp : public LookUp {
 public:
  // For the grid as it was at this revision.
  GridLookUp(std::shared_ptr<const Grid> grid, std::uint64_t revision) : grid_(std::move(grid)), revision_(revision) {}

  const Grid& grid() const noexcept { return *grid_; }
  Extent extent() const noexcept final { return {grid_->width(), grid_->height()}; }

  PathResult look_up(Node start, Node goal, const Poll& poll) const final;
  PathResult look_up_cost(Node start, Node goal, const Poll& poll) const final;
  void costs_from(Node start, std::span<const Node> goals, const Settings& settings, const Poll& poll,
                  std::span<double> costs) final;

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
