// An array of zeros, one for each cell. On a large map it takes memory and time only for the blocks that are written.
//
// A few units on a large map touch few of its cells: arrays as large as the map would take longer to clear than the
// units take to plan. On a small map they do not, and are quicker to read.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <new>
#include <type_traits>
#include <vector>

namespace pathstar::fleet {

template <class T, std::size_t kBlock = 64>
class SparseArray {
  static_assert(std::is_trivially_destructible_v<T>);

 public:
  // Blocks are freed only together with the memory.
  SparseArray(std::size_t size, std::pmr::monotonic_buffer_resource& memory) : blocks_(&memory), memory_(&memory) {
    if (size * sizeof(T) <= kMostWhole) {
      whole_ = static_cast<T*>(memory.allocate(size * sizeof(T), alignof(T)));
      std::uninitialized_value_construct_n(whole_, size);
    } else {
      blocks_.resize((size + kBlock - 1) / kBlock, &kZeros);
    }
  }

  const T& operator[](std::size_t i) const noexcept {
    return whole_ != nullptr ? whole_[i] : (*blocks_[i / kBlock])[i % kBlock];
  }
  // To write it. The reference stays valid.
  T& at(std::size_t i) {
    if (whole_ != nullptr) return whole_[i];
    const Block*& block = blocks_[i / kBlock];
    if (block == &kZeros) block = new (memory_->allocate(sizeof(Block), alignof(Block))) Block{};
    return const_cast<Block&>(*block)[i % kBlock];
  }

 private:
  using Block = std::array<T, kBlock>;
  static constexpr Block kZeros{};
  static constexpr std::size_t kMostWhole = std::size_t{1} << 17;  // bytes

  T* whole_ = nullptr;
  std::pmr::vector<const Block*> blocks_;  // those that were not written are kZeros
  std::pmr::monotonic_buffer_resource* memory_;
};

}  // namespace pathstar::fleet
