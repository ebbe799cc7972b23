// One-to-all search over a grid with costs, block by block: the cost from the nearest source to every cell.
//
// When to use: distance fields over squares with costs, if every cell is wanted.
// Needs: a grid of 4 or 8 directions with steps so dear that the cost after a step is always larger than the cost
//   before it (fits_blocks).
// Guarantee: every cost is the least sum of steps, each added and rounded in turn, whatever the order and the number of
//   threads: rounded addition keeps the order of its operands. The parent of a cell is the first in the order of
//   kDirections whose step leads to its cost.
// Complexity: on costs of 1 to 9 each cell is relaxed about 16 times, 32 cells at once in a few dozen cycles. A wave
//   that winds through a block needs a pass for each turn.
// Reference: label-correcting search over a partition, with the sweeps of Zhao 2005, A fast sweeping method for Eikonal
//   equations, in each part.
// Differs from the paper: sweeps go up and down only, over the rows that may still change, and relax a row at once. The
//   block that waits with the least cost comes next, as in Dijkstra's algorithm. A block writes the values that it
//   lowers at its edge to the edges of the blocks beside it, and needs nothing else from them, so blocks that do not
//   touch can be solved by different threads. A thread keeps to the blocks that it has solved before, because its cache
//   still holds their copies, unless much cheaper ones wait for another thread. A block is solved in a copy, which is
//   saved with its parents when it gives way to that of another block: usually once, after the wave has passed.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "engine/block_wave/block_copies.hpp"
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

  // `costs`: the known cost of each cell, which becomes the least cost. `parents`: written for the cells in rows that
  // the wave reaches. `fresh`: nothing is known; both arrays are overwritten, parents by kNoNode where no path leads.
  BlockWave(const BlockGround& ground, bool fresh, std::span<double> costs, std::span<Node> parents);

  // The changes since the arrays were right: all cells between which steps changed, and those with cleared costs, with
  // their earlier costs. Steps into them are relaxed again, and their parents written in any case, because another step
  // may now lead to the same cost. To be called before run().
  void look_at(std::span<const Node> edited, std::span<const Seed> cleared);

  // A seed counts if it costs less than the known cost of its node. `done`: as in FieldLimits. False if the poll
  // stopped it; then the arrays are spoiled.
  bool run(std::span<const Seed> seeds, unsigned threads, std::atomic<double>* done, const Poll& poll);

  // The number of relaxed cells, with repetitions.
  std::uint64_t expanded() const noexcept { return expanded_; }

 private:
  // The waiting rows of a block, and whether a thread is at work on it.
  struct State {
    BlockRows rows;
    double least = CellBlock::kFar;
    BlockRows seen;     // rows in which the saved parents may be wrong
    BlockRows lowered;  // rows in which the saved costs are wrong
    std::uint32_t visits = 0;
    unsigned worker = 0;  // the owner of its queue: the thread that solved it last, or came closest
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
    std::uint64_t relaxed = 0;  // cells, each once

    void add(std::uint32_t block, BlockRows rows, double least) noexcept { of[count++] = {block, rows, least}; }
  };

  // The next task of a thread.
  struct Task {
    std::uint32_t block = 0;
    BlockRows rows;
    BlockCopies::Place copy;  // where the block is solved
  };

  using Item = std::pair<double, std::uint32_t>;
  using Queue = std::priority_queue<Item, std::vector<Item>, std::greater<>>;

  std::uint32_t blocks() const noexcept { return across_ * down_; }
  std::uint32_t block_of(Node node) const noexcept;
  int row_of(Node node) const noexcept { return static_cast<int>(node / ground_.width % kBlockSide); }
  void wake(Node node, double least);
  void sow(const Seed& seed);
  void queue_woken();
  void work(unsigned worker, const Poll& poll);
  bool claim(unsigned worker, Task& task);
  double least_of(Queue& queue);
  bool any_waits() const noexcept;
  void release(const Task& task, const Marks& marks);
  bool beside_busy(std::uint32_t number) const noexcept;
  void put(const Mark& mark, unsigned worker);

  Marks do_task(const Task& task);
  Marks visit(std::uint32_t number, BlockRows rows, CellBlock& block);
  bool will_load_edges(std::uint32_t number) const noexcept { return !fresh_ && states_[number].visits == 0; }
  void offer_side(std::uint32_t number, const CellBlock& block, BlockRows rows, int dx, Marks& marks);
  void offer_end(std::uint32_t number, const CellBlock& block, int dy, Marks& marks);

  void load(std::uint32_t number, CellBlock& block) const;
  void load_ground(Node first, std::uint32_t count, int y, CellBlock& block) const;
  void load_costs_around(std::uint32_t number, CellBlock& block) const;
  void load_edges(std::uint32_t number);
  void save(std::uint32_t number, const CellBlock& block);
  void save_copies(const Poll& poll);
  void forget(std::uint32_t number);
  double known(std::int64_t x, std::int64_t y) const noexcept;
  double cost_at(std::int64_t x, std::int64_t y) const noexcept;

  std::uint32_t left_of(std::uint32_t number) const noexcept { return number % across_ * kBlockSide; }
  std::uint32_t top_of(std::uint32_t number) const noexcept { return number / across_ * kBlockSide; }
  // The part of a block inside the map.
  int columns_of(std::uint32_t number) const noexcept {
    return static_cast<int>(std::min<std::uint32_t>(kBlockSide, ground_.width - left_of(number)));
  }
  int rows_of(std::uint32_t number) const noexcept {
    return static_cast<int>(std::min<std::uint32_t>(kBlockSide, ground_.height - top_of(number)));
  }
  std::size_t node_at(std::uint32_t number, int x, int y) const noexcept {
    return (top_of(number) + static_cast<std::size_t>(y)) * ground_.width + left_of(number) +
           static_cast<std::size_t>(x);
  }
  // Calls row(y, first, count) for the rows of a block inside the map: the first node and the number of its columns.
  template <class Row>
  void each_row(std::uint32_t number, BlockRows rows, Row&& row) const {
    const int columns = columns_of(number), last = std::min(rows.last, rows_of(number) - 1);
    for (int y = rows.first; y <= last; ++y) row(y, node_at(number, 0, y), columns);
  }

  BlockGround ground_;
  bool fresh_;
  std::span<double> costs_;
  std::span<Node> parents_;
  std::uint32_t across_;
  std::uint32_t down_;
  BlockKernels open_;
  BlockKernels masked_;
  double much_;  // a block is taken from another thread only if it is cheaper by this
  std::vector<BlockEdges> edges_;
  std::atomic<std::size_t> next_copy_{0};  // to be saved at the end

  std::mutex mutex_;  // held for all below, except for what a thread does with the blocks that it has made busy
  BlockCopies copies_;
  std::condition_variable changed_;
  std::vector<State> states_;
  std::vector<Queue> queues_;  // by thread
  std::vector<Item> aside_;    // that wait for blocks beside them
  unsigned busy_ = 0;
  std::uint64_t expanded_ = 0;
  std::uint64_t visited_ = 0;  // blocks, without repetitions
  std::atomic<double>* done_ = nullptr;
};

}  // namespace pathstar
