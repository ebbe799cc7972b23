// Copies of the blocks that a wave has visited last. A block without a copy takes the place of one that has not been
// used for a while: the front of a wave keeps its copies, and the blocks behind it lose theirs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/block_wave/cell_block.hpp"
#include "spaces/large_pages.hpp"

namespace pathstar {

inline constexpr std::uint32_t kNoBlock = std::numeric_limits<std::uint32_t>::max();

class BlockCopies {
 public:
  // The place of a block's copy.
  struct Place {
    std::uint32_t number = 0;
    std::uint32_t old = kNoBlock;  // the block with its copy there, which has to be saved first
    bool empty = false;            // whether the block has to be loaded
  };

  // `blocks`: in the map. `reach`: the sum of the blocks across and down, roughly the length of a front.
  // `threads`: each keeps two blocks busy.
  void start(std::uint32_t blocks, std::uint32_t reach, unsigned threads) {
    constexpr std::uint32_t kPerReach = 4, kBesideBusy = 2 * 9;
    const std::uint32_t places = std::min(blocks, std::max(kPerReach * reach, 2 * kBesideBusy * threads));
    place_of_.assign(blocks, kNoPlace);
    holders_.assign(places, {});
    copies_ = LargeArray<CellBlock>(places);
  }

  std::size_t size() const noexcept { return holders_.size(); }
  CellBlock& at(std::size_t place) noexcept { return copies_[place]; }
  std::uint32_t block_at(std::size_t place) const noexcept { return holders_[place].block; }

  // Gives a block a place. `may_go(block)`: whether a block may lose its copy.
  template <class MayGo>
  Place place_for(std::uint32_t block, const MayGo& may_go) {
    std::uint32_t& place = place_of_[block];
    if (place != kNoPlace) {
      holders_[place].used = true;
      return {place};
    }
    place = next_free(may_go);
    const std::uint32_t old = holders_[place].block;
    if (old != kNoBlock) place_of_[old] = kNoPlace;
    holders_[place] = {block, false};
    return {place, old, true};
  }

 private:
  static constexpr std::uint32_t kNoPlace = kNoBlock;

  struct Holder {
    std::uint32_t block = kNoBlock;
    bool used = false;  // since the hand passed
  };

  // The clock algorithm. There are more places than blocks that have to stay.
  template <class MayGo>
  std::uint32_t next_free(const MayGo& may_go) {
    for (;; ++hand_) {
      if (hand_ >= holders_.size()) hand_ = 0;
      Holder& holder = holders_[hand_];
      if (holder.block == kNoBlock) return hand_++;
      if (!holder.used && may_go(holder.block)) return hand_++;
      holder.used = false;
    }
  }

  std::vector<std::uint32_t> place_of_;  // by block
  std::vector<Holder> holders_;          // by place
  LargeArray<CellBlock> copies_;         // by place
  std::uint32_t hand_ = 0;
};

}  // namespace pathstar
