// A search kept for repairs after edits and moves, for any space.
//
// Only one thread at a time may use it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/driver/poll.hpp"
#include "paths/result.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/layers/turning.hpp"
#include "spaces/types.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

enum class Root : std::uint8_t {
  goal,           // D* Lite: the start may move
  start,          // LPA*: the goal may move
  walking_start,  // MT-D* Lite: both may move, the start best along its path
  each_start,     // MPGAA*: the start may move, and each search begins there again; estimates and paths are kept
};

// The limits of one query.
struct RepairLimits {
  std::uint64_t max_expansions;
  double max_seconds;
};

// The number of nodes, in a space of a given size, whose steps may have changed since the last query before the search
// begins again instead of being repaired.
constexpr std::size_t most_edited(std::uint32_t size) { return size < 4096 ? 512 : size / 8; }

// The possible changes by recent edits.
struct RecentEdits {
  std::size_t nodes = 0;  // roughly how many may have other steps now: those around edited ones, or all
  bool fell = false;      // whether a step may cost less
  // For the rows of edited nodes that may lie on a path as cheap as the known one: the sum of their distances from the
  // unit as shares of the distance of the goal.
  double distance = 0.0;
};

class Incremental {
 public:
  virtual ~Incremental() = default;

  // The revision of the space, after it has caught up with the spaces it follows.
  virtual std::uint64_t revision() = 0;

  // The size of the space in nodes.
  virtual std::uint32_t size() const = 0;

  // Whether it is a grid without costs.
  virtual bool uniform() = 0;

  // Whether it is a grid in which few nodes have more than two neighbours, judging by a sample.
  virtual bool corridors() = 0;

  // A cheapest path in the present space. The state of the last query is repaired, or the search begins again if that
  // is impossible, which counts as a restart. If a limit or the poll ends a query, the next one continues it; the
  // status is then `limit` or `running`. `recorder`, unless null, receives the known state and each change.
  virtual PathResult plan(Node start, Node goal, const RepairLimits& limits, const Poll& poll,
                          Recorder* recorder = nullptr) = 0;

  // The cost of a step at a revision; infinite if the space has caught up with later edits.
  virtual double step_cost(Node from, Node to, std::uint64_t revision) = 0;

  // Whether a path still leads to its end at no more than this cost.
  virtual bool still_costs(std::span<const Node> nodes, double cost) = 0;

  // Whether edits since a revision may have opened a cheaper path.
  virtual bool may_improve(Node start, Node goal, double cost, std::uint64_t since) = 0;

  // The edits since a revision, for a path of this cost between two nodes.
  virtual RecentEdits edits_since(std::uint64_t since, Node start, Node goal, double cost) = 0;

  // The estimated cost from one node to another.
  virtual double estimate(Node from, Node to) = 0;

  // The number of nodes that the last plan checked because of edits before its first expansion.
  virtual std::uint64_t recomputed() const = 0;

  // Whether another search to the same goal can continue from the first one.
  virtual bool keeps_tree() const = 0;

  // Sets the start of the next search. The kept state is lost if the start differs.
  virtual void set_root(Root root) = 0;

  // Begins with the first search of another object over the same space, if both are for the same goal.
  virtual void stand_on(const Incremental& other) = 0;

  // The path along these nodes, as a result.
  virtual PathResult written(std::vector<Node> nodes) = 0;

  // The node that stands for a node's place, for every heading of a unit there.
  virtual Node place(Node node) const = 0;
};

std::unique_ptr<Incremental> make_incremental(std::shared_ptr<Grid> grid, Root root);
std::unique_ptr<Incremental> make_incremental(std::shared_ptr<RegularGrid> grid, Root root);
std::unique_ptr<Incremental> make_incremental(std::shared_ptr<Graph> graph, Root root);
std::unique_ptr<Incremental> make_incremental(std::shared_ptr<Turning> space, Root root);

}  // namespace pathstar
