#include <algorithm>
#include <cstddef>
#include <vector>

#include "indexes/common/section_reader.hpp"
#include "indexes/customizable/frame.hpp"

namespace pathstar {
namespace {

bool ascends(std::span<const std::uint32_t> numbers) {
  return std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) == numbers.end();
}

std::span<const std::uint32_t> part(std::span<const std::uint32_t> numbers, std::span<const std::uint32_t> first,
                                    std::size_t i) {
  return numbers.subspan(first[i], first[i + 1] - first[i]);
}

void check_nodes(std::span<const Node> nodes, std::uint32_t limit) {
  require_below(nodes, limit, "nodes");
  std::vector<bool> seen(limit);
  for (const Node node : nodes) {
    require(!seen[node], "nodes");
    seen[node] = true;
  }
}

// A border leads up, and the block of its first rank contains it, so that every arc has a place.
void check_borders(const FrameTables& tables, std::span<const std::uint32_t> block_of) {
  for (std::size_t block = 0; block + 1 < tables.first.size(); ++block) {
    const auto border = part(tables.border, tables.border_first, block);
    if (border.empty()) continue;
    require(ascends(border) && border.front() >= tables.first[block + 1], "border");
    const std::uint32_t parent = block_of[border.front()];
    const auto above = part(tables.border, tables.border_first, parent);
    const auto beyond = std::lower_bound(border.begin(), border.end(), tables.first[parent + 1]);
    require(std::includes(above.begin(), above.end(), beyond, border.end()), "border");
  }
}

void check_links(const FrameTables& tables, std::span<const std::uint32_t> block_of) {
  const auto has_arc = [&](std::uint32_t low, std::uint32_t high) {
    const std::uint32_t block = block_of[low];
    const auto border = part(tables.border, tables.border_first, block);
    return high < tables.first[block + 1] || std::binary_search(border.begin(), border.end(), high);
  };
  for (std::uint32_t rank = 0; rank < block_of.size(); ++rank) {
    const auto links = part(tables.links, tables.link_first, rank);
    require(ascends(links), "links");
    for (const std::uint32_t other : links) {
      require(other != rank && has_arc(std::min(rank, other), std::max(rank, other)), "links");
    }
  }
}

}  // namespace

void Frame::check(const FrameTables& tables, std::uint32_t nodes_of_space) {
  check_nodes(tables.nodes, nodes_of_space);
  const std::size_t ranks = tables.nodes.size();
  require_offsets(tables.first, ranks, "first");
  require(ascends(tables.first), "first");
  require_offsets(tables.border_first, tables.border.size(), "border_first");
  require(tables.border_first.size() == tables.first.size(), "border_first");
  require_below(tables.border, ranks, "border");
  require_offsets(tables.link_first, tables.links.size(), "link_first");
  require(tables.link_first.size() == ranks + 1, "link_first");
  require_below(tables.links, ranks, "links");
  std::vector<std::uint32_t> block_of;
  for (std::uint32_t block = 0; block + 1 < tables.first.size(); ++block)
    block_of.resize(tables.first[block + 1], block);
  check_borders(tables, block_of);
  check_links(tables, block_of);
}

}  // namespace pathstar
