#include "indexes/hub_labels/block_labels.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "engine/driver/thread_pool.hpp"
#include "indexes/common/freed_memory.hpp"
#include "indexes/hub_labels/block_labeller.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kWordsAtOnce = std::size_t{1} << 24;  // copied between two returns of freed memory

// The records of `count` blocks from `begin` on; none if a record has more parts than it can count.
std::optional<BlockPortion> make_portion(const BlockShape& shape, BlockLabeller& labeller, std::size_t begin,
                                         std::size_t count) {
  BlockPortion portion{std::vector<std::uint32_t>(count), {0, 0}};
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t block = begin + i;
    const auto column = static_cast<std::uint32_t>(block % shape.across);
    const auto row = static_cast<std::uint32_t>(block / shape.across);
    if (!labeller.add(column, row, portion.records, portion.first[i])) return std::nullopt;
  }
  portion.records.shrink_to_fit();
  return portion;
}

// `words`: the size of the records of all portions.
void join(BlockPortions& portions, std::size_t words, BlockLabels& made) {
  made.first.reserve(portions.blocks());
  made.records.reserve(words);
  made.records = {0, 0};  // so that 0 means empty
  std::size_t freed = 0;
  for (std::size_t i = 0; i < portions.size(); ++i) {
    const BlockPortion portion = portions.take(i);
    const auto moved = static_cast<std::uint32_t>(made.records.size()) - 2;
    for (const std::uint32_t first : portion.first) made.first.push_back(first == 0 ? 0 : first + moved);
    made.records.insert(made.records.end(), portion.records.begin() + 2, portion.records.end());
    if ((freed += portion.records.size()) < kWordsAtOnce) continue;
    give_back_freed_memory();
    freed = 0;
  }
}

}  // namespace

Outcome make_block_labels(const Grid& grid, const Sight& sight, const LabelTables& labels,
                          std::span<const std::uint32_t> order, const StepUnits& units, std::size_t most_words,
                          unsigned threads, const Progress& progress, BlockPortions& portions, BlockLabels& made) {
  const BlockShape shape(grid);
  const std::size_t limit = std::min<std::size_t>(most_words, std::numeric_limits<std::uint32_t>::max());
  std::vector<std::size_t> left;
  std::atomic<std::size_t> words{0}, done{0};
  std::atomic<bool> too_many{false};
  for (std::size_t i = 0; i < portions.size(); ++i) {
    if (portions.done(i)) {
      words += portions[i].records.size();
    } else {
      left.push_back(i);
    }
  }
  done = portions.size() - left.size();
  const Poll poll = [&] {
    return too_many || words > limit || progress(static_cast<double>(done) / static_cast<double>(portions.size()));
  };
  const bool stopped = parallel_for_with(left.size(), threads, poll, [&]() -> RowWork {
    const auto labeller = std::make_shared<BlockLabeller>(grid, sight, labels, order, units);
    return [&, labeller](std::size_t row, const Poll&) {
      const std::size_t i = left[row];
      auto portion = make_portion(shape, *labeller, i * BlockPortions::kBlocks, portions.blocks_of(i));
      if (!portion) {
        too_many = true;
        return;
      }
      words += portion->records.size();
      portions.put(i, std::move(*portion));
      ++done;
    };
  });
  if (too_many) return Outcome::too_many;
  if (words > limit) return limit < most_words ? Outcome::too_many : Outcome::too_large;
  if (stopped) return Outcome::stopped;
  join(portions, words, made);
  return Outcome::done;
}

}  // namespace pathstar
