#include "analysis/islands.hpp"

#include <algorithm>
#include <bit>

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

Islands::Islands(const Grid& grid) : labels_(grid.size(), 0), merged_(1, 0) {
  for (Node node = 0; node < grid.size(); ++node) {
    if (!grid.walkable(node)) continue;
    std::uint32_t label = 0;
    each_neighbour(grid, node, grid.legal(node) & kEarlier,
                   [&](Node earlier) { label = label == 0 ? labels_[earlier] : merge(label, labels_[earlier]); });
    if (label == 0) {
      label = static_cast<std::uint32_t>(merged_.size());
      merged_.push_back(label);
    }
    labels_[node] = label;
  }
  // Number the islands 1, 2, ... and give every node its island's number.
  std::vector<std::uint32_t> number(merged_.size(), 0);
  std::uint32_t count = 0;
  for (std::uint32_t label = 1; label < merged_.size(); ++label) {
    number[label] = merged_[label] == label ? ++count : number[root(label)];
  }
  for (std::uint32_t& label : labels_) label = number[label];
  merged_.resize(count + 1);
  for (std::uint32_t label = 0; label <= count; ++label) merged_[label] = label;
}

std::uint32_t Islands::merge(std::uint32_t a, std::uint32_t b) noexcept {
  const auto find = [&](std::uint32_t label) {
    for (; merged_[label] != label; label = merged_[label]) merged_[label] = merged_[merged_[label]];
    return label;
  };
  a = find(a);
  b = find(b);
  return merged_[std::max(a, b)] = std::min(a, b);
}

void Islands::update(const Grid& grid, std::span<const Node> edited) {
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

std::vector<std::int32_t> Islands::labels() const {
  std::vector<std::int32_t> number(merged_.size(), 0);
  std::vector<std::int32_t> labels(labels_.size());
  std::int32_t count = 0;
  for (std::size_t node = 0; node < labels_.size(); ++node) {
    if (labels_[node] == 0) continue;
    std::int32_t& mine = number[root(labels_[node])];
    if (mine == 0) mine = ++count;
    labels[node] = mine;
  }
  return labels;
}

}  // namespace pathstar
