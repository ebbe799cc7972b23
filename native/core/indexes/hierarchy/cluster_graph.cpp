#include "indexes/hierarchy/cluster_graph.hpp"

#include <algorithm>
#include <bit>

namespace pathstar {

void ClusterGraph::enter(std::uint32_t cluster) {
  level_ = layout_->level_of(cluster);
  box_ = layout_->box(cluster);
  graph_.clear();
  level_ == 1 ? add_cells() : add_gates();
}

void ClusterGraph::add_cells() {
  for (std::uint32_t y = box_.top; y < box_.bottom; ++y) {
    for (std::uint32_t x = box_.left; x < box_.right; ++x) {
      add_steps_to(y * grid_->width() + x, box_);
      graph_.end_node();
    }
  }
}

void ClusterGraph::add_gates() {
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
        if (from != to && cost < kNoCost) graph_.add_edge(part_first_[part] + from, cost);
      }
      add_steps_to(inside[to], part_box);
      graph_.end_node();
    }
  }
}

// The steps to a node: of cells within the cluster, of gates from other parts of it.
void ClusterGraph::add_steps_to(Node node, const Box& part) {
  const std::uint32_t y = node / grid_->width(), x = node - y * grid_->width();
  for (unsigned left = grid_->legal(node); left != 0; left &= left - 1) {
    const int back = std::countr_zero(left);  // moves are the same both ways
    const auto [dx, dy] = kDirections[static_cast<std::size_t>(back)];
    const std::uint32_t from_x = x + static_cast<std::uint32_t>(dx), from_y = y + static_cast<std::uint32_t>(dy);
    if (!contains(box_, from_x, from_y) || (level_ > 1 && contains(part, from_x, from_y))) continue;
    const Node from = from_y * grid_->width() + from_x;
    const std::uint32_t numbered = number(from);
    if (numbered != kNoGate) graph_.add_edge(numbered, steps_(from, node, opposite(back)));
  }
}

// Of a node within the cluster; kNoGate if it is none of the graph's.
std::uint32_t ClusterGraph::number(Node node) const noexcept {
  const std::uint32_t y = node / grid_->width(), x = node - y * grid_->width();
  if (level_ == 1) return (y - box_.top) * box_.width() + (x - box_.left);
  const std::uint32_t side = ClusterLayout::side(level_ - 1), across = (box_.width() - 1) / side + 1;
  const std::uint32_t part = (y - box_.top) / side * across + (x - box_.left) / side;
  const std::uint32_t gate = tables_->number(parts_[part], node);
  return gate == kNoGate ? kNoGate : part_first_[part] + gate;
}

void ClusterGraph::write_costs(std::span<const Node> gates, double* costs) {
  std::vector<std::uint32_t> numbers;
  for (const Node gate : gates) numbers.push_back(number(gate));
  for (std::size_t first = 0; first < gates.size(); first += LocalCosts::kLanes) {
    const std::size_t lanes = std::min(LocalCosts::kLanes, gates.size() - first);
    graph_.run(std::span(numbers).subspan(first, lanes));
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      for (const std::uint32_t to : numbers) *costs++ = graph_.costs(to)[lane];
    }
  }
}

}  // namespace pathstar
