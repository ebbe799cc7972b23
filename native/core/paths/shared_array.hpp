// An array that is handed out without a copy, and copied only if its owner changes it while others still hold it.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "spaces/sole_owner.hpp"

namespace pathstar {

template <class T>
class SharedArray {
 public:
  SharedArray() : SharedArray(std::vector<T>()) {}
  explicit SharedArray(std::vector<T> values) : values_(std::make_shared<std::vector<T>>(std::move(values))) {}

  std::size_t size() const noexcept { return values_->size(); }
  bool empty() const noexcept { return values_->empty(); }
  const T* data() const noexcept { return values_->data(); }
  const T& operator[](std::size_t i) const noexcept { return (*values_)[i]; }
  const std::vector<T>& values() const noexcept { return *values_; }

  // Keeps the values alive for whoever reads them elsewhere.
  std::shared_ptr<const std::vector<T>> share() const noexcept { return values_; }

  // The values to change: these, or a copy if somebody else holds them as well.
  std::vector<T>& own() {
    if (!is_sole_owner(values_)) values_ = std::make_shared<std::vector<T>>(*values_);
    return *values_;
  }

 private:
  std::shared_ptr<std::vector<T>> values_;
};

}  // namespace pathstar
