// Makes the records of blocks (block_labels.hpp) one after another; each thread has its own.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "indexes/hub_labels/block_labels.hpp"
#include "indexes/subgoals/seen.hpp"

namespace pathstar {

class BlockLabeller {
 public:
  BlockLabeller(const Grid& grid, const Sight& sight, const LabelTables& labels, std::span<const std::uint32_t> order,
                const StepUnits& units);

  // Adds the record of the block in this column and row of blocks. Sets `first` to its beginning, or to 0 if it has no
  // vias. False if 16 bits cannot count its vias, or the hubs of one of them.
  bool add(std::uint32_t column, std::uint32_t row, std::vector<std::uint32_t>& records, std::uint32_t& first);

 private:
  static constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();
  using Costs = std::array<std::uint32_t, kBlockCells>;  // by cell of the block

  // A subgoal that may become a via.
  struct Candidate {
    std::uint32_t subgoal;
    Place place;
    Costs cost;          // from each cell; kFar from those that do not reach it
    std::uint32_t uses;  // how many pairs of cell and hub it serves
    std::uint32_t hubs;  // how many hubs it was chosen for
  };
  // A hub that the cells in `cells` reach on a cheapest path through a candidate.
  struct Offer {
    std::uint32_t hub;
    std::uint32_t candidate;
    std::uint32_t cost;
    std::uint32_t cells;
  };

  void need(std::uint32_t cell, int x, int y);
  void gather(int x, int y);
  bool outranked(std::uint32_t hub) const noexcept;
  void reach(std::uint32_t column, std::uint32_t row);
  void collect_offers();
  void choose();
  bool countable() const noexcept;
  void write(std::vector<std::uint32_t>& records) const;
  void forget() noexcept;

  const Grid& grid_;
  const Sight& sight_;
  const LabelTables& labels_;
  std::span<const std::uint32_t> order_;
  const StepUnits& units_;
  std::vector<std::uint32_t> best_;      // by hub: the cost from the current cell
  std::vector<Costs> needed_;            // by hub: the costs from the cells that need it
  std::vector<std::uint32_t> touched_;   // hubs with an entry in best_
  std::vector<std::uint32_t> hubs_;      // hubs that some cell needs
  std::vector<std::uint32_t> walkable_;  // cells of the block
  std::vector<Seen> seen_;
  std::vector<Candidate> candidates_;
  std::vector<Offer> offers_;
  std::vector<Offer> chosen_;
};

}  // namespace pathstar
