// The one file in which spaces meet the engine: every (view, observer) pair is compiled here.
#include "engine/finder.hpp"

#include <chrono>
#include <shared_mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/best_first.hpp"
#include "spaces/grid_view.hpp"
#include "spaces/jump_view.hpp"
#include "spaces/masked_view.hpp"

namespace pathstar {
namespace {

constexpr std::uint64_t kExpansionsPerPoll = 1 << 16;
constexpr std::uint64_t kNever = ~std::uint64_t{0};

double steepness(const Grid& grid, const Settings& settings) {
  return settings.weight > 0 ? settings.weight * lipschitz(settings.heuristic, grid.moves()) : 0.0;
}

// Calls body(view) with the kind of view that fits the grid.
template <class Body>
decltype(auto) with_whole_view(const Grid& grid, Node goal, const Settings& settings, Body&& body) {
  if (settings.jumps) {
    return body(JumpView(grid, grid.jump_boards(), goal, settings.heuristic, settings.weight));
  }
  if (grid.has_cost()) return body(CostGridView(grid, goal, settings.heuristic, settings.weight));
  return body(UniformGridView(grid, goal, settings.heuristic, settings.weight));
}

// A search over one kind of view that owns all it needs.
template <class View, class Observer>
class OwningSearch final : public Search {
 public:
  using Lease = typename WorkspacePool<typename View::Cost>::Lease;

  OwningSearch(std::shared_ptr<const Grid> grid, const View& view, Node start, Node goal, const Settings& settings,
               Lease lease, std::shared_ptr<Observer> observer)
      : grid_(std::move(grid)),
        revision_(grid_->revision()),
        lease_(std::move(lease)),
        observer_(std::move(observer)),
        engine_(view, start, goal, settings, steepness(*grid_, settings), *lease_, *observer_) {}

  Status step(std::uint64_t budget) override {
    const std::scoped_lock turn(turn_);
    const std::shared_lock reading(grid_->mutex());
    if (engine_.status() == Status::running && grid_->revision() != revision_) throw StaleSearch();
    return engine_.step(budget);
  }
  Status status() const override {
    const std::scoped_lock turn(turn_);
    return engine_.status();
  }
  PathResult result() const override {
    const std::scoped_lock turn(turn_);
    return engine_.result();
  }

 private:
  std::shared_ptr<const Grid> grid_;
  const std::uint64_t revision_;
  const Lease lease_;
  std::shared_ptr<Observer> observer_;
  mutable std::mutex turn_;
  BestFirst<View, Observer> engine_;
};

PathResult settled(const Grid& grid, Status status, Node start) {
  PathResult result;
  result.status = status;
  result.rule = {grid.width(), grid.moves().directions == 8};
  if (status == Status::found) {
    result.cost = 0.0;
    result.corners = {start};
    result.length = 1;
  }
  return result;
}

// A search that was over before it began.
class SettledSearch final : public Search {
 public:
  explicit SettledSearch(PathResult result) : result_(std::move(result)) {}
  Status step(std::uint64_t) override { return result_.status; }
  Status status() const override { return result_.status; }
  PathResult result() const override { return result_; }

 private:
  PathResult result_;
};

}  // namespace

// The same, with the view masked where the settings ask for that.
template <class Body>
decltype(auto) Finder::with_view(Node start, Node goal, const Settings& settings, Body&& body) {
  return with_whole_view(*grid_, goal, settings, [&](const auto& view) {
    return settings.skip_dead_ends ? body(MaskedView(view, OnTheWay(dead_ends(), start, goal))) : body(view);
  });
}

Finder::Finder(std::shared_ptr<const Grid> grid)
    : grid_(std::move(grid)),
      whole_(std::make_shared<WorkspacePool<std::int64_t>>()),
      real_(std::make_shared<WorkspacePool<double>>()),
      islands_revision_(kNever) {}

template <class View>
auto& Finder::pool() noexcept {
  if constexpr (std::is_same_v<typename View::Cost, double>) {
    return *real_;
  } else {
    return *whole_;
  }
}

const Islands& Finder::islands() {
  const std::uint64_t revision = grid_->revision();
  if (islands_revision_.load(std::memory_order_acquire) != revision) {
    // Nobody reads the labels now: all who hold the grid's lock at this revision wait here.
    const std::lock_guard lock(islands_mutex_);
    const std::uint64_t mine = islands_revision_.load(std::memory_order_relaxed);
    std::vector<Node> edited;
    if (mine == kNever || !grid_->edited_since(mine, edited)) {
      islands_ = std::make_unique<Islands>(*grid_);
    } else if (mine != revision) {
      islands_->update(*grid_, edited);
    }
    islands_revision_.store(revision, std::memory_order_release);
  }
  return *islands_;
}

std::shared_ptr<const DeadEnds> Finder::dead_ends() {
  const std::lock_guard lock(dead_ends_mutex_);
  if (!dead_ends_ || dead_ends_revision_ != grid_->revision()) {
    dead_ends_ = std::make_shared<const DeadEnds>(*grid_);
    dead_ends_revision_ = grid_->revision();
  }
  return dead_ends_;
}

void Finder::renew_islands() {
  const std::unique_lock alone(grid_->mutex());
  if (islands_ && !islands_->exact()) islands_revision_.store(kNever, std::memory_order_release);
}

Status Finder::look_ahead(Node start, Node goal) {
  if (!grid_->walkable(start)) return Status::blocked_start;
  if (!grid_->walkable(goal)) return Status::blocked_goal;
  if (start == goal) return Status::found;
  return islands().same(start, goal) ? Status::running : Status::no_path;
}

PathResult Finder::find(Node start, Node goal, const Settings& settings, const Poll& poll) {
  const auto begin = std::chrono::steady_clock::now();
  std::shared_lock reading(grid_->mutex());
  PathResult result;
  if (const Status known = look_ahead(start, goal); known != Status::running) {
    result = settled(*grid_, known, start);
  } else {
    result = with_view(start, goal, settings, [&]<class View>(const View& view) {
      const auto lease = pool<View>().take();
      Silent silent;
      BestFirst<View, Silent> engine(view, start, goal, settings, steepness(*grid_, settings), *lease, silent);
      while (engine.step(kExpansionsPerPoll) == Status::running && !poll()) {
      }
      return engine.result();
    });
    reading.unlock();
    if (result.status == Status::no_path) renew_islands();
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

template <class Observer>
std::unique_ptr<Search> Finder::own(Node start, Node goal, const Settings& settings,
                                    std::shared_ptr<Observer> observer) {
  return with_view(start, goal, settings, [&]<class View>(const View& view) -> std::unique_ptr<Search> {
    return std::make_unique<OwningSearch<View, Observer>>(grid_, view, start, goal, settings, pool<View>().take(),
                                                          std::move(observer));
  });
}

std::unique_ptr<Search> Finder::search(Node start, Node goal, const Settings& settings) {
  const std::shared_lock reading(grid_->mutex());
  if (const Status known = look_ahead(start, goal); known != Status::running) {
    return std::make_unique<SettledSearch>(settled(*grid_, known, start));
  }
  return own(start, goal, settings, std::make_shared<Silent>());
}

std::unique_ptr<Search> Finder::record(Node start, Node goal, const Settings& settings,
                                       std::shared_ptr<Recorder> recorder) {
  const std::shared_lock reading(grid_->mutex());
  if (!grid_->walkable(start)) return std::make_unique<SettledSearch>(settled(*grid_, Status::blocked_start, start));
  if (!grid_->walkable(goal)) return std::make_unique<SettledSearch>(settled(*grid_, Status::blocked_goal, start));
  return own(start, goal, settings, std::move(recorder));
}

OpenKind Finder::open_kind(const Settings& settings) const {
  const std::shared_lock reading(grid_->mutex());
  return with_whole_view(*grid_, 0, settings, [&]<class View>(const View& view) {
    return BestFirst<View, Silent>::open_kind(view, settings, steepness(*grid_, settings));
  });
}

}  // namespace pathstar
