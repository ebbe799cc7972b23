// Searches on regular grids.
#include <memory>

#include "engine/finders/known_components.hpp"
#include "engine/finders/space_finder.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

class RegularGridFinder final : public SpaceFinder<RegularGridFinder, RegularGrid> {
 public:
  explicit RegularGridFinder(std::shared_ptr<RegularGrid> grid) : SpaceFinder(std::move(grid)) {}

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
    return body(RegularGridView(*space_, goal, settings.heuristic, settings.weight),
                BackwardRegularGridView(*space_, start, settings.heuristic, settings.weight));
  }

  Status trivial_status(Node start, Node goal) {
    if (const Status known = blocked(start, goal); known != Status::running) return known;
    if (start == goal) return Status::found;
    return components_.apart(*space_, start, goal) ? Status::no_path : Status::running;
  }

  void not_found() { components_.not_found(*space_); }
  bool label(const Poll& poll) { return components_.catch_up(*space_, poll); }

  double consistency_factor(const Settings& settings) const noexcept {
    return settings.weight * pathstar::consistency_factor(*space_, settings.heuristic);
  }

  CornerRule rule() const noexcept { return {}; }

 private:
  KnownComponents<RegularGrid> components_;
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<RegularGrid> grid) {
  return std::make_shared<RegularGridFinder>(std::move(grid));
}

}  // namespace pathstar
