// A search that is kept to be repaired after edits and moves, whatever its space.
//
// One thread at a time uses it.
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

// What one query may take.
struct RepairLimits {
  std::uint64_t max_expansions;
  double max_seconds;
};

// Of how many nodes in a space of a size the steps may have changed since the last query, so that a search is still
// repaired. Beyond, it begins again.
constexpr std::size_t most_edited(std::uint32_t size) { return size < 4096 ? 512 : size / 8; }

// What recent edits may have changed.
struct RecentEdits {
  std::size_t nodes = 0;  // about how many may have other steps now: those around edited ones, or all of the space
  bool fell = false;      // whether a step may cost less
  // For the rows of edited nodes that may lie on a path as cheap as the one that is known: the sum of their distances
  // from the unit as shares of that of the goal.
  double distance = 0.0;
};

class Incremental {
 public:
  virtual ~Incremental() = default;

  // Of the space, which catches up with what it follows.
  virtual std::uint64_t revision() = 0;

  // Of the space, in nodes.
  virtual std::uint32_t size() const = 0;

  // Whether it is a grid where steps cost the same everywhere.
  virtual bool uniform() = 0;

  // Whether it is a grid where few nodes have more than two neighbours, going by a sample.
  virtual bool corridors() = 0;

  // A cheapest path in the space as it is now. What is known from the last query is repaired, or the search begins
  // again where that cannot be done, which counts as a restart. The next query goes on where a limit or the poll ended
  // this one; the status is then `limit` or `running`. `recorder`, unless null, receives what is known and each change.
  virtual PathResult plan(Node start, Node goal, const RepairLimits& limits, const Poll& poll,
                          Recorder* recorder = nullptr) = 0;

  // What a step cost at a revision; infinite if the space has caught up with later edits.
  virtual double step_cost(Node from, Node to, std::uint64_t revision) = 0;

  // Whether a path still leads to its end, and costs no more than this.
  virtual bool still_costs(std::span<const Node> nodes, double cost) = 0;

  // Whether edits since a revision may have led to a path that costs less.
  virtual bool may_improve(Node start, Node goal, double cost, std::uint64_t since) = 0;

  // The edits since a revision, for a path between two nodes that costs so much.
  virtual RecentEdits edits_since(std::uint64_t since, Node start, Node goal, double cost) = 0;

  // The estimate of what it costs to go from a node to another one.
  virtual double estimate(Node from, Node to) = 0;

  // How many nodes the last plan looked at again because of edits, before it expanded any.
  virtual std::uint64_t recomputed() const = 0;

  // Whether another search to the same goal can go on from what the first one has found.
  virtual bool keeps_tree() const = 0;

  // Where the next search begins. What is known is lost if that is elsewhere.
  virtual void set_root(Root root) = 0;

  // Begins with what the first search of another one over the same space has found, where both are for the same goal.
  virtual void stand_on(const Incremental& other) = 0;

  // A path that leads along these nodes, as a result.
  virtual PathResult written(std::vector<Node> nodes) = 0;

  // The node that stands for the place of a node, however a unit faces there.
  virtual Node place(Node node) const = 0;
};

std::unique_ptr<Incremental> make_incremental(std::shared_ptr<Grid> grid, Root root);
std::unique_ptr<Incremental> make_incremental(std::shared_ptr<RegularGrid> grid, Root root);
std::unique_ptr<Incremental> make_incremental(std::shared_ptr<Graph> graph, Root root);
std::unique_ptr<Incremental> make_incremental(std::shared_ptr<Turning> space, Root root);

}  // namespace pathstar
