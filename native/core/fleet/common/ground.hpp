// The ground that units share: the cells where a unit may stand, numbered without gaps, and the moves between them.
//
// It is a copy of a space's steps in compressed rows. A move takes one unit of time, or longer where the ground has
// durations: the unit is in the old cell until the last unit of time, and then in the new one. Moves whose midpoints
// coincide exclude each other: the two directions of one move, and diagonals that cross.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar::fleet {

using Time = std::int32_t;
inline constexpr Time kForever = std::numeric_limits<Time>::max() / 4;  // sums of two stay in range

// A cell of the ground, by its number. It is a plain number, not a type of its own, because nearly every use is an
// index into an array: a type would add a conversion to each and check little, as a Node becomes a Spot only in
// cell_of().
using Spot = std::uint32_t;
inline constexpr Spot kNoSpot = ~Spot{0};

using Move = std::uint32_t;  // a move from one cell to another, by its number on the ground
inline constexpr Move kNoMove = ~Move{0};

class Ground {
 public:
  // A step to a node, and how long it takes.
  struct Step {
    Node node;
    Time duration = 1;

    auto operator<=>(const Step&) const = default;
  };
  // Lists the steps from a node; false if no unit may stand there.
  using StepsOf = std::function<bool(Node, std::vector<Step>&)>;
  using Sides = std::array<std::uint32_t, 3>;  // width, height and depth of cells; zeros where nodes are not cells

  Ground(std::size_t nodes, const Sides& sides, const StepsOf& steps_of);

  // The same ground without some of its cells. Nodes keep their numbers, and cells get others.
  Ground without(std::span<const Spot> closed) const;

  std::size_t cells() const noexcept { return node_of_.size(); }
  Node node_of(Spot cell) const noexcept { return node_of_[cell]; }
  Spot cell_of(Node node) const noexcept { return cell_of_[node]; }  // kNoSpot where no unit may stand
  bool is_free(Node node) const noexcept { return node < cell_of_.size() && cell_of_[node] != kNoSpot; }

  std::span<const Spot> next(Spot cell) const noexcept {
    return {targets_.data() + offsets_[cell], targets_.data() + offsets_[cell + 1]};
  }
  std::span<const Spot> previous(Spot cell) const noexcept {
    return {sources_.data() + back_offsets_[cell], sources_.data() + back_offsets_[cell + 1]};
  }
  bool leads(Spot from, Spot to) const noexcept { return move(from, to) != kNoMove; }

  std::size_t moves() const noexcept { return targets_.size(); }
  Move first_move(Spot from) const noexcept { return offsets_[from]; }  // to the first of next(from); the others follow
  // kNoMove if there is none, as from a cell to itself.
  Move move(Spot from, Spot to) const noexcept {
    const auto ways = next(from);
    const auto way = std::find(ways.begin(), ways.end(), to);
    return way == ways.end() ? kNoMove : offsets_[from] + static_cast<Move>(way - ways.begin());
  }
  // The moves from the cells of previous(cell).
  std::span<const Move> moves_to(Spot cell) const noexcept {
    return {arrivals_.data() + back_offsets_[cell], arrivals_.data() + back_offsets_[cell + 1]};
  }
  bool has_durations() const noexcept { return !durations_.empty(); }
  std::span<const Time> durations() const noexcept { return durations_; }  // by move
  Time duration(Move move) const noexcept { return durations_.empty() ? 1 : durations_[move]; }

  // A lower bound on the moves from one cell to another. One move changes it by one at most.
  Time estimate(Spot from, Spot to) const noexcept {
    if (lattice_ == Lattice::none) return 0;
    Node sum = 0, most = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
      const Node a = places_[from][axis], b = places_[to][axis], apart = a < b ? b - a : a - b;
      sum += apart;
      most = apart > most ? apart : most;
    }
    return static_cast<Time>(lattice_ == Lattice::straight ? sum : most);
  }

  bool has_crossings() const noexcept { return !crossings_.empty(); }
  // The pairs of cells such that a move between them, in either direction, crosses this one.
  std::span<const std::pair<Spot, Spot>> crossings(Spot from, Spot to) const noexcept;

 private:
  // How far moves lead: at most one cell along one axis, at most one along each axis, or farther.
  enum class Lattice : std::uint8_t { straight, diagonal, none };

  void read(std::size_t nodes, const StepsOf& steps_of);
  void reverse();
  void find_places();
  void find_lattice();
  void find_crossings();
  void add_crossings_of(Spot from, Spot to);

  Sides sides_;
  Lattice lattice_ = Lattice::none;
  std::vector<Sides> places_;  // of each cell, along each axis; empty if moves lead farther
  std::vector<Node> node_of_;
  std::vector<Spot> cell_of_;
  std::vector<std::uint32_t> offsets_, back_offsets_;
  std::vector<Spot> targets_, sources_;
  std::vector<Move> arrivals_;                   // the moves of sources_
  std::vector<Time> durations_;                  // by move; empty if each takes one unit of time
  std::vector<std::uint32_t> crossing_offsets_;  // by move; empty if none cross
  std::vector<std::pair<Spot, Spot>> crossings_;
};

}  // namespace pathstar::fleet
