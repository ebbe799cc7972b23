// Records of former workspaces, kept for the next workspaces of the same thread.
//
// Otherwise a space made for one query would spend more time on fresh pages than on the search. A workspace leaves its
// records when it ends, and after its first query, because a space may end long after its last use: Python's garbage
// collector ends those that have planners. From its second query on it keeps them.
//
// Lifetime: a thread keeps what its own workspaces leave, and frees it when it ends. No other thread sees it.
// Bound: one array for each class of sizes, at most 11 MB in all for each type of cost. A workspace gets an array of
//   its own class, so a small space never holds the memory of a large one.
// Numbers: the number of the last query goes along with the records, and the next workspace counts on from it. So
//   records of an earlier space are as old to the next query as those of an earlier query in the same space.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>

#include "spaces/types.hpp"

namespace pathstar {

template <class Cost>
struct Record {
  Cost g;
  Node parent;
  std::uint32_t mark;  // query number * 2, + 1 once closed
};

// No record has a mark above `mark` + 1.
template <class Cost>
struct Records {
  struct Free {
    void operator()(void* memory) const noexcept { std::free(memory); }
  };

  std::unique_ptr<Record<Cost>[], Free> array;
  std::size_t size = 0;
  std::uint32_t mark = 0;    // of the last query
  bool small_pages = false;  // the page size last asked of the system
};

template <class Cost>
class SpareRecords {
 public:
  // Takes an array for about `size` records, perhaps a smaller one; empty if there is none.
  static Records<Cost> take(std::size_t size) noexcept {
    const std::size_t number = class_of(size);
    return number < kClasses && !ended_ ? std::exchange(spare_.of[number], {}) : Records<Cost>();
  }

  // Keeps the records, unless as large an array of their class is kept already, or they are too many.
  static void give(Records<Cost>& records) noexcept {
    const std::size_t number = class_of(records.size);
    if (number >= kClasses || ended_ || records.size <= spare_.of[number].size) return;
    spare_.of[number] = std::exchange(records, {});
  }

 private:
  // The first class has up to 2,048 records, each next one four times as many.
  static constexpr int kFirstBits = 11;
  static constexpr std::size_t kClasses = 5;

  static constexpr std::size_t class_of(std::size_t size) noexcept {
    const int bits = static_cast<int>(std::bit_width(size - (size > 0)));
    return bits <= kFirstBits ? 0 : static_cast<std::size_t>(bits - kFirstBits + 1) / 2;
  }

  struct Spare {
    std::array<Records<Cost>, kClasses> of;

    ~Spare() { ended_ = true; }
  };

  // Workspaces may end after this if other variables of a thread hold spaces.
  static thread_local inline bool ended_ = false;
  static thread_local inline Spare spare_;
};

}  // namespace pathstar
