#include "spaces/jumps/cross_bitmap.hpp"

#include <algorithm>

namespace pathstar {
namespace {

// 64 bits (or the whole row, if shorter) of a row of a table, rotated by `shift` bits to the right, from a position
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
      blocks_(words_for(lines_, stride_), CrossBlock()) {
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

}  // namespace pathstar
