#include "indexes/customizable/openings/slope.hpp"

#include <algorithm>
#include <utility>

#include "indexes/common/damaged_index.hpp"
#include "indexes/customizable/costs/customization.hpp"
#include "indexes/customizable/costs/min_plus.hpp"

namespace pathstar {

Slope::Slope(const Frame& frame, std::span<const double> arcs, std::vector<Contact> contacts)
    : contacts_(std::move(contacts)) {
  find_parts(frame);
  Ascent ascent(frame);
  for (std::uint32_t number = 0; number < contacts_.size(); ++number) {
    ascent.begin(contacts_[number].rank);
    while (ascent.block() != kNoRank) ascent.climb(arcs, 0.0, kNoArcCost);
    each_common(ascent, [&](const Part& part, std::span<const double> found) {
      for (std::size_t row = 0; row < part.rows; ++row) {
        const double cost = found[row] + contacts_[number].cost;
        if (cost >= costs_[part.first + row]) continue;
        costs_[part.first + row] = cost;
        contact_of_[part.first + row] = number;
      }
    });
  }
}

void Slope::find_parts(const Frame& frame) {
  std::vector<std::uint32_t> blocks;
  for (const Contact& contact : contacts_) {
    for (std::uint32_t b = frame.block_of(contact.rank); b != kNoRank; b = frame.parent(b)) blocks.push_back(b);
  }
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  std::size_t rows = 0;
  for (const std::uint32_t block : blocks) {
    parts_.push_back({block, rows, frame.rows(block)});
    rows += frame.rows(block);
  }
  costs_.assign(rows, kNoArcCost);
  contact_of_.assign(rows, 0);
}

bool Slope::passes(std::span<const std::uint32_t> blocks) const noexcept {
  return std::any_of(parts_.begin(), parts_.end(),
                     [&](const Part& part) { return std::binary_search(blocks.begin(), blocks.end(), part.block); });
}

// Calls visit(part, the other's costs of its rows) for the blocks of both.
template <class Visit>
void Slope::each_common(const Slope& other, const Visit& visit) const {
  auto theirs = other.parts_.begin();
  for (const Part& part : parts_) {
    while (theirs != other.parts_.end() && theirs->block < part.block) ++theirs;
    if (theirs != other.parts_.end() && theirs->block == part.block) visit(part, other.costs(*theirs));
  }
}
template <class Visit>
void Slope::each_common(const Ascent& other, const Visit& visit) const {
  std::size_t stage = 0;
  for (const Part& part : parts_) {
    while (stage != other.stages() && other.block_of(stage) < part.block) ++stage;
    if (stage != other.stages() && other.block_of(stage) == part.block) {
      visit(part, other.columns(stage).first(part.rows));
    }
  }
}

double Slope::meet(const Slope& other) const noexcept {
  double cost = kNoArcCost;
  each_common(other, [&](const Part& part, std::span<const double> theirs) {
    cost = std::min(cost, least_sum(costs(part).data(), theirs.data(), part.rows));
  });
  return cost;
}

double Slope::meet(const Ascent& other) const noexcept {
  double cost = kNoArcCost;
  each_common(other, [&](const Part& part, std::span<const double> theirs) {
    cost = std::min(cost, least_sum(costs(part).data(), theirs.data(), part.rows));
  });
  return cost;
}

std::uint32_t Slope::contact(const Ascent& other) const {
  double least = kNoArcCost;
  std::size_t at = 0;
  each_common(other, [&](const Part& part, std::span<const double> theirs) {
    for (std::size_t row = 0; row < part.rows; ++row) {
      const double cost = costs(part)[row] + theirs[row];
      if (cost < least) least = cost, at = part.first + row;
    }
  });
  if (least == kNoArcCost) throw DamagedIndex();
  return contacts_[contact_of_[at]].rank;
}

std::pair<std::uint32_t, std::uint32_t> Slope::contacts(const Slope& other) const {
  double least = kNoArcCost;
  std::size_t at = 0, their_at = 0;
  each_common(other, [&](const Part& part, std::span<const double> theirs) {
    const auto first = static_cast<std::size_t>(theirs.data() - other.costs_.data());
    for (std::size_t row = 0; row < part.rows; ++row) {
      const double cost = costs(part)[row] + theirs[row];
      if (cost < least) least = cost, at = part.first + row, their_at = first + row;
    }
  });
  if (least == kNoArcCost) throw DamagedIndex();
  return {contacts_[contact_of_[at]].rank, other.contacts_[other.contact_of_[their_at]].rank};
}

}  // namespace pathstar
