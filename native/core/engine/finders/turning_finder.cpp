// Searches on cells where it costs to turn.
#include <memory>
#include <span>
#include <vector>

#include "engine/finders/space_finder.hpp"
#include "spaces/layers/turning_view.hpp"

namespace pathstar {
namespace {

class TurningFinder final : public SpaceFinder<TurningFinder, Turning> {
 public:
  explicit TurningFinder(std::shared_ptr<Turning> space) : SpaceFinder(std::move(space)) {}

  std::uint32_t places() const noexcept override { return space_->cells(); }

  // All nodes of a source's cell that are as good as it are sources, and ways end at the source itself.
  Field field(std::span<const Node> sources, bool back, const Poll& poll) override {
    std::vector<Node> all(sources.begin(), sources.end());
    std::vector<Node> source_at(space_->cells(), kNoNode);
    for (const Node source : sources) {
      if (!back && space_->heading(source) != 0) continue;  // who has a heading leaves with it
      Node& known = source_at[space_->cell(source)];
      if (known == kNoNode || space_->heading(source) == 0) known = source;
      for (Node node = space_->cell(source); node < space_->size(); node += space_->cells()) {
        if (node != source && space_->arrived(node, source)) all.push_back(node);
      }
    }
    Field field = SpaceFinder::field(all, back, poll);
    for (Node& parent : field.parents) {
      if (parent == kNoNode) continue;
      const Node source = source_at[space_->cell(parent)];
      if (source != kNoNode && space_->arrived(parent, source)) parent = source;
    }
    return field;
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
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Turning> space) {
  return std::make_shared<TurningFinder>(std::move(space));
}

}  // namespace pathstar
