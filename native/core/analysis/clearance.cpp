#include "analysis/clearance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <tuple>

#include "maps/wall_distances.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kCallsAnEdit = 64;  // the weight of an edit of a cell, relative to looking at one

}  // namespace

// Computes one cell from those to the right, below and between. Returns whether it changed.
bool SquareRoom::set(const Grid& grid, std::uint32_t x, std::uint32_t y) {
  const std::uint32_t width = grid.width();
  const Node cell = y * width + x;
  Value room = 0;
  if (grid.walkable(cell)) {
    const bool inside = x + 1 < width && y + 1 < grid.height();
    room = 1 + (inside ? std::min({values_[cell + 1], values_[cell + width], values_[cell + width + 1]}) : 0);
  }
  if (values_[cell] == room) return false;
  values_[cell] = room;
  return true;
}

bool SquareRoom::build(const Grid& grid, const Stop& stop) {
  values_.assign(grid.size(), 0);
  Pause pause(stop);
  for (std::uint32_t y = grid.height(); y-- > 0;) {
    for (std::uint32_t x = grid.width(); x-- > 0;) set(grid, x, y);
    if (pause(grid.width())) return false;
  }
  return true;
}

// Computes some columns of a row, from the right, and those before them as long as they change. Returns the first and
// the last column that changed; the first lies behind the last if none did.
std::pair<std::uint32_t, std::uint32_t> SquareRoom::set_row(const Grid& grid, std::uint32_t y, std::uint32_t from,
                                                            std::uint32_t to) {
  std::uint32_t first = grid.width(), last = 0;
  bool changed = false;
  for (std::uint32_t x = to + 1; x-- > 0 && (x >= from || changed);) {
    changed = set(grid, x, y);
    if (!changed) continue;
    if (first > last) last = x;
    first = x;
  }
  return {first, last};
}

// Row by row upwards: a cell may change if it was edited, or one to the right, below or between did.
bool SquareRoom::update(const Grid& grid, std::span<const Node> edited, const Stop& stop) {
  std::vector<Node> cells(edited.begin(), edited.end());
  std::sort(cells.begin(), cells.end(), std::greater<>());
  const std::uint32_t width = grid.width();
  Pause pause(stop);
  std::uint32_t y = 0, first = width, last = 0;  // the columns that changed in the row below
  for (std::size_t next = 0; next < cells.size() || first <= last;) {
    const bool goes_on = first <= last;
    if (goes_on && y == 0) return true;
    y = goes_on ? y - 1 : cells[next] / width;
    std::uint32_t from = goes_on ? first - std::min(first, 1u) : width, to = goes_on ? last : 0;
    for (; next < cells.size() && cells[next] / width == y; ++next) {
      from = std::min(from, cells[next] % width);
      to = std::max(to, cells[next] % width);
    }
    if (pause(to - from + 1)) return false;
    std::tie(first, last) = set_row(grid, y, from, to);
  }
  return true;
}

bool DiscRoom::build(const Grid& grid, const Stop& stop) {
  values_.resize(grid.size());
  WallDistances walls(grid.walkable_data(), grid.width(), grid.height(), true);
  walls.look_at({0, 0, grid.width(), grid.height()}, 0);
  Pause pause(stop);
  for (std::uint32_t y = 0; y < grid.height(); ++y) {
    if (pause(grid.width())) return false;
    const std::span<const std::uint64_t> row = walls.row(y);
    for (std::size_t x = 0; x < row.size(); ++x) {
      values_[std::size_t{y} * grid.width() + x] = 0.5 * std::sqrt(static_cast<double>(row[x]));
    }
  }
  return true;
}

bool DiscRoom::update(const Grid& grid, std::span<const Node> edited, const Stop& stop) {
  if (edited.size() > grid.size() / 64) return build(grid, stop);
  Pause pause(stop);
  std::vector<Box> boxes;
  for (const Node node : edited) {
    boxes.push_back(touched(grid, node));
    if (pause(kCallsAnEdit)) return false;
  }
  for (const Box& box : disjoint(boxes, grid.width(), grid.height())) {
    measure(grid, box);
    if (pause(kCallsAnEdit)) return false;
  }
  return true;
}

// The cells to which an edited cell may be or have been the nearest. If it is the nearest to a cell, it is to all cells
// between them, so rings around it are examined until one has no such cell. Cells are coarse, hence the slack.
Box DiscRoom::touched(const Grid& grid, Node edited) const {
  constexpr double kSlack = 1.5;
  const std::int64_t width = grid.width(), height = grid.height(), x = edited % width, y = edited / width;
  const auto may_matter = [&](std::int64_t cx, std::int64_t cy) {
    if (cx < 0 || cy < 0 || cx >= width || cy >= height) return false;
    const double dx = std::max(std::abs(static_cast<double>(cx - x)) - 0.5, 0.0);
    const double dy = std::max(std::abs(static_cast<double>(cy - y)) - 0.5, 0.0);
    return std::hypot(dx, dy) <= values_[static_cast<std::size_t>(cy * width + cx)] + kSlack;
  };
  std::int64_t reach = 0;
  for (bool any = true; any; ++reach) {
    any = false;
    for (std::int64_t i = -reach; i <= reach && !any; ++i) {
      any = may_matter(x + i, y - reach) || may_matter(x + i, y + reach) || may_matter(x - reach, y + i) ||
            may_matter(x + reach, y + i);
    }
  }
  const Box cell{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(x + 1),
                 static_cast<std::uint32_t>(y + 1)};
  return cell.grown(static_cast<std::uint32_t>(reach), grid.width(), grid.height());
}

// Looks for walls further and further away, until none beyond can be the nearest.
void DiscRoom::measure(const Grid& grid, const Box& box) {
  WallDistances walls(grid.walkable_data(), grid.width(), grid.height(), true);
  const std::uint32_t most = std::max(grid.width(), grid.height());
  std::vector<std::uint64_t> squares;
  for (std::uint32_t reach = 8;; reach *= 2) {
    const std::uint64_t known = (2 * std::uint64_t{reach} + 1) * (2 * std::uint64_t{reach} + 1);
    walls.look_at(box, std::min(reach, most));
    squares.clear();
    for (std::uint32_t y = box.top; y < box.bottom; ++y) {
      const std::span<const std::uint64_t> row = walls.row(y);
      squares.insert(squares.end(), row.begin(), row.end());
    }
    if (reach >= most || *std::max_element(squares.begin(), squares.end()) <= known) break;
  }
  std::size_t number = 0;
  for (std::uint32_t y = box.top; y < box.bottom; ++y) {
    for (std::uint32_t x = box.left; x < box.right; ++x) {
      values_[std::size_t{y} * grid.width() + x] = 0.5 * std::sqrt(static_cast<double>(squares[number++]));
    }
  }
}

}  // namespace pathstar
