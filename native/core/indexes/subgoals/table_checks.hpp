// Whether tables of subgoals that come from a file hold together, so that no query reads or writes beyond them.
//
// That is what is checked, in one pass over what numbers refer to: not whether costs and ways are right. What does not
// hold raises std::invalid_argument.
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

// Runs end at the border, and subgoals are numbered row by row. Returns how many there are.
std::uint32_t check_sight(const SightTables& sight, const SightShape& shape);

// Labels of so many subgoals.
void check_labels(const LabelTables& labels, std::size_t subgoals, const SightShape& shape);

// Records one after the other, in the order of their blocks; `first` says 0 for a block that has none.
void check_records(std::span<const std::uint32_t> first, std::span<const std::uint32_t> records, std::size_t subgoals,
                   const char* name);

}  // namespace pathstar
