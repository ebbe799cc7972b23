#include "indexes/hierarchy/gate_search.hpp"

#include <algorithm>

namespace pathstar {

template <class Space>
void GateSearch<Space>::enter(const ClusterScope& scope) {
  for (const GateBlock& block : blocks_) blocks_of_[block.cluster] = kNoBlock;
  blocks_.clear();
  labels_.clear();
  last_ = kNoLabel;
  time_ = tables_->time();
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

// The cluster that stands for this cell's in the search; kNoCluster if it is out of scope.
template <class Space>
std::uint32_t GateSearch<Space>::cluster_at(std::uint32_t x, std::uint32_t y) const noexcept {
  const auto lies_in = [&](std::size_t i) {
    return within_level_[i] != 0 && layout_->at(within_level_[i], x, y) == scope_.within[i];
  };
  if (within_level_[0] != 0 && !lies_in(0) && !lies_in(1)) return kNoCluster;
  for (std::uint32_t level = scope_.top; level > 1; --level) {
    const std::uint32_t cluster = layout_->at(level, x, y);
    if (cluster != open_[level][0] && cluster != open_[level][1] && tables_->fit(cluster, time_)) return cluster;
  }
  return layout_->at(1, x, y);
}

template <class Space>
std::uint32_t GateSearch<Space>::block_at(std::uint32_t x, std::uint32_t y) {
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

// kNoLabel if there is no such gate in the search.
template <class Space>
std::uint32_t GateSearch<Space>::label_of(Node gate) {
  const std::uint32_t y = gate / layout_->width();
  const std::uint32_t block = block_at(gate - y * layout_->width(), y);
  if (block == kNoBlock) return kNoLabel;
  const std::uint32_t number = tables_->number(blocks_[block].cluster, gate);
  return number == kNoGate ? kNoLabel : blocks_[block].first + number;
}

template <class Space>
void GateSearch<Space>::reach(std::uint32_t label, double reached, std::uint32_t from) {
  Label& there = labels_[label];
  const Node gate = gate_of(label);
  if (there.reached == kUnreached) there.estimate = ground_.estimate(gate);
  there.reached = reached;
  there.from = from;
  queue_.push({reached + there.estimate, there.estimate, label, gate});
}

template <class Space>
bool GateSearch<Space>::take(Waiting& next) {
  while (queue_.pop(next)) {
    if (const Node ahead = queue_.next(); ahead != kNoNode) ground_.prefetch_steps(ahead);
    if (next.key == labels_[next.order].reached + next.tie) return true;
  }
  return false;
}

// To the other gates of the cluster, and over the border. From a gate that was reached within the cluster, no way to
// the other gates is cheaper than the way from the gate at which the path entered.
template <class Space>
void GateSearch<Space>::expand(std::uint32_t label, Node gate) {
  ++expanded_;
  const std::uint32_t from = labels_[label].from;
  if (from == kNoLabel || labels_[from].block != labels_[label].block) spread(label);
  cross(label, gate);
}

template <class Space>
void GateSearch<Space>::spread(std::uint32_t label) {
  const GateBlock block = blocks_[labels_[label].block];
  const std::uint32_t gates = static_cast<std::uint32_t>(tables_->gates(block.cluster).size());
  const double* row = tables_->row(block.cluster, label - block.first);
  const double here = labels_[label].reached;
  for (std::uint32_t i = 0; i < gates; ++i) {
    const double reached = here + row[i];
    if (reached < labels_[block.first + i].reached) reach(block.first + i, reached, label);
  }
}

template <class Space>
void GateSearch<Space>::cross(std::uint32_t label, Node gate) {
  const Box box = blocks_[labels_[label].block].box;
  const double here = labels_[label].reached;
  ground_.each_step_out(box, gate, [&](Node next, std::uint32_t x, std::uint32_t y, const auto& cost) {
    const std::uint32_t block = block_at(x, y);
    const std::uint32_t number = block == kNoBlock ? kNoGate : tables_->number(blocks_[block].cluster, next);
    if (number == kNoGate) return;
    const std::uint32_t other = blocks_[block].first + number;
    if (labels_[other].reached <= here) return;  // at any cost of the step, such as where the path comes from
    const double reached = here + cost();
    if (reached < labels_[other].reached) reach(other, reached, label);
  });
}

template <class Space>
void GateSearch<Space>::begin(std::span<const GateCost> starts, std::span<const GateCost> ends, Node goal,
                              double most) {
  ground_.aim_at(goal);
  // Most tables hold no cost above that of a straight way across the cluster over the most expensive cells.
  const StepRange<double> steps = ground_.steps();
  queue_.start(BucketPlan<double>::fit(steps.smallest, steps.largest * layout_->side(scope_.top)));
  for (const GateCost& end : ends) {
    if (const std::uint32_t label = label_of(end.gate); label != kNoLabel) labels_[label].rest = end.cost;
  }
  for (const GateCost& start : starts) {
    const std::uint32_t label = label_of(start.gate);
    if (label != kNoLabel && start.cost < labels_[label].reached) reach(label, start.cost, kNoLabel);
  }
  best_ = most;
}

template <class Space>
bool GateSearch<Space>::step(std::uint64_t budget) {
  for (Waiting next; budget > 0; --budget) {
    if (!take(next) || next.key >= best_) return true;
    const double whole = labels_[next.order].reached + labels_[next.order].rest;
    if (whole < best_) best_ = whole, last_ = next.order;
    expand(next.order, next.node);
  }
  return false;
}

template <class Space>
bool GateSearch<Space>::still_fits() const noexcept {
  return std::all_of(blocks_.begin(), blocks_.end(),
                     [&](const GateBlock& block) { return tables_->fit(block.cluster, time_); });
}

template <class Space>
std::vector<ClusterPass> GateSearch<Space>::passes() const {
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

template class GateSearch<Grid>;
template class GateSearch<RegularGrid>;

}  // namespace pathstar
