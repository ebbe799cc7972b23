#include "indexes/hierarchy/gate_search.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace pathstar {

void GateSearch::enter(const ClusterScope& scope) {
  for (const GateBlock& block : blocks_) blocks_of_[block.cluster] = kNoBlock;
  blocks_.clear();
  labels_.clear();
  heap_.clear();
  last_ = kNoLabel;
  scope_ = scope;
  for (std::size_t i = 0; i < 2; ++i) {
    within_level_[i] = scope.within[i] == kNoCluster ? 0 : layout_->level_of(scope.within[i]);
  }
  open_.clear();
  const auto cluster_of = [&](std::uint32_t level, Node node) {
    return node == kNoNode ? kNoCluster : layout_->at(level, node);
  };
  for (std::uint32_t level = 0; level <= scope.top; ++level) {
    open_.push_back({cluster_of(std::max(level, 1u), scope.open[0]), cluster_of(std::max(level, 1u), scope.open[1])});
  }
}

// The cluster as which the search sees the one of this cell; kNoCluster if it does not see it.
std::uint32_t GateSearch::cluster_at(std::uint32_t x, std::uint32_t y) const noexcept {
  const auto lies_in = [&](std::size_t i) {
    return within_level_[i] != 0 && layout_->at(within_level_[i], x, y) == scope_.within[i];
  };
  if (within_level_[0] != 0 && !lies_in(0) && !lies_in(1)) return kNoCluster;
  for (std::uint32_t level = scope_.top; level > 1; --level) {
    const std::uint32_t cluster = layout_->at(level, x, y);
    if (cluster != open_[level][0] && cluster != open_[level][1]) return cluster;
  }
  return layout_->at(1, x, y);
}

std::uint32_t GateSearch::block_at(std::uint32_t x, std::uint32_t y) {
  const std::uint32_t cluster = cluster_at(x, y);
  if (cluster == kNoCluster) return kNoBlock;
  std::uint32_t& known = blocks_of_[cluster];
  if (known == kNoBlock) {
    known = static_cast<std::uint32_t>(blocks_.size());
    blocks_.push_back({cluster, static_cast<std::uint32_t>(labels_.size()), layout_->box(cluster)});
    labels_.resize(labels_.size() + tables_->gates(cluster).size(), {kUnreached, kUnreached, 0.0, kNoLabel, known});
  }
  return known;
}

// kNoLabel if the search sees no such gate.
std::uint32_t GateSearch::label_of(Node gate) {
  const std::uint32_t y = gate / grid_->width();
  const std::uint32_t block = block_at(gate - y * grid_->width(), y);
  if (block == kNoBlock) return kNoLabel;
  const std::uint32_t number = tables_->number(blocks_[block].cluster, gate);
  return number == kNoGate ? kNoLabel : blocks_[block].first + number;
}

double GateSearch::estimate(Node gate) const noexcept {
  const std::uint32_t y = gate / grid_->width(), x = gate - y * grid_->width();
  return heuristic_(static_cast<std::int32_t>(x) - goal_x_, static_cast<std::int32_t>(y) - goal_y_);
}

void GateSearch::reach(std::uint32_t label, double reached, std::uint32_t from) {
  Label& there = labels_[label];
  if (there.reached == kUnreached) there.estimate = estimate(gate_of(label));
  there.reached = reached;
  there.from = from;
  heap_.push_back({reached + there.estimate, reached, label});
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

bool GateSearch::take(Waiting& next) {
  while (!heap_.empty()) {
    next = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    heap_.pop_back();
    if (next.reached == labels_[next.label].reached) return true;
  }
  return false;
}

// To the other gates of the cluster, and over the border.
void GateSearch::expand(std::uint32_t label) {
  ++expanded_;
  const GateBlock block = blocks_[labels_[label].block];
  const std::uint32_t gates = static_cast<std::uint32_t>(tables_->gates(block.cluster).size());
  const double* row = tables_->row(block.cluster, label - block.first);
  const double here = labels_[label].reached;
  for (std::uint32_t i = 0; i < gates; ++i) {
    const double reached = here + row[i];
    if (reached < labels_[block.first + i].reached) reach(block.first + i, reached, label);
  }
  cross(label);
}

void GateSearch::cross(std::uint32_t label) {
  const Node gate = gate_of(label);
  const Box box = blocks_[labels_[label].block].box;
  const double here = labels_[label].reached;
  const std::uint32_t y = gate / grid_->width(), x = gate - y * grid_->width();
  for (unsigned left = grid_->legal(gate); left != 0; left &= left - 1) {
    const int d = std::countr_zero(left);
    const auto [dx, dy] = kDirections[static_cast<std::size_t>(d)];
    const std::uint32_t to_x = x + static_cast<std::uint32_t>(dx), to_y = y + static_cast<std::uint32_t>(dy);
    if (contains(box, to_x, to_y)) continue;
    const Node next = to_y * grid_->width() + to_x;
    const std::uint32_t block = block_at(to_x, to_y);
    const std::uint32_t number = block == kNoBlock ? kNoGate : tables_->number(blocks_[block].cluster, next);
    if (number == kNoGate) continue;
    const std::uint32_t other = blocks_[block].first + number;
    const double reached = here + costs_(gate, next, d);
    if (reached < labels_[other].reached) reach(other, reached, label);
  }
}

double GateSearch::find(std::span<const GateCost> starts, std::span<const GateCost> ends, Node goal, double most) {
  const Moves& moves = grid_->moves();
  const double least = grid_->min_cost();
  heuristic_ = make_heuristic<double>(HeuristicKind::octile, moves.directions == 8, moves.straight * least,
                                      moves.diagonal * least, 1.0);
  goal_y_ = static_cast<std::int32_t>(goal / grid_->width());
  goal_x_ = static_cast<std::int32_t>(goal % grid_->width());
  for (const GateCost& end : ends) {
    if (const std::uint32_t label = label_of(end.gate); label != kNoLabel) labels_[label].rest = end.cost;
  }
  for (const GateCost& start : starts) {
    const std::uint32_t label = label_of(start.gate);
    if (label != kNoLabel && start.cost < labels_[label].reached) reach(label, start.cost, kNoLabel);
  }
  double best = most;
  for (Waiting next; take(next) && next.key < best;) {
    const double whole = next.reached + labels_[next.label].rest;
    if (whole < best) best = whole, last_ = next.label;
    expand(next.label);
  }
  return last_ == kNoLabel ? kUnreached : best;
}

std::vector<ClusterPass> GateSearch::passes() const {
  std::vector<ClusterPass> passes;  // from the end
  for (std::uint32_t label = last_; label != kNoLabel; label = labels_[label].from) {
    const std::uint32_t cluster = blocks_[labels_[label].block].cluster;
    const Node gate = gate_of(label);
    if (passes.empty() || passes.back().cluster != cluster) passes.push_back({cluster, gate, gate});
    passes.back().entry = gate;
  }
  std::reverse(passes.begin(), passes.end());
  return passes;
}

}  // namespace pathstar
