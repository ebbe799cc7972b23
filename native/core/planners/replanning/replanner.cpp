#include "planners/replanning/replanner.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace pathstar {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

constexpr std::uint32_t kSteady = 8;  // this many plans for the same goal end a chase
constexpr double kNear = 0.125;       // a goal that moves by this share of the path is one to chase,
constexpr double kNearSteps = 4.0;    // and by this many of its steps

}  // namespace

Replanner::Replanner(std::shared_ptr<Finder> finder, std::unique_ptr<Incremental> incremental,
                     std::unique_ptr<Incremental> adaptive, const Settings& settings, Replanning replanning, Node start,
                     Node goal)
    : finder_(std::move(finder)),
      incremental_(std::move(incremental)),
      adaptive_(std::move(adaptive)),
      settings_(settings),
      replanning_(replanning),
      choice_(settings.jumps, incremental_->uniform(), incremental_->keeps_tree(), incremental_->corridors(),
              incremental_->size()),
      start_(start),
      goal_(goal) {
  if (replanning_ == Replanning::automatic && choice_.from_start()) incremental_->set_root(Root::walking_start);
}

void Replanner::move(Node start) {
  const std::scoped_lock turn(turn_);
  if (start == start_) return;
  if (is_next(start)) {
    pay(nodes_[at_], nodes_[at_ + 1]);
    start_ = nodes_[++at_];
    ++moves_;
  } else {
    start_ = start;
    planned_ = false;
  }
}

void Replanner::pay(Node from, Node to) {
  if (replanning_ != Replanning::automatic || !(left_ < kFar)) return;
  const double step = incremental_->step_cost(from, to, result_.revision);
  left_ = step < kFar ? std::max(left_ - step, 0.0) : kFar;
}

// Whether it is the next place on the path; any heading will do if it has none.
bool Replanner::is_next(Node node) const {
  if (!planned_ || at_ + 1 >= nodes_.size()) return false;
  const Node next = nodes_[at_ + 1];
  return node == next || node == incremental_->place(next);
}

void Replanner::aim(Node goal) {
  const std::scoped_lock turn(turn_);
  if (goal == goal_) return;
  goal_ = goal;
  planned_ = false;
}

bool Replanner::repaired() const {
  const std::scoped_lock turn(turn_);
  return repaired_;
}

Node Replanner::start() const {
  const std::scoped_lock turn(turn_);
  return start_;
}

Node Replanner::goal() const {
  const std::scoped_lock turn(turn_);
  return goal_;
}

ReplanCounts Replanner::counts() const {
  const std::scoped_lock turn(turn_);
  return counts_;
}

std::uint64_t Replanner::update(const Poll& poll) {
  const std::scoped_lock turn(turn_);
  const std::uint64_t revision = incremental_->revision();
  if (!planned_ || (revision != result_.revision && !keep(revision))) plan(poll);
  return version_;
}

std::uint64_t Replanner::record(Recorder& recorder, const Poll& poll) {
  const std::scoped_lock turn(turn_);
  incremental_->revision();
  repaired_ = true;
  remember(repair(poll, &recorder));
  return version_;
}

PathResult Replanner::path() {
  const std::scoped_lock turn(turn_);
  if (at_ == 0 || result_.status != Status::found) return result_;
  PathResult rest = incremental_->written({nodes_.begin() + static_cast<std::ptrdiff_t>(at_), nodes_.end()});
  rest.revision = result_.revision;
  return rest;
}

Node Replanner::next() const {
  const std::scoped_lock turn(turn_);
  return at_ + 1 < nodes_.size() ? nodes_[at_ + 1] : kNoNode;
}

// Keeps a path that costs no more than before, if no edit can have led to a cheaper one; rare in a chase.
bool Replanner::keep(std::uint64_t revision) {
  if (replanning_ != Replanning::automatic || chase_ || !(left_ < kFar) || result_.status != Status::found)
    return false;
  if (incremental_->may_improve(start_, goal_, left_, result_.revision)) return false;
  const std::span<const Node> rest = std::span<const Node>(nodes_).subspan(at_);
  if (!incremental_->still_costs(rest, left_)) return false;
  PathResult kept = incremental_->written({rest.begin(), rest.end()});
  kept.revision = revision;
  ++counts_.kept;
  nodes_.erase(nodes_.begin(), nodes_.begin() + static_cast<std::ptrdiff_t>(at_));
  left_ = std::min(left_, kept.cost);
  at_ = 0;
  result_ = std::move(kept);
  return true;
}

void Replanner::plan(const Poll& poll) {
  const PlanWay way = replanning_ == Replanning::automatic ? choose()
                      : replanning_ == Replanning::repair  ? PlanWay::repair
                                                           : PlanWay::search;
  remember(plan_by(way, poll));
}

PathResult Replanner::plan_by(PlanWay way, const Poll& poll) {
  repaired_ = way != PlanWay::search;
  return way == PlanWay::repair ? repair(poll) : way == PlanWay::adapt ? adapt(poll) : search(poll);
}

// A way that takes more than another is expected to take is given up for that.
bool Replanner::gives_way(const PathResult& result, std::uint64_t patience) const {
  return result.status == Status::limit && result.stats.expanded >= patience && patience < settings_.max_expansions;
}

PathResult Replanner::plan_instead(PlanWay way, const Poll& poll, std::uint64_t expanded) {
  PathResult result = plan_by(way, poll);
  result.stats.expanded += expanded;
  return result;
}

PathResult Replanner::search(const Poll& poll) {
  const bool automatic = replanning_ == Replanning::automatic;
  const std::uint64_t patience = automatic ? choice_.patience(PlanWay::search) : settings_.max_expansions;
  Settings settings = settings_;
  settings.max_expansions = std::min(settings.max_expansions, patience);
  settings.once = result_.status == Status::found;  // most likely there still is a path, and no labels are needed
  PathResult result = finder_->find(start_, goal_, settings, poll);
  ++counts_.searches;
  const std::uint64_t expanded = result.stats.expanded;
  if (gives_way(result, patience)) {
    choice_.gave_up_search(expanded);
    return plan_instead(PlanWay::adapt, poll, expanded);
  }
  choice_.searched(expanded, result.cost);
  return result;
}

PathResult Replanner::adapt(const Poll& poll) {
  const std::uint64_t patience = choice_.patience(PlanWay::adapt);
  const RepairLimits limits{std::min(settings_.max_expansions, patience), settings_.max_seconds};
  adaptive_->stand_on(*incremental_);
  PathResult result = adaptive_->plan(start_, goal_, limits, poll);
  ++counts_.repairs;
  const std::uint64_t expanded = result.stats.expanded, lowered = adaptive_->recomputed();
  if (gives_way(result, patience)) {
    choice_.gave_up_adapting(expanded, lowered);
    return plan_instead(PlanWay::search, poll, expanded);
  }
  choice_.adapted(expanded, lowered, result.cost);
  return result;
}

PathResult Replanner::repair(const Poll& poll, Recorder* recorder) {
  const bool automatic = replanning_ == Replanning::automatic;
  const std::uint64_t patience = automatic ? choice_.patience(PlanWay::repair) : settings_.max_expansions;
  const RepairLimits limits{std::min(settings_.max_expansions, patience), settings_.max_seconds};
  PathResult result = incremental_->plan(start_, goal_, limits, poll, recorder);
  ++counts_.repairs;
  const std::uint64_t expanded = result.stats.expanded;
  const bool done = result.status != Status::limit && result.status != Status::running;
  if (done || choice_.can_repair()) choice_.repaired(expanded, incremental_->recomputed(), result.cost);
  return gives_way(result, patience) ? plan_instead(PlanWay::search, poll, expanded) : result;
}

// A goal that moves only a little is chased with the root at the start. For a goal elsewhere all knowledge is lost, so
// a search from the beginning is cheapest.
PlanWay Replanner::choose() {
  const std::uint64_t since = std::exchange(looked_at_, incremental_->revision());
  const bool aimed = planned_for_ != kNoNode && planned_for_ != goal_;
  steady_ = aimed ? 0 : steady_ + 1;
  if (!choice_.has_planned()) return choice_.choose(0.0, 0, 0, {});
  if (aimed && !moved_little()) {
    set_chase(false);
    choice_.begin_again(false);
    moves_ = 0;
    return PlanWay::search;
  }
  if (aimed) {
    set_chase(true);
  } else if (!chase_ || steady_ > kSteady) {
    set_chase(false);
  }
  const RecentEdits edits = since == looked_at_
                                ? RecentEdits{}
                                : incremental_->edits_since(since, start_, goal_, nodes_.empty() ? kFar : left());
  return choice_.choose(left(), nodes_.size() - at_, moves_, edits);
}

bool Replanner::moved_little() const {
  if (nodes_.empty()) return false;
  const auto steps = static_cast<double>(nodes_.size() - at_);
  const double whole = incremental_->estimate(start_, planned_for_);
  return incremental_->estimate(planned_for_, goal_) <= whole * std::max(kNear, kNearSteps / steps);
}

void Replanner::set_chase(bool chase) {
  incremental_->set_root(chase ? Root::walking_start : Root::goal);
  if (chase != std::exchange(chase_, chase)) choice_.begin_again(chase);
}

// Approximate if the costs of single steps are not known.
double Replanner::left() const {
  if (left_ < kFar) return left_;
  if (nodes_.size() < 2) return 0.0;
  return result_.cost * static_cast<double>(nodes_.size() - 1 - at_) / static_cast<double>(nodes_.size() - 1);
}

void Replanner::remember(PathResult result) {
  counts_.restarts += result.stats.restarts;
  counts_.expanded += result.stats.expanded;
  ++version_;
  at_ = 0;
  planned_for_ = goal_;
  nodes_ = result.nodes();
  left_ = result.cost;
  planned_ = result.status != Status::running && result.status != Status::limit;
  result_ = std::move(result);
}

}  // namespace pathstar
