// The observer of a recorded search by Polyanya or Anya: the recorder, and the rows of its table that stand for the
// roots and intervals of the search.
//
// A root has a separate row, with the root at both ends; intervals name the row of the root before theirs. The end of a
// link is such a row. Numbers are those of the workspace.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "spaces/types.hpp"
#include "traces/intervals.hpp"

namespace pathstar {

struct PolyanyaNotes {
  static constexpr bool kRecords = true;

  // `is_first`: whether another search follows if a path is found, so that this is not the end.
  explicit PolyanyaNotes(std::shared_ptr<IntervalRecorder> recorder_, bool is_first_ = false)
      : recorder(std::move(recorder_)), is_first(is_first_), parents(recorder->intervals().size(), kNoNode) {}

  // Adds a row to the table, found by the interval that is being expanded.
  Node add(const SeenInterval& seen) {
    recorder->add_interval(seen);
    parents.push_back(current);
    return static_cast<Node>(parents.size() - 1);
  }

  std::shared_ptr<IntervalRecorder> recorder;
  bool is_first;
  std::vector<Node> parents;     // by row
  std::vector<Node> roots;       // by root, its row
  std::vector<Node> successors;  // by successor of the last interval
  std::vector<Node> intervals;   // by interval that was put into the heap
  Node current = kNoNode;        // the row that is being expanded
  Node row = kNoNode;            // the last row made or taken
};

}  // namespace pathstar
