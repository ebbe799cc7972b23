#include "fleet/common/strong_parts.hpp"

#include <cstddef>
#include <ranges>

namespace pathstar::fleet {
namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

}  // namespace

StrongParts::StrongParts(const Ground& ground) : ground_(&ground), parts_(ground.cells(), kNone) {
  number(in_order_of_leaving());
}

// The cells in the order in which a depth-first search leaves them.
std::vector<Spot> StrongParts::in_order_of_leaving() const {
  struct Visit {
    Spot cell;
    std::uint32_t at;  // in next(cell)
  };
  std::vector<Spot> order;
  order.reserve(ground_->cells());
  std::vector<bool> seen(ground_->cells());
  std::vector<Visit> stack;
  const auto enter = [&](Spot cell) {
    if (seen[cell]) return;
    seen[cell] = true;
    stack.push_back({cell, 0});
  };
  for (Spot first = 0; first < ground_->cells(); ++first) {
    enter(first);
    while (!stack.empty()) {
      Visit& visit = stack.back();
      const auto next = ground_->next(visit.cell);
      if (visit.at < next.size()) {
        enter(next[visit.at++]);
      } else {
        order.push_back(visit.cell);
        stack.pop_back();
      }
    }
  }
  return order;
}

// Among the cells without a number, those that lead to the one left last are its component.
void StrongParts::number(const std::vector<Spot>& order) {
  std::uint32_t count = 0;
  std::vector<Spot> stack;
  const auto enter = [&](Spot cell) {
    if (parts_[cell] != kNone) return;
    parts_[cell] = count;
    stack.push_back(cell);
  };
  for (const Spot first : std::views::reverse(order)) {
    if (parts_[first] != kNone) continue;
    enter(first);
    while (!stack.empty()) {
      const Spot cell = stack.back();
      stack.pop_back();
      for (const Spot before : ground_->previous(cell)) enter(before);
    }
    ++count;
  }
}

bool StrongParts::leads(Spot from, Spot to) const {
  if (parts_[from] >= parts_[to]) return parts_[from] == parts_[to];
  std::vector<bool> seen(ground_->cells());
  std::vector<Spot> stack{from};
  seen[from] = true;
  while (!stack.empty()) {
    const Spot cell = stack.back();
    stack.pop_back();
    if (parts_[cell] == parts_[to]) return true;
    for (const Spot next : ground_->next(cell)) {
      if (seen[next] || parts_[next] > parts_[to]) continue;
      seen[next] = true;
      stack.push_back(next);
    }
  }
  return false;
}

}  // namespace pathstar::fleet
