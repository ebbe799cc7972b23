// Fills the costs of a space into the arcs of its hierarchy.
//
// When to use: after the frame is made, and again when the costs of the space have changed.
// Needs: a frame whose links include the steps of the space.
// Guarantee: between every two ranks, the cheapest ascent and descent along arcs costs what a cheapest path does.
// Complexity: the triangles of arcs; each is two sums in a row of sums. Blocks of one height are filled by all threads.
// Reference: Dibbelt, Strasser and Wagner 2016, Customizable contraction hierarchies (basic customization).
// Differs from the paper: an arc takes its lower triangles block by block, so that a thread writes only its own block,
//   and remembers the block instead of the triangle.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "indexes/common/known_steps.hpp"
#include "indexes/common/progress.hpp"
#include "indexes/customizable/frame.hpp"

namespace pathstar {

inline constexpr double kNoArcCost = std::numeric_limits<double>::infinity();

// The source of an arc's cost: unknown, a step, an earlier row of its block, or, from kFirstBelow on, the block of that
// number below its lower end (Frame::below). It is only a hint: after an edit, another source may give the same cost,
// and this one no longer.
using ArcHint = std::uint8_t;
inline constexpr ArcHint kNoHint = 0, kOfStep = 1, kOfOwnBlock = 2, kFirstBelow = 3;

inline ArcHint hint_of_below(std::size_t number) noexcept {
  return number <= 255u - kFirstBelow ? static_cast<ArcHint>(kFirstBelow + number) : kNoHint;
}

// By arc: the cost of the cheapest way between its ends over lower ranks only.
struct ArcCosts {
  std::span<const double> up;    // from the lower end to the higher one
  std::span<const double> down;  // and back
  std::span<const ArcHint> up_hints, down_hints;
};

struct OwnedArcCosts {
  std::vector<double> up, down;
  std::vector<ArcHint> up_hints, down_hints;

  ArcCosts costs() const noexcept { return {up, down, up_hints, down_hints}; }
};

// Throws std::invalid_argument unless there is a cost and a hint for each arc, and only links are hinted to be steps.
void check_arc_costs(const Frame& frame, const ArcCosts& costs);

// If the progress stopped it, the costs are incomplete; then it returns false.
bool fill_arc_costs(const Frame& frame, const KnownSteps& steps, unsigned threads, const Progress& progress,
                    OwnedArcCosts& made);

}  // namespace pathstar
