// The assignment of rows to columns, one to one, whose sum of costs is the least.
//
// What: shortest augmenting paths. Rows take columns one after the other. Each by Dijkstra's algorithm over reduced
// costs finds the cheapest chain in which it takes over the column of another row, that row one of a third, and so on
// to a free column. Needs: as many columns as rows. Guarantee: exact. Complexity: the cube of the rows; where costs are
// distances over a grid, most chains are short.
//
// Reference: Jonker and Volgenant 1987, A shortest augmenting path algorithm for dense and sparse linear assignment
// problems. Differs from it: rows are not reduced by turns before the first chain, which saves no time over a grid,
// where many distances are equal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fleet/common/budget.hpp"

namespace pathstar::fleet {

using AssignmentCost = std::int64_t;

// The row of each column. `costs` holds the costs row by row. Throws OutOfTime.
std::vector<std::uint32_t> least_sum(std::span<const AssignmentCost> costs, std::uint32_t rows, Budget& budget);

}  // namespace pathstar::fleet
