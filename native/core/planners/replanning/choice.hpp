// Whether to repair a search or to search again, by what each has cost so far.
//
// Both are measured in work, so that the choice is the same on every machine: an expansion of A* is 1, one of the other
// searches as much as it takes on average. What a search from the beginning costs grows with what is left of the path;
// what a repair costs does not. It grows with the number of edits since the last one, each of which makes some nodes be
// worked out again, and differs much from one to the next.
//
// The first plan is made by the search that can be repaired, if that ends soon, as it does where little is in the way:
// it needs nothing of the whole space. Else it is made when searches after the first one have taken about as much work
// as that will take, at once where edits are near the unit and repairs are best. From then on the cheaper of the two is
// chosen. Repairs that were dearer are tried again ever more rarely, and only while the edits alone do not make them
// dearer; each is given up where a search would have been cheaper, and what it has done is not lost. The first search
// from the beginning is put off until repairs have lost what it sets up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace pathstar {

class RepairChoice {
 public:
  // `jumps`: whether searches go over jump points. `size`: of the space, in nodes.
  RepairChoice(bool jumps, std::uint32_t size) noexcept : jumps_(jumps), size_(size) {}

  // `left`: what the path cost that is to be replaced. `edits`: how many nodes were edited since the last repair.
  // `near`: whether all new edits are near the unit.
  bool repairs(double left, std::size_t edits, bool near) noexcept {
    const double search = searched_per_cost_ * left;
    if (!made_) return searches_ == 0 || (near && !jumps_) || spent_ >= kSpent * to_make(search);
    const double follow = kRepair * recomputed_per_edit_ * static_cast<double>(edits);
    const double repair = follow + kRepair * repaired_;
    if (repair <= search) return true;
    if (searches_ == 0) {
      lost_ += repair - search;
      return lost_ < kSetUp * size_;
    }
    if (waits_ > 0) {
      --waits_;
      return false;
    }
    if (follow > search) return false;
    pause_ = std::min(2 * pause_, kLongestPause);
    waits_ = pause_;
    repaired_ = 0.0;  // what they cost was long ago
    return true;
  }

  // How many expansions a repair may take before a search from the beginning is preferred.
  std::uint64_t patience(double left) const noexcept {
    if (!made_) return searches_ == 0 ? size_ / kFirstShare : std::numeric_limits<std::uint64_t>::max();
    const double set_up = searches_ == 0 ? kSetUp * size_ : 0.0;
    const double most = kPatience * (searched_per_cost_ * left + set_up) / kRepair;
    return most < kMostPatience ? kLeastPatience + static_cast<std::uint64_t>(most)
                                : std::numeric_limits<std::uint64_t>::max();
  }

  void searched(std::uint64_t expanded, double cost) noexcept {
    const double work = static_cast<double>(expanded) * (jumps_ ? kJump : 1.0);
    if (++searches_ > 1) spent_ += work;
    if (cost > 0.0) searched_per_cost_ = work / cost;
  }

  // A search that can be repaired was made.
  void made(std::uint64_t expanded, double cost) noexcept {
    made_ = true;
    const double work = static_cast<double>(expanded) * (jumps_ ? kSpared : 1.0);
    if (searches_ == 0 && cost > 0.0) searched_per_cost_ = work / cost;
  }

  // `recomputed`: how many nodes were worked out again because of the edits.
  void repaired(std::uint64_t expanded, std::uint64_t recomputed, std::size_t edits) noexcept {
    const auto now = static_cast<double>(expanded);
    repaired_ = repaired_ == 0.0 ? now : kSmoothing * now + (1.0 - kSmoothing) * repaired_;
    if (edits > 0) recomputed_per_edit_ = static_cast<double>(recomputed) / static_cast<double>(edits);
  }

  // What is known is lost, or another search is repaired from now on.
  void forget() noexcept {
    made_ = false;
    repaired_ = 0.0;
    waits_ = 0;
  }

 private:
  // The work of an expansion: of a search over jump points, and of a repair.
  static constexpr double kJump = 4.0;
  static constexpr double kSpared =
      0.25;  // of the work of A* is left to a search over jump points where little is in the way
  static constexpr double kRepair = 3.0;
  static constexpr double kSetUp = 0.1;     // of the first search, for each node of the space
  static constexpr double kSpent = 0.5;     // of the work of a search that can be repaired, before it is made
  static constexpr double kPatience = 2.0;  // searches
  static constexpr double kSmoothing = 0.25;
  static constexpr double kMostPatience = 1e18;
  static constexpr std::uint32_t kFirstShare = 64;  // of the space may be expanded by the first plan
  static constexpr std::uint64_t kLeastPatience = 16;
  static constexpr std::uint64_t kLongestPause = 256;

  // The work of a search that can be repaired. How many nodes a search over jump points spared is not known.
  double to_make(double search) const noexcept { return kRepair * (jumps_ ? size_ / 3.0 : search); }

  bool jumps_;
  std::uint32_t size_;
  bool made_ = false;
  std::uint64_t searches_ = 0;
  double spent_ = 0.0;  // on searches after the first one
  double lost_ = 0.0;   // by repairs that a search would have been cheaper than, before the first search
  double searched_per_cost_ = 0.0;
  double repaired_ = 0.0;             // expansions of a repair, of late; 0: not known
  double recomputed_per_edit_ = 4.0;  // nodes
  std::uint64_t pause_ = 2;
  std::uint64_t waits_ = 0;
};

}  // namespace pathstar
