#include "fleet/exchange/least_sum.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace pathstar::fleet {
namespace {

using Cost = AssignmentCost;
constexpr Cost kEndless = std::numeric_limits<Cost>::max() / 4;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

// No cost is below the sum of the potentials of its row and column, and that of a row and its column equals it. Only
// the potentials of columns are kept.
class LeastSum {
 public:
  LeastSum(std::span<const Cost> costs, std::uint32_t rows, Budget& budget)
      : costs_(costs),
        rows_(rows),
        budget_(budget),
        potential_(rows, kEndless),
        row_of_(rows, kNone),
        column_of_(rows, kNone),
        distance_(rows),
        from_(rows),
        is_closed_(rows) {}

  std::vector<std::uint32_t> run() {
    take_cheapest();
    for (std::uint32_t row = 0; row < rows_; ++row) {
      if (column_of_[row] == kNone) augment(row);
    }
    return std::move(row_of_);
  }

 private:
  std::span<const Cost> costs_of(std::uint32_t row) const noexcept {
    return costs_.subspan(std::size_t{row} * rows_, rows_);
  }

  void give(std::uint32_t row, std::uint32_t column) {
    row_of_[column] = row;
    column_of_[row] = column;
  }

  // The potential of each column becomes its least cost. Then each row takes a free column of least reduced cost, if
  // there is one.
  void take_cheapest() {
    for (std::uint32_t row = 0; row < rows_; ++row) {
      const auto costs = costs_of(row);
      for (std::uint32_t column = 0; column < rows_; ++column) {
        potential_[column] = std::min(potential_[column], costs[column]);
      }
    }
    for (std::uint32_t row = 0; row < rows_; ++row) {
      const auto costs = costs_of(row);
      Cost least = kEndless;
      for (std::uint32_t column = 0; column < rows_; ++column) {
        least = std::min(least, costs[column] - potential_[column]);
      }
      for (std::uint32_t column = 0; column < rows_; ++column) {
        if (row_of_[column] != kNone || costs[column] - potential_[column] > least) continue;
        give(row, column);
        break;
      }
    }
  }

  void augment(std::uint32_t first) {
    std::fill(distance_.begin(), distance_.end(), kEndless);
    std::fill(is_closed_.begin(), is_closed_.end(), std::uint8_t{0});
    closed_.clear();
    std::uint32_t row = first, end = kNone;
    for (Cost offset = 0;;) {
      if (budget_.over()) throw OutOfTime();
      relax(row, offset);
      end = nearest();
      row = row_of_[end];
      if (row == kNone) break;
      is_closed_[end] = 1;
      closed_.push_back(end);
      offset = distance_[end] - (costs_of(row)[end] - potential_[end]);
    }
    for (const std::uint32_t column : closed_) potential_[column] -= distance_[end] - distance_[column];
    for (std::uint32_t column = end; row != first;) {
      row = from_[column];
      const std::uint32_t before = column_of_[row];
      give(row, column);
      column = before;
    }
  }

  // Compilers turn this loop into vector code.
  void relax(std::uint32_t row, Cost offset) {
    const Cost* const costs = costs_of(row).data();
    const Cost* const potential = potential_.data();
    Cost* const distance = distance_.data();
    std::uint32_t* const from = from_.data();
    for (std::uint32_t column = 0; column < rows_; ++column) {
      const Cost reached = offset + costs[column] - potential[column];
      const bool is_less = reached < distance[column];
      from[column] = is_less ? row : from[column];
      distance[column] = is_less ? reached : distance[column];
    }
  }

  // The open column of least distance; of several, one that is free.
  std::uint32_t nearest() const {
    Cost least = kEndless;
    std::uint32_t found = kNone;
    for (std::uint32_t column = 0; column < rows_; ++column) {
      if (is_closed_[column] != 0 || distance_[column] > least) continue;
      if (distance_[column] == least && (row_of_[column] != kNone || row_of_[found] == kNone)) continue;
      least = distance_[column];
      found = column;
    }
    return found;
  }

  std::span<const Cost> costs_;
  std::uint32_t rows_;
  Budget& budget_;
  std::vector<Cost> potential_;           // by column
  std::vector<std::uint32_t> row_of_;     // by column
  std::vector<std::uint32_t> column_of_;  // by row
  std::vector<Cost> distance_;            // by column, of the search for one row
  std::vector<std::uint32_t> from_;       // by column, the row from which it was reached
  std::vector<std::uint8_t> is_closed_;   // by column
  std::vector<std::uint32_t> closed_;     // the closed columns
};

}  // namespace

std::vector<std::uint32_t> least_sum(std::span<const Cost> costs, std::uint32_t rows, Budget& budget) {
  return LeastSum(costs, rows, budget).run();
}

}  // namespace pathstar::fleet
