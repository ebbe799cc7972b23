// Whole words of cells at a time: counting, filling, transposing.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace pathstar {

using Word = std::uint64_t;
inline constexpr int kWordBits = 64;
inline constexpr Word kAllOnes = ~Word{0};

constexpr Word bit_at(std::uint32_t position) noexcept { return Word{1} << (position % kWordBits); }
constexpr Word bits_from(std::uint32_t position) noexcept { return kAllOnes << (position % kWordBits); }
constexpr Word bits_to(std::uint32_t position) noexcept { return kAllOnes >> (kWordBits - 1 - position % kWordBits); }
constexpr int lowest(Word word) noexcept { return std::countr_zero(word); }
constexpr int highest(Word word) noexcept { return kWordBits - 1 - std::countl_zero(word); }

// The number of ones. Where the compiler may not assume the instruction, std::popcount is a call; this is not.
constexpr std::uint32_t ones(Word word) noexcept {
#if defined(__POPCNT__) || defined(__aarch64__)
  return static_cast<std::uint32_t>(std::popcount(word));
#else
  word -= word >> 1 & 0x5555555555555555;
  word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<std::uint32_t>(word * 0x0101010101010101 >> 56);
#endif
}

// The open bits from which a target is met by going up: targets, and what lies below them without a gap in `open`.
constexpr Word fill_down(Word targets, Word open) noexcept {
  targets &= open;
  for (int step = 1; step < kWordBits; step *= 2) {
    targets |= open & (targets >> step);
    open &= open >> step;
  }
  return targets;
}

// The same for going down; the carry of an addition runs up through the open bits.
constexpr Word fill_up(Word targets, Word open) noexcept {
  targets &= open;
  return (((targets + open) ^ open) | targets) & open;
}

// Exchanges the rows and columns of a square of 64 x 64 bits, by swapping ever smaller blocks (Warren, Hacker's
// Delight, 2nd edition, 7-3).
inline void transpose(Word (&square)[kWordBits]) noexcept {
  Word mask = 0x00000000ffffffff;
  for (int size = 32; size != 0; size >>= 1, mask ^= mask << size) {
    for (int row = 0; row < kWordBits; row = ((row | size) + 1) & ~size) {
      const Word changed = ((square[row] >> size) ^ square[row | size]) & mask;
      square[row] ^= changed << size;
      square[row | size] ^= changed;
    }
  }
}

constexpr std::uint32_t words_for(std::uint32_t bits) noexcept { return (bits + kWordBits - 1) / kWordBits; }

// The same for `count` lines of `length` bits, each line in whole words; gives `length` lines of `count` bits.
std::vector<Word> transposed(const std::vector<Word>& lines, std::uint32_t count, std::uint32_t length);

}  // namespace pathstar
