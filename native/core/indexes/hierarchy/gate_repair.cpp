#include "indexes/hierarchy/gate_repair.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "engine/driver/thread_pool.hpp"
#include "indexes/hierarchy/gates.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kAlone = 8;  // up to this many clusters are done without other threads

}  // namespace

template <class Space>
void GateRepair<Space>::note(std::span<const Node> edited) {
  for (const Node one : edited) {
    ground_.each_gate_near(one, [&](Node node) { mark_at(node, kGates); });
    ground_.each_cost_near(one, [&](Node node) { mark_at(node, kCosts); });
  }
}

template <class Space>
void GateRepair<Space>::note_all() {
  for (std::uint32_t cluster = 0; cluster < layout_.clusters(); ++cluster) mark(cluster, kCosts);
}

// A cluster of a higher level depends on the tables of its parts, which record themselves whether they differ, and on
// the steps between them.
template <class Space>
void GateRepair<Space>::mark_at(Node node, Mark mark) {
  const std::uint32_t y = node / layout_.width(), x = node - y * layout_.width();
  for (std::uint32_t level = 1; level <= layout_.levels(); ++level) {
    const std::uint32_t cluster = layout_.at(level, x, y);
    this->mark(cluster, level == 1 ? mark : steps_out_of(level - 1, x, y) ? kCosts : kGates);
  }
}

// Whether a step may lead from the cell out of its cluster.
template <class Space>
bool GateRepair<Space>::steps_out_of(std::uint32_t level, std::uint32_t x, std::uint32_t y) const noexcept {
  const std::uint32_t last = ClusterLayout::side(level) - 1;
  const auto at_edge = [&](std::uint32_t along) { return (along & last) == 0 || (along & last) == last; };
  return !ground_.steps_to_neighbours() || at_edge(x) || at_edge(y);
}

template <class Space>
void GateRepair<Space>::mark(std::uint32_t cluster, Mark mark) {
  if (by_steps_ && by_steps_->cluster == cluster) by_steps_.reset();
  if (marks_[cluster] >= mark) return;
  if (marks_[cluster] == kNone) waiting_.insert(cluster);
  marks_[cluster] = mark;
  tables_.doubt(cluster);
}

template <class Space>
bool GateRepair<Space>::run(unsigned threads, const Poll& poll) {
  by_steps_.reset();
  while (!over()) {
    std::vector<NewTable> work = work_of(layout_.level_of(*waiting_.begin()));
    if (!make(work, threads, poll)) return false;
    for (NewTable& one : work) finish(one);
  }
  return true;
}

template <class Space>
void GateRepair<Space>::step(std::uint64_t budget) {
  while (budget > 0 && !over()) {
    level_1_fits() ? step_gates(budget) : renew_cells(budget);
  }
}

template <class Space>
void GateRepair<Space>::renew_cells(std::uint64_t& budget) {
  NewTable one{*waiting_.begin()};
  renew(cells_, one);
  finish(one);
  budget -= std::min<std::uint64_t>(budget, std::uint64_t{ClusterLayout::side(1)} * ClusterLayout::side(1));
}

template <class Space>
void GateRepair<Space>::step_gates(std::uint64_t& budget) {
  if (!by_steps_) {
    by_steps_ = NewTable{*waiting_.begin()};
    find_gates(*by_steps_);
    if (by_steps_->in_doubt) begin_costs(gates_, *by_steps_);
    --budget;
  }
  if (by_steps_->in_doubt && !gates_.write_costs(by_steps_->costs.data(), budget)) return;
  finish(*by_steps_);
  by_steps_.reset();
}

template <class Space>
auto GateRepair<Space>::work_of(std::uint32_t level) const -> std::vector<NewTable> {
  std::vector<NewTable> work;
  const auto end = waiting_.lower_bound(layout_.first(level + 1));
  for (auto one = waiting_.begin(); one != end; ++one) work.push_back({*one});
  return work;
}

template <class Space>
bool GateRepair<Space>::make(std::vector<NewTable>& work, unsigned threads, const Poll& poll) const {
  const auto make_worker = [&]() -> RowWork {
    const auto graph = std::make_shared<ClusterGraph<Space>>(space_, layout_, tables_);
    return [&, graph](std::size_t row, const Poll&) { renew(*graph, work[row]); };
  };
  return !parallel_for_with(work.size(), work.size() <= kAlone ? 1 : threads, poll, make_worker);
}

template <class Space>
void GateRepair<Space>::find_gates(NewTable& one) const {
  one.gates = gates_of(space_, layout_, tables_.entrances(), one.cluster);
  one.in_doubt = marks_[one.cluster] == kCosts || !tables_.has_gates(one.cluster, one.gates);
}

template <class Space>
void GateRepair<Space>::begin_costs(ClusterGraph<Space>& graph, NewTable& one) const {
  one.costs.resize(one.gates.size() * one.gates.size());
  graph.enter(one.cluster);
  graph.begin(one.gates);
}

template <class Space>
void GateRepair<Space>::renew(ClusterGraph<Space>& graph, NewTable& one) const {
  find_gates(one);
  if (!one.in_doubt) return;
  begin_costs(graph, one);
  graph.write_all(one.costs.data());
}

template <class Space>
void GateRepair<Space>::finish(NewTable& one) {
  marks_[one.cluster] = kNone;
  waiting_.erase(one.cluster);
  if (!one.in_doubt || tables_.equal(one.cluster, one.gates, one.costs)) return tables_.confirm(one.cluster);
  const std::uint32_t level = layout_.level_of(one.cluster);
  const Box box = layout_.box(one.cluster);
  if (level < layout_.levels()) mark(layout_.at(level + 1, box.left, box.top), kCosts);
  tables_.replace(one.cluster, std::move(one.gates), std::move(one.costs));
}

template class GateRepair<Grid>;
template class GateRepair<RegularGrid>;

}  // namespace pathstar
