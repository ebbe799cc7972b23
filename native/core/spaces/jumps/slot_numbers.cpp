#include "spaces/jumps/slot_numbers.hpp"

#include <algorithm>

namespace pathstar {

void SlotNumbers::fill(LineBitmap& rows) {
  parts_.clear();
  segments_.clear();
  std::uint32_t all = 0, in_part = 0, in_segment = 0;
  for (std::size_t word = 0; word < rows.words(); ++word) {
    if (word % kPart == 0) {
      parts_.push_back(all);
      in_part = 0;
    }
    if (word % kSegment == 0) {
      segments_.push_back(static_cast<std::uint16_t>(in_part));
      in_segment = 0;
    }
    LineBlock& block = rows.block(word);
    block.rank = in_segment;
    const std::uint32_t here = ones(block.special);
    in_segment += here, in_part += here, all += here;
  }
  parts_.push_back(all);
}

void SlotNumbers::change(LineBitmap& rows, std::size_t word, std::uint32_t more) {
  if (more == 0) return;
  const std::size_t segment = word / kSegment, part = word / kPart;
  const std::size_t segment_end = std::min((segment + 1) * kSegment, rows.words());
  for (std::size_t next = word + 1; next < segment_end; ++next) rows.block(next).rank += more;
  const std::size_t part_end = std::min((part + 1) * (kPart / kSegment), segments_.size());
  for (std::size_t next = segment + 1; next < part_end; ++next) {
    segments_[next] = static_cast<std::uint16_t>(segments_[next] + more);
  }
  if (raised_ == 0) next_part_ = part + 1;
  raise_to(part + 1);
  raised_ += more;
}

void SlotNumbers::raise_to(std::size_t end) noexcept {
  if (raised_ == 0) return;
  for (; next_part_ < end; ++next_part_) parts_[next_part_] += raised_;
}

}  // namespace pathstar
