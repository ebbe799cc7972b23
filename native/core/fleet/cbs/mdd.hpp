// A multi-valued decision diagram: all paths of one unit that have a given cost and obey its constraints.
//
// It has a level for each time: the cells where the unit may be then, each with the cells of the next level where it
// may go. Cells that do not lead to the goal are pruned.
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
  std::uint32_t begin, end;  // in ways(): where it leads, as positions in the next level
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

struct Trip {
  Spot start, goal;
};

class MddBuilder {
 public:
  MddBuilder(const Problem& problem, Distances& distances, Budget& budget);

  // The diagram of the least cost that obeys the constraints; nullptr if there is none. The same trip and constraints
  // give the same object, while it is cached. Throws OutOfTime.
  std::shared_ptr<const Mdd> build(const Trip& trip, const UnitConstraints& constraints);
  // The path in a diagram that meets the fewest units of a timetable.
  UnitPath best_path(const Mdd& mdd, const Timetable& others);

 private:
  using Place = std::tuple<Spot, Spot, Time, Time>;  // of a prohibition or a landmark
  using Key = std::tuple<Spot, Spot, Time, std::vector<Place>, std::vector<Place>>;
  struct Known {
    std::shared_ptr<const Mdd> mdd;
    Time tried;  // no path costs less
  };

  static constexpr int kTries = 2;   // costs tried one by one
  static constexpr Time kSoon = 16;  // a first limit on how much later the arrival may be

  static std::vector<Place> places_of(const std::vector<Prohibition>& all);
  static Key key_of(const Trip& trip, Time cost, const UnitConstraints& constraints);
  // The first time, not before `earliest`, at which a unit can come to its goal; kForever if there is none. After
  // `last`, only prohibitions for ever are in force.
  Time first_arrival(const Trip& trip, const UnitConstraints& constraints, Time earliest, Time last);
  // The same; kForever also if that is later than `latest`.
  Time first_arrival(const Trip& trip, const UnitConstraints& constraints, Time earliest, Time last, Time latest);
  bool grow(const Trip& trip, const UnitConstraints& constraints, Time cost);
  bool may_enter(const DistanceTable& to_goal, Spot goal, Spot cell, Time time, Time cost) const;
  std::shared_ptr<const Mdd> prune() const;

  static constexpr std::size_t kMostNodes = 4'000'000;  // in cached diagrams

  const Problem* problem_;
  Distances* distances_;
  Budget* budget_;
  std::map<Key, Known> known_;
  std::size_t nodes_of_known_ = 0;
  // The diagram under construction, before pruning.
  std::vector<Spot> cells_;
  std::vector<std::uint32_t> levels_;  // where each begins in cells_
  std::vector<std::uint32_t> begins_;  // where the ways of each node begin
  std::vector<std::uint32_t> ways_;    // nodes, by their number in cells_
  std::vector<std::uint32_t> number_;  // of each cell, in the next level
  std::vector<std::uint32_t> stamp_;
  std::uint32_t turn_ = 0;
  // For best_path, by node: how many units the best rest of the path meets, and its next node.
  std::vector<unsigned> met_;
  std::vector<std::uint32_t> choice_;
};

}  // namespace pathstar::fleet
