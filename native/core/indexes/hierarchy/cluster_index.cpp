#include "indexes/hierarchy/cluster_index.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <utility>

#include "engine/driver/answer.hpp"
#include "engine/driver/pool.hpp"
#include "indexes/common/damaged_index.hpp"
#include "indexes/common/section_reader.hpp"
#include "indexes/common/spaces.hpp"
#include "indexes/hierarchy/gate_repair.hpp"
#include "indexes/hierarchy/leg_finder.hpp"
#include "paths/trail.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kNodesAnExpansion = 2;  // nodes of clusters under repair for each expansion of a path's step
constexpr unsigned kMostStarts = 16;            // of a plan by steps, before it is made at once

// The state of finding a path leg by leg.
class LegSource {
 public:
  virtual ~LegSource() = default;
  virtual std::unique_ptr<PathLegs> legs(std::shared_ptr<const void> owner, Node start, Node goal) const = 0;
};

// The progress of a path.
template <class Space>
struct LegWalk {
  Node place;
  Node goal;
  std::uint64_t revision = 0;
  std::optional<ClusterPlan> plan{};
  std::optional<typename Pool<LegFinder<Space>>::Lease> planner{};  // while it makes the plan
  unsigned starts = 0;                                              // of plans, since the last leg

  void forget_plan() {
    plan.reset();
    planner.reset();
  }
};

template <class Space>
class ClusterIndex final : public LookUp, public LegSource {
 public:
  ClusterIndex(std::shared_ptr<Space> grid, std::uint64_t revision, GateSections sections, unsigned threads)
      : LookUp(grid),
        grid_(std::move(grid)),
        layout_(grid_->width(), grid_->height()),
        tables_(layout_, std::move(sections)),
        threads_(threads),
        repair_(*grid_, layout_, tables_),
        noted_at_(revision),
        stands_at_(revision) {}

  Extent extent() const noexcept override { return extent_of(*grid_); }

  std::vector<Section> sections() const override {
    const std::shared_lock reading = read();
    follow(never_stop);
    return tables_.in_order().sections();
  }
  double edited() const override { return state() == IndexState::current ? 0.0 : 1.0; }

  std::unique_ptr<PathLegs> legs(std::shared_ptr<const void> owner, Node start, Node goal) const override;

  // The next leg, from a present plan.
  PathResult next_leg(LegWalk<Space>& walk, const Poll& poll) const {
    const auto begin = Clock::now();
    const std::shared_lock reading = read();
    PathResult result;
    if (!follow(poll)) return result;
    if (walk.revision != grid_->revision()) walk.forget_plan();
    go_on(walk, kAll, result);
    result.seconds = seconds_since(begin);
    return result;
  }

  // The same by steps: `running` until there is a leg. A plan stays if no edit came near it.
  PathResult step_leg(LegWalk<Space>& walk, std::uint64_t budget) const {
    const auto begin = Clock::now();
    const std::shared_lock reading = read();
    PathResult result;
    if (follow_by_steps(budget)) {
      const std::shared_lock using_tables(following_);
      if (!still_fits(walk)) walk.forget_plan();
      go_on(walk, walk.starts < kMostStarts ? budget : kAll, result);
    }
    result.seconds = seconds_since(begin);
    return result;
  }

 private:
  using FinderLease = typename Pool<LegFinder<Space>>::Lease;

  FinderLease take_finder() const {
    return finders_.take([&] { return std::make_unique<LegFinder<Space>>(*grid_, layout_, tables_); });
  }

  std::shared_lock<SpaceMutex> read() const override {
    grid_->catch_up();
    return std::shared_lock(grid_->mutex());
  }

  bool follow(const Poll& poll) const override {
    if (is_current()) return true;
    // No thread reads the tables now: those that need all of them wait here, others hold this lock.
    const std::lock_guard one(following_);
    note_edits();
    if (!repair_.run(threads_, poll)) return false;
    stands_at_.store(grid_->revision(), std::memory_order_release);
    return true;
  }

  // Whether the tables for a search by steps are up to date; the others are repaired beside it.
  bool follow_by_steps(std::uint64_t budget) const {
    if (is_current()) return true;
    const std::lock_guard one(following_);
    note_edits();
    repair_.step(kNodesAnExpansion * budget);
    if (repair_.over()) stands_at_.store(grid_->revision(), std::memory_order_release);
    return repair_.level_1_fits();
  }

  bool is_current() const { return stands_at_.load(std::memory_order_acquire) == grid_->revision(); }

  void note_edits() const {
    std::vector<Node> edited;
    grid_->edited_since(noted_at_, edited) ? repair_.note(edited) : repair_.note_all();
    noted_at_ = grid_->revision();
  }

  bool still_fits(const LegWalk<Space>& walk) const {
    return walk.planner ? (*walk.planner)->still_fits() : !walk.plan || walk.plan->still_fits(tables_);
  }

  // Continues the plan, then its next leg.
  void go_on(LegWalk<Space>& walk, std::uint64_t budget, PathResult& result) const {
    walk.revision = result.revision = grid_->revision();
    result.status = status_of(walk.place, walk.goal);
    if (result.status != Status::running) return walk.forget_plan();
    FinderLease finder = walk.planner ? std::move(*walk.planner) : take_finder();
    const std::uint64_t before = finder->expanded();
    const auto left = [&] { return budget - std::min(budget, finder->expanded() - before); };
    if (!walk.plan && !walk.planner) {
      finder->begin_plan(walk.place, walk.goal);
      ++walk.starts;
    }
    walk.planner.reset();
    if (!walk.plan) {
      if (finder->step_plan(left())) walk.plan = finder->made_plan();
      if (walk.plan && walk.plan->passes.empty()) result.status = Status::no_path;
    }
    std::vector<Node> chain{walk.place};
    while (walk.plan && result.status == Status::running && left() > 0) {
      if (finder->step_leg(*walk.plan, chain)) write(std::move(chain), result);
    }
    result.stats.expanded = finder->expanded() - before;
    if (!walk.plan) walk.planner.emplace(std::move(finder));
  }

  // What is known without a search, or `running`.
  Status status_of(Node start, Node goal) const {
    if (!grid_->walkable(start)) return Status::blocked_start;
    return grid_->walkable(goal) ? Status::running : Status::blocked_goal;
  }

  PathResult look_up(Node start, Node goal, const Poll& poll) const override {
    PathResult result;
    result.rule = rule_of(*grid_);
    result.revision = grid_->revision();
    const FinderLease finder = take_finder();
    const std::uint64_t before = finder->expanded();
    ClusterPlan plan;
    result.status = status_of(start, goal);
    if (result.status == Status::running) {
      finder->begin_plan(start, goal);
      finder->step_plan(kAll);
      plan = finder->made_plan();
      if (plan.passes.empty()) result.status = Status::no_path;
    }
    std::vector<Node> chain{start};
    while (result.status == Status::running) {
      while (!finder->step_leg(plan, chain)) {
      }
      if (plan.passes.empty()) write_whole(without_loops(chain), result);
      if (poll()) break;
    }
    result.stats.expanded = finder->expanded() - before;
    return result;
  }

  // A whole path costs at least the estimate from its start to its goal, which gives its bound.
  void write_whole(std::vector<Node> chain, PathResult& result) const {
    const Node start = chain.front();
    view_of(*grid_, chain.back(), own_heuristic(*grid_), 1.0, [&](const auto& view) {
      const double least = view.to_double(view.estimate(start));
      write(std::move(chain), result);
      result.bound = result.cost <= least ? 1.0 : result.cost / least;
    });
  }

  void write(std::vector<Node> chain, PathResult& result) const {
    result.status = Status::found;
    view_of(*grid_, chain.back(), HeuristicKind::zero, 0.0,
            [&](const auto& view) { write_answer(view, std::move(chain), result); });
  }

  std::shared_ptr<Space> grid_;
  ClusterLayout layout_;
  mutable GateTables tables_;
  unsigned threads_;
  mutable GateRepair<Space> repair_;
  mutable std::shared_mutex following_;           // held while tables are changed, and by steps that use them
  mutable std::uint64_t noted_at_;                // the repair knows the edits up to here
  mutable std::atomic<std::uint64_t> stands_at_;  // all tables fit up to here
  mutable Pool<LegFinder<Space>> finders_;
};

// Only one thread at a time walks; its progress may be read meanwhile.
template <class Space>
class ClusterLegs final : public PathLegs {
 public:
  ClusterLegs(std::shared_ptr<const void> owner, const ClusterIndex<Space>& index, Node start, Node goal)
      : owner_(std::move(owner)), index_(index), walk_{start, goal}, place_(start) {}

  PathResult next(const Poll& poll) override {
    const std::scoped_lock turn(turn_);
    return walked(index_.next_leg(walk_, poll));
  }
  PathResult step(std::uint64_t budget) override {
    const std::scoped_lock turn(turn_);
    return walked(index_.step_leg(walk_, budget));
  }

  Node place() const noexcept override { return place_; }
  bool arrived() const noexcept override { return arrived_; }

 private:
  PathResult walked(PathResult leg) {
    if (leg.status != Status::found) return leg;
    walk_.place = leg.corners.back();
    walk_.starts = 0;
    if (walk_.plan->passes.empty()) walk_.plan.reset();
    arrived_ = walk_.place == walk_.goal;
    place_ = walk_.place;
    return leg;
  }

  std::shared_ptr<const void> owner_;  // of the index
  const ClusterIndex<Space>& index_;
  std::mutex turn_;
  LegWalk<Space> walk_;
  std::atomic<Node> place_;
  std::atomic<bool> arrived_{false};
};

template <class Space>
std::unique_ptr<PathLegs> ClusterIndex<Space>::legs(std::shared_ptr<const void> owner, Node start, Node goal) const {
  return std::make_unique<ClusterLegs<Space>>(std::move(owner), *this, start, goal);
}

template <class Space>
std::shared_ptr<Index> build_over(std::shared_ptr<Space> grid, const GateTableOptions& options,
                                  const Progress& progress) {
  const auto [copy, revision] = snapshot_of(*grid);
  std::shared_ptr<OwnedGateSections> made;
  const ClusterLayout layout(copy->width(), copy->height());
  if (build_gate_tables(*copy, layout, options, progress, made) != Outcome::done) return nullptr;
  return std::make_shared<ClusterIndex<Space>>(std::move(grid), revision, sections_of(std::move(made)),
                                               options.threads);
}

template <class Space>
std::shared_ptr<Index> open_over(std::shared_ptr<Space> grid, const std::vector<Section>& sections) {
  const GateSections read = GateSections::of(sections);
  std::uint64_t revision = 0;
  {
    const std::shared_lock reading(grid->mutex());
    revision = grid->revision();
    GateTables::check(*grid, ClusterLayout(grid->width(), grid->height()), read);
  }
  return std::make_shared<ClusterIndex<Space>>(std::move(grid), revision, read, 1u);
}

}  // namespace

std::shared_ptr<Index> build_cluster_index(std::shared_ptr<Grid> grid, const GateTableOptions& options,
                                           const Progress& progress) {
  return build_over(std::move(grid), options, progress);
}
std::shared_ptr<Index> build_cluster_index(std::shared_ptr<RegularGrid> grid, const GateTableOptions& options,
                                           const Progress& progress) {
  return build_over(std::move(grid), options, progress);
}

std::shared_ptr<Index> open_cluster_index(std::shared_ptr<Grid> grid, const std::vector<Section>& sections) {
  return open_over(std::move(grid), sections);
}
std::shared_ptr<Index> open_cluster_index(std::shared_ptr<RegularGrid> grid, const std::vector<Section>& sections) {
  return open_over(std::move(grid), sections);
}

std::unique_ptr<PathLegs> legs_of(std::shared_ptr<Index> index, Node start, Node goal) {
  const auto* clusters = dynamic_cast<const LegSource*>(index.get());
  if (clusters == nullptr) throw Unsupported("only an index of clusters finds paths leg by leg");
  return clusters->legs(std::move(index), start, goal);
}

}  // namespace pathstar
