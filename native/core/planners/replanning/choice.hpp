// Which way to plan again, by what each is expected to take up to the goal.
//
// All is measured in work, so that the choice is the same on every machine: an expansion of A* on ground with costs is
// 1, one of the other searches as much as it takes on average. The first plan is one of D* Lite, whose first search is
// an A* from the goal; the other ways go on from what it has found. Over jump points, which show nothing of the space,
// it is a search, unless one of MPGAA* ends soon. Every other plan goes the way on which the unit is expected to reach
// the goal with the least work: to set the way up or to follow the edits that it has missed, and then as many plans as
// the unit has needed so far for each step.
//
// What a plan takes is foreseen from the edits, so also for a way that was never taken:
// - A search from the beginning takes what searches took of late, for each unit of what is left of the path, or the
//   nodes that MPGAA* has learned of late, if these are more.
// - A repair works out the nodes whose cheapest path leads over an edited place: the tree behind the place. Over all of
//   a tree, the mean number of nodes behind a node equals the number of steps before it, so a repair takes about as
//   many nodes as there are steps between the place and the unit. To these come the nodes by which searches have grown:
//   a repair, too, spreads to ground that was not reached before, as where unknown walls are found.
// - MPGAA* takes half of what a search does.
// A way that was taken corrects its forecasts by what it took. It is left once it has cost more than the others would
// have, by some times what it takes to set it up.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "engine/incremental/incremental.hpp"

namespace pathstar {

enum class PlanWay : std::uint8_t { search, repair, adapt };

// A way to plan that keeps what it knows, and has to follow edits. It stands beside others that are taken meanwhile.
class RivalWay {
 public:
  // The work that is foreseen to follow the edits since the last plan; `most`: to follow all that were missed.
  void foresee(double work, double most) noexcept {
    forecasts_ = std::min(forecasts_ + 1.0, kMostForecasts);
    usual_ += (work - usual_) / forecasts_;
    behind_ = std::min(behind_ + work, most);
  }

  // Whether this plan goes this way. `others`, `all_others`: what the best other way would take for it, and for all
  // `plans` to come. `set_up`: what it takes to begin.
  bool choose(double others, double all_others, double plans, double set_up) noexcept {
    others_ = others;
    set_up_ = set_up;
    if (!taken_) {
      taken_ = (made_ ? expected() : set_up) + all(plans) < all_others;
      missed_ = 0.0;
    } else {
      taken_ = missed_ >= -kPatience * set_up;
    }
    return taken_;
  }

  // What this plan would take, and what `plans` usual ones would.
  double expected() const noexcept { return correction() * behind_; }
  double all(double plans) const noexcept { return plans * correction() * usual_; }
  bool made() const noexcept { return made_; }
  bool taken() const noexcept { return taken_; }

  // It was set up by so much work. If that was more than expected, so may be what follows.
  void make(double work) noexcept {
    made_ = true;
    behind_ = 0.0;
    missed_ = set_up_ > 0.0 ? std::min(0.0, set_up_ - work) : 0.0;
    took_ -= missed_;
  }
  // What it knows is too far behind.
  void lose() noexcept { made_ = taken_ = false; }

  // What this plan would have taken another way turned out to be more.
  void others_take(double work) noexcept { others_ = std::max(others_, work); }

  // It was taken, and this was its work.
  void took(double work) noexcept {
    took_ = kRemembers * took_ + work;
    foreseen_ = kRemembers * foreseen_ + std::exchange(behind_, 0.0);
    missed_ = std::min(missed_ + others_ - work, set_up_);
  }
  // Another one was taken. What it once took counts less and less, so that it is tried again.
  void missed() noexcept {
    took_ *= kForgets;
    foreseen_ *= kForgets;
  }

 private:
  static constexpr double kMostForecasts = 16.0;
  static constexpr double kRemembers = 15.0 / 16;
  static constexpr double kForgets = 63.0 / 64;
  static constexpr double kTrusted = 4.0;   // as if this many usual plans had taken what was foreseen
  static constexpr double kPatience = 2.0;  // times what it takes to set it up

  // What was foreseen is multiplied by it.
  double correction() const noexcept {
    const double trusted = kTrusted * usual_;
    return foreseen_ + trusted > 0.0 ? (took_ + trusted) / (foreseen_ + trusted) : 1.0;
  }

  bool made_ = false;
  bool taken_ = false;
  double forecasts_ = 0.0;  // how many the average is of
  double usual_ = 0.0;      // foreseen for a plan, on average
  double behind_ = 0.0;     // foreseen for edits that it does not know of yet
  double took_ = 0.0;       // by its plans of late,
  double foreseen_ = 0.0;   // and what was foreseen for them
  double missed_ = 0.0;     // by how much more than it other ways would have cost since it is taken
  double others_ = 0.0;
  double set_up_ = 0.0;
};

class PlanChoice {
 public:
  // `jumps`: whether searches go over jump points. `uniform`: whether steps cost the same everywhere. `size`: of the
  // space, in nodes.
  PlanChoice(bool jumps, bool uniform, std::uint32_t size) noexcept
      : uniform_(uniform), jumps_(jumps), search_work_(work_of_search(jumps, uniform)), size_(size) {}

  // `left`: what the path cost that is to be replaced, 0 if there was none. `steps`: how many it has. `moves`: how many
  // steps the unit has made to this goal. `edits`: since the last plan.
  PlanWay choose(double left, std::size_t steps, std::size_t moves, const RecentEdits& edits) noexcept {
    if (plans_ == 0) return jumps_ ? PlanWay::adapt : PlanWay::repair;
    const auto made = static_cast<double>(std::max<std::size_t>(moves, 1));
    const double per_plan = left > 0.0 ? static_cast<double>(steps) / made : 1.0;
    const double plans = std::max(1.0, per_plan * static_cast<double>(std::max<std::uint64_t>(plans_for_goal_, 1)));
    search_ = left > 0.0 ? per_cost_ * left : in_vain_;
    steps_ = static_cast<double>(steps);
    foresee(static_cast<double>(steps), edits);
    double others = search_, all_others = plans * search_;
    // MPGAA* seldom wins where steps cost the same everywhere, and never where the goal moves.
    const bool adapts = !uniform_ && !chase_ && adapted_.choose(others, all_others, plans, to_adapt());
    if (adapts) {
      // A repair would expand about as many nodes, or have to be set up. Where the first search expanded little more
      // than its path, what is then seen makes all repairs grow.
      const bool beside_path = largest_ < kBesidePath * steps_;
      if (!repaired_.taken() && (adapted_.made() || beside_path)) return PlanWay::adapt;
      if (adapted_.made()) {
        others = std::min(others, adapted_.expected());
      } else if (has_tree_) {
        others = std::min(others, adapted_.all(1.0));
      }
      all_others = std::min(all_others, adapted_.all(plans));
    }
    if (repaired_.choose(others, all_others, plans, to_make())) return PlanWay::repair;
    return adapts ? PlanWay::adapt : PlanWay::search;
  }

  // How many expansions a plan may take before another way is preferred.
  std::uint64_t patience(PlanWay way) const noexcept {
    constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();
    if (way == PlanWay::adapt && plans_ == 0) return static_cast<std::uint64_t>(kFirstShare * std::sqrt(size_));
    if (way != PlanWay::repair || !repaired_.made()) return kForever;
    const double most = kPatience * std::max(search_, search_work_ * largest_) / kRepair;
    return most < kMostPatience ? kLeastPatience + static_cast<std::uint64_t>(most) : kForever;
  }

  // `cost`: of the path; infinite if there is none.
  void searched(std::uint64_t expanded, double cost) noexcept {
    planned();
    adapted_.missed();
    repaired_.missed();
    beyond_ = 0.0;
    ++searches_;
    learn(static_cast<double>(expanded) * search_work_, cost);
  }

  // `lowered`: how many estimates were looked at, as they may have had to be lowered.
  void adapted(std::uint64_t expanded, std::uint64_t lowered, double cost) noexcept {
    planned();
    repaired_.missed();
    const auto nodes = static_cast<double>(expanded);
    if (has_tree_ && !adapted_.made()) adapted_.make(0.0);
    if (adapted_.made()) {
      grow(nodes);
      // A search would have to find out again what was learned: the nodes beyond those of the path, added up, less a
      // share of those whose estimates had to be lowered, as they often rise again.
      const double learned = std::max(0.0, nodes - steps_) - kUnlearned * static_cast<double>(lowered);
      beyond_ = std::max(0.0, kRemembers * beyond_ + learned);
      const double search = per_node() * (steps_ + beyond_);
      if (cost > 0.0 && cost < kFar && search > per_cost_ * cost) per_cost_ = search / cost;
      adapted_.others_take(search);
      return adapted_.took(kAdapt * nodes + kFollow * static_cast<double>(lowered));
    }
    // The first one expands what A* does.
    if (searches_ == 0 || !jumps_) learn(nodes * per_node(), cost);
    adapted_.make((kAdapt - search_work_) * nodes);
  }

  // `recomputed`: how many nodes were worked out again because of the edits.
  void repaired(std::uint64_t expanded, std::uint64_t recomputed, double cost) noexcept {
    planned();
    adapted_.missed();
    edited_ = 0;
    const auto nodes = static_cast<double>(expanded);
    if (!repaired_.made()) {
      // The first one expands what A* does.
      if (plans_ == 1) learn(nodes * per_node(), cost);
      repaired_.make(has_guide_ ? 0.0 : kFirst * plain_work() * nodes);  // little has to follow what a guide has cost
      has_tree_ = has_tree_ || !chase_;
      return;
    }
    repaired_.took(kRepair * nodes + kFollow * static_cast<double>(recomputed));
  }
  bool can_repair() const noexcept { return repaired_.made(); }

  // The goal is another one, for which nothing was learned, or another search is repaired from now on. `chase`: whether
  // the goal will move again soon.
  void begin_again(bool chase) noexcept {
    chase_ = chase;
    has_guide_ = std::exchange(has_tree_, false) && chase;
    plans_for_goal_ = 0;
    largest_ = grown_ = beyond_ = 0.0;
    adapted_ = {};
    repaired_ = {};
  }

 private:
  // The work of an expansion: of a search over jump points, of A* where steps cost the same everywhere, of a repair and
  // of MPGAA*, and of the first one of these; and of a node that is looked at because of an edit. A* elsewhere is 1,
  // and takes about 65 ns.
  static constexpr double kJump = 2.25;
  static constexpr double kUniform = 0.7;
  static constexpr double kRepair = 3.0;
  static constexpr double kAdapt = 2.5;
  static constexpr double kFirst = 1.15;      // times what A* takes
  static constexpr double kMake = 2.0;        // the same before it is known: from the goal more may be in the way
  static constexpr double kGuided = 0.25;     // of that, where a search to a goal near this one guides it,
  static constexpr double kAgain = 0.25;      // and where it was made, so that to leave it costs less
  static constexpr double kBesidePath = 8.0;  // nodes for each step of the path
  static constexpr double kFollow = 2.5;
  static constexpr double kReached = 0.5;          // of the nodes behind an edited place are worked out, on average
  static constexpr double kAdapts = 0.5;           // of what a search takes: MPGAA*
  static constexpr double kUnlearned = 0.25;       // of what was learned of a node is lost as it is lowered
  static constexpr double kLowered = 8.0;          // estimates for each node beside an edit that made steps cheaper
  static constexpr double kRemembers = 15.0 / 16;  // of what MPGAA* has learned, from plan to plan
  static constexpr double kSpared = 0.25;   // is left to jump points of the work of A* where little is in the way
  static constexpr double kMost = 1.0 / 3;  // of a space is expanded by A*, where jump points show nothing of it
  static constexpr double kFar = std::numeric_limits<double>::infinity();
  static constexpr double kSmoothing = 0.25;
  static constexpr double kPatience = 3.0;  // searches
  static constexpr double kMostPatience = 1e18;
  static constexpr double kFirstShare = 2.0;  // times the side of a square space may be expanded by the first plan
  static constexpr std::uint64_t kLeastPatience = 16;

  static constexpr double work_of_search(bool jumps, bool uniform) noexcept {
    if (jumps) return kJump;
    return uniform ? kUniform : 1.0;
  }
  double plain_work() const noexcept { return uniform_ ? kUniform : 1.0; }

  void planned() noexcept {
    ++plans_;
    ++plans_for_goal_;
  }

  // What following these edits takes.
  void foresee(double steps, const RecentEdits& edits) noexcept {
    const double nodes = search_ / per_node(), follow = kFollow * static_cast<double>(edits.nodes);
    // Edited places may be behind one another.
    const double behind = nodes > 0.0 ? -nodes * std::expm1(-edits.distance * steps / nodes) : 0.0;
    repaired_.foresee(kRepair * (kReached * behind + std::exchange(grown_, 0.0)) + follow, kRepair * nodes + follow);
    const double lower = edits.fell ? kLowered * follow : 0.0;
    adapted_.foresee(kAdapts * search_ + lower, kAdapt * nodes + lower);
    edited_ += edits.nodes;
    // It would begin again.
    if (edited_ > most_edited(size_) || (edits.fell && std::exchange(has_guide_, false))) repaired_.lose();
  }

  // The work of a search for each node that A* would expand.
  double per_node() const noexcept { return jumps_ ? kUniform * kSpared : search_work_; }

  void grow(double nodes) noexcept {
    if (plans_for_goal_ > 1) grown_ += std::max(0.0, nodes - largest_);
    largest_ = std::max(largest_, nodes);
  }

  // One search that took long does not make repairs cheap.
  void learn(double work, double cost) noexcept {
    grow(work / per_node());
    if (!(cost < kFar)) {
      in_vain_ = work;
    } else if (cost > 0.0) {
      per_cost_ = searches_ > 1 ? kSmoothing * (work / cost) + (1.0 - kSmoothing) * per_cost_ : work / cost;
    }
  }

  // What the first plan of MPGAA* takes more than a search, and what the first repair takes. How many nodes a search
  // over jump points spared is not known.
  double to_adapt() const noexcept {
    return has_tree_ && !adapted_.made() ? 0.0 : (kAdapt - search_work_) * most_nodes();
  }
  double to_make() const noexcept {
    const double share = repaired_.made() ? (chase_ ? 1.0 : kAgain) : has_guide_ ? kGuided : 1.0;
    return kMake * share * plain_work() * (jumps_ ? kMost * size_ : most_nodes());
  }
  double most_nodes() const noexcept { return std::max(search_ / per_node(), largest_); }

  bool uniform_;
  bool jumps_;
  double search_work_;  // of an expansion of a search from the beginning
  std::uint32_t size_;
  bool chase_ = false;
  bool has_tree_ = false;   // whether there is a first search from this goal, from which MPGAA* would go on,
  bool has_guide_ = false;  // or one from a goal near it, for a chase
  std::uint64_t plans_ = 0;
  std::uint64_t plans_for_goal_ = 0;
  std::uint64_t searches_ = 0;  // from the beginning
  double per_cost_ = 0.0;       // the work of a search for a path that costs 1,
  double in_vain_ = 0.0;        // and of the last one that found none
  double search_ = 0.0;         // what a search is expected to take now
  double largest_ = 0.0;        // the most nodes that A* would have expanded for this goal,
  double grown_ = 0.0;          // and by how many these became more since the last forecast
  double steps_ = 0.0;          // of the path that is to be replaced
  double beyond_ = 0.0;         // nodes that MPGAA* has expanded of late besides those of its paths
  std::size_t edited_ = 0;      // nodes, since the last repair
  RivalWay adapted_;
  RivalWay repaired_;
};

}  // namespace pathstar
