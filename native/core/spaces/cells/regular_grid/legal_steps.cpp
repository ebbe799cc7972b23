// The legal steps of a RegularGrid: the words of its cells, 64 cells of a row at a time.
#include <algorithm>

#include "spaces/bits.hpp"
#include "spaces/cells/regular_grid.hpp"

namespace pathstar {

bool RegularGrid::far_from_border(const Offset& cell) const noexcept {
  const auto far = [](std::int32_t at, std::int32_t reach, std::uint32_t side) {
    return at >= reach && at + reach < static_cast<std::int64_t>(side);
  };
  return far(cell.dx, reach_.dx, width()) && far(cell.dy, reach_.dy, height()) && far(cell.dz, reach_.dz, depth());
}

// The word of the free rows that holds a cell, which may lie up to a word outside its row.
std::size_t RegularGrid::free_word(const Offset& cell) const noexcept {
  const std::size_t row = static_cast<std::size_t>(cell.dz) * height() + static_cast<std::size_t>(cell.dy);
  return row * (words_for(width()) + 1) + static_cast<std::size_t>(cell.dx + kWordBits) / kWordBits;
}

// The free cells of a row from one on, as bits; cells outside are not free.
Word RegularGrid::free_from(const Offset& first) const noexcept {
  const auto h = static_cast<std::int32_t>(height()), d = static_cast<std::int32_t>(depth());
  if (first.dy < 0 || first.dz < 0 || first.dy >= h || first.dz >= d) return 0;
  const Word* const at = free_rows_.data() + free_word(first);
  const int part = first.dx & (kWordBits - 1);
  return part == 0 ? at[0] : at[0] >> part | at[1] << (kWordBits - part);
}

void RegularGrid::fill_free_rows(const Stop& stop) {
  const std::size_t rows = std::size_t{height()} * depth();
  free_rows_.resize(rows * (words_for(width()) + 1) + 2);
  Pause pause(stop);
  std::size_t word = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint8_t* const cells = plan_.walkable.data() + row * width();
    ++word;  // outside
    for (std::uint32_t x = 0; x < width(); x += kWordBits) {
      if (pause(kWordBits)) return;
      free_rows_[word++] = packed(cells + x, std::min<std::uint32_t>(kWordBits, width() - x));
    }
  }
}

// Sets the words of some cells of a row, at most 64, from one on.
void RegularGrid::set_words(const Offset& first, std::uint32_t count) noexcept {
  const Word odd = odd_cells(plan_.tiling, first);
  Word square[kWordBits] = {};  // by step; then by cell
  for (const int p : {0, 1}) {
    const Word mine = p != 0 ? odd : ~odd;
    if (mine == 0) continue;
    const std::vector<Offset>& window = rules_[static_cast<std::size_t>(p)].window();
    Word free[kWordBits], legal[StepRules::kMostSteps] = {};
    for (std::size_t i = 0; i < window.size(); ++i) {
      free[i] = free_from({first.dx + window[i].dx, first.dy + window[i].dy, first.dz + window[i].dz});
    }
    rules_[static_cast<std::size_t>(p)].add_legal(free, legal);
    for (std::size_t d = 0; d < plan_.steps.size(); ++d) square[d] |= legal[d] & mine;
  }
  const Word here = free_from(first);
  for (std::size_t d = 0; d < plan_.steps.size(); ++d) square[d] &= here;
  transpose(square);
  const Node node = at(first, {});
  for (std::uint32_t i = 0; i < count; ++i) {
    words_[node + i] = static_cast<std::uint32_t>(square[i]) | ((odd >> i & 1) != 0 ? kOdd : 0);
  }
  for (std::uint32_t i = 0; !plan_.exits.empty() && i < count; ++i) {
    words_[node + i] &= plan_.exits[node + i] | ~kSteps;
  }
  close_steps(node, count);
  if (plan_.wrap_x || plan_.wrap_y) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const Offset cell{first.dx + static_cast<std::int32_t>(i), first.dy, first.dz};
      if (!far_from_border(cell)) set_joined(node + i, cell);
    }
  }
}

// Removes the forbidden steps of some nodes.
void RegularGrid::close_steps(Node first, std::uint32_t count) noexcept {
  auto pair = std::lower_bound(plan_.closed.begin(), plan_.closed.end(), std::pair(first, Node{0}));
  for (; pair != plan_.closed.end() && pair->first - first < count; ++pair) {
    std::uint32_t& word = words_[pair->first];
    each_target(pair->first, word, [&](Node next, int d) {
      if (next == pair->second) word &= ~(std::uint32_t{1} << d);
    });
  }
}

std::uint32_t RegularGrid::free_around(const Offset& cell) const noexcept {
  std::uint32_t free = 0;
  const std::vector<Offset>& window = rules_[parity(cell)].window();
  for (std::size_t i = 0; i < window.size(); ++i) {
    const Node other = at(cell, window[i]);
    if (other != kNoNode && walkable(other)) free |= std::uint32_t{1} << i;
  }
  return free;
}

std::uint32_t RegularGrid::legal_steps(Node node, const Offset& cell) const noexcept {
  if (!walkable(node)) return 0;
  const std::uint32_t legal = rules_[parity(cell)].legal(free_around(cell));
  return plan_.exits.empty() ? legal : legal & plan_.exits[node];
}

bool RegularGrid::is_closed(Node from, Node to) const noexcept {
  return std::binary_search(plan_.closed.begin(), plan_.closed.end(), std::pair(from, to));
}

// Sets the word of a cell whose steps may depend on cells beyond a joined border.
void RegularGrid::set_joined(Node node, const Offset& cell) noexcept {
  const int p = parity(cell);
  std::uint32_t word = legal_steps(node, cell);
  each_step(word, [&](int d) {
    const Node next = node + static_cast<Node>(offsets_[p][d]);
    if (over_border(cell, d) || is_closed(node, next)) word &= ~(std::uint32_t{1} << d);
  });
  words_[node] = word | (p != 0 ? kOdd : 0);
}

bool RegularGrid::over_border(const Offset& cell, int step) const noexcept {
  const Offset& by = moves_[parity(cell)][static_cast<std::size_t>(step)];
  const std::int32_t x = cell.dx + by.dx, y = cell.dy + by.dy;
  return x < 0 || y < 0 || x >= static_cast<std::int32_t>(width()) || y >= static_cast<std::int32_t>(height());
}

// Sets the words of all cells whose steps depend on a few cells of a row, somewhat less than 64.
void RegularGrid::set_words_around(const Offset& first, std::uint32_t count) noexcept {
  const std::int32_t left = std::max(0, first.dx - reach_.dx);
  const std::int32_t right =
      std::min(static_cast<std::int32_t>(width()), first.dx + static_cast<std::int32_t>(count) + reach_.dx);
  for (std::int32_t z = std::max(0, first.dz - reach_.dz);
       z <= std::min(static_cast<std::int32_t>(depth()) - 1, first.dz + reach_.dz); ++z) {
    for (std::int32_t y = std::max(0, first.dy - reach_.dy);
         y <= std::min(static_cast<std::int32_t>(height()) - 1, first.dy + reach_.dy); ++y) {
      set_words({left, y, z}, static_cast<std::uint32_t>(right - left));
    }
  }
  for (std::uint32_t i = 0; (plan_.wrap_x || plan_.wrap_y) && i < count; ++i) {
    const Offset cell{first.dx + static_cast<std::int32_t>(i), first.dy, first.dz};
    if (far_from_border(cell)) continue;
    each_in_reach(cell, [&](Node node) { set_joined(node, this->cell(node)); });
  }
}

}  // namespace pathstar
