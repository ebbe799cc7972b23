#include "indexes/customizable/costs/changed_row.hpp"

#include <algorithm>

#include "spaces/wide.hpp"

namespace pathstar {
namespace {

// Columns to test together, and the arcs from a lower end to them.
struct Test {
  const double *up, *down;     // by column above, from the one behind the lower end on
  std::uint32_t behind;        // that column
  Both before, now;            // of the arc to the lower end
  const std::uint32_t* above;  // of the higher ends, as all that follows
  const double *up_before, *down_before, *up_now, *down_now;
};

}  // namespace

// The first batch from `begin` on with a column that the triangles affect; `count` if there is none.
PATHSTAR_WIDE static std::size_t first_batch(const Test& test, std::size_t begin, std::size_t count) noexcept {
  const double *up = test.up, *down = test.down;
  const double *up_before = test.up_before, *down_before = test.down_before;
  const double *up_now = test.up_now, *down_now = test.down_now;
  const std::uint32_t* above = test.above;
  const Both low_before = test.before, low_now = test.now;
  const std::uint32_t behind = test.behind;
  double gathered_up[ChangedRow::kBatch], gathered_down[ChangedRow::kBatch];
  for (; begin < count; begin += ChangedRow::kBatch) {
    const std::size_t size = count - begin < ChangedRow::kBatch ? count - begin : ChangedRow::kBatch;
    const double *current_up = up + (above[begin] - behind), *current_down = down + (above[begin] - behind);
    if (above[begin + size - 1] - above[begin] != size - 1) {  // they are not contiguous
      for (std::size_t i = 0; i < size; ++i) gathered_up[i] = up[above[begin + i] - behind];
      for (std::size_t i = 0; i < size; ++i) gathered_down[i] = down[above[begin + i] - behind];
      current_up = gathered_up, current_down = gathered_down;
    }
    std::uint64_t any = 0;
    const auto test_one = [&](std::size_t i) {
      const double before_up = low_before.down + up_before[begin + i], after_up = low_now.down + up_now[begin + i];
      const double before_down = down_before[begin + i] + low_before.up, after_down = down_now[begin + i] + low_now.up;
      any |= static_cast<std::uint64_t>(after_up < current_up[i]) |
             static_cast<std::uint64_t>(after_down < current_down[i]);
      any |= static_cast<std::uint64_t>(before_up == current_up[i]) & static_cast<std::uint64_t>(after_up > before_up);
      any |= static_cast<std::uint64_t>(before_down == current_down[i]) &
             static_cast<std::uint64_t>(after_down > before_down);
    };
    if (size == ChangedRow::kBatch) {
      for (std::size_t i = 0; i < ChangedRow::kBatch; ++i) test_one(i);
    } else {
      for (std::size_t i = 0; i < size; ++i) test_one(i);
    }
    if (any != 0) return begin;
  }
  return count;
}

void RowColumns::clear() {
  number.clear();
  above.clear();
  for (auto* costs : {&up_before, &down_before, &up, &down}) costs->clear();
}

void RowColumns::add(std::uint32_t column, const Both& before, const Both& now) {
  number.push_back(column);
  above.push_back(column);
  up_before.push_back(before.up);
  down_before.push_back(before.down);
  up.push_back(now.up);
  down.push_back(now.down);
}

void ChangedRow::begin(std::uint32_t block, std::uint32_t row, std::span<const Change> changes,
                       const OwnedArcCosts& costs) {
  above_ = block;
  all_.clear();
  changed_.clear();
  auto change = changes.begin();
  const std::uint64_t arcs = frame_.arcs_of(block, row);
  for (std::uint32_t column = row + 1; column < frame_.columns(block); ++column) {
    const std::uint64_t arc = arcs + (column - row - 1);
    const Both now{costs.up[arc], costs.down[arc]};
    if (change != changes.end() && change->column == column) {
      all_.add(column, change->before, now);
      changed_.add(column, change->before, now);
      ++change;
    } else {
      all_.add(column, now, now);
    }
  }
}

// Finds the columns that a block above has for those from `low` on; of the changed ones, from `next` on.
void ChangedRow::go_up_to(std::uint32_t block, std::size_t low, std::size_t next) noexcept {
  for (; above_ != block; above_ = frame_.parent(above_)) {
    const std::span<const std::uint32_t> columns = frame_.columns_above(above_);
    const std::uint32_t rows = frame_.rows(above_);
    for (std::size_t i = low; i < all_.size(); ++i) all_.above[i] = columns[all_.above[i] - rows];
    for (std::size_t i = next; i < changed_.size(); ++i) changed_.above[i] = columns[changed_.above[i] - rows];
  }
}

std::size_t ChangedRow::next_batch(const double* up, const double* down, std::size_t low, const RowColumns& highs,
                                   std::size_t begin) const noexcept {
  const Test test{up,
                  down,
                  all_.above[low] + 1,
                  all_.before(low),
                  all_.now(low),
                  highs.above.data(),
                  highs.up_before.data(),
                  highs.down_before.data(),
                  highs.up.data(),
                  highs.down.data()};
  return first_batch(test, begin, highs.size());
}

}  // namespace pathstar
