// Searches on grids of squares, with their components and dead ends.
#include <memory>
#include <mutex>
#include <utility>

#include "analysis/dead_ends.hpp"
#include "engine/finders/known_components.hpp"
#include "engine/finders/space_finder.hpp"
#include "spaces/jumps/jump_view.hpp"
#include "spaces/layers/masked_view.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

class GridFinder final : public SpaceFinder<GridFinder, Grid> {
 public:
  explicit GridFinder(std::shared_ptr<Grid> grid) : SpaceFinder(std::move(grid)) {}

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
      return body(MaskedView(view, BlockCutFilter(dead_ends(), start, goal)));
    });
  }

  template <class Body>
  decltype(auto) with_both_views(Node start, Node goal, const Settings& settings, Body&& body) {
    const auto masked = [&](const auto& forward, const auto& backward) {
      if (!settings.skip_dead_ends) return body(forward, backward);
      const BlockCutFilter block_cut_filter(dead_ends(), start, goal);
      return body(MaskedView(forward, block_cut_filter), MaskedView(backward, block_cut_filter));
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
    const LiveComponents<Grid>& components = *components_.known(*space_);
    for (const Node node : {start, goal}) {  // all at once, because a short search mostly waits for memory
      components.ask_for(node);
      prefetch(space_->legal_data(), node);
    }
    if (const Status known = blocked(start, goal); known != Status::running) return known;
    if (start == goal) return Status::found;
    return components.same(start, goal) ? Status::running : Status::no_path;
  }

  void not_found() { components_.not_found(*space_); }
  bool label(const Poll& poll) { return components_.catch_up(*space_, poll); }
  bool make_ready(const Settings& settings, const Poll& poll) {
    if (settings.jumps && !space_->make_jump_bitmaps(poll)) return false;
    return !settings.skip_dead_ends || dead_ends(poll) != nullptr;
  }

  double consistency_factor(const Settings& settings) const {
    return settings.weight * pathstar::consistency_factor(*space_, settings.heuristic);
  }

  Extent extent() const noexcept override { return {space_->width(), space_->height()}; }
  CornerRule rule() const { return {space_->width(), space_->moves().directions == 8}; }

 private:
  // None if it was stopped.
  std::shared_ptr<const DeadEnds> dead_ends(const Stop& stop = never_stop) {
    const std::lock_guard lock(dead_ends_mutex_);
    if (!dead_ends_ || dead_ends_revision_ != space_->revision()) {
      bool stopped = false;
      auto found = std::make_shared<const DeadEnds>(*space_, [&] { return stopped = stopped || stop(); });
      if (stopped) return nullptr;
      dead_ends_ = std::move(found);
      dead_ends_revision_ = space_->revision();
    }
    return dead_ends_;
  }

  KnownComponents<Grid> components_;
  std::mutex dead_ends_mutex_;
  std::shared_ptr<const DeadEnds> dead_ends_;
  std::uint64_t dead_ends_revision_ = 0;
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Grid> grid) {
  return std::make_shared<GridFinder>(std::move(grid));
}

}  // namespace pathstar
