#include "indexes/hierarchy_builder.hpp"

#include <algorithm>
#include <functional>
#include <limits>

namespace pathstar {
namespace {

using Link = HierarchyBuilder::Link;

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr int kSettledToRank = 64;       // a way around that is missed here costs some quality of the order,
constexpr int kSettledToContract = 256;  // and here a shortcut that was not needed
constexpr std::uint64_t kPerPoll = 64;

// The cheapest of parallel links counts.
void add(std::vector<Link>& links, const Link& link) {
  for (Link& known : links) {
    if (known.to != link.to) continue;
    if (link.cost < known.cost) known = link;
    return;
  }
  links.push_back(link);
}

void remove(std::vector<Link>& links, Node to) {
  const auto found = std::find_if(links.begin(), links.end(), [&](const Link& link) { return link.to == to; });
  if (found == links.end()) return;
  *found = links.back();
  links.pop_back();
}

}  // namespace

HierarchyBuilder::HierarchyBuilder(const Graph& graph)
    : out_(graph.size()),
      in_(graph.size()),
      level_(graph.size()),
      importance_(graph.size()),
      done_(graph.size()),
      distance_(graph.size(), kFar),
      wanted_(graph.size()) {
  for (Node node = 0; node < graph.size(); ++node) {
    graph.each_edge(node, [&](Node target, double cost) {
      if (target == node) return;
      add(out_[node], {cost, target, kNoNode, 1});
      add(in_[target], {cost, node, kNoNode, 1});
    });
  }
}

std::vector<Node> HierarchyBuilder::run(const Progress& progress) {
  std::vector<Node> order;
  const auto size = static_cast<Node>(out_.size());
  const double all = static_cast<double>(size) * 1.25;
  for (Node node = 0; node < size; ++node) {
    if (node % kPerPoll == 0 && progress(0.25 * node / all)) return {};
    renew(node);
  }
  while (!queue_.empty()) {
    const auto [importance_then, node] = queue_.top();
    queue_.pop();
    if (done_[node] || importance_then != importance_[node]) continue;
    const double now = importance(node);
    if (!queue_.empty() && Key(now, node) > queue_.top()) {
      importance_[node] = now;
      queue_.push({now, node});
      continue;
    }
    if (order.size() % kPerPoll == 0 && progress((0.25 * size + static_cast<double>(order.size())) / all)) return {};
    contract(node);
    order.push_back(node);
  }
  return order;
}

void HierarchyBuilder::renew(Node node) {
  importance_[node] = importance(node);
  queue_.push({importance_[node], node});
}

double HierarchyBuilder::importance(Node node) {
  find_shortcuts(node, kSettledToRank);
  double links = 1, edges = 1, edges_added = 0;
  for (const auto* side : {&out_[node], &in_[node]}) {
    for (const Link& link : *side) edges += link.edges;
    links += static_cast<double>(side->size());
  }
  for (const Shortcut& shortcut : shortcuts_) edges_added += shortcut.edges;
  return level_[node] + static_cast<double>(shortcuts_.size()) / links + edges_added / edges;
}

void HierarchyBuilder::find_shortcuts(Node node, int most_settled) {
  shortcuts_.clear();
  if (out_[node].empty()) return;
  for (const Link& from : in_[node]) {
    look_around(node, from, most_settled);
    for (const Link& to : out_[node]) {
      const double cost = from.cost + to.cost;
      if (to.to != from.to && distance_[to.to] > cost) {
        shortcuts_.push_back({from.to, to.to, cost, from.edges + to.edges});
      }
    }
    for (const Node touched : touched_) distance_[touched] = kFar;
    touched_.clear();
  }
}

// Dijkstra's algorithm from one neighbour of a node to the others, not over the node.
void HierarchyBuilder::look_around(Node node, const Link& from, int most_settled) {
  double farthest = 0.0;
  int wanted = 0;
  for (const Link& to : out_[node]) {
    if (to.to == from.to) continue;
    farthest = std::max(farthest, to.cost);
    wanted_[to.to] = true;
    ++wanted;
  }
  farthest += from.cost;
  heap_.clear();
  if (wanted > 0) reach(from.to, 0.0);
  for (int settled = 0; !heap_.empty() && settled < most_settled && wanted > 0; ++settled) {
    const auto [cost, here] = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    heap_.pop_back();
    if (cost > farthest) break;
    if (cost > distance_[here]) continue;
    if (wanted_[here]) {
      wanted_[here] = false;
      --wanted;
    }
    for (const Link& link : out_[here]) {
      if (link.to != node && cost + link.cost <= farthest) reach(link.to, cost + link.cost);
    }
  }
  for (const Link& to : out_[node]) wanted_[to.to] = false;
}

void HierarchyBuilder::reach(Node node, double cost) {
  if (cost >= distance_[node]) return;
  if (distance_[node] == kFar) touched_.push_back(node);
  distance_[node] = cost;
  heap_.push_back({cost, node});
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

void HierarchyBuilder::contract(Node node) {
  find_shortcuts(node, kSettledToContract);
  done_[node] = true;
  std::vector<Node> neighbours;
  for (const Link& link : in_[node]) {
    remove(out_[link.to], node);
    neighbours.push_back(link.to);
  }
  for (const Link& link : out_[node]) {
    remove(in_[link.to], node);
    neighbours.push_back(link.to);
  }
  for (const Shortcut& shortcut : shortcuts_) {
    add(out_[shortcut.from], {shortcut.cost, shortcut.to, node, shortcut.edges});
    add(in_[shortcut.to], {shortcut.cost, shortcut.from, node, shortcut.edges});
  }
  std::sort(neighbours.begin(), neighbours.end());
  neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
  for (const Node neighbour : neighbours) {
    level_[neighbour] = std::max(level_[neighbour], level_[node] + 1);
    renew(neighbour);
  }
}

}  // namespace pathstar
