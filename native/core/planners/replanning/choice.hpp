// Whether to repair a search or to search again, by what each has cost so far.
//
// Both are measured in expansions, so that the choice is the same on every machine. What a search from the beginning
// costs grows with what is left of the path; what a repair costs does not, but differs much from one to the next. A
// search that can be repaired has to be made first, which pays only if edits go on: it is made after a few searches, or
// almost at once where edits are near the unit and repairs are best. From then on the cheaper of the two is chosen.
// Repairs that were dearer are tried again ever more rarely, and each is given up where a search would have been
// cheaper; what it has done is not lost.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace pathstar {

class RepairChoice {
 public:
  // `jumps`: whether searches go over jump points.
  explicit RepairChoice(bool jumps) noexcept : jumps_(jumps) {}

  // `left`: what the path cost that is to be replaced. `near`: whether all edits are near the unit.
  bool repairs(double left, bool near) noexcept {
    if (searches_ < searches_first(near)) return false;
    if (repaired_ < 0.0 || price() * repaired_ <= searched_per_cost_ * left) return true;
    if (waits_ > 0) {
      --waits_;
      return false;
    }
    pause_ = std::min(2 * pause_, kLongestPause);
    waits_ = pause_;
    repaired_ = kUnknown;  // what they cost was long ago
    return true;
  }

  // How many expansions a repair may take before a search from the beginning is preferred.
  std::uint64_t patience(double left) const noexcept {
    const double most = kPatience * searched_per_cost_ * left / price();
    return most < kMostPatience ? kLeastPatience + static_cast<std::uint64_t>(most)
                                : std::numeric_limits<std::uint64_t>::max();
  }

  void searched(std::uint64_t expanded, double cost) noexcept {
    ++searches_;
    if (cost > 0.0) searched_per_cost_ = static_cast<double>(expanded) / cost;
  }

  // `first`: nothing was known yet, so this says nothing of later repairs.
  void repaired(std::uint64_t expanded, bool first) noexcept {
    if (first) return;
    const auto now = static_cast<double>(expanded);
    repaired_ = repaired_ < 0.0 ? now : kSmoothing * now + (1.0 - kSmoothing) * repaired_;
  }

  // What repairs cost is no longer so, as another search is repaired from now on.
  void forget() noexcept {
    repaired_ = kUnknown;
    waits_ = 0;
  }

 private:
  static constexpr double kPatience = 2.0;  // searches
  static constexpr double kSmoothing = 0.25;
  static constexpr double kUnknown = -1.0;
  static constexpr double kMostPatience = 1e18;
  static constexpr std::uint64_t kLeastPatience = 64;
  static constexpr std::uint64_t kLongestPause = 256;

  // An expansion of a repair costs as much as this many of a search.
  double price() const noexcept { return jumps_ ? 2.0 : 4.0; }
  // How many searches come before the one that can be repaired.
  std::uint64_t searches_first(bool near) const noexcept { return jumps_ ? 8 : near ? 1 : 4; }

  bool jumps_;
  std::uint64_t searches_ = 0;
  double searched_per_cost_ = 0.0;
  double repaired_ = kUnknown;
  std::uint64_t pause_ = 2;
  std::uint64_t waits_ = 0;
};

}  // namespace pathstar
