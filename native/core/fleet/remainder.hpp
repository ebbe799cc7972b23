// What is left of a problem when some units stand at their starts for ever: the other units, on the ground between.
#pragma once

#include <vector>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

class Remainder {
 public:
  // The units that stand are said by unit; those whose goals they stand on are added to them. The whole problem may end
  // before this.
  Remainder(const Problem& whole, std::vector<bool>& stands);
  Remainder(const Remainder&) = delete;
  Remainder& operator=(const Remainder&) = delete;

  const Problem& problem() const noexcept { return problem_; }
  const std::vector<Unit>& units() const noexcept { return units_; }  // those that go, by their numbers in the whole

  // Lets the units stand whose ways are blocked by those that do, by a solution of the rest. False if there are none.
  bool note_blocked(const Solution& part, std::vector<bool>& stands) const;
  // Writes a solution of the rest into one of the whole, which stays unsolvable and without a history of plans.
  void add_to(const Solution& part, Solution& whole) const;

 private:
  const Ground& outer_;
  Ground ground_;
  std::vector<Unit> units_;
  Problem problem_;
};

}  // namespace pathstar::fleet
