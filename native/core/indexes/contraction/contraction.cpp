#include "indexes/contraction/contraction.hpp"

#include <algorithm>
#include <queue>
#include <utility>

#include "engine/searches/local_dijkstra.hpp"

namespace pathstar {
namespace {

constexpr int kMostSettled = 400;
constexpr std::uint64_t kPerPoll = 64;

// An edge between vertices that are not contracted yet.
struct Link {
  std::uint32_t to;
  std::uint32_t cost;
  std::uint32_t hops = 1;  // edges of the graph that it stands for
};

using Key = std::pair<std::uint64_t, std::uint32_t>;
using Queue = std::priority_queue<Key, std::vector<Key>, std::greater<>>;

class Contractor {
 public:
  Contractor(const CostGraph& graph, std::uint64_t most_bytes)
      : most_links_(most_bytes / sizeof(Link)), links_(graph.size()), level_(graph.size()), search_(graph.size()) {
    for (std::size_t v = 0; v < graph.size(); ++v) {
      links_left_ += graph[v].size();
      for (const Arc& arc : graph[v]) links_[v].push_back({arc.to, arc.cost});
    }
  }

  Outcome run(const Progress& progress, std::vector<std::uint32_t>& made) {
    const std::size_t size = links_.size();
    Queue queue;
    for (std::uint32_t v = 0; v < size; ++v) {
      if (v % kPerPoll == 0 && progress(0.0)) return Outcome::stopped;
      queue.push({priority(v), v});
    }
    while (!queue.empty()) {
      const std::uint32_t v = queue.top().second;
      queue.pop();
      const std::uint64_t now = priority(v);
      if (!queue.empty() && Key(now, v) > queue.top()) {
        queue.push({now, v});
        continue;
      }
      if (order_.size() % kPerPoll == 0 && progress(static_cast<double>(order_.size()) / static_cast<double>(size)))
        return Outcome::stopped;
      if (links_left_ > most_links_) return Outcome::too_large;
      contract(v);
    }
    made.assign(order_.rbegin(), order_.rend());
    return Outcome::done;
  }

 private:
  struct Shortcut {
    std::uint32_t from, to;  // positions in the links of the vertex between them
    std::uint32_t cost;
  };

  // The loss from contracting v now: edges and hops added for each one removed, and its depth so far.
  std::uint64_t priority(std::uint32_t v) {
    find_shortcuts(v);
    std::uint64_t hops_added = 0, hops = 1;
    for (const Shortcut& s : shortcuts_) hops_added += links_[v][s.from].hops + links_[v][s.to].hops;
    for (const Link& link : links_[v]) hops += link.hops;
    return 1000 * level_[v] + 1000 * shortcuts_.size() / (links_[v].size() + 1) + 1000 * hops_added / hops;
  }

  // The pairs of neighbours of v whose only cheapest path leads through v.
  void find_shortcuts(std::uint32_t v) {
    shortcuts_.clear();
    const std::vector<Link>& links = links_[v];
    for (std::uint32_t i = 0; i + 1 < links.size(); ++i) {
      std::uint32_t farthest = 0;
      for (std::uint32_t j = i + 1; j < links.size(); ++j) farthest = std::max(farthest, links[j].cost);
      search_without(v, links[i].to, links[i].cost + farthest);
      for (std::uint32_t j = i + 1; j < links.size(); ++j) {
        const std::uint32_t cost = links[i].cost + links[j].cost;
        if (search_.key(links[j].to) > cost) shortcuts_.push_back({i, j, cost});
      }
    }
  }

  // From a neighbour of v around v, up to a cost.
  void search_without(std::uint32_t v, std::uint32_t source, std::uint32_t limit) {
    search_.clear();
    search_.reach(source, 0);
    for (int settled = 0; !search_.empty() && settled < kMostSettled; ++settled) {
      const auto entry = search_.take();
      if (entry.key > limit) break;
      if (!search_.current(entry)) continue;
      for (const Link& link : links_[entry.vertex]) {
        if (link.to != v) search_.reach(link.to, entry.key + link.cost);
      }
    }
  }

  void contract(std::uint32_t v) {
    find_shortcuts(v);
    for (const Link& link : links_[v]) {
      level_[link.to] = std::max(level_[link.to], level_[v] + 1);
      links_left_ -= std::erase_if(links_[link.to], [&](const Link& back) { return back.to == v; });
    }
    for (const Shortcut& s : shortcuts_) {
      const Link &a = links_[v][s.from], &b = links_[v][s.to];
      add(a.to, {b.to, s.cost, a.hops + b.hops});
      add(b.to, {a.to, s.cost, a.hops + b.hops});
    }
    links_left_ -= links_[v].size();
    std::vector<Link>().swap(links_[v]);
    order_.push_back(v);
  }

  void add(std::uint32_t from, const Link& link) {
    for (Link& known : links_[from]) {
      if (known.to != link.to) continue;
      if (link.cost < known.cost) known = link;
      return;
    }
    links_[from].push_back(link);
    ++links_left_;
  }

  std::uint64_t most_links_;
  std::uint64_t links_left_ = 0;  // of vertices that are not contracted yet
  std::vector<std::vector<Link>> links_;
  std::vector<std::uint32_t> level_;
  LocalDijkstra<std::uint32_t> search_;
  std::vector<Shortcut> shortcuts_;
  std::vector<std::uint32_t> order_;  // as contracted: the least important first
};

}  // namespace

Outcome contraction_order(const CostGraph& graph, std::uint64_t most_bytes, const Progress& progress,
                          std::vector<std::uint32_t>& made) {
  return Contractor(graph, most_bytes).run(progress, made);
}

}  // namespace pathstar
