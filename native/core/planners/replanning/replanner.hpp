// One unit on its way to a goal, in a space that is edited: keeps its path a cheapest one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/driver/poll.hpp"
#include "engine/driver/settings.hpp"
#include "engine/finders/finder.hpp"
#include "engine/incremental/incremental.hpp"
#include "paths/result.hpp"
#include "planners/replanning/choice.hpp"
#include "spaces/types.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

// How a unit gets a new path.
enum class Replanning : std::uint8_t { afresh, repair, automatic };

// What a unit has done so far.
struct ReplanCounts {
  std::uint64_t searches = 0;  // from the beginning
  std::uint64_t repairs = 0;
  std::uint64_t kept = 0;      // times that a path could be kept after an edit
  std::uint64_t restarts = 0;  // of searches that could not be repaired
  std::uint64_t expanded = 0;
};

// Many threads may use it, one at a time.
class Replanner {
 public:
  // All are of one space. `adaptive`: MPGAA*, for the automatic choice. `settings`: those of searches from the
  // beginning; their limits hold for repairs as well.
  Replanner(std::shared_ptr<Finder> finder, std::unique_ptr<Incremental> incremental,
            std::unique_ptr<Incremental> adaptive, const Settings& settings, Replanning replanning, Node start,
            Node goal);

  void move(Node start);
  void aim(Node goal);

  Node start() const;
  Node goal() const;
  ReplanCounts counts() const;
  // Whether the last plan was a repair.
  bool repaired() const;

  // Plans once if the path may not be a cheapest one in the space as it is now. Returns the number of plans so far:
  // while it stays the same, so does the path, except for its beginning.
  std::uint64_t update(const Poll& poll);

  // Repairs the known state, whatever the last plan was, and records each step.
  std::uint64_t record(Recorder& recorder, const Poll& poll);

  // The path from where the unit is, as of the last update. Its counts are those of the last plan.
  PathResult path();

  // The node after the start on that path; kNoNode at the goal, and where there is no path.
  Node next() const;

 private:
  bool is_next(Node node) const;
  void pay(Node from, Node to);
  bool keep(std::uint64_t revision);
  void plan(const Poll& poll);
  PathResult search(const Poll& poll);
  PathResult repair(const Poll& poll, Recorder* recorder = nullptr);
  PathResult adapt(const Poll& poll);
  PathResult plan_by(PlanWay way, const Poll& poll);
  // Plans this way after another one was given up, which took `expanded` expansions.
  PathResult plan_instead(PlanWay way, const Poll& poll, std::uint64_t expanded);
  bool gives_way(const PathResult& result, std::uint64_t patience) const;
  PlanWay choose();
  bool moved_little() const;
  void set_chase(bool chase);
  double left() const;  // the rest of the cost of the last plan's path
  void remember(PathResult result);

  std::shared_ptr<Finder> finder_;
  std::unique_ptr<Incremental> incremental_;
  std::unique_ptr<Incremental> adaptive_;
  Settings settings_;
  Replanning replanning_;
  PlanChoice choice_;
  mutable std::mutex turn_;
  Node start_;
  Node goal_;
  ReplanCounts counts_;
  Node planned_for_ = kNoNode;   // the goal of the last plan
  bool chase_ = false;           // whether the goal is one that moves
  std::size_t moves_ = 0;        // along its paths to this goal
  std::uint32_t steady_ = 0;     // plans for the same goal
  std::uint64_t looked_at_ = 0;  // the revision up to which edits were counted
  bool planned_ = false;         // for this start, this goal and that revision
  bool repaired_ = false;
  std::uint64_t version_ = 0;
  PathResult result_;        // of the last plan
  std::vector<Node> nodes_;  // its path
  double left_ = 0.0;        // the cost of the part ahead, as it was then; infinite if not known
  std::size_t at_ = 0;       // where the unit is on it
};

}  // namespace pathstar
