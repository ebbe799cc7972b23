// Edits of a graph, with the room in its rows for them.
#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "spaces/graph/graph.hpp"
#include "spaces/sole_owner.hpp"

namespace pathstar {

std::shared_ptr<const GraphArrays> Graph::arrays() const {
  {
    const std::shared_lock reading(mutex_);
    if (arrays_->ends.empty()) return arrays_;
  }
  const std::unique_lock alone(mutex_);
  lay_out();
  return arrays_;
}

// Brings the rows into order, without gaps.
void Graph::lay_out() const {
  if (arrays_->ends.empty()) return;
  auto laid_out = std::make_shared<GraphArrays>();
  laid_out->offsets.reserve(size() + 1);
  laid_out->targets.reserve(edges_);
  laid_out->costs.reserve(edges_);
  for (Node node = 0; node < size(); ++node) {
    laid_out->offsets.push_back(static_cast<std::uint32_t>(laid_out->targets.size()));
    each_edge(node, [&](Node target, double cost) {
      laid_out->targets.push_back(target);
      laid_out->costs.push_back(cost);
    });
  }
  laid_out->offsets.push_back(static_cast<std::uint32_t>(laid_out->targets.size()));
  use(std::move(laid_out));
}

// Makes sure that the arrays are not shared.
void Graph::own() {
  if (!is_sole_owner(arrays_)) use(std::make_shared<GraphArrays>(*arrays_));
}

// Lets rows end before the next begins.
void Graph::loosen() {
  own();
  GraphArrays& arrays = *arrays_;
  if (arrays.ends.empty() && size() != 0) {
    arrays.ends.assign(arrays.offsets.begin() + 1, arrays.offsets.end());
    arrays.room = arrays.ends;
    use(arrays_);
  }
}

bool Graph::set_cost(Node from, Node to, double cost) noexcept {
  bool falls = false;
  for (std::uint32_t edge = begins_[from]; edge != ends_[from]; ++edge) {
    double& own = arrays_->costs[edge];
    if (targets_[edge] != to) continue;
    falls = falls || cost < own;
    mean_cost_ += (cost - own) / edges_;
    own = cost;
    measure(from, edge);
  }
  largest_cost_ = std::max(largest_cost_, cost);
  least_cost_ = std::min(least_cost_, cost);
  return falls;
}

void Graph::add_edge(Node from, Node to, double cost) {
  GraphArrays& arrays = *arrays_;
  if (arrays.ends[from] == arrays.room[from]) {  // to the end, with room for twice as many
    const std::uint32_t begin = arrays.offsets[from], count = arrays.ends[from] - begin;
    const std::size_t end = arrays.targets.size();
    arrays.targets.resize(end + 2 * std::size_t{count} + 2);
    arrays.costs.resize(arrays.targets.size());
    std::copy_n(arrays.targets.begin() + begin, count, arrays.targets.begin() + static_cast<std::ptrdiff_t>(end));
    std::copy_n(arrays.costs.begin() + begin, count, arrays.costs.begin() + static_cast<std::ptrdiff_t>(end));
    arrays.offsets[from] = static_cast<std::uint32_t>(end);
    arrays.ends[from] = static_cast<std::uint32_t>(end + count);
    arrays.room[from] = static_cast<std::uint32_t>(arrays.targets.size());
    use(arrays_);
  }
  const std::uint32_t edge = arrays.ends[from]++;
  arrays.targets[edge] = to;
  arrays.costs[edge] = cost;
  mean_cost_ += (cost - mean_cost_) / ++edges_;
  largest_cost_ = std::max(largest_cost_, cost);
  least_cost_ = std::min(least_cost_, cost);
  measure(from, edge);
}

void Graph::drop_edges(Node from, Node to) {
  GraphArrays& arrays = *arrays_;
  std::uint32_t kept = arrays.offsets[from];
  for (std::uint32_t edge = kept; edge != arrays.ends[from]; ++edge) {
    if (arrays.targets[edge] == to) continue;
    arrays.targets[kept] = arrays.targets[edge];
    arrays.costs[kept++] = arrays.costs[edge];
  }
  edges_ -= arrays.ends[from] - kept;
  arrays.ends[from] = kept;
}

// Calls change(graph, reversed) for the graph, and for the reversed one if there is one. `touched` is read
// afterwards.
template <class Change>
void Graph::edit(const std::vector<Node>& touched, bool falls, Change&& change) {
  const std::unique_lock alone(mutex_);
  bool fell = falls;
  for (const bool turned : {false, true}) {
    Graph* const graph = turned ? turned_.get() : this;
    if (graph == nullptr) continue;
    fell = change(*graph, turned) || fell;
    if (graph->arrays_->targets.size() > 2 * std::size_t{graph->edges_} + 2 * std::size_t{size()} + 1024) {
      graph->lay_out();
    }
    graph->scale();
  }
  log_.append(touched);
  if (fell) fell_at_ = revision();
}

template <class Change>
void Graph::edit_edges(const EdgeColumns& edges, bool falls, Change&& change) {
  std::vector<Node> touched(edges.sources.begin(), edges.sources.end());
  touched.insert(touched.end(), edges.targets.begin(), edges.targets.end());
  edit(touched, falls, [&](Graph& graph, bool turned) {
    bool fell = false;
    for (std::size_t i = 0; i < edges.sources.size(); ++i) {
      const Node from = turned ? edges.targets[i] : edges.sources[i];
      const Node to = turned ? edges.sources[i] : edges.targets[i];
      fell = change(graph, from, to, i) || fell;
    }
    return fell;
  });
}

void Graph::set_costs(const EdgeColumns& edges) {
  edit_edges(edges, false, [&](Graph& graph, Node from, Node to, std::size_t i) {
    if (i == 0) graph.own();
    return graph.set_cost(from, to, edges.costs[i]);
  });
}

void Graph::add_edges(const EdgeColumns& edges) {
  edit_edges(edges, true, [&](Graph& graph, Node from, Node to, std::size_t i) {
    if (i == 0) graph.loosen();
    graph.add_edge(from, to, edges.costs[i]);
    return false;
  });
}

void Graph::remove_edges(const EdgeColumns& edges) {
  edit_edges(edges, false, [&](Graph& graph, Node from, Node to, std::size_t i) {
    if (i == 0) graph.loosen();
    graph.drop_edges(from, to);
    return false;
  });
}

void Graph::add_nodes(std::uint32_t count, const std::vector<double>& positions) {
  std::vector<Node> touched;
  edit(touched, true, [&](Graph& graph, bool turned) {
    for (std::uint32_t i = 0; i < count && !turned; ++i) touched.push_back(size() + i);
    graph.own();
    GraphArrays& arrays = *graph.arrays_;
    const auto end = static_cast<std::uint32_t>(arrays.targets.size());
    arrays.offsets.resize(arrays.offsets.size() + count);
    std::fill(arrays.offsets.begin() + graph.size(), arrays.offsets.end(), end);
    if (!arrays.ends.empty()) {
      arrays.ends.resize(arrays.ends.size() + count, end);
      arrays.room.resize(arrays.ends.size(), end);
    }
    graph.removed_.resize(graph.removed_.size() + count);
    const std::vector<double> places = coordinates_of(positions);
    graph.coordinates_.insert(graph.coordinates_.end(), places.begin(), places.end());
    graph.use(graph.arrays_);
    return false;
  });
}

void Graph::remove_nodes(std::span<const Node> nodes) {
  std::vector<Node> touched(nodes.begin(), nodes.end()), sources, targets;
  const auto note = [&](Node source, Node target) {
    sources.push_back(source);
    targets.push_back(target);
    touched.insert(touched.end(), {source, target});
  };
  edit(touched, false, [&](Graph& graph, bool turned) {
    for (std::size_t i = 0; i < nodes.size() && !turned; ++i) {
      each_edge(nodes[i], [&](Node target, double) { note(nodes[i], target); });
      each_edge_to(nodes[i], [&](Node source, double) { note(source, nodes[i]); });
    }
    graph.loosen();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      graph.drop_edges(turned ? targets[i] : sources[i], turned ? sources[i] : targets[i]);
    }
    for (const Node node : nodes) graph.removed_[node] = 1;
    return false;
  });
}

void Graph::restore_nodes(std::span<const Node> nodes, const std::vector<double>& positions) {
  const std::vector<double> places = coordinates_of(positions);
  edit({nodes.begin(), nodes.end()}, true, [&](Graph& graph, bool) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      graph.removed_[nodes[i]] = 0;
      std::copy_n(places.begin() + static_cast<std::ptrdiff_t>(i * dimensions_), dimensions_,
                  graph.coordinates_.begin() + static_cast<std::ptrdiff_t>(std::size_t{nodes[i]} * dimensions_));
    }
    return false;
  });
}

}  // namespace pathstar
