// The common part of the runs of fields over all views, by cost type: seeds, repairs, and the arrays that are handed
// out.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/driver/field_run.hpp"
#include "engine/driver/poll.hpp"
#include "engine/driver/workspaces.hpp"
#include "engine/searches/any_view.hpp"
#include "engine/searches/field_arrays.hpp"
#include "engine/searches/field_repair.hpp"
#include "engine/searches/one_to_all.hpp"
#include "paths/field.hpp"
#include "paths/shared_array.hpp"
#include "spaces/large_pages.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"

namespace pathstar {

using Walkable = std::function<bool(Node)>;

// A one-to-all search under way, for any view, with the memory that a finished one does not need.
template <class Cost>
class FieldSearch {
 public:
  virtual ~FieldSearch() = default;
  virtual bool step(std::uint64_t budget) = 0;
  virtual Cost floor() const noexcept = 0;
  virtual std::uint64_t expanded() const noexcept = 0;
  virtual std::int64_t window() const noexcept = 0;
  virtual std::vector<Node> waiting() const = 0;
  virtual std::vector<FieldSeed<Cost>> add(std::vector<FieldSeed<Cost>> seeds) = 0;
  virtual void forget(Node node) noexcept = 0;
};

// A search block by block.
template <class Cost>
struct BlockTask {
  const FieldRepair<Cost>* repair;  // null: nothing is known yet, and the arrays hold nothing
  std::span<const FieldSeed<Cost>> seeds;
  unsigned threads;
  std::atomic<double>* done;
};

template <class Cost>
class FieldRunOf : public FieldRun {
 public:
  FieldRunOf(const FieldRunOf&) = delete;
  FieldRunOf& operator=(const FieldRunOf&) = delete;
  ~FieldRunOf() override;

  // Begins a search. `by_steps`: its caller steps it, and no step may take long.
  void start(const Walkable& walkable, bool by_steps);

  // Whether the search may run block by block, which is faster, but gives no results before its end.
  virtual bool lies_in_blocks() const noexcept = 0;

  // Runs it all block by block. False if the poll stopped it; then the run is of no use.
  bool solve_blocks(const Walkable& walkable, std::atomic<double>* done, const Poll& poll);

  bool step(std::uint64_t budget) override;
  bool done() const noexcept override { return search_ == nullptr && repair_ == nullptr && ahead_ == nullptr; }
  double floor() const noexcept override;
  double cost(Node node) const noexcept override { return real(costs_.empty() ? arrays_.cost(node) : costs_[node]); }
  Node parent(Node node) const noexcept override { return costs_.empty() ? arrays_.parents[node] : parents_[node]; }
  std::uint32_t size() const noexcept override { return slots_; }
  std::uint64_t expanded() const noexcept override;
  std::uint64_t written() const noexcept override { return costs_.empty() ? arrays_.written() : slots_; }
  void write(Field& field) override;

  // Whether this number of edited nodes is small enough to repair.
  bool worth_repairing(std::size_t near) const noexcept;

 protected:
  FieldRunOf(std::uint32_t slots, const FieldQuery& query, std::shared_ptr<Workspaces> workspaces,
             const Walkable& walkable, std::vector<double> plan);

  // Whether a search under way may ignore these edits.
  bool goes_on(const std::vector<double>& plan, const EditedNodes& edited);

  // Otherwise lets the repair under way take in these edits as well.
  void begin_repair(std::vector<double> plan, EditedNodes edited, AnyView<Cost> view, AnyView<Cost> back);

  // Brings the run to the end that it had reached before the edit. False if that fails: because of the poll, or because
  // a new search is cheaper.
  bool repair_to_the_end(const Poll& poll);

 private:
  using Seed = FieldSeed<Cost>;

  // The work before the search continues after an edit.
  struct Repair {
    FieldRepair<Cost> work;
    AnyView<Cost> view;
    AnyView<Cost> back;
    std::vector<Node> waiting;  // open nodes of the searches that it has ended
    Cost floor;                 // no edit has changed a cost below it
    std::size_t forgotten = 0;  // the number of cleared nodes that the search under way knows
  };

  virtual StepRange<Cost> steps() const = 0;  // of the present space
  virtual std::unique_ptr<FieldSearch<Cost>> search_from(std::vector<Seed> seeds, FieldArrays<Cost>& arrays,
                                                         const OneToAllPlan<Cost>& plan) const = 0;
  virtual bool step_work(FieldRepair<Cost>& repair, const AnyView<Cost>& view, const AnyView<Cost>& back,
                         std::uint64_t budget, bool seeds) const = 0;
  virtual bool run_wave(const BlockTask<Cost>& task, FieldArrays<Cost>& arrays, std::uint64_t& expanded,
                        const Poll& poll) const = 0;
  virtual AnyView<Cost> any_view() const = 0;
  virtual double to_double(Cost cost) const noexcept = 0;
  virtual void to_doubles(const LargeArray<Cost>& costs, LargeArray<double>& values) const = 0;

  double real(Cost cost) const noexcept {
    return cost < infinite_cost<Cost>() ? to_double(cost) : infinite_cost<double>();
  }
  SpareArrays<Cost>& spare() noexcept { return workspaces_->template spare_arrays<Cost>(); }

  bool unseen(const EditedNodes& edited) const;
  Cost floor_of(const EditedNodes& edited) const;
  void write_near(const EditedNodes& edited);
  std::vector<Seed> seeds(const Walkable& walkable) const;
  void begin(std::vector<Seed> seeds, std::uint64_t patience);
  void go_on_from(std::vector<Seed> seeds);
  void catch_up();
  void finish(std::unique_ptr<FieldSearch<Cost>>& search);
  void end(std::unique_ptr<FieldSearch<Cost>>& search, std::vector<Node>& waiting);
  bool step_repair(std::uint64_t budget, bool seeds);
  bool cleared_more_than(std::size_t one_in) const noexcept;  // of the nodes
  void go_on_repairing(std::uint64_t budget);
  std::vector<Seed> seeds_of_repair();
  void end_repair();
  bool run_blocks(const BlockTask<Cost>& task, std::span<const Seed> sources, const Poll& poll);
  void keep();
  void take_back();
  LargeArray<std::uint32_t> nearest(const LargeArray<Cost>& costs, LargeArray<Node>& parents) const;
  void write_part(Field& field);
  SharedArray<double> doubles(const SharedArray<Cost>& costs) const;

  std::uint32_t slots_;  // a graph may have grown since then
  FieldQuery query_;
  std::shared_ptr<Workspaces> workspaces_;
  std::vector<double> plan_;
  bool all_walkable_;                          // no source was left out
  std::uint64_t expanded_ = 0;                 // by finished searches
  StepRange<Cost> steps_{};                    // at the beginning of the search
  std::unique_ptr<FieldSearch<Cost>> search_;  // null once nothing is left
  std::unique_ptr<Repair> repair_;             // null, except before the search continues after an edit
  std::unique_ptr<FieldSearch<Cost>> ahead_;   // null, unless an edit changed nodes before the window of the search
  FieldArrays<Cost> arrays_;
  // The arrays after they were handed out.
  SharedArray<Cost> costs_;
  SharedArray<Node> parents_;
  SharedArray<std::uint32_t> nearest_;
};

// Compiled once, in field_run_of.cpp, for the two cost types of views.
extern template class FieldRunOf<std::int64_t>;
extern template class FieldRunOf<double>;

}  // namespace pathstar
