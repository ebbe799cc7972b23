#include "analysis/grid_components.hpp"

#include <algorithm>
#include <utility>

#include "spaces/large_pages.hpp"
#include "spaces/types.hpp"

namespace pathstar {
namespace {

// The directions to cells that come earlier in row-major order: N, W, NW, NE.
constexpr unsigned kEarlier = 0b00110011;
constexpr unsigned kNorth = 0b01;
constexpr unsigned kNorthAndWest = 0b11;

// Union-find over the legal moves in one pass (Tarjan 1975).
class GridComponents {
 public:
  GridComponents(const Grid& grid, const Stop& stop);

  std::vector<std::int32_t> labels() && { return std::move(labels_); }

 private:
  void label_by_earlier(const Grid& grid, Node node);
  void number_islands(const Stop& stop);
  std::int32_t root(std::int32_t label) const noexcept {
    while (merged_[label] != label) label = merged_[label];
    return label;
  }
  std::int32_t merge(std::int32_t a, std::int32_t b) noexcept;  // returns the root of both

  std::vector<std::int32_t> labels_;  // per node
  std::vector<std::int32_t> merged_;  // per label: itself, or the smaller label it was merged into
};

GridComponents::GridComponents(const Grid& grid, const Stop& stop) : merged_(1, 0) {
  reserve_large(labels_, grid.size());
  const bool labelled = in_slices(grid.size(), stop, [&](std::size_t begin, std::size_t end) {
    labels_.resize(end);
    for (auto node = static_cast<Node>(begin); node < end; ++node) {
      if (grid.walkable(node)) label_by_earlier(grid, node);
    }
  });
  if (labelled) number_islands(stop);
}

void GridComponents::label_by_earlier(const Grid& grid, Node node) {
  const unsigned earlier = grid.legal(node) & kEarlier;
  if ((earlier & kNorthAndWest) == kNorthAndWest && (grid.legal(node - 1) & kNorth) != 0) {
    labels_[node] = labels_[node - 1];  // the walkable ones of the three cells above are joined to that one
    return;
  }
  std::int32_t label = 0;
  grid.each_neighbour(node, earlier,
                      [&](Node earlier) { label = label == 0 ? labels_[earlier] : merge(label, labels_[earlier]); });
  if (label == 0) {
    label = static_cast<std::int32_t>(merged_.size());
    merged_.push_back(label);
  }
  labels_[node] = label;
}

// Numbers the islands 1, 2, ... and gives every node its island's number.
void GridComponents::number_islands(const Stop& stop) {
  std::vector<std::int32_t> number;
  number.reserve(merged_.size());
  std::int32_t count = 0;
  const bool numbered = in_slices(merged_.size(), stop, [&](std::size_t begin, std::size_t end) {
    for (auto label = static_cast<std::int32_t>(begin); label < static_cast<std::int32_t>(end); ++label) {
      number.push_back(label == 0 ? 0 : merged_[label] == label ? ++count : number[root(label)]);
    }
  });
  const auto give = [&](std::size_t begin, std::size_t end) {
    for (std::size_t node = begin; node < end; ++node) labels_[node] = number[labels_[node]];
  };
  if (numbered) in_slices(labels_.size(), stop, give);
}

std::int32_t GridComponents::merge(std::int32_t a, std::int32_t b) noexcept {
  const auto find = [&](std::int32_t label) {
    for (; merged_[label] != label; label = merged_[label]) merged_[label] = merged_[merged_[label]];
    return label;
  };
  a = find(a);
  b = find(b);
  return merged_[std::max(a, b)] = std::min(a, b);
}

}  // namespace

std::vector<std::int32_t> component_labels(const Grid& grid, const Stop& stop) {
  return GridComponents(grid, stop).labels();
}

}  // namespace pathstar
