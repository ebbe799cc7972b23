#include "fleet/common/ground.hpp"

#include <algorithm>
#include <numeric>

namespace pathstar::fleet {

Ground::Ground(std::size_t nodes, const Sides& sides, const StepsOf& steps_of) : sides_(sides) {
  read(nodes, steps_of);
  reverse();
  if (sides_[0] == 0) return;
  find_places();
  find_lattice();
  if (lattice_ != Lattice::straight) find_crossings();
  if (lattice_ == Lattice::none) places_.clear();
}

Ground Ground::without(std::span<const Spot> closed) const {
  std::vector<bool> is_closed(cells());
  for (const Spot cell : closed) is_closed[cell] = true;
  return Ground(cell_of_.size(), sides_, [&](Node node, std::vector<Step>& steps) {
    const Spot from = cell_of_[node];
    if (from == kNoSpot || is_closed[from]) return false;
    for (Move move = first_move(from); move < first_move(from + 1); ++move) {
      if (!is_closed[targets_[move]]) steps.push_back({node_of_[targets_[move]], duration(move)});
    }
    return true;
  });
}

void Ground::read(std::size_t nodes, const StepsOf& steps_of) {
  cell_of_.assign(nodes, kNoSpot);
  std::vector<Step> steps;
  offsets_.assign(1, 0);
  bool even = true;
  for (Node node = 0; node < nodes; ++node) {
    steps.clear();
    if (!steps_of(node, steps)) continue;
    cell_of_[node] = static_cast<Spot>(node_of_.size());
    node_of_.push_back(node);
    std::sort(steps.begin(), steps.end());  // of several steps to one node, the quickest first
    for (const Step& step : steps) {
      const bool again = targets_.size() > offsets_.back() && targets_.back() == step.node;
      if (step.node == node || again) continue;
      if (even && step.duration != 1) {
        even = false;
        durations_.assign(targets_.size(), 1);
      }
      targets_.push_back(step.node);
      if (!even) durations_.push_back(step.duration);
    }
    offsets_.push_back(static_cast<Move>(targets_.size()));
  }
  for (Spot& target : targets_) target = cell_of_[target];
}

void Ground::reverse() {
  back_offsets_.assign(cells() + 1, 0);
  for (const Spot to : targets_) ++back_offsets_[to + 1];
  std::partial_sum(back_offsets_.begin(), back_offsets_.end(), back_offsets_.begin());
  sources_.resize(targets_.size());
  arrivals_.resize(targets_.size());
  auto at = back_offsets_;
  for (Spot from = 0; from < cells(); ++from) {
    for (Move move = first_move(from); move < first_move(from + 1); ++move) {
      const std::uint32_t place = at[targets_[move]]++;
      sources_[place] = from;
      arrivals_[place] = move;
    }
  }
}

void Ground::find_places() {
  places_.reserve(cells());
  for (const Node node : node_of_) {
    const Node row = node / sides_[0];
    places_.push_back({node % sides_[0], row % sides_[1], row / sides_[1]});
  }
}

void Ground::find_lattice() {
  lattice_ = Lattice::straight;
  for (Spot from = 0; from < cells(); ++from) {
    for (const Spot to : next(from)) {
      unsigned axes = 0;
      for (unsigned axis = 0; axis < 3; ++axis) {
        const Node beyond = places_[to][axis] - places_[from][axis] + 1;  // 0, 1 or 2, modulo the range of nodes
        if (beyond > 2) {
          lattice_ = Lattice::none;
          return;
        }
        axes += beyond != 1;
      }
      if (axes > 1) lattice_ = Lattice::diagonal;
    }
  }
}

void Ground::find_crossings() {
  crossing_offsets_.reserve(moves() + 1);
  crossing_offsets_.push_back(0);
  for (Spot from = 0; from < cells(); ++from) {
    for (const Spot to : next(from)) {
      add_crossings_of(from, to);
      crossing_offsets_.push_back(static_cast<std::uint32_t>(crossings_.size()));
    }
  }
  if (crossings_.empty()) crossing_offsets_.clear();
}

// The other diagonals of the box that a diagonal move spans have the same midpoint.
void Ground::add_crossings_of(Spot from, Spot to) {
  const Node strides[3] = {1, sides_[0], sides_[0] * sides_[1]};
  Node difference[3];  // of the two nodes along each axis, modulo the range of nodes
  Node whole = 0;
  unsigned differing = 0;
  for (unsigned axis = 0; axis < 3; ++axis) {
    difference[axis] = (places_[to][axis] - places_[from][axis]) * strides[axis];
    whole += difference[axis];
    if (difference[axis] != 0) differing |= 1u << axis;
  }
  for (unsigned taken = 1; taken < differing; ++taken) {
    if ((taken & differing) != taken || taken > (differing ^ taken)) continue;  // each pair once
    Node shift = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (taken >> axis & 1) shift += difference[axis];
    }
    const Node node = node_of_[from];
    const Spot a = cell_of_[node + shift], b = cell_of_[node + whole - shift];
    if (a != kNoSpot && b != kNoSpot && (leads(a, b) || leads(b, a))) crossings_.emplace_back(a, b);
  }
}

std::span<const std::pair<Spot, Spot>> Ground::crossings(Spot from, Spot to) const noexcept {
  const Move number = crossings_.empty() ? kNoMove : move(from, to);
  if (number == kNoMove) return {};
  return {crossings_.data() + crossing_offsets_[number], crossings_.data() + crossing_offsets_[number + 1]};
}

}  // namespace pathstar::fleet
