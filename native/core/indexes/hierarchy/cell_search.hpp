// Searches over the cells of one cluster, or of two.
//
// When to use: many short searches within boxes of a grid.
// Needs: a grid whose lock the caller holds shared.
// Guarantee: optimal among the paths that do not leave the boxes.
// Complexity: linear in the cells, while the costs of steps differ by a factor of less than 60; beyond that, multiplied
//   by the logarithm of their number.
// Reference: Denardo and Fox 1979, Shortest-route methods: reaching, pruning, and buckets.
// Differs from the paper: where buckets are wider than the cheapest step, each is a heap; otherwise cells would be
//   expanded again and again within their bucket.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "indexes/hierarchy/grid_step_costs.hpp"
#include "maps/boxes.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/heuristic.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class CellSearch {
 public:
  explicit CellSearch(const Grid& grid) : grid_(&grid), costs_(grid), buckets_(kBuckets) {}

  // From now on searches stay in the box, or in these two boxes.
  void enter(const Box& box);
  void enter(const Box& box, const Box& other);

  // Finds the cost from the source to each cell; `back`: from each cell to the source.
  void spread(Node source, bool back = false);
  // By the last spread(); infinite for cells that it did not reach.
  double cost(Node cell) const noexcept { return reached_[inside(cell)]; }

  // Appends the cells after `from` on a cheapest path to `to`. False if there is none.
  bool find(Node from, Node to, std::vector<Node>& path);

  std::uint64_t expanded() const noexcept { return expanded_; }

 private:
  // The boxes lie in a frame of fixed size, so that a cell's number gives its column and row without a division.
  static constexpr std::uint32_t kRowBits = 6;
  static constexpr std::uint32_t kFrameSide = 1u << kRowBits;
  static constexpr std::size_t kBuckets = 128;  // a ring
  static constexpr double kMostAhead = 60.0;    // buckets to the end of the longest step; an estimate may double it

  struct Entry {
    std::uint32_t cell;
    double reached;
    bool operator>(const Entry& other) const noexcept { return reached > other.reached; }
  };

  void frame(const Box& around);
  void copy(const Box& box);
  void stay_inside();
  void choose_buckets();
  void begin(Node source);
  void put(std::uint32_t cell, double reached);
  bool take(Entry& entry);
  template <class Visit>
  void each_step(std::uint32_t cell, const Visit& visit) const;
  std::int64_t bucket_of(double key) const noexcept { return static_cast<std::int64_t>(key * per_cost_); }
  double estimate(std::uint32_t cell) const noexcept;

  std::uint32_t inside(Node node) const noexcept {
    const std::uint32_t y = node / grid_->width(), x = node - y * grid_->width();
    return (y - around_.top) << kRowBits | (x - around_.left);
  }
  Node outside(std::uint32_t cell) const noexcept {
    return (around_.top + (cell >> kRowBits)) * grid_->width() + around_.left + cell % kFrameSide;
  }

  const Grid* grid_;
  GridStepCosts costs_;
  Box around_{};
  std::vector<std::uint8_t> legal_;  // the steps that stay in the boxes
  std::vector<double> leaving_, entering_;
  std::vector<double> reached_;
  std::vector<std::uint8_t> by_;     // the direction of the last step to a cell
  double least_ = 0.0, most_ = 0.0;  // bounds of the cost of entering and leaving a cell
  double per_cost_ = 1.0;            // buckets
  bool heaps_ = false;               // whether buckets are heaps
  Heuristic<double> heuristic_;
  std::uint32_t target_ = 0;
  std::vector<std::vector<Entry>> buckets_;
  std::int64_t bucket_ = 0;
  std::size_t waiting_ = 0;
  std::uint64_t expanded_ = 0;
};

}  // namespace pathstar
