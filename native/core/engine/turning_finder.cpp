// Searches on lattices where it costs to turn.
#include <memory>

#include "engine/space_finder.hpp"
#include "spaces/turning_view.hpp"

namespace pathstar {
namespace {

class TurningFinder final : public SpaceFinder<TurningFinder, Turning> {
 public:
  static constexpr bool kReversible = false;

  explicit TurningFinder(std::shared_ptr<const Turning> space) : SpaceFinder(std::move(space)) {}

  template <class Body>
  decltype(auto) view_of(Node goal, const Settings& settings, Body&& body) const {
    return body(AnyView(TurningView(*space_, goal, settings.heuristic, settings.weight)));
  }

  template <class Body>
  decltype(auto) with_view(Node, Node goal, const Settings& settings, Body&& body) const {
    return view_of(goal, settings, body);
  }

  Status look_ahead(Node start, Node goal) const {
    if (const Status known = blocked(start, goal); known != Status::running) return known;
    const bool there = space_->arrived(start, goal) || space_->arrived(goal, start);
    return there ? Status::found : Status::running;
  }
  void not_found() const noexcept {}

  double steepness(const Settings& settings) const noexcept {
    return settings.weight * space_->ground().norms().steepness(settings.heuristic);
  }

  CornerRule rule() const noexcept { return {}; }
};

}  // namespace

std::unique_ptr<Finder> make_finder(std::shared_ptr<const Turning> space) {
  return std::make_unique<TurningFinder>(std::move(space));
}

}  // namespace pathstar
