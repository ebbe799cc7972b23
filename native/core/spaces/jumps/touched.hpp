// The cells of a bitmap that an edit touches: a mask for each word; nearly all are zero.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "spaces/bits.hpp"

namespace pathstar {

class Touched {
 public:
  // The memory of the last edit does not count for equality.
  bool operator==(const Touched&) const noexcept { return true; }

  // Before the first of an edit's cells. `words`: of the whole bitmap.
  void begin(std::size_t words) {
    if (masks_.size() != words) masks_.assign(words, 0);
  }

  void add(std::size_t word, Word mask) {
    if (masks_[word] == 0) words_.push_back(word);
    masks_[word] |= mask;
  }

  // Cells `first` to `last`, counted over all words; at most 64.
  void add_cells(std::size_t first, std::size_t last) {
    const std::size_t low = first / kWordBits, high = last / kWordBits;
    if (low == high) return add(low, bits_from(first) & bits_to(last));
    add(low, bits_from(first));
    add(high, bits_to(last));
  }

  // The words with a mask, in rising order.
  const std::vector<std::size_t>& sorted() {
    std::sort(words_.begin(), words_.end());
    return words_;
  }
  Word mask(std::size_t word) const noexcept { return masks_[word]; }

  void clear() noexcept {
    for (const std::size_t word : words_) masks_[word] = 0;
    words_.clear();
  }

 private:
  std::vector<Word> masks_;  // all zero between two edits
  std::vector<std::size_t> words_;
};

}  // namespace pathstar
