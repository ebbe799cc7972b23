// Memory for large arrays whose reads and writes go all over: with pages of 2 MB instead of 4 KB the processor's page
// tables cover them all, and the system hands them out a few hundred times quicker.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace pathstar {

// To be called before the memory is first touched.
inline void ask_for_large_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__)
  constexpr std::uintptr_t kPage = 4096;
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + kPage - 1) / kPage * kPage;
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / kPage * kPage;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

// Makes room in an array that is to become large.
template <class T>
void reserve_large(std::vector<T>& array, std::size_t size) {
  constexpr std::size_t kLarge = std::size_t{4} << 20;  // bytes; smaller ones hold few large pages, or none
  if (size <= array.capacity()) return;
  array.reserve(size);
  if (size * sizeof(T) >= kLarge) ask_for_large_pages(array.data(), size * sizeof(T));
}

template <class T>
std::vector<T> large_array(std::size_t size, const T& value) {
  std::vector<T> array;
  reserve_large(array, size);
  array.assign(size, value);
  return array;
}

}  // namespace pathstar
