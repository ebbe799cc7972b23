// A point of the plane.
#pragma once

namespace pathstar {

struct Point {
  double x = 0.0;
  double y = 0.0;

  friend bool operator==(const Point&, const Point&) = default;
};

}  // namespace pathstar
