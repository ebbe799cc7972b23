#include "indexes/block_labels.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "indexes/block_labeller.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kChunk = 64;  // blocks that a thread takes at a time

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

// The records of a chunk of blocks.
struct Chunk {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> records;
};

void fill(const BlockShape& shape, BlockLabeller& labeller, std::size_t number, Chunk& chunk) {
  const std::size_t begin = number * kChunk, end = std::min(begin + kChunk, shape.blocks());
  chunk.first.assign(end - begin, 0);
  chunk.records.assign(2, 0);  // so that 0 means empty here as well
  for (std::size_t block = begin; block < end; ++block) {
    labeller.add(static_cast<std::uint32_t>(block % shape.across), static_cast<std::uint32_t>(block / shape.across),
                 chunk.records, chunk.first[block - begin]);
  }
}

void join(std::vector<Chunk>& chunks, BlockLabels& made) {
  made.records = {0, 0};
  for (Chunk& chunk : chunks) {
    const auto moved = static_cast<std::uint32_t>(made.records.size()) - 2;
    for (const std::uint32_t first : chunk.first) made.first.push_back(first == 0 ? 0 : first + moved);
    made.records.insert(made.records.end(), chunk.records.begin() + 2, chunk.records.end());
    chunk = {};
  }
}

}  // namespace

Outcome make_block_labels(const Grid& grid, const Sight& sight, const LabelTables& labels,
                          std::span<const std::uint32_t> order, const StepUnits& units, std::size_t most_words,
                          unsigned threads, const Progress& progress, BlockLabels& made) {
  const BlockShape shape(grid);
  std::vector<Chunk> chunks((shape.blocks() + kChunk - 1) / kChunk);
  std::atomic<std::size_t> next{0}, done{0}, words{0};
  std::atomic<bool> stop{false};
  const auto work = [&](bool asks) {
    BlockLabeller labeller(grid, sight, labels, order, units);
    for (std::size_t i = next++; i < chunks.size() && !stop; i = next++) {
      fill(shape, labeller, i, chunks[i]);
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
