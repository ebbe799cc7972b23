#include "indexes/hierarchy/gate_builder.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <utility>
#include <vector>

#include "engine/driver/thread_pool.hpp"
#include "indexes/hierarchy/cluster_graph.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kAlone = 8;  // up to so many clusters are done without other threads

// Says how much of a build is done, from several threads.
class DoneCount {
 public:
  explicit DoneCount(std::uint64_t all) : all_(all) {}
  void add(std::uint64_t more) noexcept { done_.fetch_add(more, std::memory_order_relaxed); }
  double part() const noexcept {
    return static_cast<double>(done_.load(std::memory_order_relaxed)) /
           static_cast<double>(std::max<std::uint64_t>(all_, 1));
  }

 private:
  std::uint64_t all_;
  std::atomic<std::uint64_t> done_{0};
};

template <class Space>
bool find_gates(const Space& space, const ClusterLayout& layout, const GateTableOptions& options,
                const Progress& progress, OwnedGateSections& made) {
  std::vector<std::vector<Node>> gates(layout.clusters());
  const auto stopped = parallel_for(
      gates.size(), options.threads, [&] { return progress(0.0); },
      [&](std::size_t cluster, const Poll&) {
        gates[cluster] = gates_of(space, layout, options.entrances, static_cast<std::uint32_t>(cluster));
      });
  if (stopped) return false;
  made.gate_first.push_back(0);
  for (const std::vector<Node>& one : gates) {
    made.gates.insert(made.gates.end(), one.begin(), one.end());
    made.gate_first.push_back(static_cast<std::uint32_t>(made.gates.size()));
  }
  return true;
}

// Where each cluster's costs begin, and where the last end.
std::vector<std::uint64_t> places_of_costs(const std::vector<std::uint32_t>& gate_first) {
  std::vector<std::uint64_t> places{0};
  for (std::size_t i = 1; i < gate_first.size(); ++i) {
    const std::uint64_t count = gate_first[i] - gate_first[i - 1];
    places.push_back(places.back() + count * count);
  }
  return places;
}

// A cluster's new tables; none if they stay.
struct NewTable {
  std::uint32_t cluster;
  bool sure;  // that its costs may differ
  bool differs = false;
  std::vector<Node> gates;
  std::vector<double> costs;
};

template <class Space>
class GateRepair {
 public:
  GateRepair(const Space& space, const ClusterLayout& layout, GateTables& tables)
      : space_(space),
        ground_(space),
        layout_(layout),
        tables_(tables),
        near_(layout.clusters()),
        changed_(layout.clusters()) {}

  void note(Node edited) {
    ground_.each_gate_near(edited, [&](Node node) { mark(near_, node); });
    ground_.each_cost_near(edited, [&](Node node) { mark(changed_, node); });
  }
  void note_all() {
    near_.assign(near_.size(), true);
    changed_.assign(changed_.size(), true);
  }

  bool run(unsigned threads, const Poll& poll) {
    for (std::uint32_t level = 1; level <= layout_.levels(); ++level) {
      std::vector<NewTable> work = work_of(level);
      if (!make(work, threads, poll)) return false;
      for (NewTable& one : work) {
        if (!one.differs) continue;
        const Box box = layout_.box(one.cluster);
        if (level < layout_.levels()) changed_[layout_.at(level + 1, box.left, box.top)] = true;
        tables_.replace(one.cluster, std::move(one.gates), std::move(one.costs));
      }
    }
    return true;
  }

 private:
  void mark(std::vector<bool>& marks, Node node) {
    const std::uint32_t y = node / layout_.width(), x = node - y * layout_.width();
    for (std::uint32_t level = 1; level <= layout_.levels(); ++level) marks[layout_.at(level, x, y)] = true;
  }

  std::vector<NewTable> work_of(std::uint32_t level) const {
    std::vector<NewTable> work;
    for (std::uint32_t cluster = layout_.first(level); cluster < layout_.first(level + 1); ++cluster) {
      if (near_[cluster] || changed_[cluster]) work.push_back({cluster, changed_[cluster], false, {}, {}});
    }
    return work;
  }

  bool make(std::vector<NewTable>& work, unsigned threads, const Poll& poll) const {
    const auto make_worker = [&]() -> RowWork {
      const auto graph = std::make_shared<ClusterGraph<Space>>(space_, layout_, tables_);
      return [&, graph](std::size_t row, const Poll&) { renew(*graph, work[row]); };
    };
    return !parallel_for_with(work.size(), work.size() <= kAlone ? 1 : threads, poll, make_worker);
  }

  void renew(ClusterGraph<Space>& graph, NewTable& one) const {
    one.gates = gates_of(space_, layout_, tables_.entrances(), one.cluster);
    const std::span<const Node> before = tables_.gates(one.cluster);
    if (!one.sure && std::equal(one.gates.begin(), one.gates.end(), before.begin(), before.end())) return;
    one.differs = true;
    one.costs.resize(one.gates.size() * one.gates.size());
    graph.enter(one.cluster);
    graph.write_costs(one.gates, one.costs.data());
  }

  const Space& space_;
  ClusterGround<Space> ground_;
  const ClusterLayout& layout_;
  GateTables& tables_;
  std::vector<bool> near_;     // clusters whose gates may differ
  std::vector<bool> changed_;  // clusters whose costs may
};

}  // namespace

template <class Space>
Outcome build_gate_tables(const Space& space, const ClusterLayout& layout, const GateTableOptions& options,
                          const Progress& progress, std::shared_ptr<OwnedGateSections>& made) {
  made = std::make_shared<OwnedGateSections>();
  made->entrances = static_cast<std::uint32_t>(options.entrances);
  if (!find_gates(space, layout, options, progress, *made)) return Outcome::stopped;
  const std::vector<std::uint64_t> places = places_of_costs(made->gate_first);
  if (places.back() > options.most_bytes / sizeof(double)) return Outcome::too_large;
  made->gate_costs.resize(places.back());
  const GateTables tables(layout, sections_of(made));
  DoneCount done(places.back());
  for (std::uint32_t level = 1; level <= layout.levels(); ++level) {
    const std::uint32_t first = layout.first(level);
    const auto make_worker = [&]() -> RowWork {
      const auto graph = std::make_shared<ClusterGraph<Space>>(space, layout, tables);
      return [&, graph](std::size_t row, const Poll&) {
        const std::uint32_t cluster = first + static_cast<std::uint32_t>(row);
        graph->enter(cluster);
        graph->write_costs(tables.gates(cluster), made->gate_costs.data() + places[cluster]);
        done.add(places[cluster + 1] - places[cluster]);
      };
    };
    const auto poll = [&] { return progress(done.part()); };
    if (parallel_for_with(layout.first(level + 1) - first, options.threads, poll, make_worker)) return Outcome::stopped;
  }
  return Outcome::done;
}

template <class Space>
bool repair_gate_tables(const Space& space, const ClusterLayout& layout, std::span<const Node> edited, unsigned threads,
                        const Poll& poll, GateTables& tables) {
  GateRepair repair(space, layout, tables);
  for (const Node node : edited) repair.note(node);
  return repair.run(threads, poll);
}

template <class Space>
bool renew_gate_tables(const Space& space, const ClusterLayout& layout, unsigned threads, const Poll& poll,
                       GateTables& tables) {
  GateRepair repair(space, layout, tables);
  repair.note_all();
  return repair.run(threads, poll);
}

template Outcome build_gate_tables(const Grid&, const ClusterLayout&, const GateTableOptions&, const Progress&,
                                   std::shared_ptr<OwnedGateSections>&);
template bool repair_gate_tables(const Grid&, const ClusterLayout&, std::span<const Node>, unsigned, const Poll&,
                                 GateTables&);
template bool renew_gate_tables(const Grid&, const ClusterLayout&, unsigned, const Poll&, GateTables&);
template Outcome build_gate_tables(const RegularGrid&, const ClusterLayout&, const GateTableOptions&, const Progress&,
                                   std::shared_ptr<OwnedGateSections>&);
template bool repair_gate_tables(const RegularGrid&, const ClusterLayout&, std::span<const Node>, unsigned, const Poll&,
                                 GateTables&);
template bool renew_gate_tables(const RegularGrid&, const ClusterLayout&, unsigned, const Poll&, GateTables&);

}  // namespace pathstar
