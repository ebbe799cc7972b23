#include "engine/incremental/incremental.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <mutex>
#include <shared_mutex>
#include <type_traits>
#include <utility>
#include <variant>

#include "engine/driver/answer.hpp"
#include "engine/driver/following.hpp"
#include "engine/incremental/lifelong.hpp"
#include "engine/incremental/multipath.hpp"
#include "engine/searches/any_view.hpp"
#include "spaces/layers/turning_view.hpp"
#include "spaces/space_mutex.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-12;                    // of what two sums of the same costs may differ by
constexpr std::uint64_t kExpansionsPerLook = 1 << 10;  // between two looks at the limits

// How the spaces differ.
template <class Space>
bool arrived(const Space&, Node node, Node goal) {
  return node == goal;
}
bool arrived(const Turning& space, Node node, Node goal) { return space.arrived(node, goal); }

template <class Space>
Node place_of(const Space&, Node node) {
  return node;
}
Node place_of(const Turning& space, Node node) { return ground_node_of(space.cell(node)); }

template <class Space>
std::uint64_t fell_at(const Space& space) {
  return space.fell_at();
}
std::uint64_t fell_at(const Turning& space) {
  return space.over([](const auto& ground) { return ground.fell_at(); });
}

HeuristicKind own_heuristic(const Turning& space) {
  return space.over([](const auto& ground) { return pathstar::own_heuristic(ground); });
}

// Whether the estimate between two nodes is a distance, which obeys the triangle inequality, whatever is edited.
bool has_metric(const Grid&) { return true; }
bool has_metric(const RegularGrid& grid) { return grid.portals().empty(); }
bool has_metric(const Graph&) { return false; }  // a node may be removed and restored elsewhere
bool has_metric(const Turning& space) {
  return space.over([](const auto& ground) { return has_metric(ground); });
}

// What estimates depend on: all that searches are planned with but the highest cost.
template <class Space>
auto estimates_with(const Space& space) {
  auto plan = planned_with(space);
  std::get<1>(plan) = 0;
  return plan;
}

// Adds what counts as edited because the goal is another one: over a Turning, steps to the goal lead to one node of its
// cell.
template <class Space>
void note_goals(const Space&, Node, Node, std::vector<Node>&) {}
void note_goals(const Turning& space, Node before, Node now, std::vector<Node>& edited) {
  if (before != now) edited.insert(edited.end(), {place_of(space, before), place_of(space, now)});
}

// Calls body(forward, back) with the views of a search between two nodes.
template <class Space, class Body>
void with_views(const Space& space, Node start, Node goal, Body&& body) {
  const HeuristicKind heuristic = own_heuristic(space);
  view_of(space, goal, heuristic, 1.0, [&](const auto& forward) {
    const auto both = [&]<class Back>(const Back& back) {
      if constexpr (std::is_same_v<typename Back::Cost, typename std::remove_cvref_t<decltype(forward)>::Cost>) {
        body(forward, back);
      }
    };
    if constexpr (std::is_same_v<Space, Turning>) {
      back_view_of(space, start, goal, heuristic, 1.0, both);
    } else {
      back_view_of(space, start, heuristic, 1.0, both);
    }
  });
}

// The views that a search is compiled for: those of a grid as they are, since most worlds that are edited are grids.
// All others are behind AnyView.
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

  std::vector<double> remaining(std::span<const Node> nodes) override {
    const std::shared_lock reading = read();
    std::vector<double> left(nodes.size(), 0.0);
    if (nodes.empty()) return left;
    bool leads = walkable(nodes.back());
    with_views(*space_, nodes.front(), nodes.back(), [&](const auto& forward, const auto&) {
      // From the beginning, as most edits that break a path are near it.
      for (std::size_t i = 0; leads && i + 1 < nodes.size(); ++i) {
        left[i] = step_cost(forward, nodes[i], nodes[i + 1]);
        leads = left[i] < kFar;
      }
    });
    if (!leads) return std::vector<double>(nodes.size(), kFar);
    for (std::size_t i = nodes.size() - 1; i-- > 0;) left[i] += left[i + 1];
    return left;
  }

  bool may_improve(Node start, Node goal, double cost, std::uint64_t since) override {
    const std::shared_lock reading = read();
    if (fell_at(*space_) <= since) return false;
    std::vector<Node> edited;
    if (!space_->edited_since(since, edited)) return true;
    bool may = false;
    with_views(*space_, start, goal, [&](const auto& forward, const auto& back) {
      const auto look = [&](Node node) {
        const double least = forward.to_double(forward.estimate(node)) + back.to_double(back.estimate(node));
        may = may || least < cost * (1.0 - kRounding);
      };
      for (const Node node : edited) space_->each_near(node, look);
    });
    return may;
  }

  RecentEdits edits_since(std::uint64_t since, Node start, Node goal, double cost) override {
    const std::shared_lock reading = read();
    std::vector<Node> edited;
    if (!space_->edited_since(since, edited)) return {space_->size(), true, space_->size(), 1.0 * space_->size()};
    RecentEdits edits;
    edits.fell = fell_at(*space_) > since;
    with_views(*space_, start, goal, [&](const auto& forward, const auto& back) {
      const double whole = forward.to_double(forward.estimate(start));
      for (std::size_t i = 0; i < edited.size(); ++i) {
        // The nodes around two neighbours are nearly the same.
        const bool goes_on = i > 0 && edited[i] == edited[i - 1] + 1;
        edits.nodes += goes_on ? 3 : 9;
        const double there = back.to_double(back.estimate(edited[i]));
        if (goes_on || !(there + forward.to_double(forward.estimate(edited[i])) <= cost)) continue;
        ++edits.rows;
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

  void set_root(Root root) override {
    if (root == root_) return;
    root_ = root;
    kernel_ = std::monostate();
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

  template <class View>
  double step_cost(const View& view, Node from, Node to) const {
    double least = kFar;
    if (!walkable(from)) return least;
    view.successors(from, kNoNode, [&](Node next, typename View::Cost cost) {
      if (next == to) least = std::min(least, view.to_double(cost));
    });
    return least;
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
    World world =
        backwards ? World{View(back), View(forward), space_.get()} : World{View(forward), View(back), space_.get()};
    const Node root = backwards ? goal : start, tip = backwards ? start : goal;
    std::unique_ptr<Known>& kernel = kernel_of<Known>();
    const bool known = kernel != nullptr;
    if (!known || !follow(*kernel, world, start, goal)) {
      kernel = std::make_unique<Known>(std::move(world), root, tip);
      recomputed_ = 0;
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
    result.stats.expanded = kernel->stats().expanded - before.expanded;
    result.stats.generated = kernel->stats().generated - before.generated;
    result.stats.updated = kernel->stats().updated - before.updated;
    if (result.status != Status::found) return;
    std::vector<Node> nodes = kernel->chain();
    if (!backwards) std::reverse(nodes.begin(), nodes.end());
    write(forward, std::move(nodes), result);
  }

  template <class Known>
  std::unique_ptr<Known>& kernel_of() {
    using Kernel = std::unique_ptr<Known>;
    if (!std::holds_alternative<Kernel>(kernel_)) kernel_ = Kernel();
    return std::get<Kernel>(kernel_);
  }

  // Takes what is known to the world as it is now; false if the search has to begin again.
  template <class Known>
  bool follow(Known& kernel, const typename Known::World& world, Node start, Node goal) {
    if (kernel.slots() != world.out.slots() || !root_stays(start, goal)) return false;
    std::vector<Node> edited;
    if (!space_->edited_since(revision_, edited)) return false;
    const bool same_estimates = estimates_with_ == estimates_with(*space_);
    if constexpr (std::is_same_v<Known, Multipath<typename Known::View, Space>>) {
      if (!same_estimates || (!has_metric(*space_) && contains(edited, goal))) return false;
      const bool fell = fell_at(*space_) > revision_;
      const bool follows = kernel.follow(world, start, fell ? near(edited) : std::vector<Node>(), !edited.empty());
      recomputed_ = kernel.lowered();
      return follows;
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

  // Whether what is known holds where the search begins now.
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
  // What the kernel knows: the ends and the revision of its last query.
  Node start_ = kNoNode;
  Node goal_ = kNoNode;
  std::uint64_t revision_ = 0;
  decltype(estimates_with(std::declval<const Space&>())) estimates_with_;
  std::uint64_t recomputed_ = 0;
  std::variant<std::monostate, std::unique_ptr<Lifelong<Uniform, Space>>, std::unique_ptr<Lifelong<Costly, Space>>,
               std::unique_ptr<Multipath<Uniform, Space>>, std::unique_ptr<Multipath<Costly, Space>>>
      kernel_;
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
