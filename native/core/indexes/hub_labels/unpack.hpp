// Converts the result of labels into the corners of a path.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "indexes/common/damaged_index.hpp"
#include "indexes/hub_labels/labels.hpp"
#include "indexes/subgoals/sight.hpp"
#include "paths/trail.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// A cell in the coordinates of Sight.
struct Spot {
  std::int32_t x;
  std::int32_t y;
};

class LabelWalk {
 public:
  LabelWalk(std::uint32_t width, const Sight& sight, const LabelTables& labels) noexcept
      : width_(width), sight_(&sight), labels_(&labels) {}

  Spot spot(Node node) const noexcept {
    const std::uint32_t y = node / width_;
    return {static_cast<std::int32_t>(node - y * width_) + 1, static_cast<std::int32_t>(y) + 1};
  }
  Node node(std::int32_t x, std::int32_t y) const noexcept {
    return static_cast<Node>(y - 1) * width_ + static_cast<Node>(x - 1);
  }

  Node node(Place place) const noexcept { return node(place.x, place.y); }

  // Whether a path with at most one bend leads from start to goal.
  bool bends(Spot start, Spot goal) const noexcept {
    return sight_->reaches(start.x, start.y, goal.x, goal.y) || sight_->reaches(goal.x, goal.y, start.x, start.y);
  }

  // The steps of such a path.
  static StepCounts steps_between(Spot start, Spot goal) noexcept {
    const auto across = static_cast<std::uint64_t>(std::abs(goal.x - start.x));
    const auto down = static_cast<std::uint64_t>(std::abs(goal.y - start.y));
    const std::uint64_t slope = std::min(across, down);
    return {std::max(across, down) - slope, slope};
  }

  // Start, bend and goal, if such a path exists; otherwise nothing.
  std::vector<Node> one_bend(Spot start, Spot goal) const {
    if (sight_->reaches(start.x, start.y, goal.x, goal.y)) return {node(start.x, start.y), node(goal.x, goal.y)};
    if (!sight_->reaches(goal.x, goal.y, start.x, start.y)) return {};
    const int steps = std::min(std::abs(goal.x - start.x), std::abs(goal.y - start.y));
    return {node(start.x, start.y), bend(goal, start.x, start.y, steps), node(goal.x, goal.y)};
  }

  // The path from the start along the links of two entries for the same hub to the goal, which sees the last subgoal at
  // `last`.
  std::vector<Node> over_hub(Spot start, std::uint32_t start_entry, Spot goal, Place last,
                             std::uint32_t goal_entry) const {
    std::vector<Node> corners;
    corners.reserve(128);
    corners.push_back(node(start.x, start.y));
    if (node(labels_->links[labels_->link_of[start_entry]].place) == corners[0])
      corners.clear();  // the start is a subgoal itself
    climb(corners, start_entry);
    const std::size_t hub = corners.size();
    climb(corners, goal_entry);
    corners.pop_back();  // the hub again
    std::reverse(corners.begin() + static_cast<std::ptrdiff_t>(hub), corners.end());
    add(corners, bend(goal, last.x, last.y, std::min(std::abs(last.x - goal.x), std::abs(last.y - goal.y))));
    add(corners, node(goal.x, goal.y));
    return corners;
  }

  // The number of the entry for a hub in a vertex's label. Throws DamagedIndex if there is none.
  std::uint32_t entry_of(std::uint32_t vertex, std::uint32_t hub) const {
    const std::span<const LabelEntry> label = labels_->label(vertex);
    const auto found = std::lower_bound(label.begin(), label.end(), hub,
                                        [](const LabelEntry& entry, std::uint32_t name) { return entry.hub < name; });
    if (found == label.end() || found->hub != hub) throw DamagedIndex();
    return labels_->first[vertex] + static_cast<std::uint32_t>(found - label.begin());
  }

 private:
  // The cell `steps` diagonal steps from `from` towards a place.
  Node bend(Spot from, std::int32_t to_x, std::int32_t to_y, std::int32_t steps) const noexcept {
    return node(from.x + (to_x > from.x ? steps : -steps), from.y + (to_y > from.y ? steps : -steps));
  }

  static void add(std::vector<Node>& corners, Node corner) {
    if (corners.empty() || corners.back() != corner) corners.push_back(corner);
  }

  void climb(std::vector<Node>& corners, std::uint32_t entry) const {
    for (std::uint32_t i = labels_->link_of[entry];; i = labels_->links[i].next) {
      corners.push_back(node(labels_->links[i].place));
      if (labels_->links[i].next == i) return;
    }
  }

  std::uint32_t width_;
  const Sight* sight_;
  const LabelTables* labels_;
};

}  // namespace pathstar
