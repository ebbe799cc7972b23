#include "indexes/hierarchy/leg_finder.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "indexes/common/damaged_index.hpp"

namespace pathstar {
namespace {

constexpr double kNoWay = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();

template <class Search>
std::vector<GateCost> costs_to_gates(std::span<const Node> gates, const Search& cells) {
  std::vector<GateCost> costs;
  for (const Node gate : gates) {
    if (cells.cost(gate) < kNoWay) costs.push_back({gate, cells.cost(gate)});
  }
  return costs;
}

}  // namespace

template <class Space>
void LegFinder<Space>::begin_plan(Node start, Node goal) {
  start_ = start;
  goal_ = goal;
  time_ = tables_->time();
  const std::uint32_t first = layout_->at(1, start), last = layout_->at(1, goal);
  cells_.enter(layout_->box(first));
  cells_.spread(start);
  const std::vector<GateCost> starts = costs_to_gates(tables_->gates(first), cells_);
  direct_ = first == last ? cells_.cost(goal) : kNoWay;
  cells_.enter(layout_->box(last));
  cells_.spread(goal, true);
  const std::vector<GateCost> ends = costs_to_gates(tables_->gates(last), cells_);
  search_.enter({layout_->levels(), {kNoCluster, kNoCluster}, {start, goal}});
  search_.begin(starts, ends, goal, direct_);
}

template <class Space>
bool LegFinder<Space>::still_fits() const noexcept {
  return tables_->fit(layout_->at(1, start_), time_) && tables_->fit(layout_->at(1, goal_), time_) &&
         search_.still_fits();
}

template <class Space>
ClusterPlan LegFinder<Space>::made_plan() const {
  const std::vector<ClusterPass> passes = search_.passes();
  ClusterPlan made{{passes.begin(), passes.end()}, time_};
  if (!passes.empty()) {
    made.passes.front().entry = start_;
    made.passes.back().exit = goal_;
  } else if (direct_ < kNoWay) {
    made.passes.push_back({layout_->at(1, start_), start_, goal_});
  }
  return made;
}

// Replaces a pass by passes of lower levels. The next one, if of the same level, is searched together with it.
template <class Space>
void LegFinder<Space>::refine(ClusterPlan& plan, std::size_t i) {
  const ClusterPass pass = plan.passes[i];
  const std::uint32_t level = this->level(pass);
  const bool together = i + 1 < plan.passes.size() && this->level(plan.passes[i + 1]) == level;
  const Node end = together ? plan.passes[i + 1].exit : pass.exit;
  search_.enter({level - 1, {pass.cluster, together ? plan.passes[i + 1].cluster : kNoCluster}});
  const GateCost starts[] = {{pass.entry, 0.0}}, ends[] = {{end, 0.0}};
  search_.begin(starts, ends, end, kNoWay);
  search_.step(kAll);
  std::vector<ClusterPass> finer = search_.passes();
  if (finer.empty()) throw DamagedIndex();
  if (together) {
    const auto behind = std::find_if(finer.rbegin(), finer.rend(), [&](const ClusterPass& one) {
      return layout_->at(level, one.exit) == pass.cluster;
    });
    if (behind.base() == finer.begin() || behind.base() == finer.end()) throw DamagedIndex();
    plan.passes[i + 1].entry = behind.base()->entry;
    finer.erase(behind.base(), finer.end());
  }
  const auto place = plan.passes.erase(plan.passes.begin() + static_cast<std::ptrdiff_t>(i));
  plan.passes.insert(place, finer.begin(), finer.end());
}

template <class Space>
bool LegFinder<Space>::step_leg(ClusterPlan& plan, std::vector<Node>& path) {
  std::size_t i = 0;
  while (i + 1 < plan.passes.size() && level(plan.passes[i + 1]) > level(plan.passes[i])) ++i;
  if (level(plan.passes[i]) > 1) {
    refine(plan, i);
    return false;
  }
  walk(plan, path);
  return true;
}

// Appends the cells of the first pass, which is of level 1.
template <class Space>
void LegFinder<Space>::walk(ClusterPlan& plan, std::vector<Node>& path) {
  const ClusterPass pass = plan.passes.front();
  plan.passes.pop_front();
  const Box box = layout_->box(pass.cluster);
  const std::size_t begin = path.size();
  if (plan.passes.empty()) {
    cells_.enter(box);
    if (!cells_.find(pass.entry, pass.exit, path)) throw DamagedIndex();
    return;
  }
  ClusterPass& next = plan.passes.front();
  cells_.enter(box, layout_->box(next.cluster));
  if (!cells_.find(pass.entry, next.exit, path)) throw DamagedIndex();
  const auto lies_behind = [&](Node node) { return layout_->at(1, node) == next.cluster; };
  auto entry = path.end();  // of the last stretch behind the border
  while (entry != path.begin() + static_cast<std::ptrdiff_t>(begin) && lies_behind(*(entry - 1))) --entry;
  if (entry == path.end()) throw DamagedIndex();
  next.entry = *entry;
  path.erase(entry + 1, path.end());
}

template class LegFinder<Grid>;
template class LegFinder<RegularGrid>;

}  // namespace pathstar
