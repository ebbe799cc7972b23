#include "engine/incremental/incremental.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <mutex>
#include <shared_mutex>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/driver/answer.hpp"
#include "engine/incremental/lifelong.hpp"
#include "engine/incremental/multipath.hpp"
#include "engine/incremental/space_traits.hpp"
#include "engine/searches/any_view.hpp"
#include "spaces/space_mutex.hpp"

namespace pathstar {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-12;                    // the share by which two sums of the same costs may differ
constexpr std::uint64_t kSampled = 512;                // nodes with counted steps,
constexpr std::uint64_t kSpread = 2654435761;          // all over the space
constexpr double kCorridor = 2.5;                      // steps on average; corridors have fewer
constexpr std::uint64_t kExpansionsPerLook = 1 << 10;  // between two looks at the limits

// The views that a search is compiled for: those of a grid, since most edited worlds are grids. All others are behind
// AnyView.
template <class Space, class View>
using Seen = std::conditional_t<std::is_same_v<Space, Grid>, View, AnyView<typename View::Cost>>;

template <class Space>
class IncrementalOver final : public Incremental {
 public:
  IncrementalOver(std::shared_ptr<Space> space, Root root)
      : space_(std::move(space)), root_(root), estimates_with_(estimates_with(*space_)) {}

  std::uint64_t revision() override {
    space_->catch_up();
    return space_->revision();
  }

  std::uint32_t size() const override { return space_->size(); }

  bool uniform() override {
    if constexpr (std::is_same_v<Space, Grid>) {
      const std::shared_lock reading = read();
      return !space_->has_cost();
    }
    return false;
  }

  bool corridors() override {
    if constexpr (std::is_same_v<Space, Grid>) {
      const std::shared_lock reading = read();
      std::size_t nodes = 0, steps = 0;
      for (std::uint64_t i = 0; i < kSampled; ++i) {
        const int legal = std::popcount(space_->legal(static_cast<Node>(i * kSpread % space_->size())));
        nodes += legal > 0;
        steps += static_cast<std::size_t>(legal);
      }
      return static_cast<double>(steps) < kCorridor * static_cast<double>(nodes);
    }
    return false;
  }

  Node place(Node node) const override { return place_of(*space_, node); }

  PathResult plan(Node start, Node goal, const RepairLimits& limits, const Poll& poll, Recorder* recorder) override {
    const auto called = std::chrono::steady_clock::now();
    const std::shared_lock reading = read();
    PathResult result;
    with_views(*space_, start, goal, [&](const auto& forward, const auto& back) {
      note_rule(forward, result);
      if (!walkable(start) || !walkable(goal)) {
        result.status = walkable(start) ? Status::blocked_goal : Status::blocked_start;
      } else if (arrived(*space_, start, goal)) {
        write(forward, {start}, result);
      } else {
        search(forward, back, start, goal, limits, poll, recorder, result);
      }
    });
    result.revision = space_->revision();
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - called).count();
    return result;
  }

  double step_cost(Node from, Node to, std::uint64_t revision) override {
    const std::shared_lock reading(space_->mutex());
    double cost = kFar;
    if (space_->revision() == revision) {
      with_views(*space_, from, to,
                 [&](const auto& forward, const auto&) { cost = pathstar::step_cost(*space_, forward, from, to); });
    }
    return cost;
  }

  bool still_costs(std::span<const Node> nodes, double cost) override {
    const std::shared_lock reading = read();
    if (nodes.empty() || !walkable(nodes.back())) return false;
    double left = cost * (1.0 + kRounding);
    with_views(*space_, nodes.front(), nodes.back(), [&](const auto& forward, const auto&) {
      // From the beginning, because most edits that break a path are near it.
      for (std::size_t i = 0; left >= 0.0 && i + 1 < nodes.size(); ++i) {
        left -= pathstar::step_cost(*space_, forward, nodes[i], nodes[i + 1]);
      }
    });
    return left >= 0.0;
  }

  bool may_improve(Node start, Node goal, double cost, std::uint64_t since) override {
    const std::shared_lock reading = read();
    if (fell_at(*space_) <= since) return false;
    std::vector<Node> edited;
    if (!space_->edited_since(since, edited)) return true;
    bool may = false;
    with_views(*space_, start, goal, [&](const auto& forward, const auto& back) {
      const auto look = [&](Node node) {
        if (may) return;
        const double least = forward.to_double(forward.estimate(node)) + back.to_double(back.estimate(node));
        may = least < cost * (1.0 - kRounding);
      };
      for (std::size_t i = 0; i < edited.size() && !may; ++i) space_->each_near(edited[i], look);
    });
    return may;
  }

  RecentEdits edits_since(std::uint64_t since, Node start, Node goal, double cost) override {
    const std::shared_lock reading = read();
    std::vector<Node> edited;
    if (!space_->edited_since(since, edited)) return {space_->size(), true, 1.0 * space_->size()};
    RecentEdits edits;
    edits.fell = fell_at(*space_) > since;
    with_views(*space_, start, goal, [&](const auto& forward, const auto& back) {
      const double whole = forward.to_double(forward.estimate(start));
      for (std::size_t i = 0; i < edited.size(); ++i) {
        // Two neighbours share most of the nodes around them.
        const bool goes_on = i > 0 && edited[i] == edited[i - 1] + 1;
        edits.nodes += goes_on ? 3 : 9;
        const double there = back.to_double(back.estimate(edited[i]));
        if (goes_on || !(there + forward.to_double(forward.estimate(edited[i])) <= cost)) continue;
        edits.distance += whole > 0.0 ? std::min(there / whole, 1.0) : 0.5;
      }
    });
    return edits;
  }

  double estimate(Node from, Node to) override {
    const std::shared_lock reading = read();
    double cost = 0.0;
    with_views(*space_, from, to,
               [&](const auto& forward, const auto&) { cost = forward.to_double(forward.estimate(from)); });
    return cost;
  }

  bool keeps_tree() const override { return can_guide(*space_); }

  void set_root(Root root) override {
    if (root == root_) return;
    root_ = root;
    kernel_ = std::monostate();
  }

  void stand_on(const Incremental& other) override {
    if (const auto* known = dynamic_cast<const IncrementalOver*>(&other)) first_ = known->first_;
  }

  PathResult written(std::vector<Node> nodes) override {
    const std::shared_lock reading = read();
    PathResult result;
    with_views(*space_, nodes.front(), nodes.back(), [&](const auto& forward, const auto&) {
      note_rule(forward, result);
      write(forward, std::move(nodes), result);
    });
    result.revision = space_->revision();
    return result;
  }

  std::uint64_t recomputed() const override { return recomputed_; }

 private:
  using Uniform = Seen<Space, UniformGridView>;
  using Costly = Seen<Space, CostGridView>;

  std::shared_lock<SpaceMutex> read() const {
    space_->catch_up();
    return std::shared_lock(space_->mutex());
  }

  bool walkable(Node node) const { return node < space_->size() && space_->walkable(node); }

  template <class View>
  static void note_rule(const View& view, PathResult& result) {
    if constexpr (CountsSteps<View>) result.rule = {view.width(), view.diagonals()};
  }

  template <class View>
  static void write(const View& view, std::vector<Node> nodes, PathResult& result) {
    result.status = Status::found;
    write_answer(view, std::move(nodes), result);
  }

  template <class Forward, class Back>
  void search(const Forward& forward, const Back& back, Node start, Node goal, const RepairLimits& limits,
              const Poll& poll, Recorder* recorder, PathResult& result) {
    using View = Seen<Space, Forward>;
    if (root_ == Root::each_start) {
      search_with<Multipath<View, Space>>(forward, back, start, goal, limits, poll, recorder, result);
    } else {
      search_with<Lifelong<View, Space>>(forward, back, start, goal, limits, poll, recorder, result);
    }
  }

  template <class Known, class Forward, class Back>
  void search_with(const Forward& forward, const Back& back, Node start, Node goal, const RepairLimits& limits,
                   const Poll& poll, Recorder* recorder, PathResult& result) {
    using View = typename Known::View;
    using World = typename Known::World;
    const bool backwards = root_ == Root::goal;
    World world = backwards ? World{View(back), View(forward), space_.get(), true}
                            : World{View(forward), View(back), space_.get()};
    const Node root = backwards ? goal : start, tip = backwards ? start : goal;
    if (root_ == Root::walking_start && first_.revision >= fell_at(*space_)) world.guide = first_tree<View>().get();
    std::unique_ptr<Known>& kernel = kernel_of<Known>();
    const bool known = kernel != nullptr;
    if (!known || !follow(*kernel, world, start, goal)) {
      kernel = begin<Known>(std::move(world), root, tip);
      result.stats.restarts = known ? 1 : 0;
    }
    start_ = start;
    goal_ = goal;
    revision_ = space_->revision();
    estimates_with_ = estimates_with(*space_);
    const SearchStats before = kernel->stats();
    kernel->record(recorder);
    result.status = run(*kernel, limits, poll);
    kernel->record(nullptr);
    if constexpr (std::is_same_v<Known, Multipath<View, Space>>) recomputed_ = kernel->lowered();
    result.stats.expanded = kernel->stats().expanded - before.expanded;
    result.stats.generated = kernel->stats().generated - before.generated;
    result.stats.updated = kernel->stats().updated - before.updated;
    if (result.status != Status::found) return;
    if constexpr (std::is_same_v<Known, Lifelong<View, Space>>) {
      if (auto tree = kernel->tree(); tree != nullptr && backwards && can_guide(*space_)) {
        first_ = {std::move(tree), goal, revision_, estimates_with_};
      }
    }
    std::vector<Node> nodes = kernel->chain();
    if (!backwards) std::reverse(nodes.begin(), nodes.end());
    write(forward, std::move(nodes), result);
  }

  // The first search from a goal, while no estimate is higher than it was then; else null.
  template <class View>
  std::shared_ptr<const FirstTree<View>> first_tree() const {
    using Tree = std::shared_ptr<const FirstTree<View>>;
    const bool holds =
        std::holds_alternative<Tree>(first_.tree) && none_higher(estimates_with(*space_), first_.estimates);
    return holds ? std::get<Tree>(first_.tree) : nullptr;
  }

  // A search from the beginning; one of MPGAA* goes on from a first search from the same goal, if there is one.
  template <class Known>
  std::unique_ptr<Known> begin(typename Known::World world, Node root, Node tip) {
    using View = typename Known::View;
    recomputed_ = 0;
    if constexpr (std::is_same_v<Known, Multipath<View, Space>>) {
      std::vector<Node> edited;
      auto tree = first_.goal == tip ? first_tree<View>() : nullptr;
      if (tree != nullptr && space_->edited_since(first_.revision, edited)) {
        const bool fell = fell_at(*space_) > first_.revision;
        return std::make_unique<Known>(std::move(world), root, tip, std::move(tree),
                                       fell ? near(edited) : std::vector<Node>());
      }
    }
    return std::make_unique<Known>(std::move(world), root, tip);
  }

  template <class Known>
  std::unique_ptr<Known>& kernel_of() {
    using Kernel = std::unique_ptr<Known>;
    if (!std::holds_alternative<Kernel>(kernel_)) kernel_ = Kernel();
    return std::get<Kernel>(kernel_);
  }

  // Brings the kept search up to date with the world; false if it has to begin again.
  template <class Known>
  bool follow(Known& kernel, const typename Known::World& world, Node start, Node goal) {
    if (kernel.slots() != world.out.slots() || !root_stays(start, goal)) return false;
    std::vector<Node> edited;
    if (!space_->edited_since(revision_, edited)) return false;
    const bool same_estimates = estimates_with_ == estimates_with(*space_);
    if constexpr (std::is_same_v<Known, Multipath<typename Known::View, Space>>) {
      // The values of a tree do not fall with the estimates of the space.
      const bool known = kernel.has_tree() && none_higher(estimates_with(*space_), estimates_with_);
      if ((!same_estimates && !known) || (!has_metric(*space_) && contains(edited, goal))) return false;
      const bool fell = fell_at(*space_) > revision_;
      return kernel.follow(world, start, fell ? near(edited) : std::vector<Node>(), !edited.empty());
    } else {
      note_goals(*space_, goal_, goal, edited);
      const std::vector<Node> changed = near(edited);
      if (changed.size() > most_edited(kernel.slots())) return false;
      recomputed_ = changed.size();
      const bool backwards = root_ == Root::goal;
      return kernel.follow(world, backwards ? goal : start, backwards ? start : goal, changed,
                           has_metric(*space_) && same_estimates);
    }
  }

  // Both ends of every step that the edit of a node may have changed.
  std::vector<Node> near(const std::vector<Node>& edited) const {
    std::vector<Node> all;
    for (const Node node : edited) space_->each_near(node, [&](Node other) { all.push_back(other); });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

  static bool contains(const std::vector<Node>& nodes, Node node) {
    return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
  }

  // Whether the kept search holds for the present start of the search.
  bool root_stays(Node start, Node goal) const {
    if (root_ == Root::walking_start) return true;
    return root_ == Root::start ? start == start_ : goal == goal_;
  }

  template <class Known>
  static Status run(Known& kernel, const RepairLimits& limits, const Poll& poll) {
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t before = kernel.stats().expanded;
    for (;;) {
      const std::uint64_t left = limits.max_expansions - (kernel.stats().expanded - before);
      const Status status = kernel.step(std::min(left, kExpansionsPerLook));
      if (status != Status::running) return status;
      if (kernel.stats().expanded - before >= limits.max_expansions) return Status::limit;
      if (limits.max_seconds < kFar &&
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() >= limits.max_seconds) {
        return Status::limit;
      }
      if (poll()) return Status::running;
    }
  }

  std::shared_ptr<Space> space_;
  Root root_;
  // The state of the kernel: the ends and the revision of its last query.
  Node start_ = kNoNode;
  Node goal_ = kNoNode;
  std::uint64_t revision_ = 0;
  decltype(estimates_with(std::declval<const Space&>())) estimates_with_;
  std::uint64_t recomputed_ = 0;
  std::variant<std::monostate, std::unique_ptr<Lifelong<Uniform, Space>>, std::unique_ptr<Lifelong<Costly, Space>>,
               std::unique_ptr<Multipath<Uniform, Space>>, std::unique_ptr<Multipath<Costly, Space>>>
      kernel_;

  // The first search from a goal that found a path, and its query.
  struct First {
    std::variant<std::monostate, std::shared_ptr<const FirstTree<Uniform>>, std::shared_ptr<const FirstTree<Costly>>>
        tree;
    Node goal = kNoNode;
    std::uint64_t revision = 0;
    decltype(estimates_with(std::declval<const Space&>())) estimates{};
  };
  First first_;
};

}  // namespace

std::unique_ptr<Incremental> make_incremental(std::shared_ptr<Grid> grid, Root root) {
  return std::make_unique<IncrementalOver<Grid>>(std::move(grid), root);
}
std::unique_ptr<Incremental> make_incremental(std::shared_ptr<RegularGrid> grid, Root root) {
  return std::make_unique<IncrementalOver<RegularGrid>>(std::move(grid), root);
}
std::unique_ptr<Incremental> make_incremental(std::shared_ptr<Graph> graph, Root root) {
  return std::make_unique<IncrementalOver<Graph>>(std::move(graph), root);
}
std::unique_ptr<Incremental> make_incremental(std::shared_ptr<Turning> space, Root root) {
  return std::make_unique<IncrementalOver<Turning>>(std::move(space), root);
}

}  // namespace pathstar
