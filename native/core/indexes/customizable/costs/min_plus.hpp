// Rows of costs, lowered by other rows plus a number.
#pragma once

#include <cstddef>
#include <span>

namespace pathstar {

// to[i] becomes from[i] + add if that is less.
void lower_row(double* to, const double* from, double add, std::size_t count) noexcept;

// A row of costs, and the number to add to each.
struct RowPlus {
  const double* from;
  double add;
};

// to[i] becomes the smallest of from[i] + add over these rows if that is less.
void lower_by_rows(double* to, std::span<const RowPlus> rows, std::size_t count) noexcept;

// The smallest number; infinite without any.
double least(std::span<const double> numbers) noexcept;

// The smallest from[i] + other[i].
double least_sum(const double* from, const double* other, std::size_t count) noexcept;

}  // namespace pathstar
