#include "indexes/contraction_index.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <utility>

#include "spaces/hints.hpp"

namespace pathstar {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kNone = HierarchyParts::kNone;

}  // namespace

class ContractionIndex::Query {
 public:
  explicit Query(const HierarchyTables& tables) : tables_(tables) {
    for (Side* side : {&forward_, &backward_}) {
      side->cost.assign(tables.node_of.size(), kFar);
      side->came.resize(tables.node_of.size());
    }
  }

  PathResult find(std::uint32_t start, std::uint32_t goal, bool corners) {
    PathResult result;
    best_ = kFar;
    begin(forward_, start);
    begin(backward_, goal);
    for (bool forwards = true; !done(forward_) || !done(backward_); forwards = !forwards) {
      if (done(forwards ? forward_ : backward_)) continue;
      forwards ? climb<true>(forward_, backward_, result.stats) : climb<false>(backward_, forward_, result.stats);
    }
    result.stats.generated = forward_.touched.size() + backward_.touched.size();
    result.status = best_ < kFar ? Status::found : Status::no_path;
    if (best_ < kFar) {
      result.cost = best_;
      const std::uint32_t first = collect_arcs();
      result.length = 1;
      for (const std::uint32_t at : arcs_) result.length += tables_.arcs[at].edges;
      if (corners) result.corners = unpack(first, result.length);
    }
    return result;
  }

 private:
  struct Came {
    std::uint32_t from;
    std::uint32_t arc;
  };
  struct Waiting {
    double cost;
    std::uint32_t node;
    bool operator>(const Waiting& other) const noexcept { return cost > other.cost; }
  };
  // Costs lie close together: they are what is read most. All are infinite between queries but those touched.
  struct Side {
    std::vector<double> cost;
    std::vector<Came> came;
    std::vector<std::uint32_t> touched;
    std::vector<Waiting> heap;
  };

  void begin(Side& side, std::uint32_t node) {
    for (const std::uint32_t touched : side.touched) side.cost[touched] = kFar;
    side.touched.clear();
    side.heap.clear();
    reach(side, node, 0.0, kNone, kNone);
  }

  bool done(const Side& side) const noexcept { return side.heap.empty() || side.heap.front().cost >= best_; }

  void reach(Side& side, std::uint32_t node, double cost, std::uint32_t from, std::uint32_t arc) {
    double& known = side.cost[node];
    if (known <= cost) return;
    if (known == kFar) side.touched.push_back(node);
    known = cost;
    side.came[node] = {from, arc};
    side.heap.push_back({cost, node});
    std::push_heap(side.heap.begin(), side.heap.end(), std::greater<>());
  }

  // Takes one node of a side and goes on to more important ones.
  template <bool forwards>
  void climb(Side& mine, const Side& other, SearchStats& stats) {
    const auto [cost, node] = mine.heap.front();
    std::pop_heap(mine.heap.begin(), mine.heap.end(), std::greater<>());
    mine.heap.pop_back();
    if (cost > mine.cost[node]) return;
    ++stats.expanded;
    if (cost + other.cost[node] < best_) {
      best_ = cost + other.cost[node];
      meeting_ = node;
    }
    const std::uint32_t down = tables_.down[node], up = tables_.up[node], end = tables_.down[node + 1];
    // A node to which a more important one knows a cheaper way lies on no cheapest path.
    for (std::uint32_t at = forwards ? down : up; at != (forwards ? up : end); ++at) {
      const HierarchyArc& arc = tables_.arcs[at];
      if (mine.cost[arc.to] + arc.cost < cost) return;
    }
    for (std::uint32_t at = forwards ? up : down; at != (forwards ? end : up); ++at) {
      const HierarchyArc& arc = tables_.arcs[at];
      reach(mine, arc.to, cost + arc.cost, node, at);
    }
  }

  // Writes down the arcs of the way, a stack of which the last comes first, and answers where it begins.
  std::uint32_t collect_arcs() {
    arcs_.clear();
    std::uint32_t node = meeting_;
    for (; backward_.came[node].arc != kNone; node = backward_.came[node].from) {
      arcs_.push_back(backward_.came[node].arc);
    }
    std::reverse(arcs_.begin(), arcs_.end());
    for (node = meeting_; forward_.came[node].arc != kNone; node = forward_.came[node].from) {
      arcs_.push_back(forward_.came[node].arc);
    }
    return node;
  }

  // The nodes under the arcs.
  std::vector<Node> unpack(std::uint32_t start, std::size_t length) {
    std::vector<Node> nodes;
    nodes.reserve(length);
    nodes.push_back(tables_.node_of[start]);
    while (!arcs_.empty()) {
      const HierarchyParts parts = tables_.parts[arcs_.back()];
      arcs_.pop_back();
      if (parts.first == kNone) {
        nodes.push_back(parts.second);
        continue;
      }
      prefetch(tables_.parts.data(), parts.second);
      arcs_.push_back(parts.second);
      arcs_.push_back(parts.first);
    }
    return nodes;
  }

  const HierarchyTables& tables_;
  Side forward_;
  Side backward_;
  double best_ = kFar;
  std::uint32_t meeting_ = 0;
  std::vector<std::uint32_t> arcs_;
};

ContractionIndex::ContractionIndex(std::shared_ptr<const Graph> graph, HierarchyTables tables)
    : graph_(std::move(graph)), tables_(std::move(tables)) {}

ContractionIndex::~ContractionIndex() = default;

PathResult ContractionIndex::find(Node start, Node goal, const Poll&) const { return answer(start, goal, true); }

PathResult ContractionIndex::measure(Node start, Node goal, const Poll&) const { return answer(start, goal, false); }

PathResult ContractionIndex::answer(Node start, Node goal, bool corners) const {
  const auto begin = std::chrono::steady_clock::now();
  std::unique_ptr<Query> query;
  {
    const std::lock_guard lock(mutex_);
    if (!waiting_.empty()) {
      query = std::move(waiting_.back());
      waiting_.pop_back();
    }
  }
  if (!query) query = std::make_unique<Query>(tables_);
  PathResult result = query->find(tables_.number_of[start], tables_.number_of[goal], corners);
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(query));
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace pathstar
