// A view in which some nodes and some first steps are closed, and the remaining cost is known ahead.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

// A spur path from the last node of `root` may not come back to the root or begin with a barred step.
struct SpurPath {
  std::span<const Node> root;
  std::span<const Node> barred;
  // The cost from each node to the goal if nothing is closed.
  std::span<const double> left;
  std::vector<std::uint8_t> closed;  // for each node whether it lies on the root

  Node spur() const noexcept { return root.back(); }
};

template <HasSuccessors View>
class SpurPathView : public View {
 public:
  using Cost = typename View::Cost;

  // `unit`: the view's cost of 1.0.
  SpurPathView(const View& view, const SpurPath& spur_path)
      : View(view), spur_path_(&spur_path), unit_(1.0 / view.to_double(Cost{1})) {}

  // The true cost if nothing is closed: consistent, because closing nodes only makes paths more expensive.
  Cost estimate(Node node) const noexcept {
    const double left = spur_path_->left[this->to_space(node)];
    if constexpr (std::is_integral_v<Cost>) {
      return std::isfinite(left) ? static_cast<Cost>(left * unit_) : std::numeric_limits<Cost>::max() / 4;
    } else {
      return left;
    }
  }

  template <class Visit>
  void successors(Node node, Node parent, Visit&& visit) const {
    const bool first = this->to_space(node) == spur_path_->spur();
    View::successors(node, parent, [&](Node next, Cost step) {
      const Node place = this->to_space(next);
      if (spur_path_->closed[place] != 0 || !std::isfinite(spur_path_->left[place])) return;
      if (first && std::find(spur_path_->barred.begin(), spur_path_->barred.end(), place) != spur_path_->barred.end())
        return;
      visit(next, step);
    });
  }

 private:
  const SpurPath* spur_path_;
  double unit_;
};

}  // namespace pathstar
