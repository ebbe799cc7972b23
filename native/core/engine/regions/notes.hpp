// The observer of a recorded search over weighted regions: the recorder, and the rows of its table that stand for the
// intervals of a run.
//
// If a run reaches an interval again by a cheaper way, it adds a row; the earlier one is pruned when its turn comes.
// The root of a row is the place of the previous interval that is closest to it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "spaces/types.hpp"
#include "traces/intervals.hpp"

namespace pathstar {

struct RegionNotes {
  static constexpr bool kRecords = true;

  explicit RegionNotes(std::shared_ptr<IntervalRecorder> recorder_) : recorder(std::move(recorder_)) {}

  // Called after another search has recorded intervals, the last one that of the target.
  void take_over() {
    for (const Event& event : recorder->events()) {
      if (event.type == EventType::generate) standing.push_back(event.node);
    }
    current = recorder->events().back().node;
  }

  // Forgets all rows that still stand, and begins a run: `best` is the cost of the best path, and `least` a lower bound
  // of all paths.
  void begin_run(std::size_t pieces, double best, double least, bool from_goal_) {
    for (const Node row : standing) note(EventType::forget, row, kNoNode, 0.0, 0.0);
    standing.clear();
    from_goal = from_goal_;
    current = kNoNode;
    ways.assign(pieces, {});
    note(EventType::deepen, 0, kNoNode, best, least);
  }

  // A piece is reached from the expanded one; if there is none, the run begins there.
  void reach(std::uint32_t piece, const SeenInterval& seen, double cost) {
    ways[piece].push_back({cost, add(seen), current});
    const EventType type = current == kNoNode ? EventType::source : EventType::generate;
    note(type, ways[piece].back().row, current, cost, 0.0);
  }

  // A piece is not reached: a path over it costs at least `cost` + `rest`, which is more than the best one.
  void leave_out(const SeenInterval& seen, double cost, double rest) {
    note(EventType::prune, add(seen), current, cost, rest);
  }

  // A piece comes up with a cost above its present one. A piece that is left out has a parent, this has none.
  void drop(std::uint32_t piece, double cost) {
    const auto way = std::find_if(ways[piece].begin(), ways[piece].end(), [&](const Way& w) { return w.cost == cost; });
    note(EventType::prune, way->row, kNoNode, cost, 0.0);
  }

  void expand(std::uint32_t piece) {
    const Way& way = ways[piece].back();
    current = way.row;
    note(EventType::expand, way.row, way.parent, way.cost, 0.0);
  }

  // The row with the root before that of a row that is found now.
  double before() const noexcept { return current == kNoNode ? -1.0 : current; }

  void note(EventType type, Node row, Node parent, double g, double h) {
    recorder->add(type, row, parent, g, h, from_goal);
  }

  std::shared_ptr<IntervalRecorder> recorder;
  Node current = kNoNode;  // the row that is being expanded

 private:
  struct Way {
    double cost;
    Node row, parent;
  };

  Node add(const SeenInterval& seen) {
    const auto row = static_cast<Node>(recorder->intervals().size());
    recorder->add_interval(seen);
    standing.push_back(row);
    return row;
  }

  std::vector<std::vector<Way>> ways;  // by piece, those found in this run, each cheaper than the one before
  std::vector<Node> standing;          // rows of this run
  bool from_goal = false;
};

}  // namespace pathstar
