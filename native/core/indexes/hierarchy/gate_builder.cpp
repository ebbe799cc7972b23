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

// Reports the progress of a build from several threads.
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

// The beginning of each cluster's costs, and the end of the last.
std::vector<std::uint64_t> places_of_costs(const std::vector<std::uint32_t>& gate_first) {
  std::vector<std::uint64_t> places{0};
  for (std::size_t i = 1; i < gate_first.size(); ++i) {
    const std::uint64_t count = gate_first[i] - gate_first[i - 1];
    places.push_back(places.back() + count * count);
  }
  return places;
}

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
        graph->begin(tables.gates(cluster));
        graph->write_all(made->gate_costs.data() + places[cluster]);
        done.add(places[cluster + 1] - places[cluster]);
      };
    };
    const auto poll = [&] { return progress(done.part()); };
    if (parallel_for_with(layout.first(level + 1) - first, options.threads, poll, make_worker)) return Outcome::stopped;
  }
  return Outcome::done;
}

template Outcome build_gate_tables(const Grid&, const ClusterLayout&, const GateTableOptions&, const Progress&,
                                   std::shared_ptr<OwnedGateSections>&);
template Outcome build_gate_tables(const RegularGrid&, const ClusterLayout&, const GateTableOptions&, const Progress&,
                                   std::shared_ptr<OwnedGateSections>&);

}  // namespace pathstar
