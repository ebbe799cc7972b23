#include "maps/places.hpp"

#include <cstddef>
#include <numeric>

#include "maps/radix_sort.hpp"

namespace pathstar {

std::optional<std::vector<Cell>> cells_at(std::span<const std::int64_t> places, std::uint32_t width,
                                          std::uint32_t height) {
  std::vector<Cell> cells(places.size() / 2);
  bool inside = true;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto x = static_cast<std::uint64_t>(places[2 * i]), y = static_cast<std::uint64_t>(places[2 * i + 1]);
    inside &= (x < width) & (y < height);
    cells[i] = Cell(static_cast<std::uint32_t>(y * width + x));
  }
  if (!inside) return std::nullopt;
  return cells;
}

void keep_last_of_each(std::vector<Cell>& cells, std::vector<double>& values, std::uint32_t size) {
  std::vector<std::uint32_t> order(cells.size()), spare;
  std::iota(order.begin(), order.end(), 0u);
  radix_sort(order, spare, size, [&](std::uint32_t i) { return cells[i].number; });
  std::vector<std::uint8_t> comes_again(cells.size(), 0);
  std::size_t again = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    const bool same = cells[order[i - 1]] == cells[order[i]];
    comes_again[order[i - 1]] = same;
    again += same;
  }
  if (again == 0) return;
  const bool each = values.size() == cells.size();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (comes_again[i] != 0) continue;
    cells[kept] = cells[i];
    if (each) values[kept] = values[i];
    ++kept;
  }
  cells.resize(kept);
  if (each) values.resize(kept);
}

}  // namespace pathstar
