// MAPF-LNS: makes a plan cheaper and cheaper, as long as there is time.
//
// Each turn removes some units that are in each other's way, replans them one by one around all others, and keeps the
// new paths if they cost no more. After each turn the plan is complete and valid.
//
// Reference: Li, Chen, Harabor, Stuckey and Koenig 2021, Anytime multi-agent path finding via large neighborhood
// search.
#pragma once

#include <cstdint>
#include <memory>

#include "fleet/common/problem.hpp"

namespace pathstar::fleet {

// Improves the paths of a solution, in which every unit has one, until the target is met or the budget is used up.
void improve(const Problem& problem, Distances& distances, std::uint64_t seed, const Target& target, Budget& budget,
             Solution& solution);

// The same in parts, so that each plan can be used as soon as it is found. It remembers everything from part to part.
class Improvements {
 public:
  // `paths` are a plan for the problem.
  Improvements(std::shared_ptr<const Ground> ground, Problem problem, Paths paths, std::uint64_t seed);
  ~Improvements();

  // Goes on until the target is met or the budget is used up. History and iterations are those of this call.
  const Solution& run(const Target& target, Budget& budget);

  const Ground& ground() const noexcept { return *ground_; }
  const Rules& rules() const noexcept { return problem_.rules; }

 private:
  bool find_shortest(Budget& budget);

  class Work;

  std::shared_ptr<const Ground> ground_;
  Problem problem_;
  std::uint64_t seed_;
  Distances distances_;
  Solution solution_;
  std::unique_ptr<Work> work_;  // once all distances are known
};

}  // namespace pathstar::fleet
