#include "indexes/contraction/contraction_query.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "indexes/common/damaged_index.hpp"
#include "spaces/compiler.hpp"

namespace pathstar {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
// Limit for the length of a path, as a multiple of the graph's nodes: a path visits each node once, except in cycles of
// zero cost.
constexpr std::uint64_t kLongest = 4;

}  // namespace

ContractionQuery::ContractionQuery(const HierarchyTables& tables)
    : tables_(tables), best_(kFar), hub_cost_(tables.to_hubs.size(), kFar) {
  for (Side* side : {&forward_, &backward_}) {
    side->nodes.assign(tables.node_of.size(), {kFar, kNoNode, kNoArc});
  }
}

PathResult ContractionQuery::find(std::uint32_t start, std::uint32_t goal, Wanted wanted) {
  PathResult result;
  best_ = kFar;
  begin(forward_, start);
  begin(backward_, goal);
  for (bool forwards = true; !done(forward_) || !done(backward_); forwards = !forwards) {
    if (done(forwards ? forward_ : backward_)) continue;
    forwards ? climb<true>(forward_, backward_, result.stats) : climb<false>(backward_, forward_, result.stats);
  }
  meet();
  result.stats.generated = forward_.touched.size() + backward_.touched.size();
  result.status = best_ < kFar ? Status::found : Status::no_path;
  if (best_ < kFar) {
    result.cost = best_;
    collect_pieces();
    result.length = length_;
    if (wanted == Wanted::path) result.corners = unpack(tables_.node_of[start], tables_.node_of[goal]);
  }
  return result;
}

void ContractionQuery::begin(Side& side, std::uint32_t node) {
  for (const std::uint32_t touched : side.touched) side.nodes[touched].cost = kFar;
  side.touched.clear();
  side.heap.clear();
  side.labelled.clear();
  reach(side, node, 0.0, kNoNode, kNoArc);
}

void ContractionQuery::reach(Side& side, std::uint32_t node, double cost, std::uint32_t from, std::uint32_t arc) {
  Reached& known = side.nodes[node];
  if (known.cost <= cost) return;
  if (known.cost == kFar) side.touched.push_back(node);
  known = {cost, from, arc};
  prefetch(tables_.first.data(), node);
  side.heap.push_back({cost, node});
  std::push_heap(side.heap.begin(), side.heap.end(), std::greater<>());
}

// Expands one node of a side towards more important nodes.
template <bool forwards>
void ContractionQuery::climb(Side& mine, const Side& other, SearchStats& stats) {
  const auto [cost, node] = mine.heap.front();
  std::pop_heap(mine.heap.begin(), mine.heap.end(), std::greater<>());
  mine.heap.pop_back();
  if (cost > mine.nodes[node].cost) return;
  ++stats.expanded;
  if (cost + other.nodes[node].cost < best_) {
    best_ = cost + other.nodes[node].cost;
    last_ = meeting_ = node;
    hub_ = kNoNode;
  }
  // A node that a more important one reaches more cheaply lies on no cheapest path.
  const ArcRange from_top = forwards ? tables_.from_top(node) : tables_.to_top(node);
  for (std::uint32_t at = from_top.begin; at != from_top.end; ++at) {
    const HierarchyArc& arc = tables_.arcs[at];
    if (mine.nodes[arc.to].cost + arc.cost < cost) return;
  }
  if (node < tables_.to_hubs.size()) {
    mine.labelled.push_back(node);
    const TopLabelTables& labels = forwards ? tables_.to_hubs : tables_.from_hubs;
    prefetch(labels.hubs.data(), labels.first[node]);
    prefetch(labels.costs.data(), labels.first[node]);
    return;
  }
  const ArcRange to_top = forwards ? tables_.to_top(node) : tables_.from_top(node);
  for (std::uint32_t at = to_top.begin; at != to_top.end; ++at) {
    const HierarchyArc& arc = tables_.arcs[at];
    reach(mine, arc.to, cost + arc.cost, node, at);
  }
}

// Finds the best hub between the labelled nodes that the two sides reached.
void ContractionQuery::meet() {
  const TopLabelTables &to = tables_.to_hubs, &from = tables_.from_hubs;
  for (const std::uint32_t node : forward_.labelled) {
    const double cost = forward_.nodes[node].cost;
    for (std::uint32_t i = to.first[node]; i != to.first[node + 1]; ++i) {
      double& known = hub_cost_[to.hubs[i]];
      known = std::min(known, cost + to.costs[i]);
    }
  }
  bool found = false;
  for (const std::uint32_t node : backward_.labelled) {
    const double cost = backward_.nodes[node].cost;
    for (std::uint32_t i = from.first[node]; i != from.first[node + 1]; ++i) {
      const double whole = hub_cost_[from.hubs[i]] + (cost + from.costs[i]);
      if (whole >= best_) continue;
      best_ = whole;
      hub_ = from.hubs[i];
      meeting_ = node;
      found = true;
    }
  }
  if (found) last_ = labelled_before(hub_);
  for (const std::uint32_t node : forward_.labelled) {
    for (std::uint32_t i = to.first[node]; i != to.first[node + 1]; ++i) hub_cost_[to.hubs[i]] = kFar;
  }
}

// The labelled node on the start's cheapest path to a hub.
std::uint32_t ContractionQuery::labelled_before(std::uint32_t hub) const {
  const TopLabelTables& labels = tables_.to_hubs;
  return *std::find_if(forward_.labelled.begin(), forward_.labelled.end(), [&](std::uint32_t node) {
    const std::uint32_t entry = labels.entry(node, hub);
    return entry != labels.first[node + 1] && labels.hubs[entry] == hub &&
           forward_.nodes[node].cost + labels.costs[entry] == hub_cost_[hub];
  });
}

// Collects the path's pieces in order, and counts its nodes.
void ContractionQuery::collect_pieces() {
  way_to(forward_, last_, up_);
  way_to(backward_, meeting_, down_);
  if (hub_ != kNoNode) climb_to_hub();
  pieces_.clear();
  std::uint64_t length = 1;
  const auto put = [&](std::uint32_t arc, bool back) {
    prefetch(tables_.inside.data(), arc);
    const std::uint32_t edges = tables_.arcs[arc].edges;
    pieces_.push_back({arc, edges, static_cast<std::uint32_t>(length - 1), back});
    length += edges;
  };
  for (const std::uint32_t arc : up_) put(arc, false);
  std::for_each(down_.rbegin(), down_.rend(), [&](std::uint32_t arc) { put(arc, tables_.two_way); });
  if (length > kLongest * tables_.node_of.size()) throw DamagedIndex();
  length_ = static_cast<std::uint32_t>(length);
}

// The arcs by which a side reached a node.
void ContractionQuery::way_to(const Side& side, std::uint32_t node, std::vector<std::uint32_t>& arcs) {
  arcs.clear();
  for (; side.nodes[node].arc != kNoArc; node = side.nodes[node].from) arcs.push_back(side.nodes[node].arc);
  std::reverse(arcs.begin(), arcs.end());
}

// Climbs to the hub from both sides in turn, so that their memory accesses overlap.
void ContractionQuery::climb_to_hub() {
  std::uint32_t before = last_, behind = meeting_;
  while (before != hub_ || behind != hub_) {
    if (before != hub_) before = step_to_hub(tables_.to_hubs, before, up_);
    if (behind != hub_) behind = step_to_hub(tables_.from_hubs, behind, down_);
  }
}

std::uint32_t ContractionQuery::step_to_hub(const TopLabelTables& labels, std::uint32_t node,
                                            std::vector<std::uint32_t>& arcs) const {
  const std::uint32_t entry = labels.entry(node, hub_);
  if (entry == labels.first[node + 1] || labels.hubs[entry] != hub_) throw DamagedIndex();
  arcs.push_back(labels.arcs[entry]);
  return tables_.arcs[arcs.back()].to;
}

// Returns the nodes of the path. The halves of a piece go to the end of the queue, so their data is in the cache when
// their turn comes.
std::vector<Node> ContractionQuery::unpack(Node start, Node goal) {
  std::vector<Node> nodes(length_);
  write_ends(start, goal, nodes);
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece piece = pieces_[i];
    if (piece.edges == 1) continue;
    const ArcInside& inside = tables_.inside[piece.arc];
    if (piece.edges <= ArcInside::kShort) {
      for (std::uint32_t k = 1; k < piece.edges; ++k) {
        nodes[piece.begin + k] = inside.words[(piece.back ? piece.edges - k : k) - 1];
      }
      continue;
    }
    const std::uint32_t edges = inside.first_edges(), rest = piece.edges - edges;
    const std::uint32_t middle = piece.begin + (piece.back ? rest : edges);
    nodes[middle] = inside.middle();
    cut({inside.first(), edges, piece.back ? middle : piece.begin, piece.back != tables_.two_way});
    cut({inside.second(), rest, piece.back ? piece.begin : middle, piece.back});
  }
  return nodes;
}

void ContractionQuery::cut(const Piece& piece) {
  if (piece.edges == 1) return;
  prefetch(tables_.inside.data(), piece.arc);
  pieces_.push_back(piece);
}

// Writes the nodes between the pieces: the more important ends of arcs up and of arcs down.
void ContractionQuery::write_ends(Node start, Node goal, std::vector<Node>& nodes) const {
  nodes.front() = start;
  nodes.back() = goal;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    nodes[i < up_.size() ? piece.begin + piece.edges : piece.begin] = tables_.node_of[tables_.arcs[piece.arc].to];
  }
}

}  // namespace pathstar
