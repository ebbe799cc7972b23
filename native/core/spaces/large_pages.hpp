// Memory for large arrays with scattered reads and writes: with pages of 2 MB instead of 4 KB the processor's page
// tables cover them all, and the system hands them out a few hundred times faster.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
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

inline constexpr std::size_t kLargePage = std::size_t{2} << 20;
inline constexpr std::size_t kLargeBytes = 2 * kLargePage;  // smaller arrays hold few large pages, or none

// Reserves room in an array that will become large.
template <class T>
void reserve_large(std::vector<T>& array, std::size_t size) {
  if (size <= array.capacity()) return;
  array.reserve(size);
  if (size * sizeof(T) >= kLargeBytes) ask_for_large_pages(array.data(), size * sizeof(T));
}

template <class T>
std::vector<T> large_array(std::size_t size, const T& value) {
  std::vector<T> array;
  reserve_large(array, size);
  array.assign(size, value);
  return array;
}

// Memory that begins with a large page. Elements are not set unless a value is given: a caller that writes them all
// does it once, on the threads that do the work, which then have the system hand out the pages.
template <class T>
struct LargePages {
  using value_type = T;

  LargePages() = default;
  template <class U>
  LargePages(const LargePages<U>&) noexcept {}

  T* allocate(std::size_t size) {
    void* const memory = ::operator new(size * sizeof(T), alignment(size));
    if (size * sizeof(T) >= kLargeBytes) ask_for_large_pages(memory, size * sizeof(T));
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t size) noexcept { ::operator delete(memory, alignment(size)); }

  template <class U>
  void construct(U* element) noexcept {
    ::new (static_cast<void*>(element)) U;
  }
  template <class U, class... Values>
  void construct(U* element, Values&&... values) {
    ::new (static_cast<void*>(element)) U(std::forward<Values>(values)...);
  }

  template <class U>
  bool operator==(const LargePages<U>&) const noexcept {
    return true;
  }

 private:
  static std::align_val_t alignment(std::size_t size) noexcept {
    return std::align_val_t(size * sizeof(T) >= kLargeBytes ? kLargePage : alignof(T));
  }
};

template <class T>
using LargeArray = std::vector<T, LargePages<T>>;

}  // namespace pathstar
