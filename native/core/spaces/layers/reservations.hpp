// The times at which cells of a ground are held, by reservation: one table for all units that move over the ground.
//
// A place is a cell, or the middle of the step between two cells that touch. All times are half-open: what is held
// until t is free at t. A reservation holds places at times under one number. It is made and released whole.
//
// A search reads a snapshot, which never changes. Without a snapshot the table is changed in place; otherwise the pages
// on the path to a change are copied, once for each snapshot. So a reservation costs time in proportion to its own
// length, whatever the size of the ground and the number of snapshots.
//
// The conflict model determines what a step holds (timed.cpp). If following is forbidden, a step holds both cells from
// its beginning to its end, and a diagonal step also its middle. If following is allowed, it holds the cell that it
// leaves until its end, the other one from then on, and its middle, so that two units cannot exchange their cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "maps/cell.hpp"
#include "spaces/cells/columns.hpp"
#include "spaces/layers/page_tree.hpp"

namespace pathstar {

struct Span {
  double from;
  double until;
};

inline constexpr double kForever = std::numeric_limits<double>::infinity();

// A cell, and bits for the axes on which the place lies half a cell farther: 0 for the cell itself, 1 for x, 2 for y, 4
// for z.
struct GroundPlace {
  Cell cell;
  std::uint8_t halves = 0;

  auto operator<=>(const GroundPlace&) const = default;
};

// A time at which a place is held.
struct Held {
  GroundPlace place;
  Span time;
  std::uint64_t reservation = 0;
};

// The times of a place that is held at some.
struct PlaceTimes {
  struct Part {
    Span time;
    std::uint64_t reservation;
  };
  std::vector<Part> held;  // by beginning
  std::vector<Span> free;  // the times between
};

class Reservations {
 public:
  static constexpr std::size_t kKinds = 8;  // of places, by halves

  struct Ground {
    std::uint32_t width = 1;
    std::uint32_t height = 1;
    std::uint32_t depth = 1;
    bool wrap_x = false;     // the left and the right border are joined
    bool wrap_y = false;     // the upper and the lower border are joined
    bool diagonals = false;  // there are steps between cells that touch at an edge or a corner only
  };

  struct Snapshot {
    std::vector<PageTree<PlaceTimes>> places;  // by halves
    std::size_t parts = 0;                     // times at which cells are held
    double latest = 0.0;                       // the finite time farthest from 0 so far

    const PlaceTimes* times(const GroundPlace& place) const noexcept {
      return places[place.halves].find(place.cell.number);
    }
  };

  // following: whether a cell may be entered at the moment at which another leaves it.
  Reservations(const Ground& ground, bool following);

  const Ground& ground() const noexcept { return ground_; }
  bool following() const noexcept { return following_; }
  std::uint32_t cells() const noexcept { return ground_.width * ground_.height * ground_.depth; }

  std::shared_ptr<const Snapshot> snapshot() const;

  // Makes a reservation of everything listed, whether held or not; the numbers in the list are ignored. Returns its
  // number.
  std::uint64_t reserve(std::span<const Held> list);
  // The same if nothing of it is held; otherwise lists the overlapping parts in `conflicts`.
  std::optional<std::uint64_t> claim(std::span<const Held> list, std::vector<Held>& conflicts);
  // The overlapping parts of a list that are held; for an empty time, what is held at that moment.
  std::vector<Held> conflicts(std::span<const Held> list) const;

  void release(std::uint64_t reservation);
  // Releases all parts that end by then.
  void forget(double before);
  // Restores the parts returned by held(), with their numbers.
  void restore(std::span<const Held> list, std::uint64_t made);

  std::vector<Held> held() const;
  std::uint64_t made() const;  // the number of reservations ever made
  // The number of pages and rows that were copied because of snapshots.
  std::uint64_t copied() const;

  // Calls visit(place) for the middles of the steps between two cells that count in the conflict model: more than one
  // if they touch twice, over joined borders.
  template <class Visit>
  void each_middle(Cell a, Cell b, Visit&& visit) const {
    if (least_halves_ == 0) return;
    if (flat_) return visit_flat(a, b, visit);
    const At from = at(a), to = at(b);
    if (!ground_.wrap_x && !ground_.wrap_y) {
      visit_middle({to.x - from.x, to.y - from.y, to.z - from.z}, from, visit);
      return;
    }
    for (std::int32_t dy = -1; dy <= 1; ++dy) {
      for (std::int32_t dx = -1; dx <= 1; ++dx) {
        const bool leads = wrapped(from.x + dx, ground_.width, ground_.wrap_x) == to.x &&
                           wrapped(from.y + dy, ground_.height, ground_.wrap_y) == to.y;
        if (leads) visit_middle({dx, dy, to.z - from.z}, from, visit);
      }
    }
  }

 private:
  struct At {
    std::int32_t x, y, z;
  };

  // The same on one floor without joined borders, where the difference of two cells' numbers is nearly enough.
  template <class Visit>
  void visit_flat(Cell a, Cell b, Visit&& visit) const {
    const auto width = static_cast<std::int32_t>(ground_.width), by = static_cast<std::int32_t>(b.number - a.number);
    const std::int32_t dy = by > 1 ? 1 : by < -1 ? -1 : 0, dx = by - dy * width;
    if (dx < -1 || dx > 1 || (dx != 0) + (dy != 0) < least_halves_) return;
    const auto x = static_cast<std::int32_t>(columns_.x(a.number));
    if (x + dx < 0 || x + dx >= width) return;  // through a portal
    const Cell corner(a.number + static_cast<std::uint32_t>(std::min(dx, 0) + std::min(dy, 0) * width));
    visit(GroundPlace{corner, static_cast<std::uint8_t>((dx != 0 ? 1 : 0) + (dy != 0 ? 2 : 0))});
  }

  At at(Cell cell) const noexcept {
    const std::uint32_t row = columns_.y(cell.number), z = ground_.depth == 1 ? 0 : rows_.y(row);
    return {static_cast<std::int32_t>(columns_.x(cell.number, row)), static_cast<std::int32_t>(rows_.x(row, z)),
            static_cast<std::int32_t>(z)};
  }
  static std::int32_t wrapped(std::int32_t at, std::uint32_t side, bool wraps) noexcept {
    const auto end = static_cast<std::int32_t>(side);
    return !wraps ? at : at < 0 ? at + end : at >= end ? at - end : at;
  }
  template <class Visit>
  void visit_middle(const At& by, const At& from, Visit&& visit) const {
    const auto unit = [](std::int32_t way) { return way >= -1 && way <= 1; };
    if (!unit(by.x) || !unit(by.y) || !unit(by.z)) return;  // through a portal
    if ((by.x != 0) + (by.y != 0) + (by.z != 0) < least_halves_) return;
    const int halves = (by.x != 0 ? 1 : 0) + (by.y != 0 ? 2 : 0) + (by.z != 0 ? 4 : 0);
    const std::int32_t x = wrapped(from.x + std::min(by.x, 0), ground_.width, ground_.wrap_x);
    const std::int32_t y = wrapped(from.y + std::min(by.y, 0), ground_.height, ground_.wrap_y);
    const auto z = static_cast<std::uint32_t>(from.z + std::min(by.z, 0));
    const std::uint32_t row = z * ground_.height + static_cast<std::uint32_t>(y);
    const Cell corner(row * ground_.width + static_cast<std::uint32_t>(x));
    visit(GroundPlace{corner, static_cast<std::uint8_t>(halves)});
  }

  // The state, to be changed under the lock.
  Snapshot& own();
  void add(Snapshot& state, const Held& part);
  void add_all(std::span<const Held> list, std::uint64_t reservation);
  std::vector<Held> conflicts_now(std::span<const Held> list) const;
  template <class Gone>
  void remove(Snapshot& state, const GroundPlace& place, const Gone& gone);

  Ground ground_;
  bool flat_;  // wide enough to tell steps apart by the difference of two cells' numbers
  bool following_;
  int least_halves_;  // of the middles that count; 0 if none does
  Columns columns_;
  Columns rows_;
  mutable std::mutex mutex_;
  std::shared_ptr<Snapshot> state_;
  std::unordered_map<std::uint64_t, std::vector<GroundPlace>> places_of_;  // by reservation
  std::uint64_t made_ = 0;
};

}  // namespace pathstar
