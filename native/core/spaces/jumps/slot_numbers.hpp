// The numbers of the cells at which a run may stop, counted row by row.
//
// Every word of the rows knows the number of such cells before it in its segment, every segment the number before it in
// its part, and every part the number before it in all. So an edit renumbers the rest of a segment and a part, and the
// later parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spaces/jumps/line_bitmap.hpp"

namespace pathstar {

class SlotNumbers {
 public:
  // The number of such cells before the segment of a word.
  class Reader {
   public:
    Reader(const std::uint32_t* parts, const std::uint16_t* segments) noexcept : parts_(parts), segments_(segments) {}
    std::uint32_t before(std::size_t word) const noexcept { return parts_[word / kPart] + segments_[word / kSegment]; }

   private:
    const std::uint32_t* parts_;
    const std::uint16_t* segments_;
  };

  bool operator==(const SlotNumbers& other) const noexcept {
    return parts_ == other.parts_ && segments_ == other.segments_;
  }

  Reader read() const noexcept { return {parts_.data(), segments_.data()}; }
  std::uint32_t count() const noexcept { return parts_.back(); }

  // Numbers all special cells.
  void fill(LineBitmap& rows);

  // Notes that a word has `more` special cells than before, modulo 2^32. Words must come in rising order, and finish()
  // after the last one.
  void change(LineBitmap& rows, std::size_t word, std::uint32_t more);
  // Prefetches the next word that a change of a word's count changes.
  PATHSTAR_INLINE void ask_for(const LineBitmap& rows, std::size_t word) const noexcept {
    rows.ask_for(word | (kSegment - 1));
  }
  void finish() noexcept {
    raise_to(parts_.size());
    raised_ = 0;
  }

 private:
  static constexpr std::size_t kSegment = 2;  // words
  static constexpr std::size_t kPart = 128;   // words: fewer cells than a segment can count

  void raise_to(std::size_t end) noexcept;

  std::vector<std::uint32_t> parts_;  // the last one: all
  std::vector<std::uint16_t> segments_;
  std::uint32_t raised_ = 0;  // the amount by which the parts from `next_part_` on are still to be raised
  std::size_t next_part_ = 0;
};

}  // namespace pathstar
