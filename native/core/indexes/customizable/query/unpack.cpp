#include "indexes/customizable/query/unpack.hpp"

#include <algorithm>
#include <cstddef>

#include "indexes/common/damaged_index.hpp"
#include "spaces/compiler.hpp"

namespace pathstar {
namespace {

// A path visits no node more often than this on average: more than once only in cycles without cost.
constexpr std::size_t kVisits = 4;
constexpr std::uint32_t kNoLeg = ~std::uint32_t{0};
constexpr std::uint32_t kRowsFetched = 4;

// An arc, its direction on the path, and the number of the next leg.
struct Leg {
  std::uint64_t arc;
  double cost;
  std::uint32_t block;
  std::uint32_t row;     // of the lower end
  std::uint32_t column;  // of the higher one
  bool ascends;
  std::uint32_t next;
};

class Unpacker {
 public:
  Unpacker(const Frame& frame, const ArcCosts& costs, const KnownSteps& steps)
      : frame_(frame), costs_(costs), steps_(steps) {}

  std::vector<Node> run(std::span<const std::uint32_t> ranks) {
    for (std::size_t i = ranks.size() - 1; i != 0; --i) begin(ranks[i - 1], ranks[i]);
    const std::uint32_t first = legs_.empty() ? kNoLeg : static_cast<std::uint32_t>(legs_.size() - 1);
    while (!open_.empty()) {
      if (legs_.size() > kVisits * frame_.ranks()) throw DamagedIndex();
      fetch();
      split_all();
    }
    std::vector<Node> nodes;
    nodes.reserve(legs_.size() + 1);
    nodes.push_back(frame_.node(ranks.front()));
    for (std::uint32_t leg = first; leg != kNoLeg; leg = legs_[leg].next) {
      nodes.push_back(frame_.node(legs_[leg].ascends ? higher(legs_[leg]) : lower(legs_[leg])));
    }
    return nodes;
  }

 private:
  std::uint32_t lower(const Leg& leg) const noexcept { return frame_.first(leg.block) + leg.row; }
  std::uint32_t higher(const Leg& leg) const noexcept { return frame_.rank_at(leg.block, leg.column); }
  ArcHint hint(const Leg& leg) const noexcept { return (leg.ascends ? costs_.up_hints : costs_.down_hints)[leg.arc]; }

  // Adds a leg before the last one added.
  void begin(std::uint32_t from, std::uint32_t to) {
    const bool ascends = from < to;
    const std::uint32_t low = std::min(from, to), block = frame_.block_of(low), row = low - frame_.first(block);
    const std::uint32_t column = frame_.column(block, std::max(from, to));
    const std::uint64_t arc = frame_.arc(block, row, column);
    const auto number = static_cast<std::uint32_t>(legs_.size());
    legs_.push_back({arc, (ascends ? costs_.up : costs_.down)[arc], block, row, column, ascends, number - 1});
    open_.push_back(number);
  }

  // The data of a split is far apart in memory. It is prefetched for all open legs together: each pass fetches the data
  // that the next one needs to continue.
  PATHSTAR_INLINE void fetch() {
    for (const std::uint32_t number : open_) {
      const Leg& leg = legs_[number];
      prefetch((leg.ascends ? costs_.up_hints : costs_.down_hints).data(), leg.arc);
      frame_.prefetch_below(lower(leg));
    }
    hinted_.clear();
    for (const std::uint32_t number : open_) {
      hinted_.push_back(hinted_below(legs_[number]));
      prefetch(hinted_.back(), 0);
    }
    for (const BelowRank* below : hinted_) {
      if (below != nullptr) frame_.prefetch_block(below->block);
    }
    for (std::size_t i = 0; i < open_.size(); ++i) {
      if (hinted_[i] == nullptr) continue;
      const auto [block, at] = *hinted_[i];
      const std::uint32_t rows = frame_.rows(block);
      prefetch(frame_.border(block).data(), at);
      const double* const to_low = (legs_[open_[i]].ascends ? costs_.down : costs_.up).data();
      for (std::uint32_t row = 0; row < std::min(rows, kRowsFetched); ++row) {
        prefetch(to_low, frame_.arc(block, row, rows + at));
      }
    }
  }

  // The block below that a leg's hint names, if it names one.
  const BelowRank* hinted_below(const Leg& leg) const noexcept {
    const std::size_t number = hint(leg);
    const std::span<const BelowRank> below = frame_.below(lower(leg));
    return number >= kFirstBelow && number - kFirstBelow < below.size() ? &below[number - kFirstBelow] : nullptr;
  }

  // Splits each open leg in two, unless it is a step.
  void split_all() {
    opened_.clear();
    for (std::size_t i = 0; i < open_.size(); ++i) {
      const Leg leg = legs_[open_[i]];
      if (hint(leg) == kOfStep) continue;
      if (hinted_[i] != nullptr && split_over(*hinted_[i], leg, open_[i])) continue;
      if (hint(leg) == kOfOwnBlock && split_over_own_block(leg, open_[i])) continue;
      if (is_step(leg)) continue;
      if (!split_over_own_block(leg, open_[i]) && !split_over_any(leg, open_[i])) throw DamagedIndex();
    }
    open_.swap(opened_);
  }

  bool split_over_own_block(const Leg& leg, std::uint32_t number) {
    return split_over_rows(leg.block, leg.row, leg.row, leg.column, leg, number);
  }

  bool split_over_any(const Leg& leg, std::uint32_t number) {
    const std::span<const BelowRank> below = frame_.below(lower(leg));
    return std::any_of(below.rbegin(), below.rend(),
                       [&](const BelowRank& each) { return split_over(each, leg, number); });
  }

  bool split_over(const BelowRank& below, const Leg& leg, std::uint32_t number) {
    const std::span<const std::uint32_t> border = frame_.border(below.block);
    const auto found = std::lower_bound(border.begin() + below.at, border.end(), higher(leg));
    if (found == border.end() || *found != higher(leg)) return false;
    const std::uint32_t rows = frame_.rows(below.block);
    const auto high = rows + static_cast<std::uint32_t>(found - border.begin());
    return split_over_rows(below.block, rows, rows + below.at, high, leg, number);
  }

  // Looks for the lower rank among the first rows of a block with the ends of the leg among its columns.
  bool split_over_rows(std::uint32_t block, std::uint32_t rows, std::uint32_t low, std::uint32_t high, const Leg& leg,
                       std::uint32_t number) {
    const double* const to_low = (leg.ascends ? costs_.down : costs_.up).data();
    const double* const to_high = (leg.ascends ? costs_.up : costs_.down).data();
    const std::uint32_t columns = frame_.columns(block);
    std::uint64_t arc = frame_.arc(block, 0, low);
    for (std::uint32_t row = 0; row < rows; ++row) {
      const std::uint64_t other = arc + (high - low);
      if (to_low[arc] + to_high[other] == leg.cost) {
        const Leg to_lower{arc, to_low[arc], block, row, low, !leg.ascends, kNoLeg};
        const Leg to_higher{other, to_high[other], block, row, high, leg.ascends, kNoLeg};
        replace(number, leg.ascends ? to_lower : to_higher, leg.ascends ? to_higher : to_lower);
        return true;
      }
      arc += columns - row - 2;  // the next row is shorter by one
    }
    return false;
  }

  void replace(std::uint32_t number, const Leg& first, const Leg& second) {
    const auto added = static_cast<std::uint32_t>(legs_.size());
    legs_.push_back(second);
    legs_.back().next = legs_[number].next;
    legs_[number] = first;
    legs_[number].next = added;
    opened_.push_back(number);
    opened_.push_back(added);
  }

  bool is_step(const Leg& leg) {
    const std::uint32_t low = lower(leg), high = higher(leg);
    if (!frame_.linked(low, high)) return false;
    steps_.fill(frame_.node(leg.ascends ? low : high), known_);
    const Node to = frame_.node(leg.ascends ? high : low);
    return std::any_of(known_.begin(), known_.end(),
                       [&](const KnownStep& step) { return step.to == to && step.cost == leg.cost; });
  }

  const Frame& frame_;
  const ArcCosts& costs_;
  const KnownSteps& steps_;
  std::vector<Leg> legs_;
  std::vector<std::uint32_t> open_, opened_;  // the legs that may not be steps, and what they are split into
  std::vector<const BelowRank*> hinted_;      // by open leg, the block below it with the lower rank, or none
  std::vector<KnownStep> known_;
};

}  // namespace

std::vector<Node> unpack(const Frame& frame, const ArcCosts& costs, const KnownSteps& steps,
                         std::span<const std::uint32_t> ranks) {
  return Unpacker(frame, costs, steps).run(ranks);
}

}  // namespace pathstar
