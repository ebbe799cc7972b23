#include "spaces/bits.hpp"

#include <algorithm>
#include <cstddef>

namespace pathstar {

std::vector<Word> transposed(std::span<const Word> lines, std::uint32_t count, std::uint32_t length) {
  const std::uint32_t stride = stride_for(length), stride_out = stride_for(count);
  std::vector<Word> out(words_for(length, stride_out), kAllOnes);
  Word square[kWordBits];
  for (std::uint32_t across = 0; across < length; across += kWordBits) {
    const std::uint32_t most = std::min<std::uint32_t>(kWordBits, length - across);
    for (std::uint32_t down = 0; down < count; down += kWordBits) {
      for (std::uint32_t i = 0; i < kWordBits; ++i) {
        square[i] = down + i < count ? line_word(lines, stride, down + i, across) : kAllOnes;
      }
      transpose(square);
      for (std::uint32_t i = 0; i < most; ++i) set_line_word(out, stride_out, across + i, down, square[i]);
    }
  }
  return out;
}

}  // namespace pathstar
