// Cuts a connected graph in two by removing few of its vertices.
//
// Every vertex gets a key: a coordinate, a sum or difference of coordinates, or a difference of distances to two
// vertices that lie far apart. A threshold between two keys divides the vertices; those on one side with a neighbour on
// the other separate the rest. The separators of all thresholds of a key are counted in one pass over the links. The
// best one is the middle of a band, in which the smallest separator replaces it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "indexes/customizable/order/links.hpp"
#include "indexes/customizable/order/min_cut.hpp"

namespace pathstar {

// The places of the vertices: `dimensions` whole numbers each; none without coordinates.
struct Places {
  std::uint32_t dimensions = 0;
  std::vector<std::int32_t> numbers;
};

// A part of a graph with separately numbered vertices.
struct GraphPart {
  std::vector<std::uint32_t> vertices;  // of the whole graph
  Links links;
};

// Finds separators; keeps its memory between calls. One for each thread.
class SeparatorFinder {
 public:
  // `places` is of the whole graph, and must outlive this.
  explicit SeparatorFinder(const Places& places) : places_(places) {}

  // The side of each vertex of a connected part. Empty if no separator leaves a vertex on both sides.
  std::span<const Side> divide(const GraphPart& part);

 private:
  struct Cut {
    double loss;
    std::int32_t threshold;  // keys up to it are the lower side
    bool lower;              // the separator is taken from the lower side
  };

  void look_at(const GraphPart& part);
  void mark_sides(const Links& links);
  void shrink(const Links& links);
  void mark_band(std::int64_t reach);
  void set_keys(const GraphPart& part, std::int32_t x, std::int32_t y, std::int32_t z);
  void set_distances(const Links& links);
  std::uint32_t measure_from(const Links& links, std::uint32_t source, std::vector<std::int32_t>& distances);
  void compress_keys();

  const Places& places_;
  Cut best_{};
  std::vector<std::int32_t> keys_;
  std::vector<std::int32_t> best_keys_;
  std::vector<std::int32_t> counts_, from_lower_, from_upper_;  // by key
  std::vector<std::int32_t> near_, far_;
  std::vector<std::uint32_t> queue_;
  std::vector<Side> sides_, band_;
  MinCut min_cut_;
};

}  // namespace pathstar
