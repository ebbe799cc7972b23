// Searches on regular grids.
#include <memory>
#include <utility>

#include "engine/finders/component_finder.hpp"

namespace pathstar {
namespace {

class RegularGridFinder final : public ComponentFinder<RegularGridFinder, RegularGrid> {
 public:
  using ComponentFinder::ComponentFinder;

  template <class Body>
  decltype(auto) with_both_views(Node start, Node goal, const Settings& settings, Body&& body) const {
    return body(RegularGridView(*space_, goal, settings.heuristic, settings.weight),
                BackwardRegularGridView(*space_, start, settings.heuristic, settings.weight));
  }

  double consistency_factor(const Settings& settings) const noexcept {
    return settings.weight * pathstar::consistency_factor(*space_, settings.heuristic);
  }
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<RegularGrid> grid) {
  return std::make_shared<RegularGridFinder>(std::move(grid));
}

}  // namespace pathstar
