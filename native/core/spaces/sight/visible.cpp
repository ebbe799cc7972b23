#include "spaces/sight/visible.hpp"

#include "spaces/sight/line_of_sight.hpp"

namespace pathstar {

std::vector<std::uint8_t> visible_from(const Grid& grid, Node from, bool walls, const Stop& stop) {
  const std::int64_t width = grid.width(), height = grid.height(), x = from % width, y = from / width;
  std::vector<std::uint8_t> visible(grid.size(), 0);
  const auto free = [&](std::int64_t cell) { return grid.walkable(static_cast<Node>(cell)); };
  if (!free(from)) return visible;
  Pause pause(stop);
  for (std::int64_t cy = 0; cy < height; ++cy) {
    for (std::int64_t cx = 0; cx < width; ++cx) {
      if (pause(1 + static_cast<std::size_t>(std::abs(cx - x) + std::abs(cy - y)))) return visible;
      const std::int64_t seen = cy * width + cx;
      const auto clear = [&](std::int64_t cell) { return cell == seen || free(cell); };
      visible[static_cast<std::size_t>(seen)] =
          (walls || free(seen)) && line_is_free(from, cx - x, cy - y, width, grid.moves().corners, clear);
    }
  }
  return visible;
}

}  // namespace pathstar
