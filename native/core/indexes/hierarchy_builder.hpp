// How a hierarchy is built: the least important node that is left is taken out, again and again, and what led over it
// is joined by shortcuts where there is no other way as cheap.
#pragma once

#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "indexes/progress.hpp"
#include "spaces/graph.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class HierarchyBuilder {
 public:
  // An edge or shortcut; `middle` is the node that a shortcut leads over.
  struct Link {
    double cost;
    Node to;
    Node middle;
    std::uint32_t edges;  // that it stands for
  };

  explicit HierarchyBuilder(const Graph& graph);

  // All nodes, the least important first; empty if it was stopped.
  std::vector<Node> run(const Progress& progress);

  // Once it has run: the links between a node and the more important ones.
  const std::vector<Link>& out(Node node) const noexcept { return out_[node]; }
  const std::vector<Link>& in(Node node) const noexcept { return in_[node]; }

 private:
  struct Shortcut {
    Node from, to;
    double cost;
    std::uint32_t edges;
  };
  struct Waiting {
    double cost;
    Node node;
    bool operator>(const Waiting& other) const noexcept { return cost > other.cost; }
  };
  using Key = std::pair<double, Node>;

  double importance(Node node);
  void find_shortcuts(Node node, int most_settled);
  void look_around(Node node, const Link& from, int most_settled);
  void reach(Node node, double cost);
  void contract(Node node);
  void renew(Node node);

  std::vector<std::vector<Link>> out_;
  std::vector<std::vector<Link>> in_;
  std::vector<std::uint32_t> level_;
  std::vector<double> importance_;
  std::vector<bool> done_;
  std::priority_queue<Key, std::vector<Key>, std::greater<>> queue_;
  std::vector<Shortcut> shortcuts_;
  // Of one search for a way around:
  std::vector<double> distance_;
  std::vector<bool> wanted_;
  std::vector<Node> touched_;
  std::vector<Waiting> heap_;
};

}  // namespace pathstar
