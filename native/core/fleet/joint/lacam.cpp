#include "fleet/joint/lacam.hpp"

#include <algorithm>
#include <ctime>
#include <queue>

#include "fleet/joint/configurations.hpp"
#include "fleet/joint/pibt.hpp"

namespace pathstar::fleet {
namespace {

// How often LaCAM* goes on from a random node, and from the start instead of a known node.
constexpr double kRandomNode = 0.001, kStartInstead = 0.1;

// The time to free a configuration at the end, in seconds: LaCAM* makes many. And the number of visits between two
// checks of how much longer that takes on a busy machine.
constexpr double kFreeing = 5e-7;
constexpr std::uint64_t kVisits = 64;

// After this many visits without getting nearer to the goals, the search halts.
constexpr std::uint64_t kPatience = 16;

class Lacam {
 public:
  Lacam(const Problem& problem, Distances& distances, LacamGoal goal, std::uint64_t seed, Budget& budget)
      : goal_(goal),
        ground_(*problem.ground),
        budget_(budget),
        random_(seed ^ 0x5bd1e995),
        pibt_(problem, distances, seed),
        nodes_(problem, pibt_) {
    Configuration& start = nodes_.add(problem.starts, nullptr);
    nearest_ = &start;
    stack_.push_back(&start);
  }

  Solution run() {
    while (!stack_.empty() && !nodes_.is_full() && !has_halted() && !is_over()) visit();
    solution_.iterations = iterations_;
    if (found_ != nullptr) {
      solution_.outcome = Outcome::solved;
    } else if (stack_.empty()) {
      solution_.outcome = Outcome::unsolvable;
    }
    solution_.paths = nodes_.paths_to(found_ != nullptr ? *found_ : *nearest_);
    return std::move(solution_);
  }

 private:
  bool has_halted() const noexcept { return goal_ == LacamGoal::first_halt && iterations_ - nearer_ > kPatience; }

  bool is_over() {
    if (goal_ != LacamGoal::least_loss) return budget_.over();
    if (iterations_ % kVisits == 0) freeing_ = kFreeing * slowdown();
    return budget_.over() || budget_.seconds() + freeing_ * static_cast<double>(nodes_.size()) > budget_.limit();
  }

  // The time that the search has taken, divided by the processor time of the process; at least 1. On a busy machine,
  // freeing the memory is slowed down as well.
  double slowdown() const {
    const double computed = static_cast<double>(std::clock() - clock_) / CLOCKS_PER_SEC;
    return computed > 0.0 ? std::max(1.0, (budget_.seconds() - began_) / computed) : 1.0;
  }

  void visit() {
    ++iterations_;
    if (found_ != nullptr && random_.unit() < kRandomNode) {
      stack_.push_back(&nodes_[random_.below(nodes_.size())]);
    }
    Configuration& node = *stack_.back();
    if (found_ != nullptr && node.loss + node.bound >= found_->loss) return stack_.pop_back();
    if (nodes_.is_goal(node)) return finish(node);
    if (node.visits > node.constraints.size()) return stack_.pop_back();
    take_constraint(node);
    if (pibt_.step(nodes_.cells(node), nodes_.order(node), fixed_, to_)) reach(node);
  }

  void finish(Configuration& node) {
    found_ = &node;
    solution_.history.push_back({budget_.seconds(), fleet::sum_of_costs(nodes_.paths_to(node))});
    if (goal_ != LacamGoal::least_loss) stack_.clear();
  }

  // Lists what the next constraint fixes, and adds the constraints that fix one more unit.
  void take_constraint(Configuration& node) {
    const auto number = static_cast<std::int32_t>(node.visits++) - 1;  // -1: the constraint that fixes nothing
    fixed_.clear();
    for (std::int32_t i = number; i >= 0; i = node.constraints[i].before) fixed_.push_back(node.constraints[i].fixed);
    const auto depth = static_cast<std::uint32_t>(fixed_.size());
    if (depth == nodes_.units()) return;
    const Unit unit = nodes_.order(node)[depth];
    const Spot here = node.cells[unit];
    std::vector<Spot> moves{here};
    if (here != kNoSpot) moves.insert(moves.end(), ground_.next(here).begin(), ground_.next(here).end());
    random_.shuffle(moves);
    for (const Spot cell : moves) node.constraints.push_back({number, depth + 1, {unit, cell}});
  }

  void reach(Configuration& from) {
    Configuration* known = nodes_.find(to_);
    if (known == nullptr) {
      known = &nodes_.add(to_, &from);
      if (known->bound < nearest_->bound) {
        nearest_ = known;
        nearer_ = iterations_;
      }
      stack_.push_back(known);
      if (goal_ == LacamGoal::least_loss) from.links.push_back(known);
      return;
    }
    if (goal_ == LacamGoal::least_loss) {
      from.links.push_back(known);
      lower_losses(from);
    }
    const bool restart = found_ != nullptr && random_.unit() < kStartInstead;
    stack_.push_back(restart ? &nodes_[0] : known);
  }

  // Dijkstra's algorithm over the links, from a node with a new link. It may be stopped at any time: losses that are
  // not lowered yet are too high, but still those of a path.
  void lower_losses(Configuration& from) {
    const auto later = [](const auto& a, const auto& b) { return a.first > b.first; };
    std::priority_queue<std::pair<std::int64_t, Configuration*>, std::vector<std::pair<std::int64_t, Configuration*>>,
                        decltype(later)>
        open(later);
    open.emplace(from.loss, &from);
    const std::int64_t before = found_ != nullptr ? found_->loss : 0;
    while (!open.empty() && !budget_.over()) {
      const auto [loss, node] = open.top();
      open.pop();
      if (loss > node->loss) continue;
      for (Configuration* next : node->links) {
        const std::int64_t lower = loss + nodes_.loss(*node, *next);
        if (lower >= next->loss) continue;
        next->loss = lower;
        next->parent = node;
        open.emplace(lower, next);
        if (found_ != nullptr && lower + next->bound < found_->loss) stack_.push_back(next);
      }
    }
    const bool stopped = !open.empty();  // then the path to the goals may have changed, but not yet its loss
    if (found_ != nullptr && (stopped || found_->loss < before)) finish(*found_);
  }

  LacamGoal goal_;
  const Ground& ground_;
  Budget& budget_;
  Random random_;
  Pibt pibt_;
  Configurations nodes_;
  std::vector<Configuration*> stack_;
  std::vector<Fixed> fixed_;
  std::vector<Spot> to_;
  Configuration* found_ = nullptr;
  Configuration* nearest_ = nullptr;  // to all goals
  Solution solution_;
  std::uint64_t iterations_ = 0, nearer_ = 0;  // visits, and visits until nearest_ was found
  std::clock_t clock_ = std::clock();
  double began_ = budget_.seconds();
  double freeing_ = kFreeing;  // with the present slowdown
};

}  // namespace

Solution lacam(const Problem& problem, Distances& distances, LacamGoal goal, std::uint64_t seed, Budget& budget) {
  try {
    return Lacam(problem, distances, goal, seed, budget).run();
  } catch (const OutOfTime&) {
    Solution solution;  // no time for all tables
    solution.paths = standing(problem);
    return solution;
  }
}

}  // namespace pathstar::fleet
