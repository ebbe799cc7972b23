// The components of a space as its finder knows them: labelled when first needed, and kept up to date over edits.
//
// They are labelled at the first query, or, if labelling takes longer, when a search has found no path. If edits leave
// open whether a component is still connected, that is worked out once a search between two of its nodes fails.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "analysis/live_components.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class Space>
class KnownComponents {
 public:
  // Up to date with the space, whose lock the caller holds shared; null if they are not labelled yet.
  const LiveComponents<Space>* known(const Space& space) {
    const std::uint64_t revision = space.revision();
    if (revision_.load(std::memory_order_acquire) != revision) follow(space, revision);
    return components_.get();
  }

  // Whether it is known that no path leads from one node to the other. The caller holds the space's lock shared.
  bool apart(const Space& space, Node a, Node b) {
    const LiveComponents<Space>* const components = known(space);
    return components != nullptr && !components->same(a, b);
  }

  // A search between two nodes of one component found no path: the components are made exact at the next query. The
  // caller holds no lock.
  void not_found(const Space& space) {
    if (exact_.load(std::memory_order_acquire)) return;
    const std::unique_lock alone(space.mutex());
    wanted_ = true;
    revision_.store(kNever, std::memory_order_release);
  }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  static constexpr bool kAtOnce = std::is_same_v<Space, Grid>;

  void follow(const Space& space, std::uint64_t revision) {
    // Nobody reads the labels now: all threads that hold the space's lock at this revision wait here.
    const std::lock_guard lock(mutex_);
    if (revision_.load(std::memory_order_relaxed) == revision) return;
    if (components_) {
      std::vector<Node> edited;
      if (space.edited_since(stands_at_, edited)) {
        components_->update(space, edited);
        if (wanted_) components_->make_exact(space);
      } else {
        components_ = std::make_unique<LiveComponents<Space>>(space);
      }
    } else if (kAtOnce || wanted_) {
      components_ = std::make_unique<LiveComponents<Space>>(space);
    }
    wanted_ = false;
    stands_at_ = revision;
    exact_.store(components_ && components_->exact(), std::memory_order_release);
    revision_.store(revision, std::memory_order_release);
  }

  std::mutex mutex_;
  std::unique_ptr<LiveComponents<Space>> components_;
  bool wanted_ = false;
  std::uint64_t stands_at_ = 0;
  std::atomic<bool> exact_{false};
  std::atomic<std::uint64_t> revision_{kNever};
};

}  // namespace pathstar
