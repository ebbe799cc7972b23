#include "fleet/joint/configurations.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pathstar::fleet {

std::uint64_t Configurations::hash(std::span<const Spot> cells) const noexcept {
  std::uint64_t sum = 0;
  for (std::size_t unit = 0; unit < cells.size(); ++unit) {
    sum += Random(std::uint64_t{unit} << 32 | cells[unit])();
  }
  return sum;
}

Configuration* Configurations::find(std::span<const Spot> cells) const {
  const auto found = by_hash_.find(hash(cells));
  Configuration* node = found == by_hash_.end() ? nullptr : found->second;
  while (node != nullptr && !std::equal(cells.begin(), cells.end(), node->cells.get())) node = node->same_hash;
  return node;
}

Configuration& Configurations::add(std::span<const Spot> cells, Configuration* parent) {
  Configuration& node = *nodes_.emplace_back(std::make_unique<Configuration>());
  node.cells = std::make_unique_for_overwrite<Spot[]>(cells.size());
  std::copy(cells.begin(), cells.end(), node.cells.get());
  node.parent = parent;
  for (Unit unit = 0; unit < cells.size(); ++unit) {
    if (cells[unit] != kNoSpot) node.bound += pibt_->distance(unit, cells[unit]);
  }
  if (parent != nullptr) node.loss = parent->loss + loss(*parent, node);
  set_priorities(node);
  Configuration*& first = by_hash_[hash(cells)];
  node.same_hash = first;
  first = &node;
  return node;
}

// The time since the unit was at its goal, plus a fraction: its distance at the start relative to the ground.
void Configurations::set_priorities(Configuration& node) const {
  node.priorities = std::make_unique_for_overwrite<float[]>(units());
  for (Unit unit = 0; unit < units(); ++unit) {
    if (node.parent == nullptr) {
      const auto far = static_cast<float>(pibt_->distance(unit, node.cells[unit]));
      node.priorities[unit] = far / static_cast<float>(problem_->ground->cells() + 1);
      continue;
    }
    const float before = node.parent->priorities[unit];
    const bool home = node.cells[unit] == kNoSpot || node.cells[unit] == pibt_->goal(unit);
    node.priorities[unit] = home ? before - std::floor(before) : before + 1;
  }
}

std::span<const Unit> Configurations::order(Configuration& node) const {
  if (node.order == nullptr) {
    node.order = std::make_unique_for_overwrite<Unit[]>(units());
    std::iota(node.order.get(), node.order.get() + units(), Unit{0});
    std::sort(node.order.get(), node.order.get() + units(),
              [&](Unit a, Unit b) { return std::pair(-node.priorities[a], a) < std::pair(-node.priorities[b], b); });
  }
  return {node.order.get(), units()};
}

std::int64_t Configurations::loss(const Configuration& from, const Configuration& to) const noexcept {
  std::int64_t loss = 0;
  for (Unit unit = 0; unit < units(); ++unit) {
    const Spot goal = pibt_->goal(unit), cell = to.cells[unit];
    loss += cell != kNoSpot && (from.cells[unit] != goal || cell != goal);
  }
  return loss;
}

Paths Configurations::paths_to(const Configuration& last) const {
  std::vector<const Configuration*> way;
  for (const Configuration* node = &last; node != nullptr; node = node->parent) way.push_back(node);
  Paths paths(units());
  for (auto node = way.rbegin(); node != way.rend(); ++node) {
    for (Unit unit = 0; unit < units(); ++unit) {
      if ((*node)->cells[unit] != kNoSpot) paths[unit].push_back((*node)->cells[unit]);
    }
  }
  for (UnitPath& path : paths) trim(path);
  return paths;
}

}  // namespace pathstar::fleet
