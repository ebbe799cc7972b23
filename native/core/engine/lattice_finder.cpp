// Searches on lattices.
#include <memory>

#include "engine/known_components.hpp"
#include "engine/space_finder.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

class LatticeFinder final : public SpaceFinder<LatticeFinder, Lattice> {
 public:
  explicit LatticeFinder(std::shared_ptr<Lattice> lattice) : SpaceFinder(std::move(lattice)) {}

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
    return body(LatticeView(*space_, goal, settings.heuristic, settings.weight),
                BackwardLatticeView(*space_, start, settings.heuristic, settings.weight));
  }

  Status look_ahead(Node start, Node goal) {
    if (const Status known = blocked(start, goal); known != Status::running) return known;
    if (start == goal) return Status::found;
    return components_.apart(*space_, start, goal) ? Status::no_path : Status::running;
  }

  void not_found() { components_.not_found(*space_); }

  double steepness(const Settings& settings) const noexcept {
    return settings.weight * space_->norms().steepness(settings.heuristic);
  }

  CornerRule rule() const noexcept { return {}; }

 private:
  KnownComponents<Lattice> components_;
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Lattice> lattice) {
  return std::make_shared<LatticeFinder>(std::move(lattice));
}

}  // namespace pathstar
