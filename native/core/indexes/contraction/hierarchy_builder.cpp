#include "indexes/contraction/hierarchy_builder.hpp"

#include <algorithm>
#include <functional>

namespace pathstar {
namespace {

using Link = HierarchyBuilder::Link;

constexpr int kSettledToRank = 32;             // a witness missed here costs some quality of the order,
constexpr int kSettledToContract = 256;        // and here an unnecessary shortcut
constexpr std::size_t kFewLinks = 5;           // with more, a node is ranked again only when its turn comes
constexpr std::size_t kWorkPerPoll = 1 << 16;  // nodes and links looked at
constexpr std::size_t kMostPairs = 1 << 16;    // of links of a node that is ranked by its witnesses

// Only the cheapest of parallel links counts.
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

// Whether links lead to the same nodes at the same costs.
bool are_same(const std::vector<Link>& a, const std::vector<Link>& b) {
  const auto sorted = [](const std::vector<Link>& links) {
    std::vector<std::pair<Node, double>> ends;
    for (const Link& link : links) ends.emplace_back(link.to, link.cost);
    std::sort(ends.begin(), ends.end());
    return ends;
  };
  return a.size() == b.size() && sorted(a) == sorted(b);
}

}  // namespace

HierarchyBuilder::HierarchyBuilder(const Graph& graph)
    : graph_(graph),
      out_(graph.size()),
      in_(graph.size()),
      level_(graph.size()),
      importance_(graph.size()),
      stale_(graph.size()),
      done_(graph.size()),
      allowed_(graph.size(), -1.0),
      search_(graph.size()) {}

std::vector<Node> HierarchyBuilder::run(const Progress& progress) {
  progress_ = &progress;
  const auto size = static_cast<Node>(out_.size());
  const double all = static_cast<double>(size) * 1.25;
  std::vector<Node> order;
  try {
    read_edges();
    for (Node node = 0; node < size; ++node) {
      part_ = 0.25 * node / all;
      renew(node);
    }
    while (!queue_.empty()) {
      const auto [importance_then, node] = queue_.top();
      queue_.pop();
      if (done_[node] || importance_then != importance_[node]) continue;
      if (stale_[node]) {
        renew(node);
        continue;
      }
      part_ = (0.25 * size + static_cast<double>(order.size())) / all;
      contract(node);
      order.push_back(node);
    }
  } catch (const Stopped&) {
    return {};
  }
  return order;
}

// Only the cheapest of parallel edges counts.
void HierarchyBuilder::read_edges() {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> place(graph_.size(), kNone);  // of the links of one node, by target
  for (Node node = 0; node < graph_.size(); ++node) {
    std::vector<Link>& out = out_[node];
    graph_.each_edge(node, [&](Node target, double cost) {
      if (target == node) return;
      if (place[target] == kNone) {
        place[target] = out.size();
        out.push_back({cost, target, kNoNode, 1});
      } else {
        out[place[target]].cost = std::min(out[place[target]].cost, cost);
      }
    });
    for (const Link& link : out) {
      place[link.to] = kNone;
      in_[link.to].push_back({link.cost, node, kNoNode, 1});
    }
    check_stop(1 + out.size());
  }
  two_way_ = true;
  for (Node node = 0; two_way_ && node < graph_.size(); ++node) {
    two_way_ = are_same(out_[node], in_[node]);
    check_stop(1 + out_[node].size());
  }
  if (two_way_) in_ = {};
}

// Counts more work, and throws Stopped if the progress stops it.
void HierarchyBuilder::check_stop(std::size_t work) {
  work_ += work;
  if (work_ < kWorkPerPoll) return;
  work_ = 0;
  if ((*progress_)(part_)) throw Stopped();
}

void HierarchyBuilder::renew(Node node) {
  stale_[node] = false;
  importance_[node] = importance(node);
  queue_.push({importance_[node], node});
}

// Compares the number of links that contracting the node would add with the number that it removes. A node with too
// many links to look for witnesses counts as having none, and so waits until its neighbours are gone.
double HierarchyBuilder::importance(Node node) {
  double links = 1, edges = 1, shortcuts = 0, edges_added = 0;
  const std::vector<Link>&out = this->out(node), &in = this->in(node);
  for (const auto* side : {&out, &in}) {
    for (const Link& link : *side) edges += link.edges;
    links += static_cast<double>(side->size());
  }
  if (out.size() * in.size() > kMostPairs) {
    check_stop(out.size() + in.size());
    shortcuts = static_cast<double>(out.size()) * static_cast<double>(in.size());
    for (const Link& link : out) edges_added += static_cast<double>(link.edges) * static_cast<double>(in.size());
    for (const Link& link : in) edges_added += static_cast<double>(link.edges) * static_cast<double>(out.size());
    return level_[node] + shortcuts / links + edges_added / edges;
  }
  find_shortcuts(node, kSettledToRank);
  for (const Shortcut& shortcut : shortcuts_) edges_added += shortcut.edges;
  const int ways = two_way_ ? 2 : 1;
  return level_[node] + ways * static_cast<double>(shortcuts_.size()) / links + ways * edges_added / edges;
}

void HierarchyBuilder::find_shortcuts(Node node, int most_settled) {
  shortcuts_.clear();
  const std::span<const Link> out = out_[node];
  if (out.empty()) return;
  for (std::size_t i = 0; i < in(node).size(); ++i) {
    const Link& from = in(node)[i];
    const auto targets = two_way_ ? out.subspan(i + 1) : out;
    check_stop(static_cast<std::size_t>(most_settled) + targets.size());
    witness_search(node, from, targets, most_settled);
    for (const Link& to : targets) {
      const double cost = from.cost + to.cost;
      if (to.to != from.to && search_.key(to.to) > cost) {
        shortcuts_.push_back({from.to, to.to, cost, from.edges + to.edges});
      }
    }
  }
}

// Searches from one neighbour of a node for others, avoiding the node, until each is reached as cheaply.
void HierarchyBuilder::witness_search(Node node, const Link& from, std::span<const Link> targets, int most_settled) {
  double farthest = 0.0;
  wanted_ = 0;
  for (const Link& to : targets) {
    if (to.to == from.to) continue;
    farthest = std::max(farthest, from.cost + to.cost);
    allowed_[to.to] = from.cost + to.cost;
    ++wanted_;
  }
  search_.clear();
  if (wanted_ > 0) reach(from.to, 0.0);
  for (int settled = 0; !search_.empty() && settled < most_settled && wanted_ > 0; ++settled) {
    const auto entry = search_.take();
    if (!search_.current(entry)) continue;
    for (const Link& link : out_[entry.vertex]) {
      if (link.to != node && entry.key + link.cost <= farthest) reach(link.to, entry.key + link.cost);
    }
  }
  for (const Link& to : targets) allowed_[to.to] = -1.0;
}

void HierarchyBuilder::reach(Node node, double cost) {
  if (!search_.reach(node, cost) || cost > allowed_[node]) return;
  allowed_[node] = -1.0;
  --wanted_;
}

void HierarchyBuilder::contract(Node node) {
  find_shortcuts(node, kSettledToContract);
  done_[node] = true;
  take_out(node);
  for (const Shortcut& shortcut : shortcuts_) join(shortcut, node);
  for (const Node neighbour : neighbours_) {
    level_[neighbour] = std::max(level_[neighbour], level_[node] + 1);
    if (out_[neighbour].size() <= kFewLinks) {
      renew(neighbour);
    } else {
      stale_[neighbour] = true;
    }
  }
}

// Removes a node from its neighbours' links; it keeps its own.
void HierarchyBuilder::take_out(Node node) {
  neighbours_.clear();
  for (const Link& link : in(node)) {
    remove(out_[link.to], node);
    neighbours_.push_back(link.to);
  }
  if (two_way_) return;
  for (const Link& link : out_[node]) {
    remove(in_[link.to], node);
    neighbours_.push_back(link.to);
  }
  std::sort(neighbours_.begin(), neighbours_.end());
  neighbours_.erase(std::unique(neighbours_.begin(), neighbours_.end()), neighbours_.end());
}

void HierarchyBuilder::join(const Shortcut& shortcut, Node middle) {
  auto& back = two_way_ ? out_ : in_;
  add(out_[shortcut.from], {shortcut.cost, shortcut.to, middle, shortcut.edges});
  add(back[shortcut.to], {shortcut.cost, shortcut.from, middle, shortcut.edges});
}

}  // namespace pathstar
