// A sparse array that can be copied at once: copies share their pages until one of them changes.
//
// A tree of pages of 64 entries each. A change copies only those pages on the path to its entry that are shared with
// another copy; the others are changed in place. So a change costs the height of the tree, at most six pages, for any
// number of entries and copies. A tree that does not change may be read by many threads.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "spaces/sole_owner.hpp"

namespace pathstar {

template <class Value>
class PageTree {
  static constexpr int kBits = 6;
  static constexpr std::uint32_t kMask = (std::uint32_t{1} << kBits) - 1;

 public:
  // An inner page holds pages, a page of the lowest level holds values.
  struct Page {
    std::array<std::shared_ptr<void>, std::size_t{1} << kBits> entries;

    const Value* value(std::uint32_t key) const noexcept {
      return static_cast<const Value*>(entries[key & kMask].get());
    }
  };

  // For keys below `size`.
  explicit PageTree(std::uint32_t size) noexcept : height_(1) {
    while (height_ * kBits < static_cast<int>(std::bit_width(size == 0 ? size : size - 1))) ++height_;
  }

  bool empty() const noexcept { return root_ == nullptr; }
  const Value* find(std::uint32_t key) const noexcept {
    const Page* const page = leaf(key);
    return page == nullptr ? nullptr : page->value(key);
  }

  // The page of the lowest level for a key, or null.
  const Page* leaf(std::uint32_t key) const noexcept {
    const Page* page = static_cast<const Page*>(root_.get());
    for (int level = height_ - 1; level > 0 && page != nullptr; --level) {
      page = static_cast<const Page*>(page->entries[part(key, level)].get());
    }
    return page;
  }
  static constexpr std::uint32_t leaf_number(std::uint32_t key) noexcept { return key >> kBits; }

  // The value of a key, to be changed; a new one if there is none.
  Value& edit(std::uint32_t key) { return *own<Value>(entry(key)); }
  void erase(std::uint32_t key) {
    if (find(key) != nullptr) entry(key).reset();
  }

  // The number of pages and values that were copied because another tree shares them.
  std::uint64_t copied() const noexcept { return copied_; }

 private:
  static constexpr std::uint32_t part(std::uint32_t key, int level) noexcept {
    return static_cast<std::uint32_t>(std::uint64_t{key} >> (level * kBits)) & kMask;
  }

  std::shared_ptr<void>& entry(std::uint32_t key) {
    std::shared_ptr<void>* at = &root_;
    for (int level = height_ - 1; level >= 0; --level) at = &own<Page>(*at)->entries[part(key, level)];
    return *at;
  }

  template <class T>
  T* own(std::shared_ptr<void>& pointer) {
    if (pointer == nullptr) {
      pointer = std::make_shared<T>();
    } else if (!is_sole_owner(pointer)) {
      pointer = std::make_shared<T>(*static_cast<const T*>(pointer.get()));
      ++copied_;
    }
    return static_cast<T*>(pointer.get());
  }

  int height_;
  std::shared_ptr<void> root_;
  std::uint64_t copied_ = 0;
};

// Reads a tree for repeated lookups of neighbouring keys: it remembers the pages that it has found.
template <class Value>
class PageReader {
 public:
  explicit PageReader(const PageTree<Value>& tree) noexcept : tree_(&tree) {}

  const Value* find(std::uint32_t key) noexcept {
    if (tree_->empty()) return nullptr;
    const std::uint32_t number = PageTree<Value>::leaf_number(key);
    Known& known = known_[number % kKnown];
    if (known.number != number) known = {number, tree_->leaf(key)};
    return known.page == nullptr ? nullptr : known.page->value(key);
  }

 private:
  static constexpr std::size_t kKnown = 8;
  struct Known {
    std::uint32_t number = ~std::uint32_t{0};
    const typename PageTree<Value>::Page* page = nullptr;
  };

  const PageTree<Value>* tree_;
  std::array<Known, kKnown> known_{};
};

}  // namespace pathstar
