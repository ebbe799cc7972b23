// Rows of costs, lowered by other rows plus a number.
#pragma once

#include <cstddef>

namespace pathstar {

// to[i] becomes from[i] + add where that is less.
void lower_row(double* to, const double* from, double add, std::size_t count) noexcept;

// The smallest from[i] + other[i].
double least_sum(const double* from, const double* other, std::size_t count) noexcept;

}  // namespace pathstar
