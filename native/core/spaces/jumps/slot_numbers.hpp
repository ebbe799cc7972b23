// The numbers of the cells at which a run may stop, counted row by row.
//
// Every word of the rows knows how many such cells come before it in its segment, every segment how many in its part,
// every part how many in all. So an edit renumbers the rest of a segment and a part, and the parts after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "spaces/jumps/line_bitmap.hpp"

namespace pathstar {

class SlotNumbers {
 public:
  // How many such cells come before the segment of a word.
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

  // A word has `more` special cells than it had, modulo 2^32. The words must come in rising order, and finish() after
  // the last one.
  void change(LineBitmap& rows, std::size_t word, std::uint32_t more);
  // Asks for the word after it that changing the count of a word changes.
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
  std::uint32_t raised_ = 0;  // by how much the parts from `next_part_` on are still to be raised
  std::size_t next_part_ = 0;
};

}  // namespace pathstar
