// Searches on one space, and their memory between queries.
//
// Many threads may use one finder. Each kind of space has its own, made by make_finder().
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "engine/driver/field_run.hpp"
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
#include "spaces/layers/turning.hpp"
#include "spaces/sight/waypoints.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

class Timed;

// A function called by a step of a search asked the same search for another step.
struct NestedStep : std::logic_error {
  NestedStep()
      : std::logic_error(
            "this search is in the middle of a step: its own functions may stop it and read its status and path, but "
            "not step or run it") {}
};

// A kind of space does not support the request.
struct Unsupported : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// The cheapest paths to some of many goals, by rising cost.
struct NearestGoals {
  Status status = Status::running;  // `found` if all that were wanted exist, `running` if the poll stopped it
  std::vector<PathResult> paths;
};

class Finder : public std::enable_shared_from_this<Finder> {
 public:
  virtual ~Finder() = default;

  virtual Extent extent() const noexcept { return {}; }

  // Start and goal must be nodes of the space.
  virtual PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) = 0;

  // The same without corners, which are left out if the cost is known before them.
  virtual PathResult measure(Node start, Node goal, const Settings& settings, const Poll& poll) {
    return find(start, goal, settings, poll);
  }

  // Searches in the space as it is now, and makes edits wait. Many threads may use it.
  class Held {
   public:
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    virtual PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) = 0;
    virtual PathResult measure(Node start, Node goal, const Settings& settings, const Poll& poll) {
      return find(start, goal, settings, poll);
    }
    // The cost from every node to a goal.
    virtual Field costs_to(Node /*goal*/, const Poll&) { throw Unsupported("this space has no costs to a goal"); }
    // A cheapest path that begins with the spur path's root and continues as it allows. The settings are those of a
    // search without jumps.
    virtual PathResult spur_path(Node /*goal*/, const Settings&, const SpurPath&, const Poll&) {
      throw Unsupported("this space has no spur paths");
    }
  };
  // The lock is to be released by the thread that asked for it. If a finder cannot hold its space, each search uses the
  // space as it is at its time. The poll may stop catching up with edits first; then no result is valid.
  virtual std::unique_ptr<Held> hold(const Poll&) { return std::make_unique<Unheld>(*this); }

  // The lowest cost from a start to each of many goals, infinity if there is no path. All must be nodes of the space.
  // `settings` are those of an optimal search for one pair. Incomplete if the poll stopped it.
  virtual void costs_from(Node start, std::span<const Node> goals, const Settings& settings, const Poll& poll,
                          std::span<double> costs) {
    for (std::size_t i = 0; i < goals.size(); ++i) {
      if (i % kGoalsPerPoll == 0 && poll()) return;
      costs[i] = measure(start, goals[i], settings, poll).cost;
    }
  }

  // The paths to the nearest `count` of the settings' goals, fewer if fewer can be reached. The settings are those of
  // an optimal best-first search without jumps.
  virtual NearestGoals find_nearest(Node, std::size_t, const Settings&, const Poll&) {
    throw Unsupported("this space looks for one goal at a time");
  }

  // A search to step by hand. A search is skipped if it is known that there is no path, unless it is recorded.
  virtual std::unique_ptr<Search> search(Node start, Node goal, const Settings& settings) = 0;
  virtual std::unique_ptr<Search> record(Node start, Node goal, const Settings& settings,
                                         std::shared_ptr<Recorder> recorder) = 0;

  // The costs between the sources and every node, up to the limits. Sources must be walkable. If `kept` is not null, it
  // receives the state that the search needs to continue; it must belong to the same query and to this finder. If the
  // space was edited meanwhile, the search begins again.
  virtual Field field(const FieldQuery& query, const FieldLimits& limits, const Poll& poll, FieldState* kept) = 0;

  // The same search by the best-first engine, without a goal, with every event recorded. Returns its counts, and
  // `limit` if the limits or the recorder ended it before everything was known.
  virtual PathResult record_field(const FieldQuery& query, const FieldLimits& limits, Recorder& recorder,
                                  const Poll& poll) = 0;

  // The number of places, if a place has several nodes, whose numbers then differ by a multiple of it. 0 if each node
  // is a separate place.
  virtual std::uint32_t places() const noexcept { return 0; }

  // The space, if it consists of a caller's functions, which may refer to the owner of this finder; else null.
  virtual const Custom* functions() const noexcept { return nullptr; }

  // The open list chosen by `automatic` under these settings, and the kind with the same order.
  virtual OpenKind open_kind(const Settings& settings) const = 0;
  virtual OpenKind open_order(const Settings& settings) const = 0;

 protected:
  static constexpr std::size_t kGoalsPerPoll = 256;

  // Throws std::invalid_argument for a number that is not a node of a space of this size.
  static void require_nodes(Node start, Node goal, std::uint32_t size) {
    if (start >= size || goal >= size) throw std::invalid_argument("start and goal must be nodes of the space");
  }

  // Whether a search found that there is no path, and it was not known before.
  static bool searched_in_vain(const PathResult& result) noexcept {
    return result.status == Status::no_path && result.stats.expanded != 0;
  }

 private:
  class Unheld final : public Held {
   public:
    explicit Unheld(Finder& finder) noexcept : finder_(finder) {}
    PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
      return finder_.find(start, goal, settings, poll);
    }
    PathResult measure(Node start, Node goal, const Settings& settings, const Poll& poll) override {
      return finder_.measure(start, goal, settings, poll);
    }

   private:
    Finder& finder_;
  };
};

std::shared_ptr<Finder> make_finder(std::shared_ptr<Grid> grid);
std::shared_ptr<Finder> make_finder(std::shared_ptr<Graph> graph);
std::shared_ptr<Finder> make_finder(std::shared_ptr<RegularGrid> regular_grid);
std::shared_ptr<Finder> make_finder(std::shared_ptr<Waypoints> space);
std::shared_ptr<Finder> make_finder(std::shared_ptr<Turning> space);
std::shared_ptr<Finder> make_finder(std::shared_ptr<Timed> space);
std::shared_ptr<Finder> make_finder(std::shared_ptr<Custom> custom);

}  // namespace pathstar
