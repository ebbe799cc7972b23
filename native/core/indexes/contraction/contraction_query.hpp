// One query on a contraction hierarchy: both ends climb to labelled nodes, and the labels give the rest.
//
// Reference: Geisberger, Sanders, Schultes and Delling 2008, Contraction hierarchies (with stalling on demand).
// Differs from the paper: a search does not go beyond a labelled node (hub_labels_of_top.hpp). A path is unpacked from
//   both ends at once, each piece at its place, so that memory accesses overlap.
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/common/wanted.hpp"
#include "indexes/contraction/hierarchy.hpp"
#include "paths/result.hpp"

namespace pathstar {

// Keeps its memory between queries; one for each thread.
class ContractionQuery {
 public:
  explicit ContractionQuery(const HierarchyTables& tables);

  // start and goal are the hierarchy's numbers.
  PathResult find(std::uint32_t start, std::uint32_t goal, Wanted wanted);

 private:
  // A node as one side knows it.
  struct Reached {
    double cost;  // infinite between queries, except for those touched
    std::uint32_t from;
    std::uint32_t arc;
  };
  struct Waiting {
    double cost;
    std::uint32_t node;
    bool operator>(const Waiting& other) const noexcept { return cost > other.cost; }
  };
  struct Side {
    std::vector<Reached> nodes;
    std::vector<std::uint32_t> touched;
    std::vector<Waiting> heap;
    std::vector<std::uint32_t> labelled;  // reached nodes with a label
  };
  // A piece of the path: an arc, its position on the path, and whether the path follows it backwards.
  struct Piece {
    std::uint32_t arc;
    std::uint32_t edges;
    std::uint32_t begin;
    bool back;
  };

  void begin(Side& side, std::uint32_t node);
  bool done(const Side& side) const noexcept { return side.heap.empty() || side.heap.front().cost >= best_; }
  void reach(Side& side, std::uint32_t node, double cost, std::uint32_t from, std::uint32_t arc);
  template <bool forwards>
  void climb(Side& mine, const Side& other, SearchStats& stats);

  void meet();
  std::uint32_t labelled_before(std::uint32_t hub) const;

  void collect_pieces();
  static void way_to(const Side& side, std::uint32_t node, std::vector<std::uint32_t>& arcs);
  void climb_to_hub();
  std::uint32_t step_to_hub(const TopLabelTables& labels, std::uint32_t node, std::vector<std::uint32_t>& arcs) const;
  std::vector<Node> unpack(Node start, Node goal);
  void cut(const Piece& piece);
  void write_ends(Node start, Node goal, std::vector<Node>& nodes) const;

  const HierarchyTables& tables_;
  Side forward_;
  Side backward_;
  double best_;
  std::uint32_t last_ = 0;  // the reached nodes before and after the top of the cheapest path
  std::uint32_t meeting_ = 0;
  std::uint32_t hub_ = 0;            // none if both are the same
  std::vector<double> hub_cost_;     // from the start, by hub; all infinite between queries
  std::vector<std::uint32_t> up_;    // the arcs to the top, in order
  std::vector<std::uint32_t> down_;  // and those after it, the last first
  std::vector<Piece> pieces_;
  std::uint32_t length_ = 0;
};

}  // namespace pathstar
