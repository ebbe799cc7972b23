// Searches on spaces described by a caller's functions.
#include <memory>

#include "engine/finders/space_finder.hpp"
#include "spaces/implicit/custom_view.hpp"

namespace pathstar {
namespace {

class CustomFinder final : public SpaceFinder<CustomFinder, Custom> {
 public:
  static constexpr Capabilities kCapabilities = CustomView::kCapabilities;

  explicit CustomFinder(std::shared_ptr<Custom> custom) : SpaceFinder(std::move(custom)) {}

  const Custom* functions() const noexcept override { return space_.get(); }

  template <class Body>
  decltype(auto) view_of(Node goal, const Settings& settings, Body&& body) const {
    return body(CustomView(*space_, goal, settings.heuristic, settings.weight));
  }

  template <class Body>
  decltype(auto) with_view(Node, Node goal, const Settings& settings, Body&& body) const {
    return view_of(goal, settings, body);
  }

  Status trivial_status(Node start, Node goal) const noexcept {
    return start == goal ? Status::found : Status::running;
  }
  void not_found() const noexcept {}

  // A caller's estimate is assumed to be admissible.
  double consistency_factor(const Settings& settings) const noexcept {
    return settings.heuristic == HeuristicKind::given ? settings.weight : 0.0;
  }

  CornerRule rule() const noexcept { return {}; }
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Custom> custom) {
  return std::make_shared<CustomFinder>(std::move(custom));
}

}  // namespace pathstar
