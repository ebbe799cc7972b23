// Fields over any view: the kernel behind FieldRun, the loop that runs it to its limits, and the same search recorded.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/block_wave/block_wave.hpp"
#include "engine/driver/field_run.hpp"
#include "engine/driver/poll.hpp"
#include "engine/driver/pool.hpp"
#include "engine/driver/workspaces.hpp"
#include "engine/open_list/open_list.hpp"
#include "engine/searches/any_view.hpp"
#include "engine/searches/field_run_of.hpp"
#include "engine/searches/one_to_all.hpp"
#include "spaces/view.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

// The places to stop at: place i has the nodes ends[i - 1] to ends[i] - 1 of `nodes`; any of them will do.
struct StopGroups {
  std::vector<Node> nodes;
  std::vector<std::size_t> ends;

  std::span<const Node> group(std::size_t i) const noexcept {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(nodes).subspan(begin, ends[i] - begin);
  }
};

// Runs the kernel to the limits.
Field run_field(FieldRun& run, const StopGroups& stops, const FieldLimits& limits, const Poll& poll);

// Best-first search without a goal. Over AnyView alone, compiled once (field_runs.cpp).
template <class Cost>
PathResult record_field(const AnyView<Cost>& view, const FieldQuery& query, const StopGroups& stops,
                        const FieldLimits& limits, Recorder& recorder, const Poll& poll,
                        Pool<Workspace<Cost>>& workspaces);

template <class View>
class FieldRunOver final : public FieldRunOf<typename View::Cost> {
 public:
  using Cost = typename View::Cost;

  // `walkable(node)`: whether a source counts. `plan`: the plan of the view.
  FieldRunOver(const View& view, const FieldQuery& query, std::shared_ptr<Workspaces> workspaces,
               const Walkable& walkable, std::vector<double> plan)
      : FieldRunOf<Cost>(view.slots(), query, std::move(workspaces), walkable, std::move(plan)), view_(view) {}

  bool lies_in_blocks() const noexcept override {
    if constexpr (LiesInBlocks<View>) {
      return fits_blocks(view_.block_ground());
    } else {
      return false;
    }
  }

  // Follows edits of the space. `view`, `back`: of the present space, the second with every step reversed. False if
  // that fails: because of the poll, or because a new search is cheaper. A run that has ended reaches its end again,
  // unless it goes `by_steps`; one under way continues.
  bool repair(const View& view, std::vector<double> plan, const AnyView<Cost>& back, EditedNodes edited, bool by_steps,
              const Poll& poll) {
    if (view.slots() != this->size()) return false;
    if (this->goes_on(plan, edited)) return true;
    const bool is_under_way = !this->done();
    view_ = view;
    this->begin_repair(std::move(plan), std::move(edited), AnyView(view), back);
    return by_steps || is_under_way || this->repair_to_the_end(poll);
  }

 private:
  using Seed = FieldSeed<Cost>;

  class Work final : public FieldSearch<Cost> {
   public:
    Work(const View& view, std::vector<Seed> seeds, FieldArrays<Cost>& arrays, const OneToAllPlan<Cost>& plan)
        : kernel_(view, std::move(seeds), open_, arrays, plan) {}

    bool step(std::uint64_t budget) override { return kernel_.step(budget); }
    Cost floor() const noexcept override { return kernel_.floor(); }
    std::uint64_t expanded() const noexcept override { return kernel_.expanded(); }
    std::int64_t window() const noexcept override { return kernel_.window(); }
    std::vector<Node> waiting() const override { return kernel_.waiting(); }
    std::vector<Seed> add(std::vector<Seed> seeds) override { return kernel_.add(std::move(seeds)); }
    void forget(Node node) noexcept override { kernel_.forget(node); }

   private:
    OpenList<Cost> open_;
    OneToAll<View> kernel_;
  };

  std::unique_ptr<FieldSearch<Cost>> search_from(std::vector<Seed> seeds, FieldArrays<Cost>& arrays,
                                                 const OneToAllPlan<Cost>& plan) const override {
    return std::make_unique<Work>(view_, std::move(seeds), arrays, plan);
  }

  StepRange<Cost> steps() const override { return view_.steps(); }

  bool step_work(FieldRepair<Cost>& repair, const AnyView<Cost>& view, const AnyView<Cost>& back, std::uint64_t budget,
                 bool seeds) const override {
    if constexpr (LiesInBlocks<View>) {  // with steps in both directions
      return repair.step(view_, view_, budget, seeds);
    } else {
      return repair.step(view, back, budget, seeds);
    }
  }

  bool run_wave([[maybe_unused]] const BlockTask<Cost>& task, [[maybe_unused]] FieldArrays<Cost>& arrays,
                [[maybe_unused]] std::uint64_t& expanded, [[maybe_unused]] const Poll& poll) const override {
    if constexpr (LiesInBlocks<View>) {
      BlockWave wave(view_.block_ground(), task.repair == nullptr, arrays.costs, arrays.parents);
      if (task.repair != nullptr) wave.look_at(task.repair->edited().near, task.repair->cleared());
      if (!wave.run(task.seeds, task.threads, task.done, poll)) return false;
      expanded += wave.expanded();
    }
    return true;
  }

  AnyView<Cost> any_view() const override { return AnyView(view_); }
  double to_double(Cost cost) const noexcept override { return view_.to_double(cost); }

  void to_doubles(const LargeArray<Cost>& costs, LargeArray<double>& values) const override {
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = costs[i] < infinite_cost<Cost>() ? view_.to_double(costs[i]) : infinite_cost<double>();
    }
  }

  View view_;
};

}  // namespace pathstar
