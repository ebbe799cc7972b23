// The places of the next landmarks, one for each component of two or more nodes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/driver/poll.hpp"
#include "indexes/common/node_chunks.hpp"
#include "indexes/landmarks/landmark_tables.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class LandmarkPlaces {
 public:
  // Initially the first node of each component.
  explicit LandmarkPlaces(std::span<const std::int32_t> components);

  const std::vector<Node>& places() const noexcept { return places_; }

  // The place in the component of a reached node.
  Node place_of(Node node) const noexcept {
    return places_[static_cast<std::size_t>(slot_[static_cast<std::size_t>(components_[node])])];
  }

  // Moves each place to another node of its component.
  template <class Next>
  void move(Next&& next) {
    for (Node& place : places_) place = next(place);
  }

  // Moves to the nodes of the highest rank; a component whose ranks are all 0 keeps its place. False if the poll
  // stopped it.
  template <class Rank>
  bool choose(const Poll& poll, Rank&& rank) {
    std::fill(best_.begin(), best_.end(), 0);
    return each_node(static_cast<std::uint32_t>(components_.size()), poll, [&](Node node) {
      const std::int32_t slot = slot_[static_cast<std::size_t>(components_[node])];
      if (slot < 0) return;
      const std::uint64_t ranked = rank(node);
      std::uint64_t& best = best_[static_cast<std::size_t>(slot)];
      if (ranked <= best) return;
      best = ranked;
      places_[static_cast<std::size_t>(slot)] = node;
    });
  }

  // Moves to the nodes farthest from all places measured so far; `distance(node)` is that from the current places, or
  // kNoWay.
  template <class Distance>
  bool go_on(const Poll& poll, Distance&& distance) {
    return choose(poll, [&](Node node) {
      nearest_[node] = std::min(nearest_[node], distance(node));
      // Nodes without a path from any place rank below all that have one, and above the landmarks themselves.
      return nearest_[node] == kNoWay ? std::uint64_t{1} : 2 * std::uint64_t{nearest_[node]};
    });
  }
  // The next choice considers only landmarks, not the start of the first search.
  void forget() { std::fill(nearest_.begin(), nearest_.end(), kNoWay); }

 private:
  std::span<const std::int32_t> components_;
  std::vector<std::int32_t> slot_;  // of a component among the places; -1 if it has none
  std::vector<Node> places_;
  std::vector<std::uint64_t> best_;
  std::vector<std::uint32_t> nearest_;
};

}  // namespace pathstar
