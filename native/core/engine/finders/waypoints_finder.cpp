// Searches on waypoints.
#include <memory>
#include <utility>

#include "engine/finders/space_finder.hpp"
#include "spaces/sight/waypoints_view.hpp"

namespace pathstar {
namespace {

class WaypointsFinder final : public SpaceFinder<WaypointsFinder, Waypoints> {
 public:
  static constexpr Capabilities kCapabilities = WaypointsView::kCapabilities;

  explicit WaypointsFinder(std::shared_ptr<Waypoints> space) : SpaceFinder(std::move(space)) {}

  Field field(const FieldQuery&, const FieldLimits&, const Poll&, FieldState*) override { refuse(); }
  PathResult record_field(const FieldQuery&, const FieldLimits&, Recorder&, const Poll&) override { refuse(); }

  template <class Body>
  decltype(auto) view_of(Node goal, const Settings& settings, Body&& body) const {
    return with_view(kNoNode, goal, settings, body);
  }

  template <class Body>
  decltype(auto) back_view_of(Node goal, const Settings& settings, Body&& body) const {
    return view_of(goal, settings, body);
  }

  template <class Body>
  decltype(auto) with_view(Node start, Node goal, const Settings& settings, Body&& body) const {
    return body(WaypointsView(*space_, start, goal, settings.heuristic, settings.weight));
  }

  template <class Body>
  decltype(auto) with_both_views(Node start, Node goal, const Settings& settings, Body&& body) const {
    const WaypointsView forward(*space_, start, goal, settings.heuristic, settings.weight);
    return body(forward, forward.turned());
  }

  Status trivial_status(Node start, Node goal) const {
    if (const Status known = blocked(start, goal); known != Status::running) return known;
    return start == goal ? Status::found : Status::running;
  }

  void not_found() const noexcept {}

  double consistency_factor(const Settings& settings) const noexcept {
    return settings.heuristic == HeuristicKind::zero ? 0.0 : settings.weight;
  }

  CornerRule rule() const noexcept { return {}; }

 private:
  [[noreturn]] static void refuse() { throw Unsupported("waypoints have no distance field; ask their grid for one"); }
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Waypoints> space) {
  return std::make_shared<WaypointsFinder>(std::move(space));
}

}  // namespace pathstar
