// One-to-all search over a grid with costs, block by block: the cost from the nearest source to every cell.
//
// When to use: distance fields over squares whose cells have costs, where every cell is wanted.
// Needs: a grid of 4 or 8 directions whose steps cost something: so much that a cost that a step leads to is always
//   larger than the one that it comes from (fits_blocks).
// Guarantee: every cost is the least sum of steps, each added and rounded in turn, whatever the order and the number of
//   threads: rounded addition keeps the order of its operands. The parent of a cell is the first in the order of
//   kDirections whose step leads to its cost.
// Complexity: on costs of 1 to 9 each cell is relaxed about 16 times, 32 cells at once in a few dozen cycles. A wave
//   that winds through a block needs a pass for each turn.
// Reference: label-correcting search over a partition, with the sweeps of Zhao 2005, A fast sweeping method for Eikonal
//   equations, in each part.
// Differs from the paper: sweeps go up and down only, over the rows that may still change, and relax a row at once. The
//   block that waits with the least cost comes next, as in Dijkstra's algorithm. What a block lowers at its edge it
//   writes to the edges of the blocks beside it; so it needs nothing else of them, and blocks that do not touch can be
//   solved by different threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "engine/block_wave/cell_block.hpp"
#include "engine/driver/poll.hpp"
#include "engine/searches/one_to_all.hpp"
#include "spaces/cells/block_ground.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Whether costs rise with every step.
bool fits_blocks(const BlockGround& ground) noexcept;

// How many threads a wave over a number of cells keeps at work.
unsigned threads_for(std::uint64_t cells, unsigned threads) noexcept;

class BlockWave {
 public:
  using Seed = FieldSeed<double>;

  // `costs`: what is known of each cell, infinity at first; it becomes the least cost. `fresh`: that is nothing.
  // `parents`: written for the cells in rows that the wave comes to.
  BlockWave(const BlockGround& ground, bool fresh, std::span<double> costs, std::span<Node> parents);

  // Some cells between which steps changed: their parents are written in any case, as another step may lead to the same
  // cost now. Before run().
  void look_at(std::span<const Node> nodes);

  // A seed that costs more than what is known of its node counts for nothing; one that costs as much goes on from
  // there. `done`: as in FieldLimits. False if the poll stopped it: then the arrays are spoiled.
  bool run(std::span<const Seed> seeds, unsigned threads, std::atomic<double>* done, const Poll& poll);

  // How many cells were relaxed, again or not.
  std::uint64_t expanded() const noexcept { return expanded_; }

 private:
  // What waits in a block, and whether somebody is at work on it.
  struct State {
    BlockRows rows;
    double least = CellBlock::kFar;
    BlockRows seen;  // whose parents may be others now
    std::uint32_t visits = 0;
    bool busy = false;
    bool sown = false;  // a seed lies in it
  };

  // Rows of a block that wait because a cell beside them has become as cheap as `least`.
  struct Mark {
    std::uint32_t block;
    BlockRows rows;
    double least;
  };

  struct Marks {
    Mark of[8];
    int count = 0;
    std::uint64_t lowered = 0;  // cells, at most

    void add(std::uint32_t block, BlockRows rows, double least) noexcept { of[count++] = {block, rows, least}; }
  };

  // Copies of the blocks that one thread was at last: of block i at the place i modulo their number.
  class Copies {
   public:
    explicit Copies(std::uint32_t blocks);

    // The copy of a block that was visited so often; whether it is still what the block is.
    CellBlock& of(std::uint32_t block, std::uint32_t visits, bool& valid);

   private:
    struct Place {
      std::uint32_t block = kNoNode;
      std::uint32_t visits = 0;
    };

    std::vector<Place> places_;
    std::unique_ptr<CellBlock[]> blocks_;
  };

  using Item = std::pair<double, std::uint32_t>;

  std::uint32_t blocks() const noexcept { return across_ * down_; }
  std::uint32_t block_of(Node node) const noexcept;
  void sow(const Seed& seed);
  void work(const Poll& poll);
  bool claim(std::uint32_t& number, BlockRows& rows);
  bool beside_busy(std::uint32_t number) const noexcept;
  void put(const Mark& mark);

  Marks visit(std::uint32_t number, BlockRows rows, Copies& copies);
  void offer_side(std::uint32_t number, const CellBlock& block, BlockRows rows, int dx, Marks& marks);
  void offer_end(std::uint32_t number, const CellBlock& block, int dy, Marks& marks);

  void load(std::uint32_t number, BlockRows wanted, CellBlock& block) const;
  void load_ground(Node first, std::uint32_t count, int y, CellBlock& block) const;
  void load_costs_around(std::uint32_t number, CellBlock& block) const;
  void load_edges(std::uint32_t number);
  void store(std::uint32_t number, const CellBlock& block, BlockRows rows);
  double known(std::int64_t x, std::int64_t y) const noexcept;
  double cost_at(std::int64_t x, std::int64_t y) const noexcept;
  void write_parents(std::uint32_t number, CellBlock& block);

  BlockGround ground_;
  bool fresh_;
  std::span<double> costs_;
  std::span<Node> parents_;
  std::uint32_t across_;
  std::uint32_t down_;
  BlockKernels open_;
  BlockKernels masked_;
  std::vector<BlockEdges> edges_;

  std::mutex mutex_;  // held for all below
  std::condition_variable changed_;
  std::vector<State> states_;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> queue_;
  std::vector<Item> aside_;  // that waits for blocks beside it
  unsigned busy_ = 0;
  std::uint64_t expanded_ = 0;
  std::uint64_t visited_ = 0;  // blocks, each once
  std::atomic<double>* done_ = nullptr;
};

}  // namespace pathstar
