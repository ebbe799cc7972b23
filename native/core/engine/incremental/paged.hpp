// An array that allocates each part at its first write, for searches that touch little of a large space.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "spaces/compiler.hpp"

namespace pathstar {

template <class T>
class Paged {
 public:
  explicit Paged(std::size_t size) : pages_(size / kPage + 1) {}

  // Null if nothing near the index was written.
  const T* find(std::size_t index) const noexcept {
    const auto& page = pages_[index / kPage];
    return page == nullptr ? nullptr : &(*page)[index % kPage];
  }
  // References stay valid.
  PATHSTAR_INLINE T& operator[](std::size_t index) {
    auto& page = pages_[index / kPage];
    if (page == nullptr) [[unlikely]]
      add(page);
    return (*page)[index % kPage];
  }

  // Calls visit(index, element) for every element on a page that was written to.
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t page = 0; page < pages_.size(); ++page) {
      if (pages_[page] == nullptr) continue;
      for (std::size_t i = 0; i < kPage; ++i) visit(page * kPage + i, (*pages_[page])[i]);
    }
  }

  // For an index beyond the size, nothing is fetched.
  friend void prefetch(const Paged* array, std::size_t index) noexcept {
    if (index / kPage >= array->pages_.size()) return;
    if (const auto& page = array->pages_[index / kPage]) pathstar::prefetch(page->data(), index % kPage);
  }

 private:
  static constexpr std::size_t kPage = 128;
  using Page = std::array<T, kPage>;

  PATHSTAR_NOINLINE static void add(std::unique_ptr<Page>& page) { page = std::make_unique<Page>(); }

  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace pathstar
