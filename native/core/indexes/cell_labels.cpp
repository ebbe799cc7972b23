#include "indexes/cell_labels.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <thread>

namespace pathstar {
namespace {

constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t kChunk = 4096;  // cells that a thread takes at a time

// Makes the records of cells; one for each thread.
class CellLabeller {
 public:
  CellLabeller(const Grid& grid, const Sight& sight, const LabelTables& labels, std::span<const std::uint32_t> order,
               const StepUnits& units)
      : grid_(grid), sight_(sight), labels_(labels), order_(order), units_(units), best_(order.size(), {kFar, 0}) {}

  // Adds the record of a walkable cell. `first` is where it begins; 0 if it is empty.
  void add(Node node, std::vector<std::uint32_t>& records, std::uint32_t& first) {
    gather(static_cast<int>(node % grid_.width()) + 1, static_cast<int>(node / grid_.width()) + 1);
    prune();
    first = kept_.empty() ? 0 : static_cast<std::uint32_t>(records.size());
    if (!kept_.empty()) write(records);
    for (const std::uint32_t hub : hubs_) best_[hub].cost = kFar;
  }

 private:
  struct Best {
    std::uint32_t cost;
    Way way;
  };

  // The least cost to each hub over all subgoals seen.
  void gather(int x, int y) {
    hubs_.clear();
    see(sight_, units_, x, y, seen_);
    for (const Seen& seen : seen_) {
      for (const LabelEntry& entry : labels_.label(seen.subgoal)) {
        Best& best = best_[entry.hub];
        if (best.cost == kFar) hubs_.push_back(entry.hub);
        if (seen.cost + entry.cost < best.cost) best = {seen.cost + entry.cost, seen.way};
      }
    }
    std::sort(hubs_.begin(), hubs_.end());
  }

  // Keeps a hub only if no more important one lies on a way as cheap.
  void prune() {
    kept_.clear();
    for (const std::uint32_t hub : hubs_) {
      const std::uint32_t cost = best_[hub].cost;
      bool needed = true;
      for (const LabelEntry& entry : labels_.label(order_[hub])) {
        if (entry.hub == hub || !needed) break;
        needed = best_[entry.hub].cost == kFar || best_[entry.hub].cost + entry.cost > cost;
      }
      if (needed) kept_.push_back(hub);
    }
  }

  void write(std::vector<std::uint32_t>& records) {
    const std::size_t begin = records.size(), size = kept_.size(), costs = (size + 3) / 2;
    records.resize((begin + costs + size + (size + 3) / 4 + 1) / 2 * 2);
    auto* hubs = reinterpret_cast<std::uint16_t*>(records.data() + begin);
    auto* ways = reinterpret_cast<Way*>(records.data() + begin + costs + size);
    *hubs++ = static_cast<std::uint16_t>(size);
    for (std::size_t i = 0; i < size; ++i) {
      const Best& best = best_[kept_[i]];
      hubs[i] = static_cast<std::uint16_t>(kept_[i]);
      records[begin + costs + i] = best.cost;
      ways[i] = best.way;
    }
    hubs[size] = kLastHub;
  }

  const Grid& grid_;
  const Sight& sight_;
  const LabelTables& labels_;
  std::span<const std::uint32_t> order_;
  const StepUnits& units_;
  std::vector<Best> best_;
  std::vector<std::uint32_t> hubs_;
  std::vector<std::uint32_t> kept_;
  std::vector<Seen> seen_;
};

// Threads that all run one function, joined at the end of their scope.
class Helpers {
 public:
  template <class Function>
  Helpers(unsigned count, const Function& function) {
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back(function);
  }
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;
  ~Helpers() {
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  std::vector<std::thread> threads_;
};

// The records of a chunk of cells.
struct Chunk {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> records;
};

void fill(const Grid& grid, CellLabeller& labeller, std::size_t number, Chunk& chunk) {
  const std::size_t begin = number * kChunk, end = std::min<std::size_t>(begin + kChunk, grid.size());
  chunk.first.assign(end - begin, 0);
  chunk.records.assign(2, 0);  // so that 0 means empty here as well
  for (std::size_t node = begin; node < end; ++node) {
    if (grid.walkable(static_cast<Node>(node))) {
      labeller.add(static_cast<Node>(node), chunk.records, chunk.first[node - begin]);
    }
  }
}

void join(std::vector<Chunk>& chunks, CellLabels& made) {
  made.records = {std::uint32_t{kLastHub} << 16, 0};
  for (Chunk& chunk : chunks) {
    const auto moved = static_cast<std::uint32_t>(made.records.size()) - 2;
    for (const std::uint32_t first : chunk.first) made.first.push_back(first == 0 ? 0 : first + moved);
    made.records.insert(made.records.end(), chunk.records.begin() + 2, chunk.records.end());
    chunk = {};
  }
}

}  // namespace

Outcome make_cell_labels(const Grid& grid, const Sight& sight, const LabelTables& labels,
                         std::span<const std::uint32_t> order, const StepUnits& units, std::size_t most_words,
                         unsigned threads, const Progress& progress, CellLabels& made) {
  std::vector<Chunk> chunks((grid.size() + kChunk - 1) / kChunk);
  std::atomic<std::size_t> next{0}, done{0}, words{0};
  std::atomic<bool> stop{false};
  const auto work = [&](bool asks) {
    CellLabeller labeller(grid, sight, labels, order, units);
    for (std::size_t i = next++; i < chunks.size() && !stop; i = next++) {
      fill(grid, labeller, i, chunks[i]);
      if ((words += chunks[i].records.size()) > most_words) stop = true;
      const double part = static_cast<double>(++done) / static_cast<double>(chunks.size());
      if (asks && progress(part)) stop = true;
    }
  };
  {
    const Helpers helpers(threads - 1, [&] { work(false); });
    work(true);
  }
  if (words > most_words) return Outcome::too_large;
  if (stop) return Outcome::stopped;
  join(chunks, made);
  return Outcome::done;
}

}  // namespace pathstar
