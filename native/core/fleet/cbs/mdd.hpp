// A multi-valued decision diagram: all paths of one unit that have one cost and obey its constraints.
//
// A level for each time holds the cells where the unit may be then, each with the cells of the next level that it may
// go to. What leads to no end is cut off.
//
// Reference: Sharon, Stern, Goldenberg and Felner 2013, The increasing cost tree search for optimal multi-agent
// pathfinding.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "fleet/cbs/constraints.hpp"
#include "fleet/intervals/timetable.hpp"

namespace pathstar::fleet {

struct MddNode {
  Spot cell;
  std::uint32_t begin, end;  // its ways on, in ways(): nodes of the next level, by their place in it
};

class Mdd {
 public:
  Time cost() const noexcept { return static_cast<Time>(offsets_.size()) - 2; }
  std::span<const MddNode> level(Time time) const noexcept {
    return {nodes_.data() + offsets_[time], nodes_.data() + offsets_[time + 1]};
  }
  std::span<const std::uint32_t> ways(const MddNode& node) const noexcept {
    return {ways_.data() + node.begin, ways_.data() + node.end};
  }

 private:
  friend class MddBuilder;

  std::vector<std::uint32_t> offsets_;
  std::vector<MddNode> nodes_;
  std::vector<std::uint32_t> ways_;
};

// From where to where a unit goes.
struct Trip {
  Spot start, goal;
};

class MddBuilder {
 public:
  MddBuilder(const Problem& problem, Distances& distances, Budget& budget);

  // The diagram of the least cost that obeys the constraints; nullptr if there is none. Where nothing else is asked of
  // a unit, it is the same object. Throws OutOfTime.
  std::shared_ptr<const Mdd> build(const Trip& trip, const UnitConstraints& constraints);
  // The path in a diagram that meets the fewest units of a timetable.
  UnitPath best_path(const Mdd& mdd, const Timetable& others);

 private:
  using Place = std::tuple<Spot, Spot, Time, Time>;  // that is prohibited
  using Key = std::tuple<Spot, Spot, Time, std::vector<Place>, std::vector<Place>>;
  struct Known {
    std::shared_ptr<const Mdd> mdd;
    Time tried;  // no diagram costs less
  };

  static constexpr int kTries = 2;   // costs that are tried one by one
  static constexpr Time kSoon = 16;  // after the costs that were tried

  static std::vector<Place> places_of(const std::vector<Prohibition>& all);
  static Key key_of(const Trip& trip, Time cost, const UnitConstraints& constraints);
  // The first time, from the earliest on, at which a unit can come to its goal; kForever if there is none. After the
  // last time only what holds for ever is prohibited.
  Time first_arrival(const Trip& trip, const UnitConstraints& constraints, Time earliest, Time last);
  // The same; kForever also if that is later than `latest`.
  Time first_arrival(const Trip& trip, const UnitConstraints& constraints, Time earliest, Time last, Time latest);
  bool grow(const Trip& trip, const UnitConstraints& constraints, Time cost);
  bool may_enter(const DistanceTable& to_goal, Spot goal, Spot cell, Time time, Time cost) const;
  std::shared_ptr<const Mdd> prune() const;

  static constexpr std::size_t kMostNodes = 4'000'000;  // of the diagrams that are known

  const Problem* problem_;
  Distances* distances_;
  Budget* budget_;
  std::map<Key, Known> known_;
  std::size_t nodes_of_known_ = 0;
  // The diagram that grows, with what leads to no end.
  std::vector<Spot> cells_;
  std::vector<std::uint32_t> levels_;  // where each begins in cells_
  std::vector<std::uint32_t> begins_;  // of the ways of each node
  std::vector<std::uint32_t> ways_;    // nodes, by their number in cells_
  std::vector<std::uint32_t> number_;  // of a cell in the next level
  std::vector<std::uint32_t> stamp_;
  std::uint32_t turn_ = 0;
  // Of each node of a diagram, where a path through it is chosen: the units that it meets from there on, and what comes
  // next.
  std::vector<unsigned> met_;
  std::vector<std::uint32_t> choice_;
};

}  // namespace pathstar::fleet
