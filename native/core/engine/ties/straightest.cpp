#include "engine/ties/straightest.hpp"

#include <cmath>
#include <compare>
#include <cstddef>
#include <limits>
#include <queue>
#include <unordered_map>

#include "spaces/cells/grid_view.hpp"
#include "spaces/cells/regular_grid_view.hpp"

namespace pathstar {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kSame = 1e-12;  // of the path's cost

template <class View>
class Straightest {
 public:
  Straightest(const View& view, const StraightestQuery& query, const Stop& stop)
      : view_(view),
        query_(query),
        directions_(static_cast<int>(std::sqrt(static_cast<double>(query.turns.size())))),
        same_(kSame * query.cost),
        pause_(stop) {}

  std::vector<Node> find() { return find_costs() ? walk_back() : std::vector<Node>(); }

 private:
  struct Open {
    double f;
    Node node;
    bool operator<(const Open& other) const noexcept { return f > other.f; }
  };

  // The turns of a path from a node to the goal, ordered by preference.
  struct Turns {
    std::int64_t angle = 0;
    std::int64_t count = 0;
    std::int64_t steps = 0;
    auto operator<=>(const Turns&) const = default;
  };
  // A step from a node that lies on a cheapest path.
  struct Step {
    Node node;
    int direction;
    bool operator==(const Step&) const = default;
    std::size_t operator()(const Step& step) const noexcept {
      return (std::size_t{step.node} * 32 + static_cast<std::size_t>(step.direction + 1)) * 0x9E3779B97F4A7C15U;
    }
  };
  struct Known {
    Turns turns;
    Step next;
  };
  struct Waiting {
    Turns turns;
    Step step;
    bool operator<(const Waiting& other) const noexcept { return turns > other.turns; }
  };

  // The cost from the start of every node on a cheapest path. False if it was stopped.
  bool find_costs() {
    std::priority_queue<Open> open;
    const double most = query_.cost * (1.0 + 1e-9);
    const auto reach = [&](Node node, double g) {
      if (g >= cost_of(node)) return;
      if (const double f = g + view_.estimate(node); f <= most) {
        costs_[node] = g;
        open.push({f, node});
      }
    };
    reach(query_.start, 0.0);
    while (!open.empty()) {
      const auto [f, node] = open.top();
      open.pop();
      const double g = cost_of(node);
      if (f > g + view_.estimate(node)) continue;
      view_.each_way(node, [&](Node next, double cost, int) {
        if (allows(next)) reach(next, g + cost);
      });
      if (pause_()) return false;
    }
    return cost_of(query_.goal) < kNever;
  }

  // Goes from the goal back over the steps of cheapest paths, the straightest first.
  std::vector<Node> walk_back() {
    const Step none{query_.goal, kNoDirection};
    known_[none] = {{}, none};
    waiting_.push({{}, none});
    while (!waiting_.empty()) {
      const auto [turns, step] = waiting_.top();
      waiting_.pop();
      if (known_[step].turns != turns) continue;
      if (step.node == query_.start) return chain(step);
      for (int by = kNoDirection; by < directions_; ++by) {
        view_.each_way_to(step.node, by, [&](Node source, double cost) { go_back(source, cost, by, step, turns); });
      }
      if (pause_()) return {};
    }
    return {};
  }

  void go_back(Node source, double cost, int by, const Step& step, Turns turns) {
    const double g = cost_of(source);
    if (g == kNever || std::abs(g + cost - cost_of(step.node)) > same_ || !(source == query_.start || allows(source))) {
      return;
    }
    const std::int64_t turn = by == kNoDirection || step.direction == kNoDirection
                                  ? 0
                                  : query_.turns[static_cast<std::size_t>(by * directions_ + step.direction)];
    const Turns reached{turns.angle + turn, turns.count + (turn != 0), turns.steps + 1};
    const Step back{source, by};
    const auto [known, is_new] = known_.try_emplace(back, Known{reached, step});
    if (!is_new && known->second.turns <= reached) return;
    known->second = {reached, step};
    waiting_.push({reached, back});
  }

  std::vector<Node> chain(Step step) {
    std::vector<Node> nodes{step.node};
    while (!(known_[step].next == step)) {
      step = known_[step].next;
      nodes.push_back(step.node);
    }
    return nodes;
  }

  double cost_of(Node node) const noexcept {
    const auto known = costs_.find(node);
    return known == costs_.end() ? kNever : known->second;
  }
  bool allows(Node node) const noexcept { return query_.mask == nullptr || query_.mask->allows(node); }

  const View& view_;
  const StraightestQuery& query_;
  int directions_;
  double same_;
  std::unordered_map<Node, double> costs_;  // from the start
  std::unordered_map<Step, Known, Step> known_;
  std::priority_queue<Waiting> waiting_;
  Pause pause_;
};

}  // namespace

std::vector<Node> straightest(const Grid& space, const StraightestQuery& query, const Stop& stop) {
  if (space.has_cost()) {
    const CostGridView view(space, query.goal, query.heuristic, query.weight);
    return Straightest(view, query, stop).find();
  }
  const LengthGridView view(space, query.goal, query.heuristic, query.weight);
  return Straightest(view, query, stop).find();
}

std::vector<Node> straightest(const RegularGrid& space, const StraightestQuery& query, const Stop& stop) {
  const RegularGridView view(space, query.goal, query.heuristic, query.weight);
  return Straightest(view, query, stop).find();
}

}  // namespace pathstar
