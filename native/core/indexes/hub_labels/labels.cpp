#include "indexes/hub_labels/labels.hpp"

#include <limits>
#include <utility>

#include "engine/searches/local_dijkstra.hpp"
#include "indexes/hub_labels/label_links.hpp"

namespace pathstar {
namespace {

constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();
constexpr int kHopBits = 24;

class Labeller {
 public:
  Labeller(const CostGraph& graph, std::span<const Place> places)
      : graph_(graph),
        places_(places),
        labels_(graph.size()),
        root_cost_(graph.size(), kFar),
        search_(graph.size()),
        parent_(graph.size()),
        position_(graph.size()) {}

  // Labels all vertices with a cheapest path to the new hub that contains no earlier hub.
  void add_hub(std::uint32_t hub, std::uint32_t root) {
    for (const LabelEntry& entry : labels_[root]) root_cost_[entry.hub] = entry.cost;
    reach(root, 0, root);
    while (!search_.empty()) {
      const auto entry = search_.take();
      if (search_.current(entry)) settle(hub, entry.vertex, entry.key);
    }
    search_.clear();
    for (const LabelEntry& entry : labels_[root]) root_cost_[entry.hub] = kFar;
    lay_out_links(tree_, places_, links_, vertices_);
    tree_.vertices.clear();
    tree_.parents.clear();
  }

  // In all labels.
  std::uint64_t entries() const noexcept { return links_.size(); }

  // The labels as plain arrays. Copied parts are freed at once, since the labels are most of the build's memory.
  Labels take() {
    Labels labels;
    labels.first.reserve(labels_.size() + 1);
    labels.first.push_back(0);
    for (const auto& label : labels_) {
      labels.first.push_back(labels.first.back() + static_cast<std::uint32_t>(label.size()));
    }
    labels.links = std::move(links_);
    labels.link_of = positions_of_links(labels.first);
    labels.entries.reserve(labels.links.size());
    for (auto& growing : labels_) {
      const auto label = std::move(growing);
      labels.entries.insert(labels.entries.end(), label.begin(), label.end());
    }
    return labels;
  }

 private:
  void reach(std::uint32_t vertex, std::uint64_t key, std::uint32_t parent) {
    if (search_.reach(vertex, key)) parent_[vertex] = parent;
  }

  // Keys are (cost, number of vertices on the path).
  void settle(std::uint32_t hub, std::uint32_t u, std::uint64_t key) {
    const auto cost = static_cast<std::uint32_t>(key >> kHopBits);
    for (const LabelEntry& entry : labels_[u]) {
      if (root_cost_[entry.hub] != kFar && root_cost_[entry.hub] + entry.cost <= cost) return;
    }
    labels_[u].push_back({hub, cost});
    position_[u] = static_cast<std::uint32_t>(tree_.vertices.size());
    tree_.vertices.push_back(u);
    tree_.parents.push_back(position_[parent_[u]]);
    for (const Arc& arc : graph_[u]) reach(arc.to, key + (std::uint64_t{arc.cost} << kHopBits) + 1, u);
  }

  // By entry. Both the entries of a label and the links are in the order of hubs.
  std::vector<std::uint32_t> positions_of_links(std::vector<std::uint32_t> next) {
    const auto vertices = std::move(vertices_);
    std::vector<std::uint32_t> link_of(vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i) link_of[next[vertices[i]]++] = static_cast<std::uint32_t>(i);
    return link_of;
  }

  const CostGraph& graph_;
  std::span<const Place> places_;
  std::vector<std::vector<LabelEntry>> labels_;
  std::vector<LabelLink> links_;          // hub by hub
  std::vector<std::uint32_t> vertices_;   // by link
  std::vector<std::uint32_t> root_cost_;  // by hub: the cost from the root
  LocalDijkstra<std::uint64_t> search_;
  std::vector<std::uint32_t> parent_;
  HubTree tree_;                         // of the new hub
  std::vector<std::uint32_t> position_;  // in the tree, of the vertices that it has
};

}  // namespace

Outcome make_labels(const CostGraph& graph, std::span<const std::uint32_t> order, std::span<const Place> places,
                    std::uint64_t most_bytes, const Progress& progress, Labels& made) {
  constexpr std::uint64_t kMostNumbers = std::numeric_limits<std::uint32_t>::max();
  Labeller labeller(graph, places);
  for (std::uint32_t hub = 0; hub < order.size(); ++hub) {
    if (progress(static_cast<double>(hub) / static_cast<double>(order.size()))) return Outcome::stopped;
    labeller.add_hub(hub, order[hub]);
    if (labeller.entries() * kBytesPerEntry > most_bytes) return Outcome::too_large;
    if (labeller.entries() > kMostNumbers) return Outcome::too_many;
  }
  made = labeller.take();
  return Outcome::done;
}

}  // namespace pathstar
