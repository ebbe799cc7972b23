// Which jump points lead elsewhere than before, after an edit of a grid.
//
// A run changes only if it comes to a cell whose walls or stops an edit changed: one at most 1 away from an edited
// cell. Up to the first such cell the run is as it was. So on the new bitmaps every run is followed back from those
// cells: straight runs along their rows and columns, then slanted ones, which turn into a straight run at any of their
// cells, 64 cells of a row at a time. What is found may be a few cells more than have truly changed.
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

  // After the bitmaps have taken over an edit of these nodes. `rows`: those in which jump points may have come or gone;
  // `places`: the jump points that may lead elsewhere, new ones too. Both in rising order, row by row.
  void find(const JumpBitmaps& bitmaps, std::span<const Node> edited);

  const std::vector<std::uint32_t>& rows() const noexcept { return rows_; }
  const std::vector<BoardPlace>& places() const noexcept { return places_; }

 private:
  // A word of the mask of a row.
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
  // Masks of whole rows, each from a word of its own.
  Touched edited_;  // cells whose walls or stops may have changed
  Touched east_;    // from which a run to the east comes to one of them; and so on
  Touched west_;
  Touched north_;
  Touched south_;
  Touched changed_;  // from which any run does
  std::vector<std::uint32_t> rows_;
  std::vector<BoardPlace> places_;
};

}  // namespace pathstar
