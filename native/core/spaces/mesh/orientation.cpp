#include "spaces/mesh/orientation.hpp"

#include <array>
#include <cstddef>

namespace pathstar {
namespace {

// A number as the exact sum of a rounded part and its error.
struct Split {
  double high;
  double low;
};

Split product(double a, double b) noexcept {
  const double high = a * b;
  const auto halves = [](double value) {
    constexpr double kHalf = 134217729.0;  // 2^27 + 1
    const double shifted = kHalf * value;
    const double top = shifted - (shifted - value);
    return Split{top, value - top};
  };
  const Split x = halves(a), y = halves(b);
  const double low = x.low * y.low - (((high - x.high * y.high) - x.low * y.high) - x.high * y.low);
  return {high, low};
}

Split sum(double a, double b) noexcept {
  const double high = a + b;
  const double part = high - a;
  return {high, (a - (high - part)) + (b - part)};
}

bool is_exact_difference(double a, double b) noexcept { return sum(a, -b).low == 0.0; }

// Sums numbers without rounding, as parts that do not overlap, from the smallest to the largest.
class ExactSum {
 public:
  void add(double value) noexcept {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const Split both = sum(value, parts_[i]);
      if (both.low != 0.0) parts_[kept++] = both.low;
      value = both.high;
    }
    if (value != 0.0) parts_[kept++] = value;
    count_ = kept;
  }
  int sign() const noexcept {
    if (count_ == 0) return 0;
    return parts_[count_ - 1] > 0.0 ? 1 : -1;
  }

 private:
  std::array<double, 16> parts_{};
  std::size_t count_ = 0;
};

}  // namespace

int orientation_exact(const Point& a, const Point& b, const Point& c) noexcept {
  if (is_exact_difference(a.x, c.x) && is_exact_difference(b.y, c.y) && is_exact_difference(a.y, c.y) &&
      is_exact_difference(b.x, c.x)) {
    const Split left = product(a.x - c.x, b.y - c.y), right = product(a.y - c.y, b.x - c.x);
    if (left.high != right.high) return left.high > right.high ? 1 : -1;
    return left.low == right.low ? 0 : left.low > right.low ? 1 : -1;
  }
  ExactSum total;
  const auto add = [&total](double x, double y, double sign) {
    const Split parts = product(x, y);
    total.add(sign * parts.low);
    total.add(sign * parts.high);
  };
  add(a.x, b.y, 1.0);
  add(a.x, c.y, -1.0);
  add(c.x, b.y, -1.0);
  add(a.y, b.x, -1.0);
  add(a.y, c.x, 1.0);
  add(c.y, b.x, 1.0);
  return total.sign();
}

}  // namespace pathstar
