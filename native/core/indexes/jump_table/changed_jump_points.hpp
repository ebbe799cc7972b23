// The jump points whose runs an edit of a grid may have changed.
//
// A run changes only if it reaches a cell whose walls or stops the edit changed: one at most 1 away from an edited
// cell. Up to the first such cell the run is as before. So, on the new bitmaps, every run is followed back from those
// cells: straight runs along their rows and columns, then slanted ones, which may turn into a straight run at any of
// their cells, 64 cells of a row at a time. The result may contain a few cells more than have really changed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spaces/cells/grid.hpp"
#include "spaces/jumps/jump_bitmaps.hpp"
#include "spaces/jumps/touched.hpp"

namespace pathstar {

// Coordinates are those of the bitmaps.
struct BoardPlace {
  std::uint32_t x;
  std::uint32_t y;

  auto operator<=>(const BoardPlace& other) const noexcept = default;
};

class ChangedJumpPoints {
 public:
  explicit ChangedJumpPoints(const Grid& grid);

  // Call it after the bitmaps have been updated for an edit of these nodes. `rows`: those where jump points may have
  // appeared or disappeared; `places`: the jump points whose runs may have changed, including new ones. Both ascend,
  // row by row.
  void find(const JumpBitmaps& bitmaps, std::span<const Node> edited);

  const std::vector<std::uint32_t>& rows() const noexcept { return rows_; }
  const std::vector<BoardPlace>& places() const noexcept { return places_; }

 private:
  // One word of a row's mask.
  struct Masked {
    std::size_t word;
    Word mask;
  };

  void mark_edited(std::span<const Node> edited);
  void follow_straight(const JumpBitmaps& bitmaps);
  template <class Open>
  void follow(Touched& reaching, BoardPlace from, int dx, int dy, const Open& open);
  void follow_slanted(const JumpBitmaps& bitmaps, int dx, int dy);
  std::vector<Masked> turning(int dx, int dy);
  void collect(const JumpBitmaps& bitmaps);
  void clear();

  std::size_t word_of(std::uint32_t x, std::uint32_t y) const noexcept {
    return std::size_t{y} * row_words_ + x / kWordBits;
  }
  void add(Touched& cells, std::uint32_t x, std::uint32_t y) const { cells.add(word_of(x, y), bit_at(x)); }
  bool has(const Touched& cells, std::uint32_t x, std::uint32_t y) const noexcept {
    return (cells.mask(word_of(x, y)) & bit_at(x)) != 0;
  }

  std::uint32_t width_;  // with the border
  std::uint32_t height_;
  std::size_t row_words_;
  Moves moves_;
  // Masks of whole rows, each starting at a word boundary.
  Touched edited_;  // cells whose walls or stops may have changed
  Touched east_;    // cells from which a run to the east reaches one of them; and so on
  Touched west_;
  Touched north_;
  Touched south_;
  Touched changed_;  // cells from which any run does
  std::vector<std::uint32_t> rows_;
  std::vector<BoardPlace> places_;
};

}  // namespace pathstar
