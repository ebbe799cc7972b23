// Searches on one space, and what they keep between queries.
//
// Many threads may use one finder. Each kind of space has its own, made by make_finder().
#pragma once

#include <memory>
#include <span>
#include <stdexcept>

#include "engine/driver/poll.hpp"
#include "engine/driver/search.hpp"
#include "engine/driver/settings.hpp"
#include "paths/field.hpp"
#include "paths/result.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/implicit/custom.hpp"
#include "spaces/layers/spur_path_view.hpp"
#include "spaces/layers/timed.hpp"
#include "spaces/layers/turning.hpp"
#include "spaces/sight/waypoints.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

// A function that a step of a search called asked the same search for another step.
struct NestedStep : std::logic_error {
  NestedStep()
      : std::logic_error(
            "this search is in the middle of a step: its own functions may stop it and read its status and path, but "
            "not step or run it") {}
};

// A kind of space does not have what was asked for.
struct Unsupported : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

class Finder : public std::enable_shared_from_this<Finder> {
 public:
  virtual ~Finder() = default;

  virtual Extent extent() const noexcept { return {}; }

  // Start and goal must be nodes of the space.
  virtual PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) = 0;

  // What it costs at least from a start to each of many goals, infinity where there is no path: one search, by growing
  // cost, that ends when all goals are reached. All must be nodes of the space. Incomplete if the poll stopped it.
  virtual void costs_from(Node start, std::span<const Node> goals, const Poll& poll, std::span<double> costs) = 0;

  // A search to step by hand. Every search but a recorded one is spared where it is known that there is no path.
  virtual std::unique_ptr<Search> search(Node start, Node goal, const Settings& settings) = 0;
  virtual std::unique_ptr<Search> record(Node start, Node goal, const Settings& settings,
                                         std::shared_ptr<Recorder> recorder) = 0;

  // The cost from the nearest of the sources to every node, or `back`: from every node to the nearest. The sources must
  // be walkable.
  virtual Field field(std::span<const Node> sources, bool back, const Poll& poll) = 0;

  // A cheapest path that begins with the spur path's root and goes on as it allows. Settings of a search without jumps.
  virtual PathResult spur_path(Node goal, const Settings& settings, const SpurPath& spur_path, const Poll& poll) = 0;

  // How many places there are, where a place has several nodes: those whose numbers differ by a multiple of it. 0 where
  // each node is a place of its own.
  virtual std::uint32_t places() const noexcept { return 0; }

  // The space where it is functions of a caller's, which may refer to whoever keeps this finder.
  virtual const Custom* functions() const noexcept { return nullptr; }

  // The open list that `automatic` stands for under these settings, and the kind whose order it keeps.
  virtual OpenKind open_kind(const Settings& settings) const = 0;
  virtual OpenKind open_order(const Settings& settings) const = 0;
};

std::shared_ptr<Finder> make_finder(std::shared_ptr<Grid> grid);
std::shared_ptr<Finder> make_finder(std::shared_ptr<Graph> graph);
std::shared_ptr<Finder> make_finder(std::shared_ptr<RegularGrid> regular_grid);
std::shared_ptr<Finder> make_finder(std::shared_ptr<Waypoints> space);
std::shared_ptr<Finder> make_finder(std::shared_ptr<Turning> space);
std::shared_ptr<Finder> make_finder(std::shared_ptr<Timed> space);
std::shared_ptr<Finder> make_finder(std::shared_ptr<Custom> custom);

}  // namespace pathstar
