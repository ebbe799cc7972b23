#include "indexes/hub_labels/block_labeller.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <tuple>

namespace pathstar {
namespace {

constexpr std::uint32_t kMostCounted = 0xffff;

// Appends the hubs of the offers, one or two to a word.
template <class Hub, class Offers>
void write_hubs(const Offers& offers, std::vector<std::uint32_t>& records) {
  constexpr std::size_t kInWord = sizeof(std::uint32_t) / sizeof(Hub);
  const std::size_t hubs = records.size();
  records.resize(hubs + (offers.size() + kInWord - 1) / kInWord);
  auto* next = reinterpret_cast<Hub*>(records.data() + hubs);
  for (const auto& offer : offers) *next++ = static_cast<Hub>(offer.hub);
}

}  // namespace

BlockLabeller::BlockLabeller(const Grid& grid, const Sight& sight, const LabelTables& labels,
                             std::span<const std::uint32_t> order, const StepUnits& units)
    : grid_(grid),
      sight_(sight),
      labels_(labels),
      order_(order),
      units_(units),
      best_(order.size(), kFar),
      needed_(order.size()) {
  for (Costs& costs : needed_) costs.fill(kFar);
}

bool BlockLabeller::add(std::uint32_t column, std::uint32_t row, std::vector<std::uint32_t>& records,
                        std::uint32_t& first) {
  candidates_.clear();
  walkable_.clear();
  for (std::uint32_t cell = 0; cell < kBlockCells; ++cell) {
    const std::uint32_t x = column * kBlockSide + cell % kBlockSide, y = row * kBlockSide + cell / kBlockSide;
    if (x >= grid_.width() || y >= grid_.height() || !grid_.walkable(y * grid_.width() + x)) continue;
    walkable_.push_back(cell);
    need(cell, static_cast<int>(x) + 1, static_cast<int>(y) + 1);
  }
  reach(column, row);
  collect_offers();
  choose();
  first = chosen_.empty() ? 0 : static_cast<std::uint32_t>(records.size());
  const bool writes = countable();
  if (writes && !chosen_.empty()) write(records);
  forget();
  return writes;
}

// Records the hubs that a cell needs: those without a more important hub on a cheapest path to them.
void BlockLabeller::need(std::uint32_t cell, int x, int y) {
  gather(x, y);
  for (const std::uint32_t hub : touched_) {
    if (outranked(hub)) continue;
    if (std::all_of(needed_[hub].begin(), needed_[hub].end(), [](std::uint32_t cost) { return cost == kFar; })) {
      hubs_.push_back(hub);
    }
    needed_[hub][cell] = best_[hub];
  }
  for (const std::uint32_t hub : touched_) best_[hub] = kFar;
}

// Finds the lowest cost to each hub through the subgoals that a cell sees, and makes these candidates.
void BlockLabeller::gather(int x, int y) {
  touched_.clear();
  see(sight_, units_, x, y, seen_);
  for (const Seen& seen : seen_) {
    if (std::none_of(candidates_.begin(), candidates_.end(),
                     [&](const Candidate& known) { return known.subgoal == seen.subgoal; })) {
      candidates_.push_back({seen.subgoal, seen.place(), {}, 0, 0});
    }
    for (const LabelEntry& entry : labels_.label(seen.subgoal)) {
      std::uint32_t& best = best_[entry.hub];
      if (best == kFar) touched_.push_back(entry.hub);
      best = std::min(best, seen.cost + entry.cost);
    }
  }
}

// Whether a more important hub lies on an equally cheap path to this one.
bool BlockLabeller::outranked(std::uint32_t hub) const noexcept {
  for (const LabelEntry& entry : labels_.label(order_[hub])) {
    if (entry.hub == hub) return false;
    if (best_[entry.hub] != kFar && best_[entry.hub] + entry.cost <= best_[hub]) return true;
  }
  return false;
}

void BlockLabeller::reach(std::uint32_t column, std::uint32_t row) {
  for (Candidate& candidate : candidates_) {
    candidate.cost.fill(kFar);
    for (const std::uint32_t cell : walkable_) {
      const int x = static_cast<int>(column * kBlockSide + cell % kBlockSide) + 1;
      const int y = static_cast<int>(row * kBlockSide + cell / kBlockSide) + 1;
      if (!sight_.reaches(x, y, candidate.place.x, candidate.place.y)) continue;
      candidate.cost[cell] = units_.between(x, y, candidate.place.x, candidate.place.y);
    }
  }
}

void BlockLabeller::collect_offers() {
  offers_.clear();
  for (std::uint32_t i = 0; i < candidates_.size(); ++i) {
    Candidate& candidate = candidates_[i];
    for (const LabelEntry& entry : labels_.label(candidate.subgoal)) {
      const Costs& needed = needed_[entry.hub];
      std::uint32_t cells = 0;
      for (const std::uint32_t cell : walkable_) {
        const bool leads =
            needed[cell] != kFar && candidate.cost[cell] != kFar && candidate.cost[cell] + entry.cost == needed[cell];
        cells |= static_cast<std::uint32_t>(leads) << cell;
      }
      if (cells != 0) offers_.push_back({entry.hub, i, entry.cost, cells});
      candidate.uses += static_cast<std::uint32_t>(std::popcount(cells));
    }
  }
}

// Chooses for each hub approximately the fewest offers that serve all cells that need it, with ties in favour of the
// most used candidates, so that few candidates become vias.
void BlockLabeller::choose() {
  const auto by_hub = [](const Offer& a, const Offer& b) {
    return std::tuple(a.hub, a.candidate) < std::tuple(b.hub, b.candidate);
  };
  std::sort(offers_.begin(), offers_.end(), by_hub);
  chosen_.clear();
  for (auto first = offers_.begin(); first != offers_.end();) {
    const auto last = std::find_if(first, offers_.end(), [&](const Offer& offer) { return offer.hub != first->hub; });
    std::uint32_t served = 0, wanted = 0;
    for (auto offer = first; offer != last; ++offer) wanted |= offer->cells;
    while (served != wanted) {
      const auto worth = [&](const Offer& offer) {
        return std::tuple(std::popcount(offer.cells & ~served), candidates_[offer.candidate].uses);
      };
      const auto best =
          std::max_element(first, last, [&](const Offer& a, const Offer& b) { return worth(a) < worth(b); });
      served |= best->cells;
      ++candidates_[best->candidate].hubs;
      chosen_.push_back(*best);
    }
    first = last;
  }
}

bool BlockLabeller::countable() const noexcept {
  std::size_t vias = 0;
  for (const Candidate& candidate : candidates_) {
    if (candidate.hubs > kMostCounted) return false;
    if (candidate.hubs != 0) ++vias;
  }
  return vias <= kMostCounted;
}

void BlockLabeller::write(std::vector<std::uint32_t>& records) const {
  std::vector<Offer> offers = chosen_;
  std::sort(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) {
    return std::tuple(a.candidate, a.hub) < std::tuple(b.candidate, b.hub);
  });
  const std::size_t counts = records.size();
  records.insert(records.end(), {0, static_cast<std::uint32_t>(offers.size())});
  for (const Candidate& candidate : candidates_) {
    if (candidate.hubs == 0) continue;
    ++records[counts];
    std::uint32_t cells = 0;
    for (const std::uint32_t cell : walkable_) {
      cells |= static_cast<std::uint32_t>(candidate.cost[cell] != kFar) << cell;
    }
    const Via via{candidate.place, static_cast<std::uint16_t>(cells), static_cast<std::uint16_t>(candidate.hubs)};
    const auto words = std::bit_cast<std::array<std::uint32_t, 2>>(via);
    records.insert(records.end(), words.begin(), words.end());
  }
  for (const Offer& offer : offers) records.push_back(offer.cost);
  if (has_wide_hubs(order_.size())) {
    write_hubs<std::uint32_t>(offers, records);
  } else {
    write_hubs<std::uint16_t>(offers, records);
  }
}

void BlockLabeller::forget() noexcept {
  for (const std::uint32_t hub : hubs_) needed_[hub].fill(kFar);
  hubs_.clear();
}

}  // namespace pathstar
