// The components of a space: labelled at the first need, and kept up to date over edits.
//
// They are labelled at the first query, or, if that takes longer, once a search has found no path. If edits leave open
// whether a component is still connected, that is determined once a search between two of its nodes fails.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "analysis/live_components.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class Space>
class KnownComponents {
 public:
  // Up to date with the space, whose lock the caller holds shared; null if they are not labelled yet.
  const LiveComponents<Space>* known(const Space& space) {
    catch_up(space, never_stop);
    return components_.get();
  }

  // Brings them up to date like known(). False if it was stopped; then the next call begins again.
  bool catch_up(const Space& space, const Stop& stop) {
    const std::uint64_t revision = space.revision();
    return revision_.load(std::memory_order_acquire) == revision || follow(space, revision, stop);
  }

  // Whether it is known that no path leads from one node to the other. The caller holds the space's lock shared.
  bool apart(const Space& space, Node a, Node b) {
    const LiveComponents<Space>* const components = known(space);
    return components != nullptr && !components->same(a, b);
  }

  // Reports that a search between two nodes of one component found no path: the components are made exact at the next
  // query. Nothing happens while the caller holds the lock.
  void not_found(const Space& space) {
    if (exact_.load(std::memory_order_acquire) || space.mutex().held_here()) return;
    const std::unique_lock alone(space.mutex());
    wanted_ = true;
    revision_.store(kNever, std::memory_order_release);
  }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  static constexpr bool kAtOnce = std::is_same_v<Space, Grid>;

  bool follow(const Space& space, std::uint64_t revision, const Stop& stop) {
    // No thread reads the labels now: all threads that hold the space's lock at this revision wait here.
    const std::lock_guard lock(mutex_);
    const Silence silence;
    if (revision_.load(std::memory_order_relaxed) == revision) return true;
    bool stopped = false;
    const Stop noted = [&] { return stopped = stopped || stop(); };
    if (components_) {
      std::vector<Node> edited;
      if (space.edited_since(stands_at_, edited)) {
        components_->update(space, edited, noted);
        if (wanted_ && !stopped) components_->make_exact(space, noted);
      } else {
        components_ = std::make_unique<LiveComponents<Space>>(space, noted);
      }
    } else if (kAtOnce || wanted_) {
      components_ = std::make_unique<LiveComponents<Space>>(space, noted);
    }
    if (stopped) {
      components_.reset();
      wanted_ = true;
      return false;
    }
    wanted_ = false;
    stands_at_ = revision;
    exact_.store(components_ && components_->exact(), std::memory_order_release);
    revision_.store(revision, std::memory_order_release);
    return true;
  }

  std::mutex mutex_;
  std::unique_ptr<LiveComponents<Space>> components_;
  bool wanted_ = false;
  std::uint64_t stands_at_ = 0;
  std::atomic<bool> exact_{false};
  std::atomic<std::uint64_t> revision_{kNever};
};

}  // namespace pathstar
