#include "engine/searches/field_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/driver/drive.hpp"
#include "engine/searches/best_first.hpp"

namespace pathstar {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kExpansionsPerLook = 1 << 10;  // for reasons to end the search

// Decides now and then whether a search may stop. `cost(node)` is the best known cost of a node.
class Stops {
 public:
  Stops(const StopGroups& groups, const FieldLimits& limits)
      : groups_(groups), max_cost_(limits.max_cost), left_(groups.ends.size()), by_place_(left_ > 0) {}

  // Whether the whole request is known once costs below `floor` are.
  template <class Cost>
  bool reached(double floor, const Cost& cost) {
    while (left_ > 0) {
      const double known = cost_of(left_ - 1, cost);
      if (!(known < floor)) break;
      farthest_ = std::max(farthest_, known);
      --left_;
    }
    return floor > max_cost_ || (by_place_ && left_ == 0);
  }

  // The largest cost of the requested places.
  double known_to() const noexcept { return by_place_ && left_ == 0 ? std::min(farthest_, max_cost_) : max_cost_; }

 private:
  template <class Cost>
  double cost_of(std::size_t place, const Cost& cost) const {
    double least = kFar;
    for (const Node node : groups_.group(place)) least = std::min(least, cost(node));
    return least;
  }

  const StopGroups& groups_;
  double max_cost_;
  std::size_t left_;
  bool by_place_;
  double farthest_ = 0.0;
};

}  // namespace

Field run_field(FieldRun& run, const StopGroups& groups, const FieldLimits& limits, const Poll& poll) {
  Field field;
  Stops stops(groups, limits);
  const auto cost = [&](Node node) { return run.cost(node); };
  const std::uint64_t begin = run.expanded();
  const std::uint64_t per_look = limits.none() ? kExpansionsPerPoll : kExpansionsPerLook;
  bool asked = limits.none() ? false : stops.reached(run.floor(), cost);
  std::uint64_t left = limits.max_expansions;
  while (!asked && left > 0 && !run.done()) {
    run.step(std::min(per_look, left));
    if (limits.done != nullptr) *limits.done = std::min(1.0, static_cast<double>(run.expanded()) / run.size());
    left = limits.max_expansions - std::min(limits.max_expansions, run.expanded() - begin);
    if (!limits.none()) asked = stops.reached(run.floor(), cost);
    if ((field.stopped = poll())) return field;
  }
  if (asked || run.done()) {
    field.known_to = stops.known_to();
  } else {
    field.known_to = std::nextafter(run.floor(), -kFar);
  }
  const bool done = run.done();
  if (!limits.write) {
    if (done) field.known_to = kFar;
    field.expanded = run.expanded();
    return field;
  }
  run.write(field);
  if (field.known_to < kFar && !field.forget_beyond() && done) field.known_to = kFar;
  return field;
}

template <class Cost>
PathResult record_field(const AnyView<Cost>& view, const FieldQuery& query, const StopGroups& groups,
                        const FieldLimits& limits, Recorder& recorder, const Poll& poll,
                        Pool<Workspace<Cost>>& workspaces) {
  const auto lease = workspaces.take();
  MaybeRecorder observer(&recorder);
  const Settings settings{
      .weight = 0.0, .heuristic = HeuristicKind::zero, .open = OpenKind::heap, .max_expansions = limits.max_expansions};
  const auto first = [&](std::size_t i) { return static_cast<Cost>(query.first_cost(i)); };
  BestFirst<AnyView<Cost>, MaybeRecorder> engine(view, query.sources[0], kNoNode, settings, 0.0, *lease, observer,
                                                 first(0));
  for (std::size_t i = 1; i < query.sources.size(); ++i) engine.add_source(query.sources[i], first(i));
  Stops stops(groups, limits);
  const auto cost = [&](Node node) {
    double known = kFar;
    engine.visit_reached(node, [&](Node, double g, Node) { known = g; });
    return known;
  };
  while (engine.step(1) == Status::running && !poll()) {
    if (!limits.none() && stops.reached(view.to_double(engine.floor()), cost)) engine.stop();
  }
  return engine.result();
}

template PathResult record_field(const AnyView<std::int64_t>&, const FieldQuery&, const StopGroups&, const FieldLimits&,
                                 Recorder&, const Poll&, Pool<Workspace<std::int64_t>>&);
template PathResult record_field(const AnyView<double>&, const FieldQuery&, const StopGroups&, const FieldLimits&,
                                 Recorder&, const Poll&, Pool<Workspace<double>>&);

}  // namespace pathstar
