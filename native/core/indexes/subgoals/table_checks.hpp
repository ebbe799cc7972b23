// Checks that tables of subgoals from a file are consistent, so that no query reads or writes beyond them.
//
// One pass checks what the numbers refer to, not whether costs and paths are right. Violations throw
// std::invalid_argument.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "indexes/common/step_units.hpp"
#include "indexes/hub_labels/block_labels.hpp"
#include "indexes/hub_labels/labels.hpp"
#include "indexes/subgoals/sight_bitmaps.hpp"
#include "spaces/cells/grid.hpp"

namespace pathstar {

void check_units(const StepUnits& units, const SightShape& shape);

// Runs must end at the border, and subgoals must be numbered row by row. Returns the number of subgoals.
std::uint32_t check_sight(const SightTables& sight, const SightShape& shape);

// Labels of this many subgoals.
void check_labels(const LabelTables& labels, std::size_t subgoals, const SightShape& shape);

// Consecutive records, in the order of their blocks; `first` is 0 for a block without one.
void check_records(std::span<const std::uint32_t> first, std::span<const std::uint32_t> records, std::size_t subgoals,
                   const char* name);

}  // namespace pathstar
