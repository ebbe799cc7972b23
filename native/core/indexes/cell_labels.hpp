// A hub label for every cell, made of the labels of the subgoals that it sees.
//
// A record, in words of 32 bits from `first[cell]`: the number k of hubs and then the hubs as 16-bit numbers in order,
// with one of kLastHub behind them; k costs; k ways, that say over which subgoal seen from the cell (seen.hpp).
// Records begin at even words, so all lie well; cells that see nothing share the first, which is empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "indexes/labels.hpp"
#include "indexes/progress.hpp"
#include "indexes/seen.hpp"
#include "indexes/sight.hpp"
#include "indexes/step_units.hpp"
#include "spaces/grid.hpp"

namespace pathstar {

inline constexpr std::uint16_t kLastHub = 0xffff;  // more than any hub that a cell label names

class CellLabel {
 public:
  explicit CellLabel(const std::uint32_t* record) noexcept : record_(record) {}

  std::uint32_t size() const noexcept { return hubs()[-1]; }
  const std::uint16_t* hubs() const noexcept { return reinterpret_cast<const std::uint16_t*>(record_) + 1; }
  const std::uint32_t* costs() const noexcept { return record_ + (size() + 3) / 2; }
  const Way* ways() const noexcept { return reinterpret_cast<const Way*>(costs() + size()); }

 private:
  const std::uint32_t* record_;
};

struct CellLabelTables {
  std::span<const std::uint32_t> first;  // per cell of the grid
  std::span<const std::uint32_t> records;

  CellLabel label(Node node) const noexcept { return CellLabel(records.data() + first[node]); }
};

struct CellLabels {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> records;

  CellLabelTables tables() const noexcept { return {first, records}; }
};

// How a build that must not go on ends.
enum class Outcome : std::uint8_t { done, stopped, too_large };

// The same for any number of threads. At most `most_words` words of records.
Outcome make_cell_labels(const Grid& grid, const Sight& sight, const LabelTables& labels,
                         std::span<const std::uint32_t> order, const StepUnits& units, std::size_t most_words,
                         unsigned threads, const Progress& progress, CellLabels& made);

}  // namespace pathstar
