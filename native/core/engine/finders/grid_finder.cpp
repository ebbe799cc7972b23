// Searches on grids of squares, with their islands and dead ends.
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "analysis/dead_ends.hpp"
#include "analysis/grid_components.hpp"
#include "engine/finders/space_finder.hpp"
#include "spaces/jumps/jump_view.hpp"
#include "spaces/layers/masked_view.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

constexpr std::uint64_t kNever = ~std::uint64_t{0};

class GridFinder final : public SpaceFinder<GridFinder, Grid> {
 public:
  explicit GridFinder(std::shared_ptr<Grid> grid) : SpaceFinder(std::move(grid)), islands_revision_(kNever) {}

  template <class Body>
  decltype(auto) view_of(Node goal, const Settings& settings, Body&& body) const {
    const Grid& grid = *space_;
    if (settings.jumps) return body(JumpView(grid, grid.jump_bitmaps(), goal, settings.heuristic, settings.weight));
    return pathstar::view_of(grid, goal, settings.heuristic, settings.weight, body);
  }

  template <class Body>
  decltype(auto) back_view_of(Node goal, const Settings& settings, Body&& body) const {
    return pathstar::back_view_of(*space_, goal, settings.heuristic, settings.weight, body);
  }

  template <class Body>
  decltype(auto) with_view(Node start, Node goal, const Settings& settings, Body&& body) {
    return view_of(goal, settings, [&]<class View>(const View& view) {
      if (!settings.skip_dead_ends) return body(view);
      const MaskedView masked(view, BlockCutFilter(dead_ends(), start, goal));
      if constexpr (View::kJumps) {
        return body(AnyView(masked));
      } else {
        return body(masked);
      }
    });
  }

  template <class Body>
  decltype(auto) with_both_views(Node start, Node goal, const Settings& settings, Body&& body) {
    const auto masked = [&](const auto& forward, const auto& backward) {
      if (!settings.skip_dead_ends) return body(forward, backward);
      const BlockCutFilter block_cut_filter(dead_ends(), start, goal);
      return body(AnyView(MaskedView(forward, block_cut_filter)), AnyView(MaskedView(backward, block_cut_filter)));
    };
    const Grid& grid = *space_;
    if (grid.has_cost()) {
      return masked(CostGridView(grid, goal, settings.heuristic, settings.weight),
                    CostGridView(grid, start, settings.heuristic, settings.weight, true));
    }
    return masked(UniformGridView(grid, goal, settings.heuristic, settings.weight),
                  UniformGridView(grid, start, settings.heuristic, settings.weight));
  }

  Status trivial_status(Node start, Node goal) {
    const GridComponents& known_islands = islands();
    for (const Node node : {start, goal}) {  // all at once: a short search does little but wait for memory
      known_islands.ask_for(node);
      prefetch(space_->legal_data(), node);
    }
    if (const Status known = blocked(start, goal); known != Status::running) return known;
    if (start == goal) return Status::found;
    return known_islands.same(start, goal) ? Status::running : Status::no_path;
  }

  // The labels, grown inexact by edits, allowed a path that is not there: make them anew.
  void not_found() {
    const std::unique_lock alone(space_->mutex());
    if (islands_ && !islands_->exact()) islands_revision_.store(kNever, std::memory_order_release);
  }

  double consistency_factor(const Settings& settings) const {
    return settings.weight > 0 ? settings.weight * consistency_factor(settings.heuristic, space_->moves()) : 0.0;
  }

  Extent extent() const noexcept override { return {space_->width(), space_->height()}; }
  CornerRule rule() const { return {space_->width(), space_->moves().directions == 8}; }

 private:
  // Up to date with the grid, whose lock the caller holds shared.
  const GridComponents& islands() {
    const std::uint64_t revision = space_->revision();
    if (islands_revision_.load(std::memory_order_acquire) != revision) {
      // Nobody reads the labels now: all who hold the grid's lock at this revision wait here.
      const std::lock_guard lock(islands_mutex_);
      const std::uint64_t mine = islands_revision_.load(std::memory_order_relaxed);
      std::vector<Node> edited;
      if (mine == kNever || !space_->edited_since(mine, edited)) {
        islands_ = std::make_unique<GridComponents>(*space_);
      } else if (mine != revision) {
        islands_->update(*space_, edited);
      }
      islands_revision_.store(revision, std::memory_order_release);
    }
    return *islands_;
  }

  std::shared_ptr<const DeadEnds> dead_ends() {
    const std::lock_guard lock(dead_ends_mutex_);
    if (!dead_ends_ || dead_ends_revision_ != space_->revision()) {
      dead_ends_ = std::make_shared<const DeadEnds>(*space_);
      dead_ends_revision_ = space_->revision();
    }
    return dead_ends_;
  }

  std::mutex islands_mutex_;
  std::unique_ptr<GridComponents> islands_;
  std::atomic<std::uint64_t> islands_revision_;
  std::mutex dead_ends_mutex_;
  std::shared_ptr<const DeadEnds> dead_ends_;
  std::uint64_t dead_ends_revision_ = 0;
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Grid> grid) {
  return std::make_shared<GridFinder>(std::move(grid));
}

}  // namespace pathstar
