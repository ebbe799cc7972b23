// Searches on graphs.
#include <memory>

#include "engine/finders/known_components.hpp"
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

  Status trivial_status(Node start, Node goal) {
    if (const Status known = blocked(start, goal); known != Status::running) return known;
    if (start == goal) return Status::found;
    return components_.apart(*space_, start, goal) ? Status::no_path : Status::running;
  }

  void not_found() { components_.not_found(*space_); }
  bool label(const Poll& poll) { return components_.catch_up(*space_, poll); }

  double consistency_factor(const Settings& settings) const noexcept {
    return settings.heuristic == HeuristicKind::zero ? 0.0
                                                     : settings.weight * space_->least_consistent().consistency_factor;
  }

  CornerRule rule() const noexcept { return {}; }

 private:
  KnownComponents<Graph> components_;
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Graph> graph) {
  return std::make_shared<GraphFinder>(std::move(graph));
}

}  // namespace pathstar
