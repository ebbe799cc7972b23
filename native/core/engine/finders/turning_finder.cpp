// Searches on cells with costs for turns.
#include <limits>
#include <memory>
#include <vector>

#include "engine/finders/space_finder.hpp"
#include "spaces/layers/turning_view.hpp"

namespace pathstar {
namespace {

class TurningFinder final : public SpaceFinder<TurningFinder, Turning> {
 public:
  explicit TurningFinder(std::shared_ptr<Turning> space) : SpaceFinder(std::move(space)) {}

  std::uint32_t places() const noexcept override { return space_->cells(); }

  // All nodes of a source's cell that are equivalent to it are sources; paths end at the source itself.
  Field field(const FieldQuery& query, const FieldLimits& limits, const Poll& poll, FieldState* kept) override {
    Field field = SpaceFinder::field(with_all_nodes(query), limits, poll, kept);
    if (field.nearest.empty()) return field;
    LargeArray<Node>& parents = field.parents.own();
    for (Node& parent : parents) {
      if (parent == kNoNode || parents[parent] != kNoNode) continue;
      const Node source = query.sources[field.nearest[parent]];
      if (parents[source] == kNoNode) parent = source;
    }
    if (query.sources.size() == 1) field.nearest = {};
    return field;
  }

  PathResult record_field(const FieldQuery& query, const FieldLimits& limits, Recorder& recorder,
                          const Poll& poll) override {
    return SpaceFinder::record_field(with_all_nodes(query), limits, recorder, poll);
  }

  template <class Visit>
  void each_like(Node node, Visit&& visit) const {
    space_->each_heading(space_->cell(node), [&](Node other) {
      if (space_->arrived(other, node)) visit(other);
    });
  }

  template <class Body>
  decltype(auto) view_of(Node goal, const Settings& settings, Body&& body) const {
    return pathstar::view_of(*space_, goal, settings.heuristic, settings.weight, body);
  }

  template <class Body>
  decltype(auto) back_view_of(Node start, const Settings& settings, Body&& body) const {
    return pathstar::back_view_of(*space_, start, kNoNode, settings.heuristic, settings.weight, body);
  }

  template <class Body>
  decltype(auto) with_view(Node, Node goal, const Settings& settings, Body&& body) const {
    return view_of(goal, settings, body);
  }

  template <class Body>
  decltype(auto) with_both_views(Node start, Node goal, const Settings& settings, Body&& body) const {
    return view_of(goal, settings, [&](const auto& forward) -> decltype(auto) {
      return pathstar::back_view_of(*space_, start, goal, settings.heuristic, settings.weight,
                                    [&](const auto& backward) -> decltype(auto) { return body(forward, backward); });
    });
  }

  Status trivial_status(Node start, Node goal) const {
    if (const Status known = blocked(start, goal); known != Status::running) return known;
    return space_->arrived(start, goal) ? Status::found : Status::running;
  }
  void not_found() const noexcept {}

  double consistency_factor(const Settings& settings) const noexcept {
    return space_->over(
        [&](const auto& ground) { return settings.weight * pathstar::consistency_factor(ground, settings.heuristic); });
  }

  CornerRule rule() const noexcept { return {}; }

 private:
  // The query from all nodes that are equivalent to a source; each counts as the source.
  FieldQuery with_all_nodes(const FieldQuery& query) const {
    FieldQuery all{{}, {}, query.back, {}, query.mask};
    for (std::size_t i = 0; i < query.sources.size(); ++i) {
      const Node source = query.sources[i];
      const auto add = [&](Node node) {
        all.sources.push_back(node);
        all.numbers.push_back(static_cast<std::uint32_t>(i));
        if (!query.first_costs.empty()) all.first_costs.push_back(query.first_cost(i));
      };
      if (!query.back && space_->heading(source) != 0) {  // a car with a heading starts with it
        add(source);
      } else {
        each_like(source, add);
      }
    }
    return all;
  }
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Turning> space) {
  return std::make_shared<TurningFinder>(std::move(space));
}

}  // namespace pathstar
