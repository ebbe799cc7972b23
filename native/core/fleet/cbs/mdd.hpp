// A multi-valued decision diagram: all paths of one unit that have one cost and obey its constraints.
//
// A level for each time holds the cells where the unit may be then, each with the cells of the next level that it may
// go to. What leads to no end is cut off.
//
// Reference: Sharon, Stern, Goldenberg and Felner 2013, The increasing cost tree search for optimal multi-agent
// pathfinding.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "fleet/cbs/constraints.hpp"
#include "fleet/intervals/timetable.hpp"

namespace pathstar::fleet {

struct MddNode {
  Cell cell;
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

class MddBuilder {
 public:
  MddBuilder(const Problem& problem, Distances& distances);

  // The diagram of the least cost that obeys the constraints; nullptr if there is none.
  std::shared_ptr<const Mdd> build(Unit unit, const UnitConstraints& constraints);
  // The path in a diagram that meets the fewest units of a timetable.
  UnitPath best_path(const Mdd& mdd, const Timetable& others) const;

 private:
  bool grow(Unit unit, const UnitConstraints& constraints, Time cost);
  bool may_enter(Unit unit, Cell cell, Time time, Time cost) const;
  std::shared_ptr<const Mdd> prune() const;

  const Problem* problem_;
  Distances* distances_;
  std::vector<std::vector<Cell>> levels_;
  std::vector<std::vector<std::vector<std::uint32_t>>> ways_;  // by level and node
  std::vector<std::uint32_t> number_;                          // of a cell in the next level
  std::vector<std::uint32_t> stamp_;
  std::uint32_t turn_ = 0;
};

}  // namespace pathstar::fleet
