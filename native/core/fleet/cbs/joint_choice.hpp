// Chooses paths of several units, one from the diagram of each, that meet nowhere, or proves that for some of the units
// there are none.
//
// A variable for each node of a diagram says whether the unit may go there. Clauses say that a unit is somewhere at
// each time, goes on from each such node to a next one, and meets no other. A clause solver decides whether they can
// hold.
//
// A walk through the product of the diagrams repeats the choices of one unit for each choice of the others. The solver
// learns which choices exclude each other, and settles groups of ten units and more in wide diagrams.
//
// Reference: Surynek, Felner, Stern and Boyarski 2016, Efficient SAT approach to multi-agent path finding under the sum
// of costs objective. Differs from the paper: the cost of each unit is fixed, a unit may be allowed more than one node
// at a time, and units join when they are found to be in the way.
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fleet/cbs/clause_solver.hpp"
#include "fleet/cbs/mdd.hpp"

namespace pathstar::fleet {

class JointChoice {
 public:
  JointChoice(const Problem& problem, Budget& budget) : problem_(problem), budget_(budget) {}

  // Adds a unit that prefers to keep to a path.
  void add(Unit unit, std::shared_ptr<const Mdd> mdd, const UnitPath& path);

  // Chooses paths for some of the added units. The work is counted in contradictions. Throws OutOfTime.
  Verdict solve(const std::vector<Unit>& units, std::size_t most_work);
  // After Verdict::satisfied.
  UnitPath path_of(Unit unit) const;
  // After Verdict::refuted: units whose diagrams have no compatible paths.
  std::vector<Unit> refuted() const;

 private:
  struct Member {
    Unit unit;
    std::shared_ptr<const Mdd> mdd;
    Literal is_asked;     // assumed where it needs a path
    std::uint32_t first;  // its first variable; the others follow, node by node
  };
  // A node of a member's diagram.
  struct Node {
    std::uint32_t member;
    Time time;
    std::uint32_t number;  // in its level
  };

  const Member& member_of(Unit unit) const;
  Literal literal(const Node& node) const;
  Spot cell_of(const Node& node) const { return members_[node.member].mdd->level(node.time)[node.number].cell; }
  const std::vector<Node>& nodes_at(Spot cell, Time time) const;

  void link(std::uint32_t member);
  void keep_apart(const Node& node);
  void forbid_moves(const Node& node, Spot to, Literal arrived);
  void forbid_move(const Node& node, Literal arrived, Spot from, Spot to);
  void keep_off_goals(std::uint32_t member);

  static constexpr std::size_t kSlice = 256;  // contradictions between two checks of the budget

  const Problem& problem_;
  Budget& budget_;
  ClauseSolver solver_;
  std::vector<Member> members_;
  std::unordered_map<Unit, std::uint32_t> number_;              // in members_
  std::unordered_map<std::uint64_t, std::vector<Node>> nodes_;  // by time and cell
  Time end_ = 0;
};

}  // namespace pathstar::fleet
