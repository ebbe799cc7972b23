#include "indexes/hub_labels/labels.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/searches/local_dijkstra.hpp"
#include "indexes/hub_labels/label_links.hpp"

namespace pathstar {
namespace {

constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();
constexpr int kHopBits = 24;

// An entry while labels are still growing.
struct Entry {
  std::uint32_t hub;
  std::uint32_t cost;
  std::uint32_t parent;    // the next vertex on the path to the hub
  std::uint32_t position;  // of the parent's entry in its label
};

class Labeller {
 public:
  explicit Labeller(const CostGraph& graph)
      : graph_(graph),
        labels_(graph.size()),
        root_cost_(graph.size(), kFar),
        search_(graph.size()),
        parent_(graph.size()) {}

  // Labels all vertices with a cheapest path to the new hub that contains no earlier hub.
  void add_hub(std::uint32_t hub, std::uint32_t root) {
    for (const Entry& entry : labels_[root]) root_cost_[entry.hub] = entry.cost;
    reach(root, 0, root);
    while (!search_.empty()) {
      const auto entry = search_.take();
      if (search_.current(entry)) settle(hub, entry.vertex, entry.key);
    }
    search_.clear();
    for (const Entry& entry : labels_[root]) root_cost_[entry.hub] = kFar;
  }

  // Of all labels.
  std::uint64_t entries() const noexcept { return entries_; }

  Labels collect(std::span<const Place> places) const {
    Labels labels;
    labels.first.push_back(0);
    for (const auto& label : labels_) {
      labels.first.push_back(labels.first.back() + static_cast<std::uint32_t>(label.size()));
    }
    std::vector<std::uint32_t> vertex, parent;
    for (std::uint32_t v = 0; v < labels_.size(); ++v) {
      for (const Entry& entry : labels_[v]) {
        labels.entries.push_back({entry.hub, entry.cost});
        vertex.push_back(v);
        parent.push_back(labels.first[entry.parent] + entry.position);
      }
    }
    lay_out_links(vertex, parent, places, labels);
    return labels;
  }

 private:
  void reach(std::uint32_t vertex, std::uint64_t key, std::uint32_t parent) {
    if (search_.reach(vertex, key)) parent_[vertex] = parent;
  }

  // Keys are (cost, number of vertices on the path).
  void settle(std::uint32_t hub, std::uint32_t u, std::uint64_t key) {
    const auto cost = static_cast<std::uint32_t>(key >> kHopBits);
    for (const Entry& entry : labels_[u]) {
      if (root_cost_[entry.hub] != kFar && root_cost_[entry.hub] + entry.cost <= cost) return;
    }
    const std::uint32_t parent = parent_[u];
    const std::size_t position = labels_[parent].size() - (parent == u ? 0 : 1);
    labels_[u].push_back({hub, cost, parent, static_cast<std::uint32_t>(position)});
    ++entries_;
    for (const Arc& arc : graph_[u]) reach(arc.to, key + (std::uint64_t{arc.cost} << kHopBits) + 1, u);
  }

  const CostGraph& graph_;
  std::vector<std::vector<Entry>> labels_;
  std::uint64_t entries_ = 0;
  std::vector<std::uint32_t> root_cost_;  // by hub: the cost from the root
  LocalDijkstra<std::uint64_t> search_;
  std::vector<std::uint32_t> parent_;
};

}  // namespace

Outcome make_labels(const CostGraph& graph, std::span<const std::uint32_t> order, std::span<const Place> places,
                    std::uint64_t most_bytes, const Progress& progress, Labels& made) {
  constexpr std::uint64_t kMostNumbers = std::numeric_limits<std::uint32_t>::max();
  Labeller labeller(graph);
  for (std::uint32_t hub = 0; hub < order.size(); ++hub) {
    if (progress(static_cast<double>(hub) / static_cast<double>(order.size()))) return Outcome::stopped;
    labeller.add_hub(hub, order[hub]);
    if (labeller.entries() * kBytesPerEntry > most_bytes) return Outcome::too_large;
    if (labeller.entries() > kMostNumbers) return Outcome::too_many;
  }
  made = labeller.collect(places);
  return Outcome::done;
}

}  // namespace pathstar
