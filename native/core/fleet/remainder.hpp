// The rest of a problem when some units stand at their starts for ever: the other units, on the remaining ground.
#pragma once

#include <vector>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

class Remainder {
 public:
  // `stands` says for each unit whether it stands. Units whose goals are occupied are added. The whole problem need not
  // outlive this, but its ground must.
  Remainder(const Problem& whole, std::vector<bool>& stands);
  Remainder(const Remainder&) = delete;
  Remainder& operator=(const Remainder&) = delete;

  const Problem& problem() const noexcept { return problem_; }
  const std::vector<Unit>& units() const noexcept { return units_; }  // those that go, as in the whole

  // Marks the units as standing that cannot reach their goals in a solution of the rest. False if there are none.
  bool note_blocked(const Solution& part, std::vector<bool>& stands) const;
  // Writes a solution of the rest into one of the whole, which remains unsolvable and has no history.
  void add_to(const Solution& part, Solution& whole) const;

 private:
  const Ground& outer_;
  Ground ground_;
  std::vector<Unit> units_;
  Problem problem_;
};

}  // namespace pathstar::fleet
