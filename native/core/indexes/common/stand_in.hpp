// The exact search that replaces an index that no longer fits its space.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "engine/driver/settings.hpp"
#include "engine/finders/finder.hpp"
#include "spaces/jumps/jump_view.hpp"
#include "spaces/views.hpp"

namespace pathstar {

class StandIn {
 public:
  template <class Space>
  explicit StandIn(std::shared_ptr<Space> space)
      : make_([space = std::move(space)](Settings& settings) {
          settings.heuristic = own_heuristic(*space);
          if constexpr (requires { JumpView::fits(*space); }) settings.jumps = JumpView::fits(*space);
          return make_finder(space);
        }) {}

  Finder& finder() {
    make();
    return *finder_;
  }

  // The settings to search with.
  const Settings& settings() {
    make();
    return settings_;
  }

 private:
  // On first use, because most indexes never need it.
  void make() {
    std::call_once(once_, [this] { finder_ = make_(settings_); });
  }

  std::function<std::shared_ptr<Finder>(Settings&)> make_;
  std::once_flag once_;
  Settings settings_;
  std::shared_ptr<Finder> finder_;
};

}  // namespace pathstar
