// The shortest line through given segments, one after the other, with a cost per unit of length for each stretch
// between two of them.
//
// The sum of the stretches is convex in the places on the segments, so Newton's method finds its minimum: each place
// depends only on its two neighbours, and one step solves a tridiagonal system. Places that a step would push beyond
// the ends of their segments stay there.
#pragma once

#include <span>
#include <vector>

#include "spaces/mesh/orientation.hpp"

namespace pathstar {

struct Segment {
  Point a, b;  // equal for a point

  Point at(double share) const noexcept {
    if (share <= 0.0) return a;
    if (share >= 1.0) return b;
    return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
  }
};

// `costs[i]` is for the stretch from segment i to i + 1. `shares` holds where to begin on each segment, and afterwards
// where the line crosses it, each from 0 to 1. Returns the cost of the line, which never exceeds the initial one.
double tauten(std::span<const Segment> segments, std::span<const double> costs, std::vector<double>& shares);

}  // namespace pathstar
