// An array that is handed out without a copy, and copied only if its owner changes it while others still hold it.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "spaces/large_pages.hpp"
#include "spaces/sole_owner.hpp"

namespace pathstar {

template <class T>
class SharedArray {
 public:
  SharedArray() : SharedArray(LargeArray<T>()) {}
  explicit SharedArray(LargeArray<T> values) : values_(std::make_shared<LargeArray<T>>(std::move(values))) {}

  std::size_t size() const noexcept { return values_->size(); }
  bool empty() const noexcept { return values_->empty(); }
  const T* data() const noexcept { return values_->data(); }
  const T& operator[](std::size_t i) const noexcept { return (*values_)[i]; }
  const LargeArray<T>& values() const noexcept { return *values_; }

  // Keeps the values alive for readers elsewhere.
  std::shared_ptr<const LargeArray<T>> share() const noexcept { return values_; }

  // The values to change: these, or a copy if something else also holds them.
  LargeArray<T>& own() {
    if (!is_sole_owner(values_)) values_ = std::make_shared<LargeArray<T>>(*values_);
    return *values_;
  }

 private:
  std::shared_ptr<LargeArray<T>> values_;
};

}  // namespace pathstar
