#include "fleet/crowd/walls.hpp"

#include <algorithm>
#include <cmath>

namespace pathstar::fleet {
namespace {

constexpr int kMostRoom = 255;
constexpr double kLongestStep = 0.5;  // of a centre, between two checks of the walls
constexpr double kShortestStep = 0.02;
constexpr int kPushes = 4;  // out of a wall; each may lead into another one
constexpr double kTouching = 1e-9;

std::int64_t cell_of(double at) noexcept { return static_cast<std::int64_t>(std::floor(at + 0.5)); }

}  // namespace

CrowdWalls::CrowdWalls(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> walkable)
    : width_(width), height_(height), room_(walkable.size()) {
  for (std::size_t i = 0; i < room_.size(); ++i) room_[i] = walkable[i] != 0 ? kMostRoom : 0;
  // Two passes, from the upper left and from the lower right: each cell follows from the neighbours visited before it.
  const auto settle = [this](std::int64_t x, std::int64_t y, std::int64_t back) {
    std::uint8_t& own = room_[static_cast<std::size_t>(y * width_ + x)];
    for (const auto& [dx, dy] : {std::pair{-1, 0}, {-1, -1}, {0, -1}, {1, -1}}) {
      own = static_cast<std::uint8_t>(std::min<int>(own, room(x + back * dx, y + back * dy) + 1));
    }
  };
  for (std::int64_t y = 0; y < height_; ++y) {
    for (std::int64_t x = 0; x < width_; ++x) settle(x, y, 1);
  }
  for (std::int64_t y = height_; y-- > 0;) {
    for (std::int64_t x = width_; x-- > 0;) settle(x, y, -1);
  }
}

std::uint8_t CrowdWalls::room(std::int64_t x, std::int64_t y) const noexcept {
  const bool inside = x >= 0 && y >= 0 && x < width_ && y < height_;
  return inside ? room_[static_cast<std::size_t>(y * width_ + x)] : 0;
}

std::uint8_t CrowdWalls::room_at(Spot at) const noexcept { return room(cell_of(at.x), cell_of(at.y)); }

std::size_t CrowdWalls::planes(Spot at, double radius, double horizon, double limit,
                               std::span<HalfPlane, kMostPlanes> result) const {
  const double range = radius + limit * horizon;
  if (room_at(at) - 1 >= range) return 0;
  std::size_t count = 0;
  // Velocities along the unit vector (x, y) stay below (distance - radius) / horizon.
  const auto add = [&](double x, double y, double distance) {
    if (distance >= range || count == kMostPlanes) return;
    const double most = (distance - radius) / horizon;
    const auto nx = static_cast<float>(x), ny = static_cast<float>(y), by = static_cast<float>(most);
    result[count++] = {{by * nx, by * ny}, {-ny, nx}};
  };
  const std::int64_t column = cell_of(at.x), row = cell_of(at.y);
  const auto steps = static_cast<std::int64_t>(std::min(std::ceil(range + 0.5), across()));
  for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
    std::int64_t to = 1;
    while (to <= steps && !wall(column + to * dx, row + to * dy)) ++to;
    const double centre = dx * (at.x - static_cast<double>(column)) + dy * (at.y - static_cast<double>(row));
    if (to <= steps) add(dx, dy, static_cast<double>(to) - 0.5 - centre);
  }
  for (const auto& [dx, dy] : {std::pair{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}) {
    for (std::int64_t j = 0; j < steps; ++j) {
      for (std::int64_t i = 0; i < steps; ++i) {
        const std::int64_t x = column + dx * i, y = row + dy * j;
        if (!wall(x + dx, y + dy) || wall(x, y) || wall(x + dx, y) || wall(x, y + dy)) continue;
        const double to_x = static_cast<double>(x) + 0.5 * dx - at.x, to_y = static_cast<double>(y) + 0.5 * dy - at.y;
        const double distance = std::max(std::hypot(to_x, to_y), kTouching);
        add(to_x / distance, to_y / distance, distance);
      }
    }
  }
  return count;
}

Spot CrowdWalls::slide(Spot at, double radius, double dx, double dy) const {
  double far = std::hypot(dx, dy);
  if (far > across()) {  // farther than any path within the map
    dx *= across() / far, dy *= across() / far;
    far = across();
  }
  if (room_at(at) == 0) return at;
  if (room_at(at) - 1 >= radius + far) return {at.x + dx, at.y + dy};
  const double longest = std::clamp(radius, kShortestStep, kLongestStep);
  const double steps = std::ceil(far / longest);
  for (double step = 0; step < steps; ++step) {
    Spot next{at.x + dx / steps, at.y + dy / steps};
    for (int push = 0; push < kPushes && push_out(next, radius) > kTouching; ++push) {
    }
    if (const double deep = depth(next, radius); deep > kTouching && deep > depth(at, radius)) return at;
    at = next;
  }
  return at;
}

double CrowdWalls::push_out(Spot& at, double radius) const {
  double deepest = 0.0;
  Spot away{0.0, 0.0};
  for (std::int64_t y = cell_of(at.y - radius); y <= cell_of(at.y + radius); ++y) {
    for (std::int64_t x = cell_of(at.x - radius); x <= cell_of(at.x + radius); ++x) {
      if (!wall(x, y)) continue;
      const double from_x = at.x - std::clamp(at.x, static_cast<double>(x) - 0.5, static_cast<double>(x) + 0.5);
      const double from_y = at.y - std::clamp(at.y, static_cast<double>(y) - 0.5, static_cast<double>(y) + 0.5);
      const double distance = std::hypot(from_x, from_y);
      if (radius - distance <= deepest) continue;
      deepest = radius - distance;
      away = distance < kTouching ? Spot{0.0, 0.0} : Spot{from_x / distance, from_y / distance};
    }
  }
  at = {at.x + deepest * away.x, at.y + deepest * away.y};
  return deepest;
}

double CrowdWalls::depth(Spot at, double radius) const { return push_out(at, radius); }

bool CrowdWalls::contains(Spot at) const noexcept {
  return at.x >= -0.5 && at.y >= -0.5 && at.x < static_cast<double>(width_) - 0.5 &&
         at.y < static_cast<double>(height_) - 0.5;
}

bool CrowdWalls::sees(Spot from, Spot to) const {
  const double dx = to.x - from.x, dy = to.y - from.y;
  if (room_at(from) - 1 >= std::max(std::fabs(dx), std::fabs(dy))) return true;
  // Follows the line from cell to cell.
  std::int64_t x = cell_of(from.x), y = cell_of(from.y);
  const std::int64_t last_x = cell_of(to.x), last_y = cell_of(to.y);
  const std::int64_t by_x = dx > 0 ? 1 : -1, by_y = dy > 0 ? 1 : -1;
  while (x != last_x || y != last_y) {
    const double across = x == last_x ? 2.0 : (static_cast<double>(x) + 0.5 * static_cast<double>(by_x) - from.x) / dx;
    const double down = y == last_y ? 2.0 : (static_cast<double>(y) + 0.5 * static_cast<double>(by_y) - from.y) / dy;
    if (across < down) {
      x += by_x;
    } else {
      y += by_y;
    }
    if (wall(x, y)) return false;
  }
  return true;
}

}  // namespace pathstar::fleet
