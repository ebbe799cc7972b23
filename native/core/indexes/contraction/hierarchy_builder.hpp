// Builds a hierarchy: it removes the least important remaining node, again and again, and adds shortcuts between its
// neighbours where no other path is as cheap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "engine/searches/local_dijkstra.hpp"
#include "indexes/common/progress.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class HierarchyBuilder {
 public:
  // An edge or shortcut; `middle` is the node that a shortcut bypasses.
  struct Link {
    double cost;
    Node to;
    Node middle;
    std::uint32_t edges;  // the number that it represents
  };

  // The graph must outlive the run.
  explicit HierarchyBuilder(const Graph& graph);

  // All nodes, the least important first; empty if it was stopped.
  std::vector<Node> run(const Progress& progress);

  // Whether every edge has a reverse edge of the same cost. Then so does every shortcut, and `in` equals `out`.
  bool two_way() const noexcept { return two_way_; }

  // After run(): the links between a node and more important ones.
  const std::vector<Link>& out(Node node) const noexcept { return out_[node]; }
  const std::vector<Link>& in(Node node) const noexcept { return two_way_ ? out_[node] : in_[node]; }

 private:
  struct Shortcut {
    Node from, to;
    double cost;
    std::uint32_t edges;
  };
  using Key = std::pair<double, Node>;
  struct Stopped {};

  void read_edges();
  void check_stop(std::size_t work);
  double importance(Node node);
  void find_shortcuts(Node node, int most_settled);
  void witness_search(Node node, const Link& from, std::span<const Link> targets, int most_settled);
  void reach(Node node, double cost);
  void contract(Node node);
  void take_out(Node node);
  void join(const Shortcut& shortcut, Node middle);
  void renew(Node node);

  const Graph& graph_;
  const Progress* progress_ = nullptr;
  double part_ = 0.0;     // that is done
  std::size_t work_ = 0;  // since the last report of progress
  bool two_way_ = false;
  std::vector<std::vector<Link>> out_;
  std::vector<std::vector<Link>> in_;  // none if all are two-way
  std::vector<std::uint32_t> level_;
  std::vector<double> importance_;
  std::vector<bool> stale_;  // nodes whose importance must be computed when their turn comes
  std::vector<bool> done_;
  std::priority_queue<Key, std::vector<Key>, std::greater<>> queue_;
  std::vector<Shortcut> shortcuts_;
  std::vector<Node> neighbours_;
  // For one witness search:
  std::vector<double> allowed_;  // the cost through the node, by target; negative elsewhere
  int wanted_ = 0;               // targets without a witness so far
  LocalDijkstra<double> search_;
};

}  // namespace pathstar
