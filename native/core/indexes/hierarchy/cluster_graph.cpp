#include "indexes/hierarchy/cluster_graph.hpp"

#include <algorithm>
#include <limits>

namespace pathstar {

template <class Space>
void ClusterGraph<Space>::enter(std::uint32_t cluster) {
  level_ = layout_->level_of(cluster);
  box_ = layout_->box(cluster);
  graph_.clear();
  level_ == 1 ? add_cells() : add_gates();
}

template <class Space>
void ClusterGraph<Space>::add_cells() {
  for (std::uint32_t y = box_.top; y < box_.bottom; ++y) {
    for (std::uint32_t x = box_.left; x < box_.right; ++x) {
      add_steps_to(y * layout_->width() + x, box_);
      graph_.end_node();
    }
  }
}

template <class Space>
void ClusterGraph<Space>::add_gates() {
  parts_.clear();
  part_first_.clear();
  std::uint32_t gates = 0;
  const std::uint32_t side = ClusterLayout::side(level_ - 1);
  for (std::uint32_t y = box_.top; y < box_.bottom; y += side) {
    for (std::uint32_t x = box_.left; x < box_.right; x += side) {
      parts_.push_back(layout_->at(level_ - 1, x, y));
      part_first_.push_back(gates);
      gates += static_cast<std::uint32_t>(tables_->gates(parts_.back()).size());
    }
  }
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    const std::span<const Node> inside = tables_->gates(parts_[part]);
    const Box part_box = layout_->box(parts_[part]);
    for (std::uint32_t to = 0; to < inside.size(); ++to) {
      for (std::uint32_t from = 0; from < inside.size(); ++from) {
        const double cost = tables_->row(parts_[part], from)[to];
        const bool linked = cost < kNoCost || tables_->row(parts_[part], to)[from] < kNoCost;
        if (from != to && linked) graph_.add_edge(part_first_[part] + from, cost);
      }
      add_steps_to(inside[to], part_box);
      graph_.end_node();
    }
  }
}

// The steps to a node: of cells within the cluster, of gates from other parts of it.
template <class Space>
void ClusterGraph<Space>::add_steps_to(Node node, const Box& part) {
  const auto add = [&](Node from, std::uint32_t x, std::uint32_t y, const auto& cost) {
    if (!contains(box_, x, y) || (level_ > 1 && contains(part, x, y))) return;
    if (const std::uint32_t numbered = number(from); numbered != kNoGate) graph_.add_edge(numbered, cost());
  };
  ground_.each_step_to(node, add);
  if (!ground_.one_way()) return;
  ground_.each_step(
      node, [&](Node to, std::uint32_t x, std::uint32_t y, const auto&) { add(to, x, y, [] { return kNoCost; }); });
}

// The number of a node within the cluster; kNoGate if it is not in the graph.
template <class Space>
std::uint32_t ClusterGraph<Space>::number(Node node) const noexcept {
  const std::uint32_t y = node / layout_->width(), x = node - y * layout_->width();
  if (level_ == 1) return (y - box_.top) * box_.width() + (x - box_.left);
  const std::uint32_t side = ClusterLayout::side(level_ - 1), across = (box_.width() - 1) / side + 1;
  const std::uint32_t part = (y - box_.top) / side * across + (x - box_.left) / side;
  const std::uint32_t gate = tables_->number(parts_[part], node);
  return gate == kNoGate ? kNoGate : part_first_[part] + gate;
}

template <class Space>
void ClusterGraph<Space>::begin(std::span<const Node> gates) {
  numbers_.clear();
  for (const Node gate : gates) numbers_.push_back(number(gate));
  written_ = 0;
  begin_rows();
}

// As many side by side as fit.
template <class Space>
void ClusterGraph<Space>::begin_rows() {
  graph_.begin(std::span(numbers_).subspan(written_, std::min(LocalCosts::kLanes, numbers_.size() - written_)));
}

template <class Space>
bool ClusterGraph<Space>::write_costs(double* costs, std::uint64_t& budget) {
  const std::size_t gates = numbers_.size();
  while (written_ < gates) {
    budget -= graph_.step(budget);
    if (!graph_.over()) return false;
    const std::size_t stop = std::min(written_ + LocalCosts::kLanes, gates);
    double* cost = costs + written_ * gates;
    for (std::size_t lane = 0; written_ < stop; ++lane, ++written_) {
      for (const std::uint32_t to : numbers_) *cost++ = graph_.costs(to)[lane];
    }
    if (written_ < gates) begin_rows();
  }
  return true;
}

template <class Space>
void ClusterGraph<Space>::write_all(double* costs) {
  std::uint64_t enough = std::numeric_limits<std::uint64_t>::max();
  write_costs(costs, enough);
}

template class ClusterGraph<Grid>;
template class ClusterGraph<RegularGrid>;

}  // namespace pathstar
