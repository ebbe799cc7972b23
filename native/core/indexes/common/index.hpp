// An index: what was computed ahead for a space. It is a finder, so that whoever has one asks it as any
// other: it searches, over a view or with an estimate that it makes better (landmarks, jump tables), or it looks paths
// up (LookUp).
//
// Many threads may use one index. A query holds the space's lock shared, so an edit waits for it. After an edit an
// index is repaired at its next use, goes on with bounds that are weaker, or has a search answer in its place until it
// is built again; state() says which.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <span>
#include <utility>
#include <vector>

#include "engine/driver/limits.hpp"
#include "engine/driver/poll.hpp"
#include "engine/finders/finder.hpp"
#include "indexes/common/section.hpp"
#include "indexes/common/stand_in.hpp"
#include "paths/result.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/types.hpp"

namespace pathstar {

enum class IndexState : std::uint8_t {
  current,  // as one that would be built now
  weaker,   // its answers are right, and take longer
  stale,    // a search answers in its place
};

// The nodes of a space that were edited after a revision, as a share of all; 1 where its log does not reach back so
// far.
template <class Space>
double edited_share(const Space& space, std::uint64_t revision) {
  std::vector<Node> nodes;
  if (space.size() == 0 || !space.edited_since(revision, nodes)) return 1.0;
  std::sort(nodes.begin(), nodes.end());
  const auto last = std::unique(nodes.begin(), nodes.end());
  return static_cast<double>(last - nodes.begin()) / space.size();
}

class Index : public Finder {
 public:
  Index() = default;
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;

  // What it consists of, to be saved. Of an index that is stale: what it was.
  virtual std::vector<Section> sections() const = 0;

  // How it stands to its space, which it has brought itself up to date with as far as it can.
  virtual IndexState state() const = 0;

  // The nodes edited since it was built, as a share of all. 0 while it is current.
  virtual double edited() const = 0;

  // How often an edit changed so much that it was built again instead of repaired.
  virtual std::uint64_t rebuilds() const noexcept { return 0; }
};

// An index that looks paths up: there is no search to step, and of the settings only the
// largest cost counts.
class LookUp : public Index {
 public:
  // Start and goal must be nodes of the space.
  virtual PathResult look_up(Node start, Node goal, const Poll& poll) const = 0;
  virtual PathResult look_up_cost(Node start, Node goal, const Poll& poll) const = 0;

  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) final {
    return within_cost(look_up(start, goal, poll), settings.max_cost);
  }
  PathResult measure(Node start, Node goal, const Settings& settings, const Poll& poll) final {
    return within_cost(look_up_cost(start, goal, poll), settings.max_cost);
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
  GridLookUp(std::shared_ptr<Grid> grid, std::uint64_t revision)
      : grid_(std::move(grid)), revision_(revision), stand_in_(grid_) {}

  const Grid& grid() const noexcept { return *grid_; }
  Extent extent() const noexcept final { return {grid_->width(), grid_->height()}; }

  PathResult look_up(Node start, Node goal, const Poll& poll) const final;
  PathResult look_up_cost(Node start, Node goal, const Poll& poll) const final;
  void costs_from(Node start, std::span<const Node> goals, const Settings& settings, const Poll& poll,
                  std::span<double> costs) final;

  IndexState state() const final;
  double edited() const final;

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
  // The lock of the grid, which has caught up with what it follows.
  std::shared_lock<SpaceMutex> read() const {
    grid_->catch_up();
    return std::shared_lock(grid_->mutex());
  }
  bool fits() const noexcept { return grid_->revision() == revision_; }
  template <class Look>
  PathResult answer(Node start, Node goal, const Poll& poll, const Look& look) const;
  StepCounts steps_of(const Route& way) const noexcept;

  std::shared_ptr<Grid> grid_;
  std::uint64_t revision_;
  mutable StandIn<Grid> stand_in_;
};

}  // namespace pathstar
