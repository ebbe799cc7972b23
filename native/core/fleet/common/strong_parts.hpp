// Which cells of a ground lead to which, by strongly connected components, whose cells lead to each other.
//
// Finding the components takes time linear in the moves. A query within one component, or against their order, takes
// constant time. Any other query, which only ground with one-way moves has, takes a search.
//
// Reference: Sharir 1981, A strong-connectivity algorithm and its applications in data flow analysis (also by
// S. R. Kosaraju, unpublished).
#pragma once

#include <cstdint>
#include <vector>

#include "fleet/common/ground.hpp"

namespace pathstar::fleet {

class StrongParts {
 public:
  explicit StrongParts(const Ground& ground);

  // Whether moves lead from one cell to another.
  bool leads(Spot from, Spot to) const;

 private:
  std::vector<Spot> in_order_of_leaving() const;
  void number(const std::vector<Spot>& order);

  const Ground* ground_;
  std::vector<std::uint32_t> parts_;  // by cell; moves lead from lower numbers to higher ones
};

}  // namespace pathstar::fleet
