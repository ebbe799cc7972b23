#include "spaces/jumps/cross_bitmap.hpp"

#include <algorithm>

#include "spaces/compiler.hpp"
#include "spaces/large_pages.hpp"

namespace pathstar {
namespace {

// 64 bits, or all that there are, of a row of a table that is rotated by `shift` bits to the right, from a position on
// that is a multiple of 64.
Word rotated(std::span<const Word> rows, std::uint32_t stride, std::uint32_t y, std::uint32_t shift,
             std::uint32_t position) noexcept {
  if (stride < kWordBits) {
    const Word row = line_word(rows, stride, y, 0) & line_mask(stride);
    return shift == 0 ? row : row << shift | row >> (stride - shift);
  }
  const Word* row = rows.data() + std::size_t{y} * stride / kWordBits;
  const std::uint32_t words = stride / kWordBits, word = position / kWordBits;
  const std::uint32_t whole = shift / kWordBits, part = shift % kWordBits;
  const std::uint32_t high = word >= whole ? word - whole : word + words - whole;
  if (part == 0) return row[high];
  return row[high] << part | row[high == 0 ? words - 1 : high - 1] >> (kWordBits - part);
}

}  // namespace

CrossBitmap::CrossBitmap(std::uint32_t width, std::uint32_t rows, int shear)
    : lines_(stride_for(width)),
      stride_(stride_for(rows)),
      rows_(rows),
      shift_(rows),
      blocks_(large_array(words_for(lines_, stride_), CrossBlock())) {
  for (std::uint32_t y = 0; y < rows; ++y) {
    const std::uint32_t turn = y % lines_;
    shift_[y] = shear == 0 || turn == 0 ? 0 : shear > 0 ? turn : lines_ - turn;
  }
}

void CrossBitmap::fill(CrossField field, std::span<const Word> rows) {
  const std::uint32_t most = std::min<std::uint32_t>(kWordBits, lines_);
  const Word mask = line_mask(stride_);
  Word square[kWordBits];
  for (std::uint32_t across = 0; across < lines_; across += kWordBits) {
    for (std::uint32_t down = 0; down < rows_; down += kWordBits) {
      for (std::uint32_t i = 0; i < kWordBits; ++i) {
        square[i] = down + i < rows_ ? rotated(rows, lines_, down + i, shift_[down + i], across) : 0;
      }
      transpose(square);
      for (std::uint32_t i = 0; i < most; ++i) {
        const std::size_t bit = std::size_t{across + i} * stride_ + down;
        Word& word = blocks_[bit / kWordBits].field[field];
        word = (word & ~(mask << (bit % kWordBits))) | (square[i] & mask) << (bit % kWordBits);
      }
    }
  }
}

// Calls visit(block, bit, cell) for cells of a row from (x, y) on: where a cell lies, and its number in `cells`.
template <class Visit>
PATHSTAR_INLINE void CrossBitmap::each_of_row(std::uint32_t x, std::uint32_t y, Word cells,
                                              const Visit& visit) noexcept {
  const std::uint32_t first = x + shift_[y];
  const auto line_of = [&](int cell) -> std::size_t {
    const std::uint32_t line = first + static_cast<std::uint32_t>(cell);
    return line < lines_ ? line : line - lines_;
  };
  if (stride_ < kWordBits) {
    for (; cells != 0; cells &= cells - 1) {
      const std::size_t bit = line_of(lowest(cells)) * stride_ + y;
      visit(blocks_[bit / kWordBits], bit_at(bit), lowest(cells));
    }
    return;
  }
  CrossBlock* const blocks = blocks_.data() + y / kWordBits;  // one of each line
  const std::size_t in_line = stride_ / kWordBits;
  for (; cells != 0; cells &= cells - 1) visit(blocks[line_of(lowest(cells)) * in_line], bit_at(y), lowest(cells));
}

template <bool with_stops>
void CrossBitmap::flip_row(std::uint32_t x, std::uint32_t y, Word cells, const Slanted<with_stops>& changed,
                           std::uint32_t shift) noexcept {
  each_of_row(x, y, cells, [&](CrossBlock& block, Word bit, int cell) {
    for (std::size_t i = 0; i < Slanted<with_stops>::kFields; ++i) {
      const Word flips = changed.fields[i] >> shift >> cell & 1;
      block.field[kBlockedUp + i] ^= bit & (Word{0} - flips);  // all bits, or none
    }
  });
}
template void CrossBitmap::flip_row(std::uint32_t, std::uint32_t, Word, const Slanted<false>&, std::uint32_t) noexcept;
template void CrossBitmap::flip_row(std::uint32_t, std::uint32_t, Word, const Slanted<true>&, std::uint32_t) noexcept;

void CrossBitmap::flip_row(CrossField field, std::uint32_t x, std::uint32_t y, Word cells) noexcept {
  each_of_row(x, y, cells, [&](CrossBlock& block, Word bit, int) { block.field[field] ^= bit; });
}

void CrossBitmap::flip_column(CrossField field, std::uint32_t x, std::uint32_t y, Word cells) noexcept {
  const auto line_of = [&](std::uint32_t row) -> std::size_t {
    const std::uint32_t line = x + shift_[row];
    return line < lines_ ? line : line - lines_;
  };
  if (stride_ < kWordBits) {
    for (; cells != 0; cells &= cells - 1) {
      const std::uint32_t row = y + static_cast<std::uint32_t>(lowest(cells));
      const std::size_t bit = line_of(row) * stride_ + row;
      blocks_[bit / kWordBits].field[field] ^= bit_at(bit);
    }
    return;
  }
  CrossBlock* const blocks = blocks_.data() + y / kWordBits;  // one of each line
  const std::size_t in_line = stride_ / kWordBits;
  for (; cells != 0; cells &= cells - 1) {
    const std::uint32_t row = y + static_cast<std::uint32_t>(lowest(cells));
    blocks[line_of(row) * in_line].field[field] ^= bit_at(row);
  }
}

}  // namespace pathstar
