// Rows and columns of row-major cell numbers.
#pragma once

#include <bit>
#include <cstdint>

#include "spaces/types.hpp"

namespace pathstar {

// Row and column of a node without a division: the multiplication of Granlund and Montgomery (PLDI 1994), exact for
// every node below 2^31.
class Columns {
 public:
  explicit Columns(std::uint32_t width) noexcept
      : width_(width),
        shift_(31 + std::bit_width(width - 1)),
        magic_(((std::uint64_t{1} << shift_) + width - 1) / width) {}
  bool operator==(const Columns&) const = default;

  std::uint32_t width() const noexcept { return width_; }
  std::uint32_t y(Node node) const noexcept { return static_cast<std::uint32_t>((node * magic_) >> shift_); }
  std::uint32_t x(Node node, std::uint32_t y) const noexcept { return node - y * width_; }
  std::uint32_t x(Node node) const noexcept { return x(node, y(node)); }

 private:
  std::uint32_t width_;
  int shift_;
  std::uint64_t magic_;
};

}  // namespace pathstar
