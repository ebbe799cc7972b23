#include "indexes/hierarchy/regular_cell_search.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>

#include "indexes/hierarchy/cluster_layout.hpp"

namespace pathstar {

void RegularCellSearch::enter(const Box& box, const Box& other) {
  boxes_ = {box, other};
  second_ = box.width() * box.height();
  cells_.resize(second_ + other.width() * other.height());
}

std::uint32_t RegularCellSearch::number_at(std::uint32_t x, std::uint32_t y) const noexcept {
  const auto number = [&](const Box& box) { return (y - box.top) * box.width() + (x - box.left); };
  if (contains(boxes_[0], x, y)) return number(boxes_[0]);
  return contains(boxes_[1], x, y) ? second_ + number(boxes_[1]) : kNoCell;
}

void RegularCellSearch::begin(Node source, double key) {
  std::fill(cells_.begin(), cells_.end(), BoxCell{});
  cells_[number_of(source)].reached = 0.0;
  heap_.assign(1, {key, 0.0, source});
}

bool RegularCellSearch::take(Waiting& next) {
  while (!heap_.empty()) {
    next = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    heap_.pop_back();
    if (next.reached == cells_[number_of(next.node)].reached) return true;
  }
  return false;
}

template <class Estimate>
void RegularCellSearch::step(const Waiting& by, Node to, std::uint32_t number, double cost, const Estimate& estimate) {
  const double reached = by.reached + cost;
  if (number == kNoCell || reached >= cells_[number].reached) return;
  cells_[number] = {reached, by.node};
  heap_.push_back({reached + estimate(to), reached, to});
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

void RegularCellSearch::spread(Node source, bool back) {
  begin(source, 0.0);
  for (Waiting next; take(next); ++expanded_) {
    const auto visit = [&](Node to, std::uint32_t x, std::uint32_t y, const auto& cost) {
      step(next, to, number_at(x, y), cost(), [](Node) { return 0.0; });
    };
    back ? ground_.each_step_to(next.node, visit) : ground_.each_step(next.node, visit);
  }
}

bool RegularCellSearch::find(Node from, Node to, std::vector<Node>& path) {
  ground_.aim_at(to);
  begin(from, ground_.estimate(from));
  for (Waiting next; take(next) && next.node != to; ++expanded_) {
    ground_.each_step(next.node, [&](Node there, std::uint32_t x, std::uint32_t y, const auto& cost) {
      step(next, there, number_at(x, y), cost(), [&](Node node) { return ground_.estimate(node); });
    });
  }
  if (cells_[number_of(to)].reached == kUnreached) return false;
  const std::size_t begin = path.size();
  for (Node node = to; node != from; node = cells_[number_of(node)].from) path.push_back(node);
  std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
  return true;
}

}  // namespace pathstar
