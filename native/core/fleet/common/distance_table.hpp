// How long it takes from every cell to one goal, in two bytes for each cell, or in four if a distance needs them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fleet/common/budget.hpp"
#include "fleet/common/ground.hpp"

namespace pathstar::fleet {

constexpr std::uint16_t kNarrowNone = 0xFFFF;  // no path, in a table of two bytes for each cell

// A view of a table, cheap to copy, for code that reads many tables in turn.
class DistanceView {
 public:
  DistanceView() = default;
  DistanceView(const std::uint16_t* narrow, const Time* wide) noexcept : narrow_(narrow), wide_(wide) {}

  Time operator[](Spot cell) const noexcept {
    if (narrow_ == nullptr) return wide_[cell];
    const std::uint16_t moves = narrow_[cell];
    return moves == kNarrowNone ? kForever : moves;
  }
  explicit operator bool() const noexcept { return narrow_ != nullptr || wide_ != nullptr; }

 private:
  const std::uint16_t* narrow_ = nullptr;
  const Time* wide_ = nullptr;
};

// The distances to one goal; kForever where there is no path.
class DistanceTable {
 public:
  DistanceTable() = default;
  // Throws OutOfTime.
  DistanceTable(const Ground& ground, Spot goal, const TableGuard& guard, std::vector<Spot>& queue);
  explicit DistanceTable(std::span<const Time> distances);

  DistanceView view() const noexcept { return {narrow_.get(), wide_.get()}; }
  Time operator[](Spot cell) const noexcept { return view()[cell]; }
  explicit operator bool() const noexcept { return static_cast<bool>(view()); }
  std::size_t bytes_per_cell() const noexcept {
    return narrow_ != nullptr ? sizeof(std::uint16_t) : wide_ != nullptr ? sizeof(Time) : 0;
  }

 private:
  std::unique_ptr<std::uint16_t[]> narrow_;
  std::unique_ptr<Time[]> wide_;
};

}  // namespace pathstar::fleet
