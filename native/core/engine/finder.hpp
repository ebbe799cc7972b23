// Searches on one space, and what they keep between queries: workspaces, islands and dead ends.
//
// Many threads may use one finder. A running search holds the space's lock shared, so an edit waits for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "analysis/dead_ends.hpp"
#include "analysis/islands.hpp"
#include "engine/search.hpp"
#include "engine/settings.hpp"
#include "engine/workspace_pool.hpp"
#include "paths/result.hpp"
#include "spaces/grid.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

// The space was edited while a search was under way.
struct StaleSearch : std::runtime_error {
  StaleSearch() : std::runtime_error("the space was edited while this search was under way; start a new search") {}
};

// Asked now and then during a long call; true stops it, and the status stays `running`.
using Poll = std::function<bool()>;

class Finder {
 public:
  explicit Finder(std::shared_ptr<const Grid> grid);

  const Grid& grid() const noexcept { return *grid_; }

  // Start and goal must be nodes of the space.
  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll);

  // A search to step by hand. Every search but a recorded one is spared where the islands say that there is no path.
  std::unique_ptr<Search> search(Node start, Node goal, const Settings& settings);
  std::unique_ptr<Search> record(Node start, Node goal, const Settings& settings, std::shared_ptr<Recorder> recorder);

  // The open list that `automatic` stands for under these settings.
  OpenKind open_kind(const Settings& settings) const;

 private:
  template <class View>
  auto& pool() noexcept;

  // What can be said without a search: `running` if nothing.
  Status look_ahead(Node start, Node goal);

  // Up to date with the grid, whose lock the caller holds shared.
  const Islands& islands();

  std::shared_ptr<const DeadEnds> dead_ends();

  template <class Body>
  decltype(auto) with_view(Node start, Node goal, const Settings& settings, Body&& body);

  // After a search found no path although the labels, grown inexact by edits, allowed one.
  void renew_islands();

  template <class Observer>
  std::unique_ptr<Search> own(Node start, Node goal, const Settings& settings, std::shared_ptr<Observer> observer);

  std::shared_ptr<const Grid> grid_;
  std::shared_ptr<WorkspacePool<std::int64_t>> whole_;
  std::shared_ptr<WorkspacePool<double>> real_;
  std::mutex islands_mutex_;
  std::unique_ptr<Islands> islands_;
  std::atomic<std::uint64_t> islands_revision_;
  std::mutex dead_ends_mutex_;
  std::shared_ptr<const DeadEnds> dead_ends_;
  std::uint64_t dead_ends_revision_ = 0;
};

}  // namespace pathstar
