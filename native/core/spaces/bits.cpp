#include "spaces/bits.hpp"

#include <algorithm>
#include <cstddef>

namespace pathstar {

std::vector<Word> transposed(const std::vector<Word>& lines, std::uint32_t count, std::uint32_t length) {
  const std::uint32_t words = words_for(length), words_out = words_for(count);
  std::vector<Word> out(std::size_t{length} * words_out);
  Word square[kWordBits];
  for (std::uint32_t across = 0; across < words; ++across) {
    for (std::uint32_t down = 0; down < words_out; ++down) {
      for (std::uint32_t i = 0; i < kWordBits; ++i) {
        const std::uint32_t line = down * kWordBits + i;
        square[i] = line < count ? lines[std::size_t{line} * words + across] : kAllOnes;
      }
      transpose(square);
      const std::uint32_t most = std::min<std::uint32_t>(kWordBits, length - across * kWordBits);
      for (std::uint32_t i = 0; i < most; ++i) {
        out[(std::size_t{across} * kWordBits + i) * words_out + down] = square[i];
      }
    }
  }
  return out;
}

}  // namespace pathstar
