// What the finders of graphs and regular grids share: their steps can be followed back, their paths are kept node by
// node, and a query between two components ends without a search.
#pragma once

#include <memory>
#include <utility>

#include "engine/finders/known_components.hpp"
#include "engine/finders/space_finder.hpp"
#include "spaces/views.hpp"

namespace pathstar {

// Derived offers the rest of what SpaceFinder asks for: with_both_views() and consistency_factor().
template <class Derived, class Space>
class ComponentFinder : public SpaceFinder<Derived, Space> {
 public:
  explicit ComponentFinder(std::shared_ptr<Space> space) : SpaceFinder<Derived, Space>(std::move(space)) {}

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

  Status trivial_status(Node start, Node goal) {
    if (const Status known = this->blocked(start, goal); known != Status::running) return known;
    if (start == goal) return Status::found;
    return components_.apart(*space_, start, goal) ? Status::no_path : Status::running;
  }

  void not_found() { components_.not_found(*space_); }
  bool label(const Poll& poll) { return components_.catch_up(*space_, poll); }
  CornerRule rule() const noexcept { return {}; }

 protected:
  using SpaceFinder<Derived, Space>::space_;

 private:
  KnownComponents<Space> components_;
};

}  // namespace pathstar
