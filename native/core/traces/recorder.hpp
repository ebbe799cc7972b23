// The recorder of all events of a search, and the observers with which the engine is compiled: one does nothing, the
// other passes events on if a recorder is attached. So a recorded search runs the same engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

enum class EventType : std::uint8_t {
  source,
  destination,
  expand,
  generate,
  update,
  end,
  restart,
  meet,    // of two searches, at a node: g is the cost of the path over it, the cheapest so far
  prune,   // a node was closed, but not expanded: no path over it can be cheaper
  deepen,  // a round of iterative deepening begins: g is its bound
  forget,  // a node is neither open nor closed any more
  revert,  // a forgotten node is still open, by the path found before
  known,   // a node is closed since an earlier search, which is repaired
  raise,   // the path to a node is gone: it is open, with its cost by another path, or its cost when it was closed
  bend,    // a node does not see its parent: it stays open, with another one
};

struct Event {
  double g;
  double h;  // with its weight, as in the key
  Node node;
  Node parent;
  EventType type;
  bool from_goal;  // of the search from the goal, if there are two
};

struct NullObserver {
  static constexpr bool kRecords = false;
};
inline NullObserver null_observer;

class Recorder {
 public:
  explicit Recorder(std::size_t most_events) : most_events_(most_events) {}

  void add(EventType type, Node node, Node parent, double g, double h, bool from_goal = false) {
    events_.push_back({g, h, node, parent, type, from_goal});
  }
  bool full() const noexcept { return events_.size() >= most_events_; }
  const std::vector<Event>& events() const noexcept { return events_; }

 private:
  std::size_t most_events_;
  std::vector<Event> events_;
};

// For searches in which a test at each event costs no speed: records if there is a recorder.
class MaybeRecorder {
 public:
  static constexpr bool kRecords = true;

  explicit MaybeRecorder(Recorder* recorder = nullptr) noexcept : recorder_(recorder) {}

  void add(EventType type, Node node, Node parent, double g, double h, bool from_goal = false) {
    recorder_->add(type, node, parent, g, h, from_goal);
  }
  bool listens() const noexcept { return recorder_ != nullptr; }
  bool full() const noexcept { return listens() && recorder_->full(); }

 private:
  Recorder* recorder_;
};

}  // namespace pathstar
