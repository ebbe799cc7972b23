#include "analysis/grid_components.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace pathstar {
namespace {

template <class Visit>
void each_neighbour(const Grid& grid, Node node, unsigned legal, Visit&& visit) {
  for (; legal != 0; legal &= legal - 1) {
    const auto [dx, dy] = kDirections[std::countr_zero(legal)];
    visit(static_cast<Node>(node + static_cast<std::int64_t>(dy) * grid.width() + dx));
  }
}

// The directions to cells that come earlier in row-major order: N, W, NW, NE.
constexpr unsigned kEarlier = 0b00110011;

}  // namespace

GridComponents::GridComponents(const Grid& grid, const Stop& stop) : merged_(1, 0) {
  labels_.reserve(grid.size());
  const bool labelled = in_slices(grid.size(), stop, [&](std::size_t begin, std::size_t end) {
    labels_.resize(end);
    for (auto node = static_cast<Node>(begin); node < end; ++node) {
      if (grid.walkable(node)) label_by_earlier(grid, node);
    }
  });
  if (labelled) number_islands(stop);
}

void GridComponents::label_by_earlier(const Grid& grid, Node node) {
  std::uint32_t label = 0;
  each_neighbour(grid, node, grid.legal(node) & kEarlier,
                 [&](Node earlier) { label = label == 0 ? labels_[earlier] : merge(label, labels_[earlier]); });
  if (label == 0) {
    label = static_cast<std::uint32_t>(merged_.size());
    merged_.push_back(label);
  }
  labels_[node] = label;
}

// Numbers the islands 1, 2, ... and gives every node its island's number.
void GridComponents::number_islands(const Stop& stop) {
  std::vector<std::uint32_t> number;
  number.reserve(merged_.size());
  std::uint32_t count = 0;
  const bool numbered = in_slices(merged_.size(), stop, [&](std::size_t begin, std::size_t end) {
    for (auto label = static_cast<std::uint32_t>(begin); label < end; ++label) {
      number.push_back(label == 0 ? 0 : merged_[label] == label ? ++count : number[root(label)]);
    }
  });
  const auto give = [&](std::size_t begin, std::size_t end) {
    for (std::size_t node = begin; node < end; ++node) labels_[node] = number[labels_[node]];
  };
  if (!numbered || !in_slices(labels_.size(), stop, give)) return;
  merged_.resize(count + 1);
  std::iota(merged_.begin(), merged_.end(), 0u);
}

std::uint32_t GridComponents::merge(std::uint32_t a, std::uint32_t b) noexcept {
  const auto find = [&](std::uint32_t label) {
    for (; merged_[label] != label; label = merged_[label]) merged_[label] = merged_[merged_[label]];
    return label;
  };
  a = find(a);
  b = find(b);
  return merged_[std::max(a, b)] = std::min(a, b);
}

void GridComponents::update(const Grid& grid, std::span<const Node> edited) {
  for (const Node node : edited) {
    if (!grid.walkable(node)) {
      exact_ = exact_ && labels_[node] == 0;
      labels_[node] = 0;
    } else if (labels_[node] == 0) {
      labels_[node] = static_cast<std::uint32_t>(merged_.size());
      merged_.push_back(labels_[node]);
    }
  }
  // Diagonal steps that an opened cell makes legal join cells that it joins itself.
  for (const Node node : edited) {
    each_neighbour(grid, node, grid.legal(node), [&](Node next) { merge(labels_[node], labels_[next]); });
  }
}

std::vector<std::int32_t> GridComponents::labels(const Stop& stop) const {
  std::vector<std::int32_t> number(merged_.size(), 0);
  std::vector<std::int32_t> labels;
  labels.reserve(labels_.size());
  std::int32_t count = 0;
  in_slices(labels_.size(), stop, [&](std::size_t begin, std::size_t end) {
    labels.resize(end);
    for (std::size_t node = begin; node < end; ++node) {
      if (labels_[node] == 0) continue;
      std::int32_t& mine = number[root(labels_[node])];
      if (mine == 0) mine = ++count;
      labels[node] = mine;
    }
  });
  return labels;
}

}  // namespace pathstar
