// Searches on graphs.
#include <atomic>
#include <memory>
#include <mutex>

#include "analysis/regular_grid_components.hpp"
#include "engine/finders/space_finder.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

class GraphFinder final : public SpaceFinder<GraphFinder, Graph> {
 public:
  explicit GraphFinder(std::shared_ptr<Graph> graph) : SpaceFinder(std::move(graph)) {}

  template <class Body>
  decltype(auto) view_of(Node goal, const Settings& settings, Body&& body) const {
    return pathstar::view_of(*space_, goal, settings.heuristic, settings.weight, body);
  }

  template <class Body>
  decltype(auto) back_view_of(Node goal, const Settings& settings, Body&& body) const {
    return pathstar::back_view_of(*space_, goal, settings.heuristic, settings.weight, body);
  }

  template <class Body>
  decltype(auto) with_view(Node, Node goal, const Settings& settings, Body&& body) const {
    return view_of(goal, settings, body);
  }

  template <class Body>
  decltype(auto) with_both_views(Node start, Node goal, const Settings& settings, Body&& body) const {
    return body(GraphView(*space_, goal, settings.heuristic, settings.weight),
                GraphView(space_->reversed(), start, settings.heuristic, settings.weight));
  }

  Status trivial_status(Node start, Node goal) const noexcept {
    if (start == goal) return Status::found;
    const Components* known = known_.load(std::memory_order_acquire);
    return known == nullptr || known->same(start, goal) ? Status::running : Status::no_path;
  }

  // The first search that finds no path pays for the labels that spare the next one.
  void not_found() {
    const std::lock_guard lock(mutex_);
    if (components_) return;
    components_ = std::make_unique<const Components>(*space_);
    known_.store(components_.get(), std::memory_order_release);
  }

  double consistency_factor(const Settings& settings) const noexcept {
    return settings.heuristic == HeuristicKind::zero ? 0.0
                                                     : settings.weight * space_->least_consistent().consistency_factor;
  }

  CornerRule rule() const noexcept { return {}; }

 private:
  std::mutex mutex_;
  std::unique_ptr<const Components> components_;
  std::atomic<const Components*> known_{nullptr};
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Graph> graph) {
  return std::make_shared<GraphFinder>(std::move(graph));
}

}  // namespace pathstar
