// The exact search that replaces an index that no longer fits its space.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "engine/driver/settings.hpp"
#include "engine/finders/finder.hpp"
#include "spaces/jumps/jump_view.hpp"
#include "spaces/views.hpp"

namespace pathstar {

template <class Space>
class StandIn {
 public:
  explicit StandIn(std::shared_ptr<Space> space) : space_(std::move(space)) {}

  PathResult find(Node start, Node goal, const Poll& poll) { return finder().find(start, goal, settings_, poll); }

  void costs_from(Node start, std::span<const Node> goals, const Poll& poll, std::span<double> costs) {
    Finder& search = finder();
    search.costs_from(start, goals, settings_, poll, costs);
  }

 private:
  // Made on first use, because most indexes never need it.
  Finder& finder() {
    std::call_once(once_, [this] {
      settings_.heuristic = own_heuristic(*space_);
      if constexpr (requires { JumpView::fits(*space_); }) settings_.jumps = JumpView::fits(*space_);
      finder_ = make_finder(space_);
    });
    return *finder_;
  }

  std::shared_ptr<Space> space_;
  std::once_flag once_;
  Settings settings_;
  std::shared_ptr<Finder> finder_;
};

}  // namespace pathstar
