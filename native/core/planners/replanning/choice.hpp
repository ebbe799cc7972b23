// Which way to plan again, by what each has cost so far.
//
// All are measured in work, so that the choice is the same on every machine: an expansion of A* is 1, one of the other
// searches as much as it takes on average. What a search from the beginning costs grows with what is left of the path;
// what a repair costs does not. It grows with the number of edits since the last one, each of which makes some nodes be
// worked out again, and differs much from one to the next.
//
// The first plan is made by MPGAA*, if that ends soon, as it does where little is in the way: it needs nothing of the
// whole space. Then MPGAA* goes on, beside jump points until it has lost what a search over them sets up. Elsewhere
// plans are searches. What can be repaired is searched when repairs, which have to follow each edit, would have spared
// about as much work as that will take; at once where edits are near the unit and repairs are best. From then on the
// cheapest way is chosen.
// Ways that were dearer are tried again ever more rarely, repairs only while the edits alone do not make them dearer; a
// repair is given up where a search would have been cheaper, and what it has done is not lost.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "engine/incremental/incremental.hpp"

namespace pathstar {

// A way to plan again that stands beside a search from the beginning.
class RivalWay {
 public:
  bool known() const noexcept { return known_; }
  double expected() const noexcept { return work_; }

  void took(double work) noexcept {
    work_ = known_ ? kSmoothing * work + (1.0 - kSmoothing) * work_ : work;
    known_ = true;
  }

  // Whether it is time to try again although it is dearer.
  bool tries_again() noexcept {
    if (waits_ > 0) {
      --waits_;
      return false;
    }
    pause_ = std::min(2 * pause_, kLongestPause);
    waits_ = pause_;
    return true;
  }

  void forget() noexcept {
    known_ = false;
    work_ = 0.0;
    waits_ = 0;
  }

 private:
  static constexpr double kSmoothing = 0.25;
  static constexpr std::uint64_t kLongestPause = 256;

  bool known_ = false;
  double work_ = 0.0;  // of late
  std::uint64_t pause_ = 2;
  std::uint64_t waits_ = 0;
};

enum class PlanWay : std::uint8_t { search, repair, adapt };

class PlanChoice {
 public:
  // `jumps`: whether searches go over jump points. `size`: of the space, in nodes.
  PlanChoice(bool jumps, std::uint32_t size) noexcept : jumps_(jumps), size_(size) {}

  // `left`: what the path cost that is to be replaced. `edits`: how many nodes were edited since the last repair.
  // `near`: whether all new edits are near the unit.
  PlanWay choose(double left, std::size_t edits, bool near) noexcept {
    if (plans_ == 0) return PlanWay::adapt;
    const PlanWay other = search_or_adapt(left);
    const double others = other == PlanWay::adapt ? adapted_.expected() : searched_per_cost_ * left;
    const double recomputed = recomputed_per_edit_ * static_cast<double>(edits);
    if (!made_) return worth_making(others, left, recomputed, near) ? PlanWay::repair : other;
    if (recomputed > static_cast<double>(most_edited(size_))) return other;  // a repair would begin again
    const double follow = kRepair * recomputed;
    if (follow + repaired_.expected() <= others) return PlanWay::repair;
    return follow <= others && repaired_.tries_again() ? PlanWay::repair : other;
  }

  // What takes the place of a repair that was given up.
  PlanWay search_or_adapt(double left) noexcept {
    if (!adapted_.known()) return PlanWay::search;
    if (searches_ == 0 && !jumps_) return PlanWay::adapt;  // A* expands more, and sets up more
    const double lost = adapted_.expected() - searched_per_cost_ * left;
    if (lost <= 0.0) return PlanWay::adapt;
    if (searches_ > 0) return adapted_.tries_again() ? PlanWay::adapt : PlanWay::search;
    lost_ += lost;
    return lost_ < kSetUp * size_ ? PlanWay::adapt : PlanWay::search;
  }

  // How many expansions a repair may take before another way is preferred, and the first plan.
  std::uint64_t patience(PlanWay way, double left) const noexcept {
    if (way == PlanWay::adapt && plans_ == 0) return size_ / kFirstShare;
    if (way != PlanWay::repair || !made_) return std::numeric_limits<std::uint64_t>::max();
    const double most = kPatience * searched_per_cost_ * left / kRepair;
    return most < kMostPatience ? kLeastPatience + static_cast<std::uint64_t>(most)
                                : std::numeric_limits<std::uint64_t>::max();
  }

  void searched(std::uint64_t expanded, double cost) noexcept {
    const double work = static_cast<double>(expanded) * (jumps_ ? kJump : 1.0);
    if (++searches_ > 1) spent_ += work;
    if (cost > 0.0) learn_per_cost(work / cost);
    ++plans_;
  }

  // `lowered`: of how many nodes the estimate was lowered.
  void adapted(std::uint64_t expanded, std::uint64_t lowered, double cost) noexcept {
    const double work = kAdapt * static_cast<double>(expanded + lowered);
    if (++plans_ > 1) {
      spent_ += work;
      adapted_.took(work);
    } else if (cost > 0.0 && cost < std::numeric_limits<double>::infinity()) {
      adapted_.took(0.0);
      searched_per_cost_ = static_cast<double>(expanded) * (jumps_ ? kSpared : 1.0) / cost;
    }
  }

  // A search that can be repaired was made.
  void made() noexcept { made_ = true; }
  bool has_made() const noexcept { return made_; }

  // `recomputed`: how many nodes were worked out again because of the edits.
  void repaired(std::uint64_t expanded, std::uint64_t recomputed, std::size_t edits) noexcept {
    repaired_.took(kRepair * static_cast<double>(expanded));
    if (edits > 0) recomputed_per_edit_ = static_cast<double>(recomputed) / static_cast<double>(edits);
  }

  // What can be repaired is lost, or another search is repaired from now on.
  void forget() noexcept {
    made_ = false;
    repaired_.forget();
  }

  // The goal is another one, for which nothing was learned.
  void forget_adapted() noexcept { adapted_.forget(); }

 private:
  // The work of an expansion: of a search over jump points, of a repair, and of MPGAA*.
  static constexpr double kJump = 4.0;
  static constexpr double kRepair = 3.0;
  static constexpr double kAdapt = 3.0;
  static constexpr double kSpared = 0.25;  // is left to jump points of the work of A* where little is in the way
  static constexpr double kSetUp = 0.07;   // of the first search, for each node of the space
  static constexpr double kSpent = 0.5;    // of the work of a search that can be repaired is to be spared
  static constexpr double kSaves = 0.5;    // MPGAA* that takes less than this share of a search is not left for repairs
  static constexpr double kSpread = 1.0;   // a repair expands about as many nodes as edits make it work out again
  static constexpr double kSmoothing = 0.25;
  static constexpr double kPatience = 2.0;  // searches
  static constexpr double kMostPatience = 1e18;
  static constexpr std::uint32_t kFirstShare = 64;  // of the space may be expanded by the first plan
  static constexpr std::uint64_t kLeastPatience = 16;

  // One search that took long does not make repairs cheap.
  void learn_per_cost(double work) noexcept {
    searched_per_cost_ = searches_ > 1 ? kSmoothing * work + (1.0 - kSmoothing) * searched_per_cost_ : work;
  }

  // `recomputed`: how many nodes the edits of all plans so far would have made a repair work out again.
  bool worth_making(double others, double left, double recomputed, bool near) const noexcept {
    const double search = searched_per_cost_ * left;
    if (adapted_.known() && others < kSaves * search) return false;
    // How many nodes a search over jump points spared is not known, nor what one takes that was never made.
    const double to_make = kRepair * (jumps_ || searches_ == 0 ? size_ / 3.0 : search);
    const double follow = kRepair * (1.0 + kSpread) * recomputed;
    if (near && !jumps_ && !adapted_.known()) return follow < others * static_cast<double>(plans_);
    return spent_ - follow >= kSpent * to_make;
  }

  bool jumps_;
  std::uint32_t size_;
  bool made_ = false;
  std::uint64_t plans_ = 0;     // searches, and plans of MPGAA*
  std::uint64_t searches_ = 0;  // from the beginning
  double spent_ = 0.0;          // on plans after the first one
  double lost_ = 0.0;           // by MPGAA* where a search would have been cheaper, before the first search
  double searched_per_cost_ = 0.0;
  double recomputed_per_edit_ = 8.0;  // nodes
  RivalWay repaired_;                 // without what edits cost it
  RivalWay adapted_;
};

}  // namespace pathstar
