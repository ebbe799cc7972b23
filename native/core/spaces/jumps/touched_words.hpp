// The cells of a bitmap that an edit touches: a list of the words that hold them, because nearly all others hold none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "maps/radix_sort.hpp"
#include "spaces/bits.hpp"

namespace pathstar {

// Some cells of one word of a bitmap.
struct WordCells {
  std::size_t word;
  Word mask;
};

// The lines beside some cells in which walls differ; cells whose own line differs have both.
inline constexpr unsigned kBefore = 1;
inline constexpr unsigned kAfter = 2;
inline constexpr unsigned kBothSides = kBefore | kAfter;

// A list that leaves out words without cells. It has no branch for that, because these words cannot be predicted.
class WordList {
 public:
  void add(std::size_t word, Word mask) {
    if (count_ == words_.size()) words_.resize(2 * count_ + 16);
    words_[count_] = {word, mask};
    count_ += mask != 0;
  }
  void clear() noexcept { count_ = 0; }
  std::span<const WordCells> words() const noexcept { return {words_.data(), count_}; }

 private:
  std::vector<WordCells> words_;
  std::size_t count_ = 0;
};

class TouchedWords {
 public:
  // The memory of the last edit does not count for equality.
  bool operator==(const TouchedWords&) const noexcept { return true; }

  void clear() noexcept {
    words_.clear();
    sides_.clear();
  }

  void add(std::size_t word, Word mask) {
    if (!words_.empty() && words_.back().word == word) {
      words_.back().mask |= mask;
    } else {
      words_.push_back({word, mask});
    }
  }

  // The same if only the line before (kBefore) or after (kAfter) those cells differs, or both do; in rising order of
  // words, and for all words of the list or none.
  void add(std::size_t word, Word mask, unsigned sides) {
    if (words_.empty() || words_.back().word != word) sides_.push_back(0);
    sides_.back() |= static_cast<std::uint8_t>(sides);
    add(word, mask);
  }

  // Puts the words into rising order, each once. `count`: of the whole bitmap.
  void sort(std::size_t count) {
    const auto before = [](const WordCells& a, const WordCells& b) { return a.word < b.word; };
    if (std::is_sorted(words_.begin(), words_.end(), before)) return;
    radix_sort(words_, spare_, count, [](const WordCells& cells) { return cells.word; });
    std::size_t kept = 0;
    for (const WordCells cells : words_) {
      if (kept != 0 && words_[kept - 1].word == cells.word) {
        words_[kept - 1].mask |= cells.mask;
      } else {
        words_[kept++] = cells;
      }
    }
    words_.resize(kept);
  }

  const std::vector<WordCells>& words() const noexcept { return words_; }
  unsigned sides(std::size_t number) const noexcept { return sides_.empty() ? kBothSides : sides_[number]; }

 private:
  std::vector<WordCells> words_;
  std::vector<WordCells> spare_;
  std::vector<std::uint8_t> sides_;  // of each word, or none
};

}  // namespace pathstar
