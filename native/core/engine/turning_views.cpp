#include "engine/turning_views.hpp"

#include "spaces/turning_view.hpp"

namespace pathstar {

AnyView<double> view_of(const Turning& space, Node goal, const Settings& settings) {
  return AnyView(TurningView(space, goal, settings.heuristic, settings.weight));
}

AnyView<double> back_view_of(const Turning& space, Node start, Node goal, const Settings& settings) {
  return AnyView(BackwardTurningView(space, start, goal, settings.heuristic, settings.weight));
}

}  // namespace pathstar
