// Whether to repair a search or to search again, by what each has cost so far.
//
// Both are measured in expansions, so that the choice is the same on every machine. What a search from the beginning
// costs grows with what is left of the path; what a repair costs does not. A search that can be repaired has to be made
// first: at once if edits are near the unit, where repairs are best, else after searches that cost as much together. As
// long as repairs cost more, they are tried again ever more rarely.
#pragma once

#include <algorithm>
#include <cstdint>

namespace pathstar {

class RepairChoice {
 public:
  // `left`: what the path cost that is to be replaced. `near`: whether all edits are near the unit.
  bool repairs(double left, bool near) {
    if (searches_ < (near ? kSearchesNear : kSearchesFar)) return false;
    if (waits_ > 0) {
      --waits_;
      return false;
    }
    if (repaired_ < 0.0 || kPrice * repaired_ <= searched_per_cost_ * left) return true;
    pause_ = std::min(2 * pause_, kLongestPause);
    waits_ = pause_;
    repaired_ = kUnknown;
    return false;
  }

  void searched(std::uint64_t expanded, double cost) {
    ++searches_;
    if (cost > 0.0) searched_per_cost_ = static_cast<double>(expanded) / cost;
  }

  // `first`: nothing was known yet, so this says nothing of later repairs.
  void repaired(std::uint64_t expanded, bool first) {
    if (first) return;
    const auto now = static_cast<double>(expanded);
    repaired_ = repaired_ < 0.0 ? now : kSmoothing * now + (1.0 - kSmoothing) * repaired_;
  }

  // What repairs cost is no longer so, as another search is repaired from now on.
  void forget() {
    repaired_ = kUnknown;
    waits_ = 0;
  }

 private:
  static constexpr double kPrice = 4.0;  // of an expansion of a repair, in expansions of a search
  static constexpr double kSmoothing = 0.25;
  static constexpr double kUnknown = -1.0;
  static constexpr std::uint64_t kSearchesNear = 1;
  static constexpr std::uint64_t kSearchesFar = 4;
  static constexpr std::uint64_t kLongestPause = 256;

  std::uint64_t searches_ = 0;
  double searched_per_cost_ = 0.0;
  double repaired_ = kUnknown;
  std::uint64_t pause_ = 4;
  std::uint64_t waits_ = 0;
};

}  // namespace pathstar
