#include "indexes/customizable/order/links.hpp"

#include <algorithm>
#include <utility>

#include "indexes/common/node_chunks.hpp"

namespace pathstar {
namespace {

// Every step as two links, one in each direction, row by row: a row may name a neighbour more than once.
bool write_rows(const KnownSteps& steps, const Progress& progress, Links& rows) {
  std::vector<KnownStep> known;
  const std::uint32_t nodes = steps.nodes();
  std::vector<std::uint32_t> ends(std::size_t{nodes} + 1);
  const auto each_pair = [&](Node node, const auto& visit) {
    steps.fill(node, known);
    for (const KnownStep& step : known) {
      if (step.to != node) visit(node, step.to);
    }
  };
  const auto count = [&](Node from, Node to) { ++ends[from + 1], ++ends[to + 1]; };
  if (!each_node(nodes, [&] { return progress(0.2); }, [&](Node node) { each_pair(node, count); })) return false;
  for (std::uint32_t node = 0; node < nodes; ++node) ends[node + 1] += ends[node];
  rows.first = ends;
  rows.to.resize(ends.back());
  const auto put = [&](Node from, Node to) { rows.to[ends[from]++] = to, rows.to[ends[to]++] = from; };
  return each_node(nodes, [&] { return progress(0.6); }, [&](Node node) { each_pair(node, put); });
}

}  // namespace

bool find_links(const KnownSteps& steps, const Progress& progress, SpaceLinks& made) {
  Links rows;
  if (!write_rows(steps, progress, rows)) return false;
  std::vector<std::uint32_t> vertex_of(rows.size());
  made.nodes.clear();
  for (Node node = 0; node < rows.size(); ++node) {
    vertex_of[node] = static_cast<std::uint32_t>(made.nodes.size());
    if (!rows.of(node).empty()) made.nodes.push_back(node);
  }
  made.links = {};
  made.links.first.reserve(made.nodes.size() + 1);
  for (const Node node : made.nodes) {
    const auto begin = rows.to.begin() + rows.first[node], end = rows.to.begin() + rows.first[node + 1];
    std::sort(begin, end);
    const auto last = std::unique(begin, end);
    std::for_each(begin, last, [&](Node other) { made.links.to.push_back(vertex_of[other]); });
    made.links.first.push_back(static_cast<std::uint32_t>(made.links.to.size()));
  }
  return !progress(1.0);
}

}  // namespace pathstar
