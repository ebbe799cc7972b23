#include "analysis/lost_paths.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>
#include <vector>

#include "analysis/grid_components.hpp"

namespace pathstar {
namespace {

// Cells with one label that are connected without leaving it.
struct LabelledPart {
  Node first;                         // its first cell
  std::int32_t label;                 // 0 for ground outside all dead ends
  std::int32_t island;                // the component of the grid that it belongs to
  bool at_open = false;               // whether a step leads from it to ground outside
  std::vector<std::uint32_t> beside;  // parts of other dead ends that a step leads to, sorted
};

class LabelledParts {
 public:
  LabelledParts(const Grid& grid, std::span<const std::int32_t> labels, const Stop& stop)
      : grid_(grid), labels_(labels), islands_(component_labels(grid, stop)), part_of_(grid.size(), kNone) {
    Pause pause(stop);
    for (Node node = 0; node < grid.size() && !stopped_; ++node) {
      if (grid.walkable(node) && part_of_[node] == kNone) stopped_ = !add(node, pause);
    }
    for (Node node = 0; node < grid.size() && !stopped_; ++node) {
      stopped_ = pause();
      join(node);
    }
    for (LabelledPart& part : parts_) {
      std::ranges::sort(part.beside);
      part.beside.erase(std::ranges::unique(part.beside).begin(), part.beside.end());
    }
  }

  std::optional<LostPath> lost() const {
    std::vector<std::uint32_t> by_island(parts_.size());
    std::iota(by_island.begin(), by_island.end(), 0u);
    const auto island = [this](std::uint32_t part) { return parts_[part].island; };
    std::ranges::stable_sort(by_island, {}, island);
    for (auto begin = by_island.begin(); begin != by_island.end() && !stopped_;) {
      const auto end = std::find_if(begin, by_island.end(), [&](auto part) { return island(part) != island(*begin); });
      if (const auto lost = lost_in({begin, end})) return lost;
      begin = end;
    }
    return std::nullopt;
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  template <class Visit>
  void each_next(Node node, Visit&& visit) const {
    for (unsigned legal = grid_.legal(node); legal != 0; legal &= legal - 1) {
      const auto [dx, dy] = kDirections[static_cast<std::size_t>(std::countr_zero(legal))];
      visit(static_cast<Node>(node + static_cast<std::int64_t>(dy) * grid_.width() + dx));
    }
  }

  // False if it was stopped.
  bool add(Node first, Pause& pause) {
    const auto part = static_cast<std::uint32_t>(parts_.size());
    parts_.push_back({first, labels_[first], islands_[first], false, {}});
    part_of_[first] = part;
    open_.assign(1, first);
    while (!open_.empty()) {
      if (pause()) return false;
      const Node node = open_.back();
      open_.pop_back();
      each_next(node, [&](Node next) {
        if (part_of_[next] != kNone || labels_[next] != labels_[first]) return;
        part_of_[next] = part;
        open_.push_back(next);
      });
    }
    return true;
  }

  void join(Node node) {
    if (part_of_[node] == kNone || labels_[node] == 0) return;
    LabelledPart& part = parts_[part_of_[node]];
    each_next(node, [&](Node next) {
      if (labels_[next] == 0) {
        part.at_open = true;
      } else if (part_of_[next] != part_of_[node] && (part.beside.empty() || part.beside.back() != part_of_[next])) {
        part.beside.push_back(part_of_[next]);
      }
    });
  }

  // For the parts of one island, in the order of their first cells.
  std::optional<LostPath> lost_in(std::span<const std::uint32_t> members) const {
    const auto is_open = [this](std::uint32_t part) { return parts_[part].label == 0; };
    const auto open = std::find_if(members.begin(), members.end(), is_open);
    if (open == members.end()) return lost_without_open(members);
    for (const std::uint32_t part : members) {
      if (part != *open && !parts_[part].at_open) return between(*open, part);
    }
    return std::nullopt;
  }

  // If all of an island lies in dead ends, every two of its parts must touch.
  std::optional<LostPath> lost_without_open(std::span<const std::uint32_t> members) const {
    for (const std::uint32_t part : members) {
      const auto& beside = parts_[part].beside;
      for (const std::uint32_t other : members) {
        if (other != part && !std::binary_search(beside.begin(), beside.end(), other)) return between(part, other);
      }
    }
    return std::nullopt;
  }

  std::optional<LostPath> between(std::uint32_t one, std::uint32_t other) const {
    const auto [start, goal] = std::minmax(parts_[one].first, parts_[other].first);
    return LostPath{start, goal};
  }

  const Grid& grid_;
  std::span<const std::int32_t> labels_;
  std::vector<std::int32_t> islands_;
  std::vector<std::uint32_t> part_of_;
  std::vector<LabelledPart> parts_;
  std::vector<Node> open_;
  bool stopped_ = false;
};

}  // namespace

std::optional<LostPath> lost_path(const Grid& grid, std::span<const std::int32_t> labels, const Stop& stop) {
  return LabelledParts(grid, labels, stop).lost();
}

}  // namespace pathstar
