// The working memory of a search: a record per node, kept between queries and never cleared.
//
// A record belongs to the current query only if it bears the query's number, so the time to start a query does not grow
// with the map. The memory is zero pages until touched, or a former workspace's records (spare_records.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "engine/driver/spare_records.hpp"
#include "engine/open_list/open_list.hpp"
#include "spaces/large_pages.hpp"
#include "spaces/small_pages.hpp"
#include "spaces/types.hpp"

namespace pathstar {

template <class Cost>
class Workspace {
 public:
  Workspace() = default;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() { SpareRecords<Cost>::give(records_); }

  // The kind of pages that the next queries ask the system for, if they are the first to touch the memory, until the
  // workspace rests. A large page takes the system as long as some hundred small ones, too long within a frame of a
  // game; but a search that goes far is faster with large ones.
  void use_small_pages(bool small) noexcept { small_pages_ = small; }

  // Begins a query over `size` records: from here on no node counts as seen.
  void begin(std::uint32_t size) {
    if (size > records_.size) make_room(size);
    if (records_.small_pages != small_pages_) ask_for_pages();
    records_.mark += 2;
    if (records_.mark < 2) {  // the query numbers have wrapped around
      std::memset(static_cast<void*>(records()), 0, records_.size * sizeof(Record<Cost>));
      records_.mark = 2;
    }
  }

  // Makes room for at least `size` records within a query. New records count as not seen; existing ones move.
  void extend(std::uint32_t size) {
    const auto old = std::move(records_.array);
    const std::size_t count = records_.size;
    grow(static_cast<std::uint32_t>(std::max<std::size_t>(size, 2 * count)));
    std::memcpy(static_cast<void*>(records()), old.get(), count * sizeof(Record<Cost>));
  }

  // Called when the records of the last query are no longer read; the first time it leaves them to others.
  void rest() noexcept {
    small_pages_ = false;
    if (rested_ || records_.size == 0) return;
    rested_ = true;
    SpareRecords<Cost>::give(records_);
  }

  std::size_t size() const noexcept { return records_.size; }
  Record<Cost>* records() noexcept { return records_.array.get(); }
  std::uint32_t open_mark() const noexcept { return records_.mark; }
  std::uint32_t closed_mark() const noexcept { return records_.mark + 1; }

  OpenList<Cost> open;

 private:
  PATHSTAR_NOINLINE void make_room(std::uint32_t size) {
    if (records_.size == 0) records_ = SpareRecords<Cost>::take(size);
    if (size > records_.size) grow(size);
  }

  void grow(std::uint32_t size) {
    records_.array.reset(static_cast<Record<Cost>*>(std::calloc(size, sizeof(Record<Cost>))));
    records_.size = records_.array == nullptr ? 0 : size;
    if (records_.array == nullptr) throw std::bad_alloc();
    ask_for_pages();
  }

  PATHSTAR_NOINLINE void ask_for_pages() noexcept {
    const std::size_t bytes = records_.size * sizeof(Record<Cost>);
    records_.small_pages = small_pages_;
    if (small_pages_) {
      ask_for_small_pages(records_.array.get(), bytes);
    } else {
      ask_for_large_pages(records_.array.get(), bytes);
    }
  }

  Records<Cost> records_;
  bool small_pages_ = false;
  bool rested_ = false;
};

}  // namespace pathstar
