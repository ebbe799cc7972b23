// The choice between ways to plan again, by the expected work of each.
//
// Work is measured in units, so that the choice is the same on every machine: an expansion of A* on ground with costs
// is 1, an expansion of another search as much as it takes on average. There are three rules.
// - The first plan is one of D* Lite, whose first search is an A* from the goal: for the price of a search it leaves a
//   tree of cheapest paths. So is the second plan to a goal that was set later. Over jump points, which show nothing of
//   the space, the first plan is a search, unless a search of MPGAA* ends soon. In corridors most of a tree hangs on
//   each edit, so the tree is of little use, and a search from one end may expand many times as much as one from the
//   other end. There the first plan is that of a chase, an A* from the unit, and other plans go on without a tree.
// - From a tree MPGAA* goes on: it follows edits that made steps cheaper, expands the nodes between the unit and the
//   tree, and looks along the path from there. It is chosen if it is expected to take less than a search. For MPGAA*
//   the forecast goes by its recent plans, for a search by the past work of searches for each unit of the rest of the
//   path. As the plans of the other way are not seen, it is tried for the 9th, the 33rd, the 129th plan and so on, and
//   given up as soon as it takes as much as the chosen one; but MPGAA* is not tried if it would have to follow edits
//   that it has missed. The first search has to ask for memory: it is made once MPGAA* has lost as much as that takes,
//   or has taken several times as much.
// - Without a tree, in a chase, whose tree would have to move with its goal, and once MPGAA* has been left and has
//   missed edits, a search is repaired if that is expected to bring the unit to its goal with less work than searches:
//   the work of setting the repairs up, or of following the edits that they have missed, and then that of as many plans
//   as the unit has needed so far for each step. Repairs are left once they have cost more than searches would have, by
//   several times the work of setting them up.
//
// The work of following edits is a forecast: the nodes whose cheapest path leads over an edited place, which are the
// tree behind the place, are computed again. Over all of a tree, the mean number of nodes behind a node equals the
// number of steps before it, so there are about as many such nodes as steps between the place and the unit. A repair
// also has to spread over the nodes by which searches have grown, as when unknown walls are found. Forecasts are
// corrected by the work of actual plans.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "engine/incremental/incremental.hpp"

namespace pathstar {

enum class PlanWay : std::uint8_t { search, repair, adapt };

// Repairs, which keep what they know and have to follow edits, also while searches are chosen instead.
class RivalWay {
 public:
  // The forecast for following the edits since the last plan; `most`: for following all that were missed.
  void foresee(double work, double most) noexcept {
    forecasts_ = std::min(forecasts_ + 1.0, kMostForecasts);
    usual_ += (work - usual_) / forecasts_;
    behind_ = std::min(behind_ + work, most);
  }

  // Whether this plan goes this way. `others`, `all_others`: the work of the best other way for this plan, and for all
  // `plans` to come. `set_up`: the work of beginning.
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

  // The work of this plan, and of `plans` usual ones.
  double expected() const noexcept { return correction() * behind_; }
  double all(double plans) const noexcept { return plans * correction() * usual_; }
  bool made() const noexcept { return made_; }

  // It was set up with this work. If that was more than expected, later work may be too.
  void make(double work) noexcept {
    made_ = true;
    behind_ = 0.0;
    missed_ = set_up_ > 0.0 ? std::min(0.0, set_up_ - work) : 0.0;
    took_ -= missed_;
  }
  // Its knowledge is too far behind.
  void lose() noexcept { made_ = taken_ = false; }

  // It was chosen, and this was its work.
  void took(double work) noexcept {
    took_ = kRemembers * took_ + work;
    foreseen_ = kRemembers * foreseen_ + std::exchange(behind_, 0.0);
    missed_ = std::min(missed_ + others_ - work, set_up_);
  }
  // Another way was chosen. The past work of this one counts less and less, so that it is tried again.
  void missed() noexcept {
    took_ *= kForgets;
    foreseen_ *= kForgets;
  }

 private:
  static constexpr double kMostForecasts = 16.0;
  static constexpr double kRemembers = 15.0 / 16;
  static constexpr double kForgets = 63.0 / 64;
  static constexpr double kTrusted = 4.0;   // as if this many usual plans had matched their forecasts
  static constexpr double kPatience = 2.0;  // times the work of setting it up

  // The factor of forecasts.
  double correction() const noexcept {
    const double trusted = kTrusted * usual_;
    return foreseen_ + trusted > 0.0 ? (took_ + trusted) / (foreseen_ + trusted) : 1.0;
  }

  bool made_ = false;
  bool taken_ = false;
  double forecasts_ = 0.0;  // the number of forecasts in the average
  double usual_ = 0.0;      // the average forecast for a plan
  double behind_ = 0.0;     // the forecast for edits that it does not know yet
  double took_ = 0.0;       // the work of its latest plans,
  double foreseen_ = 0.0;   // and the forecasts for them
  double missed_ = 0.0;     // how much more other ways would have cost since it was chosen
  double others_ = 0.0;
  double set_up_ = 0.0;
};

// A mean in which recent values count most.
class RecentMean {
 public:
  // `expected`: its value while it is empty, which counts as two added values.
  explicit RecentMean(double expected) noexcept : mean_(expected) {}
  void add(double value) noexcept {
    count_ = std::min(count_ + 1.0, kMost);
    mean_ += (value - mean_) / count_;
  }
  double value() const noexcept { return mean_; }

 private:
  static constexpr double kMost = 8.0;
  double mean_;
  double count_ = 2.0;
};

class PlanChoice {
 public:
  // `jumps`: whether searches go over jump points. `uniform`: whether steps cost the same everywhere. `adapts`: whether
  // MPGAA* can go on from a first search. `corridors`: whether the space is all corridors. `size`: of it, in nodes.
  PlanChoice(bool jumps, bool uniform, bool adapts, bool corridors, std::uint32_t size) noexcept
      : uniform_(uniform),
        jumps_(jumps),
        adapts_(adapts && !jumps && !corridors),
        from_start_(corridors && !jumps),
        search_work_(work_of_search(jumps, uniform)),
        size_(size) {}

  bool has_planned() const noexcept { return plans_ > 0; }
  // Whether the first search to repair begins at the unit, as in a chase, or did so and no plan has followed.
  bool from_start() const noexcept { return from_start_; }

  // `left`: the cost of the path that is to be replaced, 0 if there was none. `steps`: its number of steps. `moves`:
  // the number of steps that the unit has made to this goal. `edits`: since the last plan.
  PlanWay choose(double left, std::size_t steps, std::size_t moves, const RecentEdits& edits) noexcept {
    trial_ = false;
    if (plans_ == 0) return jumps_ ? PlanWay::adapt : PlanWay::repair;
    if (std::exchange(from_start_, false)) repaired_ = {};
    if (adapts_ && !chase_ && !has_tree_ && !repaired_.made()) return PlanWay::repair;
    left_ = left;
    steps_ = static_cast<double>(steps);
    search_ = left > 0.0 ? per_cost_ * left : in_vain_;
    foresee(edits);
    if (adapts_ && has_tree_) {
      const PlanWay way = adapt_or_search();
      if (way == PlanWay::adapt || trial_ || missed_ == 0.0) return way;
    }
    const auto made = static_cast<double>(std::max<std::size_t>(moves, 1));
    const double per_plan = left > 0.0 ? static_cast<double>(steps) / made : 1.0;
    const double plans = std::max(1.0, per_plan * static_cast<double>(std::max<std::uint64_t>(plans_for_goal_, 1)));
    if (!repaired_.choose(search_, plans * search_, plans, to_make())) return PlanWay::search;
    has_tree_ = false;
    return PlanWay::repair;
  }

  // The number of expansions after which a plan gives way to another.
  std::uint64_t patience(PlanWay way) const noexcept {
    if (way == PlanWay::adapt && plans_ == 0) return static_cast<std::uint64_t>(kFirstShare * std::sqrt(size_));
    if (way == PlanWay::adapt && trial_) return expansions(search_ / kAdapt);
    if (way == PlanWay::search && trial_) return expansions(to_adapt() / search_work_);
    if (way != PlanWay::repair || !repaired_.made()) return kForever;
    return expansions(kPatience * std::max(search_, search_work_ * largest_) / kRepair);
  }

  // A trial was given up after this number of expansions, and the other way is chosen. `lowered`: as in adapted().
  void gave_up_search(std::uint64_t expanded) noexcept {
    trial_ = false;
    ready_ = true;
    if (left_ > 0.0) per_cost_ = std::max(per_cost_, static_cast<double>(expanded) * search_work_ / left_);
  }
  void gave_up_adapting(std::uint64_t expanded, std::uint64_t lowered) noexcept {
    trial_ = false;
    if (has_tree_) note_adapted(expanded, lowered);
  }

  // `cost`: of the path; infinite if there is none.
  void searched(std::uint64_t expanded, double cost) noexcept {
    planned();
    repaired_.missed();
    ++searches_;
    ready_ = true;
    learn(static_cast<double>(expanded) * search_work_, cost);
  }

  // `lowered`: the number of estimates checked, because they may have had to be lowered.
  void adapted(std::uint64_t expanded, std::uint64_t lowered, double cost) noexcept {
    planned();
    repaired_.missed();
    if (has_tree_) return note_adapted(expanded, lowered);
    learn(static_cast<double>(expanded) * per_node(), cost);  // the first one expands as much as A*
  }

  // `recomputed`: the number of nodes computed again because of the edits.
  void repaired(std::uint64_t expanded, std::uint64_t recomputed, double cost) noexcept {
    planned();
    edited_ = 0;
    const auto nodes = static_cast<double>(expanded);
    if (repaired_.made()) return repaired_.took(kRepair * nodes + kFollow * static_cast<double>(recomputed));
    if (plans_for_goal_ == 1 && !chase_) learn(nodes * per_node(), cost);  // it expands as much as A*
    repaired_.make(has_guide_ ? 0.0 : kFirst * plain_work() * nodes);      // little has to follow what a guide has cost
    has_tree_ = !chase_ && !from_start_ && cost < kFar;
    if (has_tree_) adapting_ = RecentMean(kFirstAdapt * plain_work() * nodes);
  }
  bool can_repair() const noexcept { return repaired_.made(); }

  // The goal is another one, about which nothing was learned, or another search is repaired from now on. `chase`:
  // whether the goal will soon move again.
  void begin_again(bool chase) noexcept {
    chase_ = chase;
    has_guide_ = std::exchange(has_tree_, false) && chase;
    plans_for_goal_ = 0;
    largest_ = grown_ = missed_ = spent_ = lost_ = 0.0;
    repaired_ = {};
    if (std::exchange(from_start_, false) && chase) repaired_.make(0.0);  // the first search can be continued
  }

 private:
  // The work of an expansion: of a search over jump points, of A* where steps cost the same everywhere, of a repair and
  // of MPGAA*; and of a node that is looked at because of an edit. A* elsewhere is 1, and takes about 55 ns.
  static constexpr double kJump = 2.25;
  static constexpr double kUniform = 0.7;
  static constexpr double kRepair = 3.0;
  static constexpr double kAdapt = 2.75;
  static constexpr double kFollow = 2.5;
  static constexpr double kLook = 1.0;          // a look along a step of a known path
  static constexpr double kFirst = 1.15;        // the first repair, as a multiple of A*,
  static constexpr double kMake = 2.0;          // the same before it is known: from the goal more may be in the way,
  static constexpr double kGuided = 0.25;       // as a share of that, where a search to a goal near this one guides it,
  static constexpr double kAgain = 0.25;        // and where it was made, so that leaving it costs less
  static constexpr double kReached = 0.5;       // the share of nodes behind an edited place that are computed
  static constexpr double kFirstAdapt = 0.125;  // MPGAA* from a new tree, as a share of a search
  static constexpr double kSpared = 0.25;       // jump points, as a share of A*, where little is in the way
  static constexpr double kMost = 1.0 / 3;      // the share of a space that A* expands, unseen by jump points
  static constexpr double kFar = std::numeric_limits<double>::infinity();
  static constexpr double kSmoothing = 0.25;
  static constexpr double kPatience = 3.0;  // searches
  static constexpr double kMostPatience = 1e18;
  static constexpr double kFirstShare = 2.0;  // times the side of a square space may be expanded by the first plan
  static constexpr std::uint64_t kLeastPatience = 16;
  static constexpr double kSetUp = 0.1;           // for each node: what the first search takes to have memory for it
  static constexpr double kRepays = 3.0;          // times that before it is tried
  static constexpr std::uint64_t kFirstTurn = 8;  // plans
  static constexpr double kSure = 1.25;        // times as much as a search, which may turn out dearer, MPGAA* may take
  static constexpr double kWorthATrial = 8.0;  // times the work of the better way may be expected of the other one
  static constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

  static constexpr double work_of_search(bool jumps, bool uniform) noexcept {
    if (jumps) return kJump;
    return uniform ? kUniform : 1.0;
  }
  double plain_work() const noexcept { return uniform_ ? kUniform : 1.0; }

  static std::uint64_t expansions(double most) noexcept {
    return most < kMostPatience ? kLeastPatience + static_cast<std::uint64_t>(most) : kForever;
  }

  void planned() noexcept {
    ++plans_;
    ++plans_for_goal_;
  }

  PlanWay adapt_or_search() noexcept {
    const double adapt = to_adapt();
    const double set_up = ready_ ? 0.0 : kSetUp * size_;
    const bool adapts = adapt < kSure * search_ + std::max(0.0, set_up - lost_);
    const bool close = std::max(adapt, search_) < kWorthATrial * std::min(adapt, search_);
    trial_ = close && (adapts || missed_ == 0.0) && (ready_ ? is_turn() : spent_ > kRepays * set_up);
    return adapts != trial_ ? PlanWay::adapt : PlanWay::search;
  }

  // Whether this plan is the 9th, the 33rd, the 129th and so on.
  bool is_turn() const noexcept {
    return plans_for_goal_ >= kFirstTurn && std::has_single_bit(plans_for_goal_) &&
           std::countr_zero(plans_for_goal_) % 2 == 1;
  }

  // The expected work of a plan of MPGAA* now.
  double to_adapt() const noexcept { return kLook * steps_ + adapting_.value() + lowering_.value() * missed_; }

  void note_adapted(std::uint64_t expanded, std::uint64_t lowered) noexcept {
    const double expanding = kAdapt * static_cast<double>(expanded), follow = kFollow * static_cast<double>(lowered);
    adapting_.add(expanding);
    if (missed_ > 0.0) lowering_.add(follow / missed_);
    missed_ = 0.0;
    const double work = kLook * steps_ + expanding + follow;
    spent_ += work;
    lost_ += std::max(0.0, work - search_);
  }

  // The work of following these edits.
  void foresee(const RecentEdits& edits) noexcept {
    const double nodes = search_ / per_node(), follow = kFollow * static_cast<double>(edits.nodes);
    // Edited places may be behind one another.
    const double behind = nodes > 0.0 ? -nodes * std::expm1(-edits.distance * steps_ / nodes) : 0.0;
    if (edits.fell) missed_ = std::min(missed_ + kAdapt * kReached * behind + follow, kAdapt * nodes + follow);
    repaired_.foresee(kRepair * (kReached * behind + std::exchange(grown_, 0.0)) + follow, kRepair * nodes + follow);
    edited_ += edits.nodes;
    // It would begin again.
    if (edited_ > most_edited(size_) || (edits.fell && std::exchange(has_guide_, false))) repaired_.lose();
  }

  // The work of a search for each node that A* would expand.
  double per_node() const noexcept { return jumps_ ? kUniform * kSpared : search_work_; }

  // Searches that took long are forgotten slowly.
  void learn(double work, double cost) noexcept {
    const double nodes = work / per_node();
    if (plans_for_goal_ > 1) grown_ += std::max(0.0, nodes - largest_);
    largest_ = std::max(largest_, nodes);
    if (!(cost < kFar)) {
      in_vain_ = work;
    } else if (cost > 0.0) {
      const double now = work / cost;
      per_cost_ = searches_ > 1 && now < per_cost_ ? kSmoothing * now + (1.0 - kSmoothing) * per_cost_ : now;
    }
  }

  // The work of the first repair. How many nodes a search over jump points saved is not known.
  double to_make() const noexcept {
    const double share = repaired_.made() ? (chase_ ? 1.0 : kAgain) : has_guide_ ? kGuided : 1.0;
    const double most = std::max(search_ / per_node(), largest_);
    return kMake * share * plain_work() * (jumps_ ? kMost * size_ : most);
  }

  bool uniform_;
  bool jumps_;
  bool adapts_;
  bool from_start_;
  double search_work_;  // of an expansion of a search from the beginning
  std::uint32_t size_;
  bool chase_ = false;
  bool has_tree_ = false;   // whether there is a first search from this goal, from which MPGAA* goes on,
  bool has_guide_ = false;  // or one from a goal near it, for a chase
  std::uint64_t plans_ = 0;
  std::uint64_t plans_for_goal_ = 0;
  std::uint64_t searches_ = 0;  // from the beginning
  bool ready_ = false;          // whether memory for them was allocated
  bool trial_ = false;          // whether this plan goes the way that is expected to take more
  double left_ = 0.0;           // the rest of the cost of the path that is to be replaced,
  double steps_ = 0.0;          // and how many steps that path has
  double per_cost_ = 0.0;       // the work of a search for a path that costs 1,
  double in_vain_ = 0.0;        // and of the last one that found none
  double search_ = 0.0;         // what a search is expected to take now
  double largest_ = 0.0;        // the largest number of nodes that A* would have expanded for this goal,
  double grown_ = 0.0;          // and its growth since the last forecast
  std::size_t edited_ = 0;      // nodes, since the last repair
  double missed_ = 0.0;         // the forecast for edits since MPGAA* was chosen that made steps cheaper
  double spent_ = 0.0;          // the work of MPGAA* for this goal,
  double lost_ = 0.0;           // and its excess over the expected work of searches
  RecentMean adapting_{0.0};    // the expansions of a plan of MPGAA*,
  RecentMean lowering_{1.0};    // and the ratio of its work for edits to the forecast
  RivalWay repaired_;
};

}  // namespace pathstar
