#include "indexes/contraction/hub_labels_of_top.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <limits>
#include <memory>
#include <thread>
#include <utility>

#include "engine/driver/thread_pool.hpp"
#include "indexes/contraction/hierarchy.hpp"

namespace pathstar {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kPerThread = 64;  // with fewer nodes a thread is not worth starting

struct HubCost {
  std::uint32_t hub;
  std::uint32_t arc;
  double cost;
};
using Label = std::vector<HubCost>;

// The labels with the costs to the hubs, and those with the costs from them, unless they are the same.
class LabelSet {
 public:
  LabelSet(const HierarchyTables& hierarchy, std::uint32_t nodes)
      : sides_(hierarchy.two_way ? 1 : 2), done_(nodes), labels_{std::vector<Label>(nodes), {}} {
    if (sides_ == 2) labels_[1].resize(nodes);
  }

  std::size_t sides() const noexcept { return sides_; }
  Label& label(std::size_t side, std::uint32_t node) noexcept { return labels_[side][node]; }
  const Label& opposite(std::size_t side, std::uint32_t node) const noexcept {
    return labels_[sides_ - 1 - side][node];
  }
  std::size_t entries(std::uint32_t node) const noexcept { return labels_[0][node].size() + other_size(node); }

  bool done(std::uint32_t node) const noexcept { return done_[node].load(std::memory_order_acquire); }
  void finish(std::uint32_t node) noexcept { done_[node].store(true, std::memory_order_release); }

  // Returns the labels of the first nodes as plain arrays, and frees their memory.
  HubLabelsOfTop collect(std::size_t side, std::uint32_t nodes) {
    HubLabelsOfTop made;
    made.first.push_back(0);
    for (std::uint32_t node = 0; node < nodes; ++node) {
      made.first.push_back(made.first.back() + static_cast<std::uint32_t>(labels_[side][node].size()));
    }
    made.hubs.reserve(made.first.back());
    made.costs.reserve(made.first.back());
    made.arcs.reserve(made.first.back());
    for (std::uint32_t node = 0; node < nodes; ++node) {
      const Label label = std::move(labels_[side][node]);
      for (const HubCost& entry : label) {
        made.hubs.push_back(entry.hub);
        made.costs.push_back(entry.cost);
        made.arcs.push_back(entry.arc);
      }
    }
    return made;
  }

 private:
  std::size_t other_size(std::uint32_t node) const noexcept { return sides_ == 2 ? labels_[1][node].size() : 0; }

  std::size_t sides_;
  std::vector<std::atomic<bool>> done_;
  std::array<std::vector<Label>, 2> labels_;
};

// The work of one thread.
class Labeller {
 public:
  Labeller(const HierarchyTables& hierarchy, LabelSet& labels, std::uint32_t nodes)
      : hierarchy_(hierarchy), labels_(labels), cost_(nodes, kFar), arc_(nodes) {}

  // Labels a node. False if it was stopped while it waited for the labels above.
  bool add(std::uint32_t node, const Poll& stop) {
    for (std::uint32_t at = hierarchy_.first[node].down; at != hierarchy_.first[node + 1].down; ++at) {
      while (!labels_.done(hierarchy_.arcs[at].to)) {
        if (stop()) return false;
        std::this_thread::yield();
      }
    }
    for (std::size_t side = 0; side < labels_.sides(); ++side) make(side, node);
    labels_.finish(node);
    return true;
  }

 private:
  void make(std::size_t side, std::uint32_t node) {
    const ArcRange arcs = side == 0 ? hierarchy_.to_top(node) : hierarchy_.from_top(node);
    for (std::uint32_t at = arcs.begin; at != arcs.end; ++at) {
      const HierarchyArc& arc = hierarchy_.arcs[at];
      for (const HubCost& entry : labels_.label(side, arc.to)) offer(entry.hub, arc.cost + entry.cost, at);
    }
    std::sort(hubs_.begin(), hubs_.end());
    Label& label = labels_.label(side, node);
    for (const std::uint32_t hub : hubs_) {
      if (!outranked(side, hub)) label.push_back({hub, arc_[hub], cost_[hub]});
    }
    label.push_back({node, kNoArc, 0.0});
    label.shrink_to_fit();
    for (const std::uint32_t hub : hubs_) cost_[hub] = kFar;
    hubs_.clear();
  }

  void offer(std::uint32_t hub, double cost, std::uint32_t arc) {
    if (cost >= cost_[hub]) return;
    if (cost_[hub] == kFar) hubs_.push_back(hub);
    cost_[hub] = cost;
    arc_[hub] = arc;
  }

  // Whether a more important hub lies on an equally cheap path to this one.
  bool outranked(std::size_t side, std::uint32_t hub) const {
    const Label& label = labels_.opposite(side, hub);
    return std::any_of(label.begin(), label.end() - 1,
                       [&](const HubCost& entry) { return cost_[entry.hub] + entry.cost <= cost_[hub]; });
  }

  const HierarchyTables& hierarchy_;
  LabelSet& labels_;
  std::vector<double> cost_;  // by hub
  std::vector<std::uint32_t> arc_;
  std::vector<std::uint32_t> hubs_;
};

}  // namespace

std::uint32_t TopLabelTables::entry(std::uint32_t node, std::uint32_t hub) const noexcept {
  const auto begin = hubs.begin() + first[node], end = hubs.begin() + first[node + 1];
  return static_cast<std::uint32_t>(std::lower_bound(begin, end, hub) - hubs.begin());
}

Outcome make_top_labels(const HierarchyTables& hierarchy, std::span<const std::uint32_t> turns,
                        std::uint64_t most_bytes, unsigned threads, const Progress& progress, HubLabelsOfTop& to_hubs,
                        HubLabelsOfTop& from_hubs) {
  constexpr std::uint64_t kEntryBytes = 2 * sizeof(std::uint32_t) + sizeof(double);
  const std::uint64_t most_entries =
      std::min<std::uint64_t>(most_bytes / kEntryBytes, std::numeric_limits<std::uint32_t>::max());
  const auto nodes = static_cast<std::uint32_t>(turns.size());
  LabelSet labels(hierarchy, nodes);
  std::atomic<std::uint32_t> done{0};
  std::atomic<std::uint64_t> entries{0};
  bool stopped = false;
  const Poll poll = [&] {
    stopped = stopped || progress(static_cast<double>(done) / nodes);
    return stopped || entries > most_entries;
  };
  parallel_for_with(nodes, std::min(threads, nodes / kPerThread + 1), poll, [&] {
    return [&, labeller = std::make_shared<Labeller>(hierarchy, labels, nodes)](std::size_t turn, const Poll& stop) {
      if (!labeller->add(turns[turn], stop)) return;
      entries += labels.entries(turns[turn]);
      ++done;
    };
  });
  if (stopped) return Outcome::stopped;
  if (entries > most_entries) return Outcome::too_large;
  to_hubs = labels.collect(0, nodes);
  from_hubs = labels.sides() == 2 ? labels.collect(1, nodes) : HubLabelsOfTop{{0}, {}, {}, {}};
  return Outcome::done;
}

}  // namespace pathstar
