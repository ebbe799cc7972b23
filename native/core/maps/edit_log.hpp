// The edited cells of a map, or nodes of a space, revision by revision, so that everything made from them can catch up.
//
// An edit only appends. A reader rebuilds if catching up would cost it more than that, so the log forgets edits that
// only such readers would need.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pathstar {

template <class Id>
class EditLog {
 public:
  // size: the number of things that can be edited. revision: the initial revision.
  explicit EditLog(std::size_t size, std::uint64_t revision = 0)
      : most_(size / 8 + 1024), first_(revision), revision_(revision) {}

  // The number of edits.
  std::uint64_t revision() const noexcept { return revision_.load(std::memory_order_acquire); }

  // Appends one edit. The caller must exclude concurrent readers and writers.
  void append(std::span<const Id> edited) {
    starts_.push_back(ids_.size());
    ids_.insert(ids_.end(), edited.begin(), edited.end());
    if (ids_.size() + starts_.size() > 2 * most_) forget();
    revision_.fetch_add(1, std::memory_order_release);
  }

  // Adds everything edited after `revision` to `edited`; an id may occur more than once. False if the log does not
  // reach back that far, or if there are too many edits to be worth it.
  bool since(std::uint64_t revision, std::vector<Id>& edited) const {
    if (revision < first_) return false;
    const std::size_t number = revision - first_;
    if (number >= starts_.size()) return true;
    if (weight_from(number) > most_) return false;
    edited.insert(edited.end(), ids_.begin() + static_cast<std::ptrdiff_t>(starts_[number]), ids_.end());
    return true;
  }

 private:
  // The numbers of ids and of edits in the log from an edit on.
  std::size_t weight_from(std::size_t number) const noexcept {
    return ids_.size() - starts_[number] + starts_.size() - number;
  }

  // Forgets the oldest edits until the rest may be worth reading.
  void forget() {
    std::size_t kept = 0;
    while (kept < starts_.size() && weight_from(kept) > most_) ++kept;
    const std::size_t begin = kept < starts_.size() ? starts_[kept] : ids_.size();
    ids_.erase(ids_.begin(), ids_.begin() + static_cast<std::ptrdiff_t>(begin));
    starts_.erase(starts_.begin(), starts_.begin() + static_cast<std::ptrdiff_t>(kept));
    for (std::size_t& start : starts_) start -= begin;
    first_ += kept;
  }

  std::size_t most_;
  std::vector<Id> ids_;              // oldest first
  std::vector<std::size_t> starts_;  // where each revision's ids begin
  std::uint64_t first_;              // the revision before the first edit that the log holds
  std::atomic<std::uint64_t> revision_;
};

}  // namespace pathstar
