// Fills the costs of a space into the arcs of its hierarchy.
//
// When to use: after the frame is made, and again when the costs of the space have changed.
// Needs: a frame whose links include the steps of the space.
// Guarantee: between every two ranks, the cheapest ascent and descent along arcs costs what a cheapest path does.
// Complexity: the triangles of arcs; each is two sums in a row of sums. Blocks of one height are filled by all threads.
// Reference: Dibbelt, Strasser and Wagner 2016, Customizable contraction hierarchies (basic customization).
// Differs from the paper: an arc takes its lower triangles block by block, so that a thread writes only its own block.
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

// By arc: the cheapest way between its ends that leads over lower ranks only.
struct ArcCosts {
  std::span<const double> up;    // from the lower end to the higher one
  std::span<const double> down;  // and back
};

struct OwnedArcCosts {
  std::vector<double> up;
  std::vector<double> down;

  ArcCosts costs() const noexcept { return {up, down}; }
};

// Incomplete if the progress stopped it; returns false then.
bool fill_arc_costs(const Frame& frame, const KnownSteps& steps, unsigned threads, const Progress& progress,
                    OwnedArcCosts& made);

}  // namespace pathstar
