#include "spaces/cross_board.hpp"

namespace pathstar {
namespace {

// 64 bits of a row that is rotated by `shift` bits to the right, from its word number `word` on.
Word rotated(const Word* row, std::uint32_t words, std::uint32_t shift, std::uint32_t word) noexcept {
  const std::uint32_t whole = shift / kWordBits, part = shift % kWordBits;
  const std::uint32_t high = word >= whole ? word - whole : word + words - whole;
  if (part == 0) return row[high];
  return row[high] << part | row[high == 0 ? words - 1 : high - 1] >> (kWordBits - part);
}

}  // namespace

CrossBoard::CrossBoard(std::uint32_t words_per_row, std::uint32_t rows, int shear)
    : lines_(words_per_row * kWordBits),
      words_((rows + kWordBits - 1) / kWordBits),
      rows_(rows),
      shift_(rows),
      blocks_(std::size_t{lines_} * words_) {
  for (std::uint32_t y = 0; y < rows; ++y) {
    const std::uint32_t turn = y % lines_;
    shift_[y] = shear == 0 || turn == 0 ? 0 : shear > 0 ? turn : lines_ - turn;
  }
}

void CrossBoard::fill(CrossField field, const std::vector<Word>& rows) {
  const std::uint32_t words_per_row = lines_ / kWordBits;
  Word square[kWordBits];
  for (std::uint32_t down = 0; down < words_; ++down) {
    for (std::uint32_t across = 0; across < words_per_row; ++across) {
      for (std::uint32_t i = 0; i < kWordBits; ++i) {
        const std::uint32_t y = down * kWordBits + i;
        const Word* row = rows.data() + std::size_t{y} * words_per_row;
        square[i] = y < rows_ ? rotated(row, words_per_row, shift_[y], across) : 0;
      }
      transpose(square);
      CrossBlock* block = blocks_.data() + std::size_t{across} * kWordBits * words_ + down;
      for (std::uint32_t i = 0; i < kWordBits; ++i) block[std::size_t{i} * words_].field[field] = square[i];
    }
  }
}

void CrossBoard::set(CrossField field, std::uint32_t x, std::uint32_t y, bool value) noexcept {
  Word& word = at(x, y).field[field];
  word = value ? word | bit_at(y) : word & ~bit_at(y);
}

}  // namespace pathstar
