#include "indexes/hierarchy/cluster_index.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <utility>

#include "engine/driver/answer.hpp"
#include "engine/driver/pool.hpp"
#include "indexes/common/damaged_index.hpp"
#include "indexes/common/section_reader.hpp"
#include "indexes/common/spaces.hpp"
#include "indexes/hierarchy/leg_finder.hpp"
#include "paths/trail.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// What finds paths leg by leg.
class LegSource {
 public:
  virtual ~LegSource() = default;

  // The next leg from a place, by a plan that was made at a revision, if there is one.
  virtual PathResult next_leg(Node place, Node goal, std::optional<ClusterPlan>& plan, std::uint64_t& revision,
                              const Poll& poll) const = 0;
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
        stands_at_(revision) {}

  Extent extent() const noexcept override { return extent_of(*grid_); }

  std::vector<Section> sections() const override {
    const std::shared_lock reading = read();
    follow(never_stop);
    return tables_.in_order().sections();
  }
  double edited() const override { return state() == IndexState::current ? 0.0 : 1.0; }

  PathResult next_leg(Node place, Node goal, std::optional<ClusterPlan>& plan, std::uint64_t& revision,
                      const Poll& poll) const override {
    const auto begin = Clock::now();
    const std::shared_lock reading = read();
    PathResult result;
    if (!follow(poll)) return result;
    if (revision != grid_->revision()) plan.reset();
    revision = grid_->revision();
    const auto finder = finders_.take([&] { return std::make_unique<LegFinder<Space>>(*grid_, layout_, tables_); });
    const std::uint64_t before = finder->expanded();
    result.status = plan ? Status::running : plan_from(*finder, place, goal, plan.emplace());
    if (result.status == Status::running) {
      std::vector<Node> chain{place};
      finder->next_leg(*plan, chain);
      write(std::move(chain), result);
    }
    result.revision = revision;
    result.stats.expanded = finder->expanded() - before;
    result.seconds = seconds_since(begin);
    return result;
  }

 private:
  std::shared_lock<SpaceMutex> read() const override {
    grid_->catch_up();
    return std::shared_lock(grid_->mutex());
  }

  bool follow(const Poll& poll) const override {
    if (stands_at_.load(std::memory_order_acquire) == grid_->revision()) return true;
    // No thread reads the tables now: all that hold the grid's lock at this revision wait here.
    const std::lock_guard one(following_);
    return stands_at_.load(std::memory_order_relaxed) == grid_->revision() || repair(poll);
  }

  bool repair(const Poll& poll) const {
    std::vector<Node> edited;
    const bool known = !torn_ && grid_->edited_since(stands_at_, edited);
    torn_ = true;
    if (!(known ? repair_gate_tables(*grid_, layout_, edited, threads_, poll, tables_)
                : renew_gate_tables(*grid_, layout_, threads_, poll, tables_))) {
      return false;
    }
    torn_ = false;
    stands_at_.store(grid_->revision(), std::memory_order_release);
    return true;
  }

  // What is known without a search, or `running` with a plan.
  Status plan_from(LegFinder<Space>& finder, Node start, Node goal, ClusterPlan& plan) const {
    if (!grid_->walkable(start)) return Status::blocked_start;
    if (!grid_->walkable(goal)) return Status::blocked_goal;
    return finder.plan(start, goal, plan) ? Status::running : Status::no_path;
  }

  PathResult look_up(Node start, Node goal, const Poll& poll) const override {
    PathResult result;
    result.rule = rule_of(*grid_);
    result.revision = grid_->revision();
    const auto finder = finders_.take([&] { return std::make_unique<LegFinder<Space>>(*grid_, layout_, tables_); });
    const std::uint64_t before = finder->expanded();
    ClusterPlan plan;
    result.status = plan_from(*finder, start, goal, plan);
    std::vector<Node> chain{start};
    while (result.status == Status::running) {
      finder->next_leg(plan, chain);
      if (plan.passes.empty()) write_whole(without_loops(chain), result);
      if (poll()) break;
    }
    result.stats.expanded = finder->expanded() - before;
    return result;
  }

  // A whole path costs at least what is estimated from its start to its goal, which bounds it.
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
  mutable std::mutex following_;
  mutable std::atomic<std::uint64_t> stands_at_;
  mutable bool torn_ = false;  // a repair was stopped half-way
  mutable Pool<LegFinder<Space>> finders_;
};

class ClusterLegs final : public PathLegs {
 public:
  ClusterLegs(std::shared_ptr<const LegSource> index, Node start, Node goal)
      : index_(std::move(index)), place_(start), goal_(goal) {}

  PathResult next(const Poll& poll) override {
    if (plan_ && plan_->passes.empty()) plan_.reset();
    PathResult leg = index_->next_leg(place_, goal_, plan_, revision_, poll);
    if (leg.status == Status::found) place_ = leg.corners.back();
    arrived_ = leg.status == Status::found && place_ == goal_;
    return leg;
  }
  Node place() const noexcept override { return place_; }
  bool arrived() const noexcept override { return arrived_; }

 private:
  std::shared_ptr<const LegSource> index_;
  Node place_;
  Node goal_;
  std::optional<ClusterPlan> plan_;
  std::uint64_t revision_ = 0;
  bool arrived_ = false;
};

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
  auto clusters = std::dynamic_pointer_cast<const LegSource>(std::move(index));
  if (clusters == nullptr) throw Unsupported("only an index of clusters finds paths leg by leg");
  return std::make_unique<ClusterLegs>(std::move(clusters), start, goal);
}

}  // namespace pathstar
