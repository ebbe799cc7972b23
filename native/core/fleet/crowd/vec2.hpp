// Vectors in the plane, for units that move freely.
#pragma once

#include <cmath>

namespace pathstar::fleet {

struct Vec2 {
  float x = 0.0F;
  float y = 0.0F;

  friend constexpr Vec2 operator+(Vec2 a, Vec2 b) noexcept { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Vec2 operator-(Vec2 a, Vec2 b) noexcept { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Vec2 operator*(float by, Vec2 a) noexcept { return {by * a.x, by * a.y}; }
};

constexpr float dot(Vec2 a, Vec2 b) noexcept { return a.x * b.x + a.y * b.y; }
// Positive where b points to the left of a, if y points up.
constexpr float det(Vec2 a, Vec2 b) noexcept { return a.x * b.y - a.y * b.x; }
inline float length(Vec2 a) noexcept { return std::sqrt(dot(a, a)); }

}  // namespace pathstar::fleet
