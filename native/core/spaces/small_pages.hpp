// Memory for a caller who needs little of a large array, or must not wait for a large page, which the system hands out
// as slowly as some hundred small ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "spaces/large_pages.hpp"

namespace pathstar {

// Applies to memory that is not touched yet.
inline void ask_for_small_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__)
  if (bytes < kLargeBytes) return;
  constexpr std::uintptr_t kPage = 4096;
  const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + kPage - 1) / kPage * kPage;
  const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / kPage * kPage;
  madvise(reinterpret_cast<void*>(begin), end - begin, MADV_NOHUGEPAGE);
#endif
}

// Zeros, for which the system usually hands out no memory before they are touched.
template <class T>
class ZeroArray {
 public:
  explicit ZeroArray(std::size_t size) : values_(static_cast<T*>(std::calloc(size, sizeof(T)))) {
    if (values_ == nullptr) throw std::bad_alloc();
  }

  T& operator[](std::size_t i) noexcept { return values_[i]; }
  const T& operator[](std::size_t i) const noexcept { return values_[i]; }

 private:
  struct Free {
    void operator()(T* values) const noexcept { std::free(values); }
  };

  std::unique_ptr<T[], Free> values_;
};

}  // namespace pathstar
