#include "indexes/subgoals/table_checks.hpp"

#include <algorithm>

#include "indexes/common/section_reader.hpp"

namespace pathstar {
namespace {

// Whether the first position of a row or column and its last one within the border, `last`, are walls.
bool walled(std::span<const LineWords> line, std::uint32_t last) noexcept {
  return (line[0].wall & 1) != 0 && (line[last / kWordBits].wall & bit_at(last)) != 0;
}

bool no_subgoals(std::span<const LineWords> line) noexcept {
  return std::all_of(line.begin(), line.end(), [](const LineWords& words) { return words.subgoal == 0; });
}

// Checks cells of the border on both of their diagonals: no step leads on from them, and they see nothing.
class BorderCells {
 public:
  BorderCells(const SightTables& sight, const SightShape& shape) noexcept : sight_(sight), shape_(shape) {}

  bool closed(std::uint32_t x, std::uint32_t y) const noexcept {
    const std::uint32_t lines = shape_.width;
    return closed_on((x + lines - y % lines) % lines, y) && closed_on((x + y) % lines + lines, y);
  }

 private:
  bool closed_on(std::uint32_t line, std::uint32_t y) const noexcept {
    const DiagonalWords& words = sight_.diagonals[std::size_t{line} * shape_.down + y / kWordBits];
    const Word sees = words.field[kSightEast] | words.field[kSightWest] | words.field[kSightNorth] |
                      words.field[kSightSouth] | words.field[kSubgoal];
    return ((words.field[kNoStepUp] & words.field[kNoStepDown] & ~sees) & bit_at(y)) != 0;
  }

  const SightTables& sight_;
  const SightShape& shape_;
};

void check_border(const SightTables& sight, const SightShape& shape) {
  const BorderCells border(sight, shape);
  const std::uint32_t right = shape.width - 1, bottom = shape.height - 1;
  for (std::uint32_t y = 0; y <= bottom; ++y) {
    const auto row = sight.rows.subspan(std::size_t{y} * shape.across, shape.across);
    require(walled(row, right), "rows");
    require((row[0].subgoal & 1) == 0 && (row[right / kWordBits].subgoal & bits_from(right)) == 0, "rows");
    require((y != 0 && y != bottom) || no_subgoals(row), "rows");
    require(border.closed(0, y) && border.closed(right, y), "diagonals");
  }
  for (std::uint32_t x = 0; x <= right; ++x) {
    require(walled(sight.columns.subspan(std::size_t{x} * shape.down, shape.down), bottom), "columns");
    require(border.closed(x, 0) && border.closed(x, bottom), "diagonals");
  }
}

}  // namespace

void check_units(const StepUnits& units, const SightShape& shape) {
  constexpr std::uint64_t kLongest = std::uint64_t{1} << 31;
  const std::uint64_t around = 4 * (std::uint64_t{shape.width} + shape.height - 4);
  require(units.straight >= 1 && units.straight <= units.diagonal, "units");
  require(units.diagonal / 2 <= units.straight, "units");
  require(units.straight == 1 || units.straight * around <= kLongest, "units");
}

std::uint32_t check_sight(const SightTables& sight, const SightShape& shape) {
  require(sight.fit(shape), "rows");
  check_border(sight, shape);
  std::uint32_t count = 0;
  bool counted = true;
  for (std::size_t i = 0; i < sight.rows.size(); ++i) {
    counted &= sight.first_subgoal[i] == count;
    count += ones(sight.rows[i].subgoal);
  }
  require(counted, "first_subgoal");
  return count;
}

void check_labels(const LabelTables& labels, std::size_t subgoals, const SightShape& shape) {
  require(labels.first.size() == subgoals + 1, "first_entry");
  require_offsets(labels.first, labels.entries.size(), "first_entry");
  require(labels.link_of.size() == labels.entries.size(), "link_of");
  require(labels.links.size() == labels.entries.size(), "links");
  bool sorted = true;
  for (std::uint32_t v = 0; v < subgoals; ++v) {
    std::int64_t before = -1;
    for (const LabelEntry& entry : labels.label(v)) {
      sorted &= entry.hub > before;
      before = entry.hub;
    }
    sorted &= before < static_cast<std::int64_t>(subgoals);
  }
  require(sorted, "entries");
  require_below(labels.link_of, labels.links.size(), "link_of");
  bool linked = true;  // each link leads to an earlier one or to itself, so every path ends
  for (std::size_t i = 0; i < labels.links.size(); ++i) {
    const LabelLink& link = labels.links[i];
    linked &= link.next <= i;
    linked &= link.place.x - 1u < shape.width - 2 && link.place.y - 1u < shape.height - 2;
  }
  require(linked, "links");
}

void check_records(std::span<const std::uint32_t> first, std::span<const std::uint32_t> records, std::size_t subgoals,
                   const char* name) {
  require(records.size() >= 2 && records[0] == 0 && records[1] == 0, name);
  const bool wide = has_wide_hubs(subgoals);
  std::size_t next = 2;
  for (const std::uint32_t begin : first) {
    if (begin == 0) continue;
    require(begin == next && records.size() - next >= 2, name);
    const std::uint64_t vias = records[begin], entries = records[begin + 1];
    const std::uint64_t words = 2 + 2 * vias + entries + (wide ? entries : (entries + 1) / 2);
    require(words <= records.size() - begin, name);
    const BlockLabel label(records.data() + begin);
    std::uint64_t listed = 0;
    for (const Via& via : label.vias()) listed += via.hubs;
    require(listed == entries, name);
    const auto below = [&](const auto* hubs) {
      return entries == 0 || *std::max_element(hubs, hubs + entries) < subgoals;
    };
    require(wide ? below(label.hubs<std::uint32_t>()) : below(label.hubs<std::uint16_t>()), name);
    next += words;
  }
  require(next == records.size(), name);
}

}  // namespace pathstar
