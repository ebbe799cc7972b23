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
  segments_.resize((parts_.size() - 1) * (kPart / kSegment), static_cast<std::uint16_t>(in_part));
}

void SlotNumbers::change(LineBitmap& rows, std::size_t word, std::uint32_t more) {
  if (more == 0) return;
  const std::size_t last = std::min(word | (kSegment - 1), rows.words() - 1), part = word / kPart;
  for (std::size_t next = last; next != word; --next) rows.block(next).rank += more;
  // All of a part, without a branch on the segment's place in it.
  constexpr std::size_t kSegments = kPart / kSegment;
  std::uint16_t* const segments = segments_.data() + part * kSegments;
  const auto segment = static_cast<std::uint16_t>(word / kSegment % kSegments);
  for (std::uint16_t next = 0; next < kSegments; ++next) {
    segments[next] = static_cast<std::uint16_t>(segments[next] + (next > segment ? more : 0));
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
