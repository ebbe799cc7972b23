// Nodes with steps unknown to the order, such as cells that were walls when it was made.
//
// When to use: after an edit that opens a few nodes, so that the order can stay.
// Needs: filled costs, and the nodes with unknown steps.
// Guarantee: queries that pass the openings are optimal, too.
// Complexity: two climbs for each neighbour of an opening above which costs have changed, and openings^3 sums; for a
//   query, one sum for each rank above both an opening and an end.
// Reference: Dibbelt, Strasser and Wagner 2016, Customizable contraction hierarchies.
// Differs from the paper: late nodes are last in the order, above all ranks. An opening that already has a rank steps
//   to it for nothing. The openings store all distances among themselves.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "indexes/common/known_steps.hpp"
#include "indexes/customizable/costs/customization.hpp"
#include "indexes/customizable/frame.hpp"
#include "indexes/customizable/openings/slope.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class Openings {
 public:
  static constexpr std::size_t kMost = 64;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  // Follows an edit. `foreign`: all nodes with a step that is not a link. `touched`: the blocks with arcs whose costs
  // have changed, ascending. False if there are more openings than kMost; then it forgets them.
  bool follow(const Frame& frame, const KnownSteps& steps, const ArcCosts& costs, const std::set<Node>& foreign,
              std::span<const std::uint32_t> touched);

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(nodes_.size()); }
  Node node(std::uint32_t opening) const noexcept { return nodes_[opening]; }
  // The number of a node among the openings, or kNone.
  std::uint32_t number_of(Node node) const noexcept;
  // The costs from an opening to the ranks, and from the ranks to it.
  const Slope& out(std::uint32_t opening) const noexcept { return out_[opening]; }
  const Slope& in(std::uint32_t opening) const noexcept { return in_[opening]; }

  // The costs from one opening to the others.
  std::span<const double> costs_from(std::uint32_t from) const noexcept {
    return {costs_.data() + std::size_t{from} * size(), size()};
  }
  // The next opening on the way from one to another, and whether it is one step away; otherwise the way there leads
  // over ranks.
  struct Next {
    std::uint32_t opening;
    bool is_step;
  };
  Next next(std::uint32_t from, std::uint32_t to) const noexcept { return next_[std::size_t{from} * size() + to]; }

 private:
  struct Step {
    Node from, to;
    double cost;
  };

  bool choose(const Frame& frame, const KnownSteps& steps, const std::set<Node>& foreign, std::vector<Step>& unknown);
  void find_slopes(const Frame& frame, const ArcCosts& costs, std::span<const Step> steps,
                   std::span<const Node> nodes_before, std::span<const std::uint32_t> touched);
  void find_distances(std::span<const Step> steps);

  std::vector<Node> nodes_;  // ascending
  std::vector<Slope> out_, in_;
  std::vector<double> costs_;
  std::vector<Next> next_;
};

}  // namespace pathstar
