// The cells of the ground that one query may enter: all except those to avoid, or only the allowed ones.
//
// Moves are those of the ground: a diagonal step may pass beside a forbidden cell. The start is not checked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "spaces/bits.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class CellMask {
 public:
  // allowed: a byte for each cell, not 0 if it may be entered.
  explicit CellMask(std::span<const std::uint8_t> allowed)
      : cells_(static_cast<std::uint32_t>(allowed.size())), words_(allowed.size() / kWordBits + 1, 0) {
    for (std::size_t cell = 0; cell < allowed.size(); ++cell) {
      if (allowed[cell] != 0) words_[cell / kWordBits] |= bit_at(cell);
    }
  }

  std::uint32_t cells() const noexcept { return cells_; }

  // In a layer with nodes numbered cell by cell, such as headings, all nodes of a cell are treated alike.
  bool allows(Node node) const noexcept {
    const Node cell = node < cells_ ? node : node % cells_;
    return (words_[cell / kWordBits] & bit_at(cell)) != 0;
  }

 private:
  std::uint32_t cells_;
  std::vector<Word> words_;
};

// The test of a masked view.
class AllowedCells {
 public:
  explicit AllowedCells(std::shared_ptr<const CellMask> mask) noexcept : mask_(std::move(mask)) {}
  bool operator()(Node node) const noexcept { return mask_->allows(node); }

 private:
  std::shared_ptr<const CellMask> mask_;
};

}  // namespace pathstar
