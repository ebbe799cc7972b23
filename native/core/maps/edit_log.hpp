// The edited cells, revision by revision, so that everything made from them can catch up.
//
// An edit only appends. The log forgets its beginning once catching up would cost more than a rebuild; readers that are
// further behind rebuild.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pathstar {

using Cell = std::uint32_t;  // the cell's number, row by row

class EditLog {
 public:
  // cells: the number of cells. revision: the initial revision.
  explicit EditLog(std::size_t cells, std::uint64_t revision = 0)
      : most_(cells / 8 + 1024), first_(revision), revision_(revision) {}

  // The number of edits.
  std::uint64_t revision() const noexcept { return revision_.load(std::memory_order_acquire); }

  // Appends one edit. The caller must exclude concurrent readers and writers.
  void append(std::span<const Cell> edited) {
    if (cells_.size() + edited.size() + starts_.size() > most_) {
      cells_.clear();
      starts_.clear();
      first_ = revision() + 1;
    } else {
      starts_.push_back(cells_.size());
      cells_.insert(cells_.end(), edited.begin(), edited.end());
    }
    revision_.fetch_add(1, std::memory_order_release);
  }

  // Adds the cells edited after `revision` to `edited`; a cell may occur more than once. False if the log does not
  // reach back that far.
  bool since(std::uint64_t revision, std::vector<Cell>& edited) const {
    if (revision < first_) return false;
    if (revision - first_ < starts_.size()) {
      edited.insert(edited.end(), cells_.begin() + static_cast<std::ptrdiff_t>(starts_[revision - first_]),
                    cells_.end());
    }
    return true;
  }

 private:
  std::size_t most_;
  std::vector<Cell> cells_;          // oldest first
  std::vector<std::size_t> starts_;  // where each revision's cells begin
  std::uint64_t first_;              // the revision before the first edit that the log holds
  std::atomic<std::uint64_t> revision_;
};

}  // namespace pathstar
