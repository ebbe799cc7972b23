// Searches on graphs.
#include <memory>
#include <utility>

#include "engine/finders/component_finder.hpp"

namespace pathstar {
namespace {

class GraphFinder final : public ComponentFinder<GraphFinder, Graph> {
 public:
  using ComponentFinder::ComponentFinder;

  template <class Body>
  decltype(auto) with_both_views(Node start, Node goal, const Settings& settings, Body&& body) const {
    return body(GraphView(*space_, goal, settings.heuristic, settings.weight),
                GraphView(space_->reversed(), start, settings.heuristic, settings.weight));
  }

  double consistency_factor(const Settings& settings) const noexcept {
    return settings.heuristic == HeuristicKind::zero ? 0.0
                                                     : settings.weight * space_->least_consistent().consistency_factor;
  }
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Graph> graph) {
  return std::make_shared<GraphFinder>(std::move(graph));
}

}  // namespace pathstar
