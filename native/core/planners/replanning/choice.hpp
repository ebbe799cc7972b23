// Which way to plan again, by what each has cost so far.
//
// All is measured in work, so that the choice is the same on every machine: an expansion of A* is 1, one of the other
// searches as much as it takes on average. The first plan is one of MPGAA*, if that ends soon. Every other plan goes
// the way on which the unit is expected to reach the goal with the least work: to set the way up or to follow the edits
// that it has missed, and then what its plans took of late, for each edit and for each unit of what is left of the
// path, as often as the unit has had to plan so far. A way that was set up is left once it has cost more than the
// others would have by as much as that took. What a way once took counts less and less while it is not taken, so that
// it is tried again.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "engine/incremental/incremental.hpp"

namespace pathstar {

enum class PlanWay : std::uint8_t { search, repair, adapt };

// What is left of the path that is to be replaced.
struct WayLeft {
  double cost;   // of the last one that was found; not 0
  double plans;  // how many are expected before the unit is at the goal
};

// A way to plan that keeps what it knows, and has to follow edits. It stands beside others that are taken meanwhile.
class RivalWay {
 public:
  // `work_per_node`: what it takes to follow a change of one. `spread`: about how many nodes that makes it look at.
  RivalWay(double work_per_node, double spread) noexcept : work_per_node_(work_per_node), spread_(spread) {}

  // Whether this plan goes this way. `others`, `all_others`: what the best other way would take for it, and for all
  // plans to come. `edits`: how many nodes were edited since the last plan, and `usual`, how many are between two
  // plans. `rest`: what its first plan takes beside following edits. `set_up`: what it takes to begin.
  bool choose(double others, double all_others, std::size_t edits, double usual, const WayLeft& way, double rest,
              double set_up) noexcept {
    const double price = made_ ? to_follow(static_cast<double>(behind_)) : set_up;
    behind_ += edits;
    others_ = others;
    set_up_ = set_up;
    left_ = way.cost;
    if (samples_ == 0) rest_per_cost_ = rest / left_;
    if (!taken_) {
      rest_per_cost_ *= kForgets;
      taken_ = price + all(usual, way) < all_others;
      missed_ = 0.0;
    } else {
      taken_ = missed_ >= -set_up;
    }
    return taken_;
  }

  // What this plan and those to come would take, once it is set up.
  double all(double edits, const WayLeft& way) const noexcept {
    return way.plans * (to_follow(edits) + rest_per_cost_ * way.cost);
  }
  double expected(std::size_t edits) const noexcept {
    return to_follow(static_cast<double>(edits)) + rest_per_cost_ * left_;
  }
  bool made() const noexcept { return made_; }
  std::size_t behind() const noexcept { return behind_; }

  // It was set up.
  void make() noexcept {
    made_ = taken_ = true;
    behind_ = 0;
  }
  // What it knows is too far behind.
  void lose() noexcept { made_ = taken_ = false; }

  // It was taken. `followed`: how many nodes it looked at again because of edits. `rest`: its other work.
  void took(std::size_t followed, double rest) noexcept {
    if (behind_ > 0 && followed > 0) {
      spread_ = mixed(spread_, static_cast<double>(followed) / static_cast<double>(behind_));
    }
    behind_ = 0;
    missed_ = std::min(missed_ + others_ - rest - work_per_node_ * static_cast<double>(followed), set_up_);
    samples_ = std::min(samples_ + 1, kMostSamples);
    rest_per_cost_ = mixed(rest_per_cost_, rest / left_);
  }

 private:
  static constexpr double kForgets = 63.0 / 64;
  static constexpr int kMostSamples = 4;

  double to_follow(double edits) const noexcept { return work_per_node_ * spread_ * edits; }
  double mixed(double before, double now) const noexcept { return before + (now - before) / (samples_ + 1); }

  double work_per_node_;
  double spread_;
  double rest_per_cost_ = 0.0;
  int samples_ = 0;
  bool made_ = false;
  bool taken_ = false;
  std::size_t behind_ = 0;  // edited nodes that it does not know of yet
  double missed_ = 0.0;     // by how much more than it other ways would have cost since it is taken
  double others_ = 0.0;
  double set_up_ = 0.0;
  double left_ = 1.0;
};

class PlanChoice {
 public:
  // `jumps`: whether searches go over jump points. `uniform`: whether steps cost the same everywhere. `size`: of the
  // space, in nodes.
  PlanChoice(bool jumps, bool uniform, std::uint32_t size) noexcept
      : jumps_(jumps), search_work_(work_of_search(jumps, uniform)), size_(size) {}

  // `left`: what the path cost that is to be replaced, 0 if there was none. `steps`: how many it has. `moves`: how many
  // steps the unit has made to this goal. `edits`: since the last plan.
  PlanWay choose(double left, std::size_t steps, std::size_t moves, const RecentEdits& edits) noexcept {
    if (plans_ == 0) return PlanWay::adapt;
    const auto made = static_cast<double>(std::max<std::size_t>(moves, 1));
    const double per_plan = left > 0.0 ? static_cast<double>(steps) / made : 1.0;
    way_ = {left > 0.0 ? left : way_.cost, per_plan * static_cast<double>(plans_for_goal_)};
    search_ = left > 0.0 ? per_cost_ * left : in_vain_;
    const std::size_t fell = edits.fell ? edits.nodes : 0;
    average(edits_, edits.nodes);
    average(fell_, fell);
    double others = search_, all_others = way_.plans * search_;
    const bool adapts = adapted_.choose(others, all_others, fell, fell_, way_, kAdapts * search_, to_adapt());
    if (adapts) {
      others = std::min(others, adapted_.expected(fell));
      all_others = std::min(all_others, adapted_.all(fell_, way_));
    }
    if (repaired_.behind() + edits.nodes > most_edited(size_)) repaired_.lose();  // it would begin again
    if (chase_ && !jumps_ && !repaired_.made()) return PlanWay::repair;
    const double rest = kRepair * kExpands * edits_;
    if (repaired_.choose(others, all_others, edits.nodes, edits_, way_, rest, to_make())) return PlanWay::repair;
    return adapts ? PlanWay::adapt : PlanWay::search;
  }

  // How many expansions a plan may take before another way is preferred.
  std::uint64_t patience(PlanWay way) const noexcept {
    constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();
    if (way == PlanWay::adapt && plans_ == 0) return size_ / kFirstShare;
    if (way != PlanWay::repair || !repaired_.made()) return kForever;
    const double most = kPatience * search_ / kRepair;
    return most < kMostPatience ? kLeastPatience + static_cast<std::uint64_t>(most) : kForever;
  }

  // `cost`: of the path; infinite if there is none.
  void searched(std::uint64_t expanded, double cost) noexcept {
    planned();
    ++searches_;
    learn(static_cast<double>(expanded) * search_work_, cost);
  }

  // `lowered`: how many estimates were looked at, as they may have had to be lowered.
  void adapted(std::uint64_t expanded, std::uint64_t lowered, double cost) noexcept {
    planned();
    const auto nodes = static_cast<double>(expanded);
    if (adapted_.made()) return adapted_.took(lowered, kAdapt * nodes);
    // The first one expands what A* does.
    if (searches_ == 0 || !jumps_) learn(nodes * (jumps_ ? kSpared : search_work_), cost);
    adapted_.make();
  }

  // `recomputed`: how many nodes were worked out again because of the edits.
  void repaired(std::uint64_t expanded, std::uint64_t recomputed) noexcept {
    planned();
    if (repaired_.made()) return repaired_.took(recomputed, kRepair * static_cast<double>(expanded));
    repaired_.make();
  }
  bool can_repair() const noexcept { return repaired_.made(); }

  // The goal is another one, for which nothing was learned, or another search is repaired from now on. `chase`: whether
  // the goal will move again soon.
  void begin_again(bool chase) noexcept {
    chase_ = chase;
    plans_for_goal_ = 0;
    adapted_ = RivalWay(kFollow, kSpreads);
    repaired_ = RivalWay(kFollow, 1.0);
  }

 private:
  // The work of an expansion: of a search over jump points, of A* where steps cost the same everywhere, of a repair and
  // of MPGAA*; and of a node that is looked at because of an edit. A* elsewhere is 1, and takes about 90 ns.
  static constexpr double kJump = 2.25;
  static constexpr double kUniform = 0.65;
  static constexpr double kRepair = 3.0;
  static constexpr double kAdapt = 3.5;
  static constexpr double kFollow = 2.5;
  static constexpr double kAdapts = 0.5;   // of what a search takes: MPGAA*, before it is known
  static constexpr double kSpared = 0.25;  // is left to jump points of the work of A* where little is in the way
  static constexpr double kSetUp = 0.07;   // of jump points, for each node of the space
  static constexpr double kExpands = 2.0;  // nodes: a repair, for each that it works out again, before that is known
  static constexpr double kSpreads = 1.5;  // estimates: MPGAA*, for each node that an edit changes, likewise
  static constexpr double kFar = std::numeric_limits<double>::infinity();
  static constexpr double kNever = 1e300;
  static constexpr double kSmoothing = 0.25;
  static constexpr double kPatience = 5.0;  // searches
  static constexpr double kMostPatience = 1e18;
  static constexpr std::uint32_t kFirstShare = 64;  // of the space may be expanded by the first plan
  static constexpr std::uint64_t kLeastPatience = 16;

  static constexpr double work_of_search(bool jumps, bool uniform) noexcept {
    if (jumps) return kJump;
    return uniform ? kUniform : 1.0;
  }

  void planned() noexcept {
    ++plans_;
    ++plans_for_goal_;
  }

  void average(double& of_late, std::size_t now) const noexcept {
    of_late += (static_cast<double>(now) - of_late) * (plans_for_goal_ > 1 ? kSmoothing : 1.0);
  }

  // One search that took long does not make repairs cheap.
  void learn(double work, double cost) noexcept {
    if (!(cost < kFar)) {
      in_vain_ = work;
    } else if (cost > 0.0) {
      per_cost_ = searches_ > 1 ? kSmoothing * (work / cost) + (1.0 - kSmoothing) * per_cost_ : work / cost;
    }
  }

  // What MPGAA* takes more than a search for the first plan to a goal, or jump points for the first search.
  double to_adapt() const noexcept {
    const double expansions = search_ / search_work_;
    if (adapted_.made()) return jumps_ && searches_ == 0 ? kSetUp * size_ : kAdapt * expansions;
    return jumps_ || chase_ ? kNever : (kAdapt - search_work_) * expansions;
  }

  // How many nodes a search over jump points spared is not known.
  double to_make() const noexcept { return kRepair * (jumps_ ? size_ / 3.0 : search_ / search_work_); }

  bool jumps_;
  double search_work_;  // of an expansion of a search from the beginning
  std::uint32_t size_;
  bool chase_ = false;
  std::uint64_t plans_ = 0;
  std::uint64_t plans_for_goal_ = 0;
  std::uint64_t searches_ = 0;  // from the beginning
  double per_cost_ = 0.0;       // the work of a search for a path that costs 1,
  double in_vain_ = 0.0;        // and of the last one that found none
  double edits_ = 0.0;          // nodes that were edited between two plans of late,
  double fell_ = 0.0;           // and of these when costs fell
  double search_ = 0.0;         // what a search is expected to take now
  WayLeft way_{1.0, 0.0};
  RivalWay adapted_{kFollow, kSpreads};
  RivalWay repaired_{kFollow, 1.0};
};

}  // namespace pathstar
