// A decorator of a grid: cells that others take for a while, so that one waits or goes round.
//
// Time is cost: a step takes as long as it costs. A step takes both of its cells from beginning to end, and a diagonal
// one also the middle of its four cells, through which no other may pass meanwhile. All times are half-open: what is
// taken until t is free at t.
//
// Between what is taken lie the free times of a cell. A search knows a cell once for each of them (Phillips and
// Likhachev 2011, SIPP: safe interval path planning): who is there sooner can do all that one can who comes later, by
// waiting. The first free time of a cell bears the cell's number; the later ones have numbers from size() on, which
// are never given to another cell.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "spaces/cells/regular_grid.hpp"
#include "spaces/space_mutex.hpp"
#include "spaces/types.hpp"

namespace pathstar {

struct Span {
  double from;
  double until;
};

class Timed {
 public:
  static constexpr double kEver = std::numeric_limits<double>::infinity();

  // A time that is taken, of a cell or, from size() on, of the middle of the four cells of which cell - size() is the
  // upper left one.
  struct Taken {
    Node what;
    double from;
    double until;
    std::uint64_t ticket;
  };

  // stay: for how long one must be able to stand at the goal.
  Timed(std::shared_ptr<RegularGrid> ground, double stay);

  const RegularGrid& ground() const noexcept { return *ground_; }
  std::uint32_t size() const noexcept { return ground_->size(); }
  std::uint32_t slots() const noexcept { return size() + static_cast<std::uint32_t>(owners_.size()); }
  double stay() const noexcept { return stay_; }

  // When searches begin.
  double now() const noexcept { return now_.load(std::memory_order_relaxed); }
  void set_now(double now) noexcept { now_.store(now, std::memory_order_relaxed); }

  // No time that was ever named, but for ever, is farther from 0.
  double latest() const noexcept { return latest_; }

  // Counts what is taken and released too. Both wait for searches that hold the lock.
  std::uint64_t revision() const noexcept { return edits_.load(std::memory_order_acquire) + ground_->revision(); }
  SpaceMutex& mutex() const noexcept { return ground_->mutex(); }
  void catch_up() { ground_->catch_up(); }

  // Takes all that a unit takes on its way: where it is (cells) and when, and then the last cell for `stay` longer.
  // Answers a ticket to release it with.
  std::uint64_t claim(std::span<const Node> cells, std::span<const double> times, double stay);
  // Takes what is named; the tickets in it count for nothing.
  std::uint64_t take(std::span<const Taken> list);
  void release(std::uint64_t ticket);
  // Releases what ends by then.
  void forget(double before);
  // Puts back what taken() answered, with its tickets.
  void restore(std::span<const Taken> list, std::uint64_t tickets);
  std::vector<Taken> taken() const;
  std::uint64_t tickets() const noexcept { return next_ticket_; }  // that were given

  Node cell(Node slot) const noexcept { return slot < size() ? slot : rows_[owners_[slot - size()]].what; }
  // The free time that a slot stands for.
  Span free_at(Node slot) const noexcept;
  // The slot of a cell that is free then; kNoNode if it is not.
  Node slot_at(Node cell, double time) const noexcept;
  // Whether one may ever stand on a cell for as long as one must at the goal, from `time` on.
  bool can_stay(Node cell, double time) const noexcept;
  // Whether one who comes to a slot then may stand there for so long.
  bool can_stay_at(Node slot, double time) const noexcept { return time + stay_ <= free_at(slot).until; }

  // Calls visit(slot, leave, arrive) for every step from a slot by one who is there at `time`: to each free time of the
  // cell that it leads to, as soon as that can be.
  template <class Visit>
  void each_step(Node slot, double time, Visit&& visit) const {
    const Node here = cell(slot);
    const double until = free_at(slot).until;
    ground_->each_way(here, [&](Node next, double cost, int step) {
      const Row* row = row_of(next);
      const Row* middle = middles_ == 0 ? nullptr : row_of_middle(here, step);
      const std::span<const Span> free = free_of(row);
      for (std::size_t i = first_after(free, time); i < free.size(); ++i) {
        const double leave = pass(middle, time < free[i].from ? free[i].from : time, cost);
        const double arrive = leave + cost;
        if (leave >= until || arrive > until) break;
        if (arrive < free[i].until) visit(slot_of(next, row, i), leave, arrive);
      }
    });
  }

 private:
  struct Part {
    Span time;
    std::uint64_t ticket;
  };

  // What is known of a cell, or a middle, that was ever taken.
  struct Row {
    Node what;
    std::vector<Part> taken;    // by when it begins
    std::vector<Span> free;     // what lies between
    Node first = 0;             // the slot of the second free time; the others follow
    std::uint32_t storage = 0;  // for so many
  };

  static constexpr Span kAlways{-kEver, kEver};

  static std::span<const Span> free_of(const Row* row) noexcept {
    return row == nullptr ? std::span(&kAlways, 1) : std::span(row->free);
  }
  // Which of the free times is the first that does not end by then.
  static std::size_t first_after(std::span<const Span> free, double time) noexcept {
    const auto ended = [time](const Span& span) { return span.until <= time; };
    return static_cast<std::size_t>(std::partition_point(free.begin(), free.end(), ended) - free.begin());
  }
  const Row* row_of(Node what) const noexcept { return numbers_[what] == 0 ? nullptr : &rows_[numbers_[what] - 1]; }
  const Row* row_of_middle(Node from, int step) const noexcept;
  Node slot_of(Node cell, const Row* row, std::size_t i) const noexcept {
    return i == 0 ? cell : row->first + static_cast<Node>(i) - 1;
  }
  // When one can set off through a middle, from `time` on, to be through after `cost`.
  static double pass(const Row* middle, double time, double cost) noexcept;

  Node beside(Node cell, int dx, int dy) const noexcept;  // across joined borders; kNoNode outside
  Node middle_of(Node cell, int dx, int dy) const noexcept { return beside(cell, dx < 0 ? -1 : 0, dy < 0 ? -1 : 0); }
  void add(Node what, double from, double until, std::uint64_t ticket);
  void add_step(Node from, Node to, const Span& time, std::uint64_t ticket);
  void give_slots(Row& row);
  void settle(Row& row);
  void note_edit() noexcept { edits_.fetch_add(1, std::memory_order_release); }

  std::shared_ptr<RegularGrid> ground_;
  double stay_;
  std::atomic<double> now_{0.0};
  std::vector<std::uint32_t> numbers_;  // of the rows of cells and middles, from 1; 0 for what was never taken
  std::vector<Row> rows_;               // none is ever removed
  std::vector<std::uint32_t> owners_;   // the row of each slot from size() on
  std::size_t middles_ = 0;             // rows of middles
  double latest_ = 0.0;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> held_;  // the rows in which a ticket has a part
  std::uint64_t next_ticket_ = 0;
  std::atomic<std::uint64_t> edits_{0};
};

}  // namespace pathstar
