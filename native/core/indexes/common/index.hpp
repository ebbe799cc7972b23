// An index: data computed ahead for a space. It is a finder like any other: it searches, over its own view (jump
// tables) or with a better estimate (landmarks), or it looks paths up (LookUp).
//
// Many threads may use one index. A query holds the space's lock shared, so an edit waits for it. After an edit an
// index is repaired at its next use, continues with weaker bounds, or lets a search answer its queries until it is
// built again; state() tells which.
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
#include "indexes/common/wanted.hpp"
#include "paths/result.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/types.hpp"

namespace pathstar {

enum class IndexState : std::uint8_t {
  current,  // equal to a new one
  weaker,   // its results are right, but take longer
  stale,    // a search answers its queries
};

// The share of a space's nodes that were edited after a revision; 1 if its log does not reach back that far.
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

  // Catches up with the edits of its space if that may take long, so that the next query need not. The poll may stop
  // it.
  virtual void catch_up(const Poll& /*poll*/) const {}

  // Its data, for saving. For a stale index: the data before the edit.
  virtual std::vector<Section> sections() const = 0;

  // Its state relative to its space, after catching up with edits as far as it can.
  virtual IndexState state() const = 0;

  // The share of nodes edited since the build; 0 while it is current.
  virtual double edited() const = 0;

  // The number of times that an edit was so large that the index was built again instead of repaired.
  virtual std::uint64_t rebuilds() const noexcept { return 0; }
};

// An index that looks paths up: there is no search to step, and of the settings only the largest cost matters. While it
// does not fit its space, a search answers its queries.
class LookUp : public Index {
 public:
  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) final;
  PathResult measure(Node start, Node goal, const Settings& settings, const Poll& poll) final;
  std::unique_ptr<Held> hold(const Poll& poll) final;
  void costs_from(Node start, std::span<const Node> goals, const Settings& settings, const Poll& poll,
                  std::span<double> costs) final;

  void catch_up(const Poll& poll) const final;
  IndexState state() const final;

  std::unique_ptr<Search> search(Node, Node, const Settings&) final { refuse(); }
  std::unique_ptr<Search> record(Node, Node, const Settings&, std::shared_ptr<Recorder>) final { refuse(); }
  Field field(const FieldQuery&, const FieldLimits&, const Poll&, FieldState*) final { refuse(); }
  PathResult record_field(const FieldQuery&, const FieldLimits&, Recorder&, const Poll&) final { refuse(); }
  OpenKind open_kind(const Settings&) const final { return OpenKind::automatic; }
  OpenKind open_order(const Settings&) const final { return OpenKind::automatic; }

 protected:
  template <class Space>
  explicit LookUp(std::shared_ptr<Space> space) : stand_in_(std::move(space)) {}

  // The lock of the space, after the space has caught up with the spaces it follows.
  virtual std::shared_lock<SpaceMutex> read() const = 0;

  // For the rest the caller holds that lock.
  //
  // Brings the index up to date. False if it cannot, or if the poll stopped it.
  virtual bool follow(const Poll& poll) const = 0;

  // After follow() returned true. Start and goals must be nodes of the space.
  virtual PathResult look_up(Node start, Node goal, const Poll& poll) const = 0;
  virtual PathResult look_up_cost(Node start, Node goal, const Poll& poll) const { return look_up(start, goal, poll); }
  virtual void look_up_costs(Node start, std::span<const Node> goals, const Poll& poll, std::span<double> costs) const;

  static bool never_stop() noexcept { return false; }

 private:
  class HeldIndex;
  class HeldStandIn;

  template <class Look>
  PathResult look_up_or_search(Node start, Node goal, const Settings& settings, const Poll& poll, const Look& look);

  [[noreturn]] static void refuse() { throw Unsupported("this index looks paths up, it does not search"); }

  StandIn stand_in_;
};

// The common base of look-up indexes on grids: paths as corners, and the grid's edits.
class GridLookUp : public LookUp {
 public:
  // For the grid at this revision.
  GridLookUp(std::shared_ptr<Grid> grid, std::uint64_t revision)
      : LookUp(grid), grid_(std::move(grid)), revision_(revision) {}

  const Grid& grid() const noexcept { return *grid_; }
  Extent extent() const noexcept final { return {grid_->width(), grid_->height()}; }
  double edited() const final;

 protected:
  // A path, or none. If only its cost is needed, the steps may replace the corners.
  struct Route {
    std::vector<Node> corners;
    std::optional<StepCounts> steps;

    bool found() const noexcept { return steps || !corners.empty(); }
  };

  // The corners (paths/trail.hpp) of a cheapest path between two different walkable cells; empty if there is none, or
  // if the poll stopped a search for it. A search counts its work in `stats`.
  virtual std::vector<Node> corners(Node start, Node goal, const Poll& poll, SearchStats& stats) const = 0;

  // The same if only the cost is needed.
  virtual Route measured(Node start, Node goal, const Poll& poll, SearchStats& stats) const {
    return {corners(start, goal, poll, stats), std::nullopt};
  }

  // The routes to many goals in turn: take(number of the goal, its route). Start and goals are walkable; they may be
  // equal.
  using Take = std::function<void(std::size_t number, const Route& way)>;
  virtual void measure_all(Node start, std::span<const Node> goals, const Poll& poll, const Take& take) const;

 private:
  std::shared_lock<SpaceMutex> read() const final;
  bool follow(const Poll&) const final { return grid_->revision() == revision_; }
  PathResult look_up(Node start, Node goal, const Poll& poll) const final;
  PathResult look_up_cost(Node start, Node goal, const Poll& poll) const final;
  void look_up_costs(Node start, std::span<const Node> goals, const Poll& poll, std::span<double> costs) const final;

  template <class Look>
  PathResult answer(Node start, Node goal, const Poll& poll, const Look& look) const;
  StepCounts steps_of(const Route& way) const noexcept;

  std::shared_ptr<Grid> grid_;
  std::uint64_t revision_;
};

}  // namespace pathstar
