// A grid with costs as seen by a search block by block.
#pragma once

#include <cstdint>

#include "spaces/cells/cell_costs.hpp"
#include "spaces/step_range.hpp"

namespace pathstar {

// The cell or cells whose cost, times its length, is the cost of a step.
enum class Charge : std::uint8_t { to, from, mean };

struct StepLengths {
  double straight;
  double diagonal;  // infinity where there are no diagonal steps
};

struct BlockGround {
  std::uint32_t width;
  std::uint32_t height;
  CellCosts costs;
  const std::uint8_t* legal;     // by cell the legal moves, which are the same in both directions
  const std::uint8_t* walkable;  // by cell
  StepLengths lengths;
  StepRange<double> steps;
  Charge charge;
  bool corners_matter;  // else a diagonal step is legal wherever its ends are walkable
};

}  // namespace pathstar
