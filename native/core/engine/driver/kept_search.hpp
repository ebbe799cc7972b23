// A search that its caller steps, also while the space is edited.
//
// It continues if edits changed nothing near the visited nodes. It begins again by itself if they did, or if costs left
// the range that it was planned with. Its expansions count over all its beginnings, so a limit still ends it. Only one
// thread at a time may use it; a caller's functions that a step calls may use it too, except to step it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <type_traits>
#include <utility>

#include "engine/driver/following.hpp"
#include "engine/driver/limits.hpp"
#include "engine/driver/run.hpp"
#include "engine/driver/search.hpp"
#include "engine/driver/settings.hpp"
#include "engine/finders/finder.hpp"
#include "paths/result.hpp"
#include "spaces/goal_set.hpp"
#include "spaces/types.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

struct Query {
  Node start;
  Node goal;
  Settings settings;
};

// A search that has begun, and those of several goals that could be reached then; null if it has one goal.
struct Begun {
  SearchPtr run;
  std::shared_ptr<const GoalSet> goals;
};

template <class Finder>
class KeptSearch final : public Search {
 public:
  // The caller holds the space's lock.
  KeptSearch(std::shared_ptr<Finder> finder, const Query& query, std::shared_ptr<Recorder> recorder, Begun begun)
      : finder_(std::move(finder)),
        query_(query),
        recorder_(std::move(recorder)),
        time_(query.settings.max_seconds),
        begun_(std::move(begun)),
        world_(finder_->space()) {}

  Status step(std::uint64_t budget) override {
    const std::scoped_lock turn(turn_);
    if (stepping_) throw NestedStep();
    if (over()) return result_.status;
    const Stepping mark(stepping_);
    finder_->space().catch_up();
    const std::shared_lock reading(finder_->space().mutex());
    if (finder_->space().revision() != world_.revision()) follow();
    if (!over() && time_.step(*begun_.run, budget) != Status::running) finish(begun_.run->result());
    return result_.status;
  }
  void stop() override {
    const std::scoped_lock turn(turn_);
    if (over()) return;
    begun_.run->stop();
    if (!stepping_) finish(locked_result());
  }
  Status status() const override {
    const std::scoped_lock turn(turn_);
    return over() ? result_.status : begun_.run->status();
  }
  PathResult result() const override {
    const std::scoped_lock turn(turn_);
    if (over()) return result_;
    PathResult result = locked_result();
    result.stats += result_.stats;
    result.revision = world_.revision();
    return result;
  }

 private:
  using Space = std::remove_reference_t<decltype(std::declval<Finder&>().space())>;

  struct Stepping {
    explicit Stepping(bool& flag) noexcept : flag_(flag) { flag_ = true; }
    Stepping(const Stepping&) = delete;
    Stepping& operator=(const Stepping&) = delete;
    ~Stepping() { flag_ = false; }

   private:
    bool& flag_;
  };

  bool over() const noexcept { return result_.status != Status::running; }

  // The best path of the run so far, which reads costs from the space, locked while a step runs. Returns no path found
  // before an edit for which the next step begins again, because its steps may be gone.
  PathResult locked_result() const {
    std::shared_lock reading(finder_->space().mutex(), std::defer_lock);
    if (!stepping_) reading.lock();
    PathResult result = begun_.run->result();
    if (!stepping_ && is_touched()) {
      PathResult none;
      none.status = result.status;
      none.rule = result.rule;
      none.stats = result.stats;
      return none;
    }
    return result;
  }

  // Stored when the search ends, so that later edits do not change it.
  void finish(PathResult result) {
    result.stats += result_.stats;
    result.revision = world_.revision();
    result_ = std::move(result);
    begun_.run.reset();
  }

  // Whether an edit changed something that the run has visited. The caller holds the space's lock.
  bool is_touched() const {
    if (finder_->space().revision() == world_.revision()) return false;
    if (world_.touches(finder_->space(), *begun_.run, query_.settings)) return true;
    if constexpr (requires { finder_->goes_on(world_.revision(), query_, begun_); }) {
      return !finder_->goes_on(world_.revision(), query_, begun_);
    }
    return false;
  }

  // Takes over the present world.
  void follow() {
    const bool touched = is_touched();
    world_ = Following<Space>(finder_->space());
    if (touched) begin_again();
  }

  void begin_again() {
    result_.stats += begun_.run->result().stats;
    ++result_.stats.restarts;
    begun_.run.reset();
    if (recorder_) recorder_->add(EventType::restart, query_.start, kNoNode, 0.0, 0.0);
    Query rest = query_;
    rest.settings.max_expansions -= std::min(rest.settings.max_expansions, result_.stats.expanded);
    if (auto known = finder_->begin_again(rest, recorder_.get(), begun_)) finish(std::move(*known));
  }

  std::shared_ptr<Finder> finder_;
  Query query_;
  std::shared_ptr<Recorder> recorder_;
  WorkTime time_;
  mutable std::recursive_mutex turn_;
  bool stepping_ = false;
  Begun begun_;
  PathResult result_;  // `running` until the search is over; with the counts of its earlier beginnings
  Following<Space> world_;
};

}  // namespace pathstar
