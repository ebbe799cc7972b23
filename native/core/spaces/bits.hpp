// Whole words of cells at a time: counting, filling, transposing.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace pathstar {

using Word = std::uint64_t;
inline constexpr int kWordBits = 64;
inline constexpr Word kAllOnes = ~Word{0};

constexpr Word bit_at(std::size_t position) noexcept { return Word{1} << (position % kWordBits); }
constexpr Word bits_from(std::size_t position) noexcept { return kAllOnes << (position % kWordBits); }
constexpr Word bits_to(std::size_t position) noexcept { return kAllOnes >> (kWordBits - 1 - position % kWordBits); }
constexpr int lowest(Word word) noexcept { return std::countr_zero(word); }
constexpr int highest(Word word) noexcept { return kWordBits - 1 - std::countl_zero(word); }

// The number of ones. Without the instruction std::popcount is a call; this is not.
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

// The open bits from which going up meets a target: targets, and the bits below them without a gap in `open`.
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

// Bytes that are 0 or 1, at most 64, as the lowest bits of a word.
inline Word packed(const std::uint8_t* bytes, std::uint32_t count) noexcept {
  Word word = 0;
  for (std::uint32_t at = 0; at < count; at += 8) {
    std::uint64_t eight = 0;
    if (count - at >= 8) {
      std::memcpy(&eight, bytes + at, 8);
    } else {
      std::memcpy(&eight, bytes + at, count - at);
    }
    if constexpr (std::endian::native == std::endian::little) {
      word |= (eight * 0x0102040810204080) >> 56 << at;  // gathers the lowest bit of each byte in the highest byte
    } else {
      word |= (eight * 0x8040201008040201) >> 56 << at;
    }
  }
  return word;
}

constexpr std::uint32_t words_for(std::uint32_t bits) noexcept { return (bits + kWordBits - 1) / kWordBits; }

// The bits of a line of this length in a table of lines: whole words or a part of a word, so that a table of short
// lines takes at most a few times their bits.
constexpr std::uint32_t stride_for(std::uint32_t bits) noexcept {
  return bits > kWordBits / 2 ? words_for(bits) * kWordBits : std::bit_ceil(bits);
}

constexpr std::size_t words_for(std::uint32_t lines, std::uint32_t stride) noexcept {
  return (std::size_t{lines} * stride + kWordBits - 1) / kWordBits;
}

// 64 bits of a line from a position that is a multiple of 64. Those beyond a line that is shorter are not a part of it.
inline Word line_word(std::span<const Word> table, std::uint32_t stride, std::uint32_t line, std::uint32_t position) {
  const std::size_t bit = std::size_t{line} * stride + position;
  return table[bit / kWordBits] >> (bit % kWordBits);
}

// The lowest bits of a word, as many as a line of this stride has in a word.
constexpr Word line_mask(std::uint32_t stride) noexcept {
  return stride < kWordBits ? (Word{1} << stride) - 1 : kAllOnes;
}

// Puts 64 bits, or all that a shorter line has, into a line.
inline void set_line_word(std::span<Word> table, std::uint32_t stride, std::uint32_t line, std::uint32_t position,
                          Word value) {
  const std::size_t bit = std::size_t{line} * stride + position;
  const Word mask = line_mask(stride) << (bit % kWordBits);
  Word& word = table[bit / kWordBits];
  word = (word & ~mask) | (value << (bit % kWordBits) & mask);
}

// The same for a table of `count` lines of `length` bits; gives a table of `length` lines of `count` bits. Bits beyond
// the lines' ends become ones.
std::vector<Word> transposed(std::span<const Word> lines, std::uint32_t count, std::uint32_t length);

}  // namespace pathstar
