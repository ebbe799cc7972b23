// A straight line from the centre of one box to that of another, box by box.
//
// When to use: lines in any direction among voxels.
// Needs: boxes in rows, columns and floors; both ends lie inside, and so does every box on the way.
// Guarantee: exact. All is done in whole numbers, so no line slips through an edge or a corner by rounding.
// Corner rule: every box whose inside the line crosses must be free. Where it passes exactly through an edge or a
//   corner from one box to another, the boxes around that place must allow a step between the two: all of them are free
//   (no_cut), or those of a chain of straight steps (no_squeeze), or they do not matter (free). So a line to a
//   neighbour is free exactly when the step is legal.
// Complexity: in proportion to the boxes crossed, or to those before boxes known to be seen.
// Reference: Amanatides and Woo 1987, A fast voxel traversal algorithm for ray tracing.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "spaces/cells/moves.hpp"
#include "spaces/cells/tilings/tiling.hpp"
#include "spaces/sight/glance.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class BoxLine {
 public:
  // `by`: the boxes from one end to the other along x, y and z. `width` and `height`: of a floor.
  BoxLine(const Offset& by, std::uint32_t width, std::uint32_t height) noexcept {
    const std::int64_t strides[3] = {1, width, std::int64_t{width} * height};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      count_[axis] = std::abs(std::int64_t{by[static_cast<int>(axis)]});
      whole_ *= std::max<std::int64_t>(count_[axis], 1);
      if (count_[axis] > count_[longest_]) longest_ = axis;
      const std::int64_t stride = by[static_cast<int>(axis)] < 0 ? -strides[axis] : strides[axis];
      for (unsigned axes = 0; axes < 8; ++axes) moved_[axes] += (axes >> axis & 1) != 0 ? stride : 0;
    }
  }

  // Its length, in the unit of the places where it leaves its boxes.
  std::int64_t whole() const noexcept { return whole_; }

  // Calls visit(box, axes, where) where the line leaves a box; `axes` has a bit for each axis along which it does,
  // several at an edge or a corner. Ends if that returns false; returns whether it never did.
  template <class Visit>
  bool each_crossing(Node box, Visit&& visit) const {
    std::int64_t next[3], apart[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      apart[axis] = count_[axis] == 0 ? 0 : whole_ / count_[axis];
      next[axis] = count_[axis] == 0 ? std::numeric_limits<std::int64_t>::max() : apart[axis] / 2;
    }
    for (;;) {
      const std::int64_t where = std::min({next[0], next[1], next[2]});
      if (where >= whole_) return true;
      unsigned axes = 0;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        if (next[axis] != where) continue;
        axes |= 1U << axis;
        next[axis] += apart[axis];
      }
      if (!visit(box, axes, where)) return false;
      box = beyond(box, axes);
    }
  }

  // Whether all boxes allow it. `known(box)`: whether the end is known to see this box; then the box is free. Among
  // lines to four boxes of a plane that touch at an edge no blocked box has room: it would cross one of them. So the
  // walk ends as soon as it passes between boxes that are known to be seen.
  template <class Free, class Known>
  bool is_free(Node from, Corners corners, Free&& free, Known&& known) const {
    if (!free(from)) return false;
    Beside beside{from, {}};
    bool seen = false;
    return each_crossing(from,
                         [&](Node box, unsigned axes, std::int64_t) {
                           if (!passes(box, axes, corners, free)) return false;
                           seen = (axes >> longest_ & 1) != 0 && passes_known(beside, known);
                           return !seen;
                         }) ||
           seen;
  }

  // The first step of is_free(), from a box that is free. The line always crosses the box before it along the longest
  // axis, unless it leaves through an edge.
  template <class Free, class Known>
  Glance glance(Node from, Free&& free, Known&& known) const {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (axis != longest_ && count_[axis] == count_[longest_]) return Glance::unclear;
    }
    if (!free(beyond(from, 1U << longest_))) return Glance::blocked;
    Beside beside{from, {}};
    return passes_known(beside, known) ? Glance::seen : Glance::unclear;
  }

 private:
  // At the centres along the longest axis: the box that the line has reached along the others, and its distance beyond
  // that box's centre, as a share of the boxes along the longest axis.
  struct Beside {
    Node box;
    std::array<std::int64_t, 3> past;
  };

  Node beyond(Node box, unsigned axes) const noexcept { return static_cast<Node>(box + moved_[axes]); }

  // Whether a line may go from a box to the one beyond all these axes at once.
  template <class Free>
  bool passes(Node box, unsigned axes, Corners corners, Free&& free) const {
    if (!free(beyond(box, axes))) return false;
    if ((axes & (axes - 1)) == 0 || corners == Corners::free) return true;
    unsigned reached = 1;  // a bit for each set of axes: straight steps over free boxes lead there
    for (unsigned part = 1; part <= axes; ++part) {
      if ((part & ~axes) != 0) continue;
      if (part != axes && !free(beyond(box, part))) {
        if (corners == Corners::no_cut) return false;
        continue;
      }
      for (unsigned axis = 1; axis <= part; axis *= 2) {
        if ((part & axis) != 0 && (reached >> (part ^ axis) & 1) != 0) reached |= 1U << part;
      }
    }
    return (reached >> axes & 1) != 0;
  }

  template <class Known>
  bool passes_known(Beside& beside, Known&& known) const {
    unsigned moved = 1U << longest_, between = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (axis == longest_) continue;
      beside.past[axis] += count_[axis];
      if (beside.past[axis] >= count_[longest_]) {
        beside.past[axis] -= count_[longest_];
        moved |= 1U << axis;
      }
      if (beside.past[axis] != 0) between |= 1U << axis;
    }
    beside.box = beyond(beside.box, moved);
    for (unsigned part = between;; part = (part - 1) & between) {
      if (!known(beyond(beside.box, part))) return false;
      if (part == 0) return true;
    }
  }

  std::array<std::int64_t, 3> count_{};
  std::array<std::int64_t, 8> moved_{};  // by a set of axes, in node numbers
  std::int64_t whole_ = 2;
  std::size_t longest_ = 0;
};

}  // namespace pathstar
