// Jump point search: a uniform grid as seen by one query, with jump points as successors instead of neighbours.
//
// When to use: one path on a grid without costs; 10 to 500 times faster than A*, and just as exact.
// Needs: step costs with straight <= diagonal <= 2 * straight (any with 4 directions), a consistent heuristic, and the
//   grid's JumpBitmaps.
// Guarantee: the engine finds a cheapest path. Of the many cheapest paths over open ground only the canonical ones are
//   searched: diagonal steps first (with 4 directions: up and down first). A neighbour that a canonical path does not
//   reach through a cell is not a successor of it. If the step costs are equal, or one twice the other, they are set
//   apart by the smallest unit; otherwise neighbours dropped on a tie might miss each other.
// Complexity: a node takes one memory access for every 64 cells that it scans in each direction, plus the engine's work
//   for each jump point found.
// Reference: Harabor and Grastien 2011 (the search and the corner rule `free`), 2012 (no_cut), 2014 (blocks of cells;
//   intermediate diagonal points are not queued).
// Differs from the papers: the diagonals are scanned in blocks as well, over bits that say where a turn finds something
//   (cross_bitmap.hpp); no_squeeze and 4 directions; only possible jump points have records.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "spaces/cells/grid.hpp"
#include "spaces/cells/grid_view.hpp"
#include "spaces/compiler.hpp"
#include "spaces/heuristic.hpp"
#include "spaces/jumps/jump_bitmaps.hpp"
#include "spaces/node_visit.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

class JumpView {
 public:
  using Cost = std::int64_t;

  static constexpr Capabilities kCapabilities{.squares = true, .jumps = true, .largest_rise = 1 << 30};

  // The data that jump point search needs; the bitmaps are those of the grid.
  static bool fits(const Grid& grid) noexcept;
  JumpView(const Grid& grid, const JumpBitmaps& bitmaps, Node goal, HeuristicKind kind, double weight) noexcept;

  // The number of successors of all jump points of a grid, per walkable cell: estimated from a sample. Among scattered
  // obstacles it exceeds 2, and A* is the faster search. Meaningless if it was stopped.
  static double jump_point_density(const Grid& grid, const Stop& stop);

  // A node is a cell of the bitmaps: y << shift | x.
  Node from_space(Node node) const noexcept { return at(places_.x(node) + 1, places_.y(node) + 1); }
  Node to_space(Node node) const noexcept {
    return node == kNoNode ? node : (y_of(node) - 1) * width_ + x_of(node) - 1;
  }

  std::uint32_t width() const noexcept { return width_; }
  bool diagonals() const noexcept { return diagonals_; }

  // Possible jump points have a slot each, and there is one for the start and one for the goal.
  std::uint32_t slots() const noexcept { return jump_points_ + 2; }
  PATHSTAR_INLINE Slot slot(Node node) const noexcept {
    const std::uint32_t x = x_of(node), y = y_of(node);
    const std::size_t word = rows_.word(y, x);
    const LineBlock& block = rows_.block(word);
    const Word bit = rows_.bit(y, x);
    if ((block.special & bit) == 0) return {jump_points_ + (node == at(goal_x_, goal_y_))};
    return {numbers_.before(word) + block.rank + ones(block.special & (bit - 1))};
  }

  // Whether the bitmaps do not fit into the nearer caches, so that fetch() pays.
  bool is_far() const noexcept { return far_; }
  // Prefetches the blocks in which the runs from a node begin.
  template <class Record>
  PATHSTAR_INLINE void fetch(Node node, const Record*) const noexcept {
    const std::uint32_t x = x_of(node), y = y_of(node);
    prefetch(rising_.block(rising_.first(x, y) + y), 0);
    if (!diagonals_) return;
    prefetch(falling_.block(falling_.first(x, y) + y), 0);
    prefetch(&columns_.block(x, y), 0);
  }

  Cost estimate(Node node) const noexcept {
    return estimate_at(static_cast<std::int32_t>(x_of(node)), static_cast<std::int32_t>(y_of(node)));
  }
  StepRange<Cost> steps() const noexcept;
  double to_double(Cost cost) const noexcept { return static_cast<double>(cost) / scale_; }
  double path_cost(std::span<const Node>, std::uint64_t straight, std::uint64_t diagonal) const noexcept {
    return moves_->length(straight, diagonal);
  }

  template <class Visit>
  void successors(Node node, Node parent, Visit&& visit) const {
    const int x = static_cast<int>(x_of(node)), y = static_cast<int>(y_of(node));
    const Follow<Visit> follow{*this, x, y, visit};
    if (parent == kNoNode) return from_start(follow);
    after(arrival(x - static_cast<int>(x_of(parent)), y - static_cast<int>(y_of(parent))), x, y, follow);
  }
  void successors(Node node, Node parent, NodeVisit<Cost>& steps) const;

 protected:
  std::uint32_t jump_points() const noexcept { return jump_points_; }
  Cost estimate_at(std::int32_t x, std::int32_t y) const noexcept { return heuristic_(x - goal_x_, y - goal_y_); }

  // Directions, as rows of three; kNone stands for the start's.
  enum Arrival { kNorthWest, kNorth, kNorthEast, kWest, kNone, kEast, kSouthWest, kSouth, kSouthEast };

  // The direction of arrival of a run from a cell (dx, dy) back: that of its last leg.
  int arrival(int dx, int dy) const noexcept {
    const int across = std::abs(dx), down = diagonals_ ? std::abs(dy) : 0;
    const int last_x = across >= down ? (dx > 0) - (dx < 0) : 0;
    const int last_y = down >= across ? (dy > 0) - (dy < 0) : 0;
    return kNone + last_x + 3 * last_y;
  }

  Node at(int x, int y) const noexcept { return static_cast<Node>(y) << shift_ | static_cast<Node>(x); }
  Node at(std::uint32_t x, std::uint32_t y) const noexcept { return y << shift_ | x; }
  std::uint32_t x_of(Node node) const noexcept { return node & mask_; }
  std::uint32_t y_of(Node node) const noexcept { return node >> shift_; }

  // The ways on from a cell reached in a direction: go.straight<DX, DY>() along a row or column, go.slanted<DX, DY>()
  // along the lines of a cross bitmap.
  template <class Go>
  void after(int arrival, int x, int y, const Go& go) const {
    switch (arrival) {
      case kNorthWest:
        return arrived_diagonally<-1, -1>(x, y, go);
      case kNorth:
        return arrived_along<-1>(x, y, go);
      case kNorthEast:
        return arrived_diagonally<1, -1>(x, y, go);
      case kWest:
        return arrived_across<-1>(x, y, go);
      case kEast:
        return arrived_across<1>(x, y, go);
      case kSouthWest:
        return arrived_diagonally<-1, 1>(x, y, go);
      case kSouth:
        return arrived_along<1>(x, y, go);
      default:
        return arrived_diagonally<1, 1>(x, y, go);
    }
  }

  template <class Go>
  void from_start(const Go& go) const {
    go.template straight<1, 0>();
    go.template straight<-1, 0>();
    if (!diagonals_) {
      go.template slanted<0, -1>();
      go.template slanted<0, 1>();
      return;
    }
    go.template straight<0, -1>();
    go.template straight<0, 1>();
    go.template slanted<1, -1>();
    go.template slanted<-1, -1>();
    go.template slanted<1, 1>();
    go.template slanted<-1, 1>();
  }

  // Visits the stop of a straight run from (x, y).
  template <int DX, int DY, class Visit>
  void straight(int x, int y, Visit&& visit) const {
    jump<DX, DY, false>(x, y, 0, visit);
  }

  // The goal, if it lies ahead on a straight run's line before a wall.
  template <int DX, int DY, class Visit>
  void straight_to_goal(int x, int y, Visit&& visit) const {
    const int ahead = DX != 0 ? (goal_x_ - x) * DX : (goal_y_ - y) * DY;
    if (ahead > 0 && (DX != 0 ? y == goal_y_ : x == goal_x_)) jump_to_goal<DX, DY>(x, y, 0, visit);
  }

  // A run along the lines of a cross bitmap: a diagonal, or a column with 4 directions (DX = 0). From each cell of the
  // run, runs to the sides that lead to a stop are taken at once. Returns the length of the run.
  template <int DX, int DY, class Visit>
  int slanted(int x, int y, Visit&& visit) const {
    constexpr CrossField kStop = DY < 0 ? kStopUp : kStopDown;
    const CrossLines& lines = DX == DY ? falling_ : rising_;
    const std::size_t row_0 = lines.first(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
    // The lower one of a step's two cells knows whether the step is blocked.
    const std::size_t here = row_0 + static_cast<std::size_t>(y), first = DY > 0 ? here + 1 : here - 1;
    const std::size_t lower = DY > 0 ? first : here;
    if ((lines.block(lower)->field[kBlocked] & bit_at(lower)) != 0) return 0;
    Word cells = DY > 0 ? bits_from(first) : bits_to(first);
    const CrossBlock* block = lines.block(first);
    // The row of the block's first bit; below 0 if the block holds other lines before this one.
    int base = static_cast<int>((first & ~std::size_t{kWordBits - 1}) - row_0);
    for (;; block += DY, base += DY * kWordBits, cells = kAllOnes) {
      const Word blocked = block->field[kBlocked], ends = (blocked | block->field[kStop]) & cells;
      const int last = DY > 0 ? lowest(ends | Word{1} << 63) : highest(ends | 1);
      const bool reached = DY < 0 || (blocked >> last & 1) == 0;
      const bool stop = ends != 0 && reached && (block->field[kStop] >> last & 1) != 0;
      if (ends != 0) cells &= DY > 0 ? bit_at(last) - 1 : bits_from(last);
      turns<DX, DY>(x, y, base, *block, DY < 0 && stop ? cells ^ bit_at(last) : cells, visit);
      if (ends == 0) continue;
      const int length = std::abs(base + last - y) - !reached;
      if (stop) visit(at(x + DX * length, y + DY * length), slope_ * length);
      return length;
    }
  }

  // Turns where such a run, of this length, meets the goal's row or column, because no stop marks the goal.
  template <int DX, int DY, class Visit>
  void slanted_to_goal(int x, int y, int length, Visit&& visit) const {
    const int down = (goal_y_ - y) * DY;
    const int across = DX != 0 ? (goal_x_ - x) * DX : down;
    const int steps = std::min(across, down);
    if (steps <= 0 || steps > length) return;
    const int turn_x = x + DX * steps, turn_y = y + DY * steps;
    const Cost cost = slope_ * steps;
    if (turn_x == goal_x_ && turn_y == goal_y_) return visit(at(goal_x_, goal_y_), cost);
    if constexpr (DX != 0) {
      if (turn_x == goal_x_) return jump_to_goal<0, DY>(turn_x, turn_y, cost, visit);
    }
    if constexpr (DX >= 0) {
      if (turn_x < goal_x_) return jump_to_goal<1, 0>(turn_x, turn_y, cost, visit);
    }
    if constexpr (DX <= 0) jump_to_goal<-1, 0>(turn_x, turn_y, cost, visit);
  }

 private:
  static constexpr std::uint32_t kNear = 1 << 18;  // cells whose bitmaps fit into the nearer caches

  // Takes the ways on from one cell, up to stops and to the goal.
  template <class Visit>
  struct Follow {
    const JumpView& view;
    int x, y;
    Visit& visit;

    template <int DX, int DY>
    void straight() const {
      view.straight<DX, DY>(x, y, visit);
      view.straight_to_goal<DX, DY>(x, y, visit);
    }
    template <int DX, int DY>
    void slanted() const {
      const int length = view.slanted<DX, DY>(x, y, visit);
      view.slanted_to_goal<DX, DY>(x, y, length, visit);
    }
  };

  // A cell that was reached by a run along its row: the run goes on, and turns to forced neighbours.
  template <int DX, class Go>
  void arrived_across(int x, int y, const Go& go) const {
    const LineBlock& block = rows_.block(y, x);
    const Word(&stops)[2] = DX > 0 ? block.forward : block.backward;
    const Word bit = rows_.bit(y, x);
    const bool up = (stops[0] & bit) != 0, down = (stops[1] & bit) != 0;
    go.template straight<DX, 0>();
    if (!diagonals_) {
      if (up) go.template slanted<0, -1>();
      if (down) go.template slanted<0, 1>();
      return;
    }
    if (up) forced<DX, -1, 0, -1>(go);
    if (down) forced<DX, 1, 0, 1>(go);
  }

  template <int DY, class Go>
  void arrived_along(int x, int y, const Go& go) const {
    const LineBlock& block = columns_.block(x, y);
    const Word(&stops)[2] = DY > 0 ? block.forward : block.backward;
    const Word bit = columns_.bit(x, y);
    const bool left = (stops[0] & bit) != 0, right = (stops[1] & bit) != 0;
    go.template straight<0, DY>();
    if (left) forced<-1, DY, -1, 0>(go);
    if (right) forced<1, DY, 1, 0>(go);
  }

  // Under no_cut a diagonal run stops only at the goal, which needs no successors.
  template <int DX, int DY, class Go>
  void arrived_diagonally(int x, int y, const Go& go) const {
    go.template straight<DX, 0>();
    go.template straight<0, DY>();
    go.template slanted<DX, DY>();
    if (wall(x - DX, y)) go.template slanted<-DX, DY>();
    if (wall(x, y - DY)) go.template slanted<DX, -DY>();
  }

  // A forced diagonal neighbour; under no_cut the straight one (SX, SY) beside it is forced, too.
  template <int DX, int DY, int SX, int SY, class Go>
  void forced(const Go& go) const {
    if (no_cut_) go.template straight<SX, SY>();
    go.template slanted<DX, DY>();
  }

  bool wall(int x, int y) const noexcept { return (rows_.block(y, x).wall & rows_.bit(y, x)) != 0; }

  template <int DX, int DY>
  Met run(int x, int y) const noexcept {
    if constexpr (DX > 0) return rows_.run_forward(y, x);
    if constexpr (DX < 0) return rows_.run_backward(y, x);
    if constexpr (DY > 0) return columns_.run_forward(x, y);
    if constexpr (DY < 0) return columns_.run_backward(x, y);
  }

  // Visits the stop of a straight run from (x, y), at the cost `cost`. A live run never ends at a wall.
  template <int DX, int DY, bool kLive, class Visit>
  PATHSTAR_INLINE void jump(int x, int y, Cost cost, Visit&& visit) const {
    const Met met = run<DX, DY>(x, y);
    if (!kLive && met.wall()) return;
    const int position = met.position();
    if constexpr (DY == 0) visit(at(position, y), cost + straight_ * std::abs(position - x));
    if constexpr (DX == 0) visit(at(x, position), cost + straight_ * std::abs(position - y));
  }

  // The same for the goal, if it comes before the stop; it lies on the run's line.
  template <int DX, int DY, class Visit>
  void jump_to_goal(int x, int y, Cost cost, Visit&& visit) const {
    const int position = run<DX, DY>(x, y).position();
    const bool reached = DX > 0   ? position >= goal_x_
                         : DX < 0 ? position <= goal_x_
                         : DY > 0 ? position >= goal_y_
                                  : position <= goal_y_;
    if (reached) visit(at(goal_x_, goal_y_), cost + straight_ * (std::abs(goal_x_ - x) + std::abs(goal_y_ - y)));
  }

  template <int DX, int DY, class Visit>
  void turns(int x, int y, int base, const CrossBlock& block, Word cells, Visit&& visit) const {
    const auto side = [&]<int SX, int SY>(CrossField live) {
      for (Word bits = block.field[live] & cells; bits != 0; bits &= bits - 1) {
        const int row = base + lowest(bits), steps = std::abs(row - y);
        jump<SX, SY, true>(x + DX * steps, row, slope_ * steps, visit);
      }
    };
    if constexpr (DX >= 0) side.template operator()<1, 0>(kLiveEast);
    if constexpr (DX <= 0) side.template operator()<-1, 0>(kLiveWest);
    if constexpr (DX != 0 && DY < 0) side.template operator()<0, -1>(kLiveNorth);
    if constexpr (DX != 0 && DY > 0) side.template operator()<0, 1>(kLiveSouth);
  }

  Lines rows_;
  Lines columns_;
  CrossLines rising_;
  CrossLines falling_;
  SlotNumbers::Reader numbers_;
  std::uint32_t jump_points_;
  const Moves* moves_;
  Columns places_;
  Heuristic<Cost> heuristic_;
  double scale_;
  std::uint32_t width_;
  std::uint32_t height_;
  std::uint32_t shift_;
  std::uint32_t mask_;
  bool diagonals_;
  bool no_cut_;
  bool far_;

 protected:
  Cost straight_;
  Cost slope_;  // of a step along a cross bitmap's line
  std::int32_t goal_x_;
  std::int32_t goal_y_;
};
static_assert(Searchable<JumpView> && CountsSteps<JumpView> && Fetches<JumpView, int>);

}  // namespace pathstar
