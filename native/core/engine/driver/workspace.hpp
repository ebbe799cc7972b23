// The working memory of a search: a record per node, kept between queries and never cleared.
//
// A record belongs to the current query only if it bears the query's number, so the time to start a query does not grow
// with the map. The memory is zero pages until touched.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "engine/open_list/open_list.hpp"
#include "spaces/large_pages.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class Cost>
struct Record {
  Cost g;
  Node parent;
  std::uint32_t mark;  // query number * 2, + 1 once closed
};

template <class Cost>
class Workspace {
 public:
  // Begins a query over `size` records: from here on no node counts as seen.
  void begin(std::uint32_t size) {
    if (size > size_) grow(size);
    mark_ += 2;
    if (mark_ < 2) {  // the query numbers have wrapped around
      std::memset(static_cast<void*>(records_.get()), 0, size_ * sizeof(Record<Cost>));
      mark_ = 2;
    }
  }

  // Makes room for at least `size` records within a query: the new ones count as not seen. The existing ones move.
  void extend(std::uint32_t size) {
    const auto old = std::move(records_);
    const std::size_t kept = size_;
    grow(static_cast<std::uint32_t>(std::max<std::size_t>(size, 2 * kept)));
    std::memcpy(static_cast<void*>(records_.get()), old.get(), kept * sizeof(Record<Cost>));
  }

  std::size_t size() const noexcept { return size_; }
  Record<Cost>* records() noexcept { return records_.get(); }
  std::uint32_t open_mark() const noexcept { return mark_; }
  std::uint32_t closed_mark() const noexcept { return mark_ + 1; }

  OpenList<Cost> open;

 private:
  PATHSTAR_NOINLINE void grow(std::uint32_t size) {
    records_.reset(static_cast<Record<Cost>*>(std::calloc(size, sizeof(Record<Cost>))));
    size_ = records_ == nullptr ? 0 : size;
    if (records_ == nullptr) throw std::bad_alloc();
    ask_for_large_pages(records_.get(), size * sizeof(Record<Cost>));
  }

  struct Free {
    void operator()(void* memory) const noexcept { std::free(memory); }
  };

  std::size_t size_ = 0;
  std::unique_ptr<Record<Cost>[], Free> records_;
  std::uint32_t mark_ = 0;
};

}  // namespace pathstar
