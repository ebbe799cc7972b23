// The common part of all spaces of cells: the lock, the log of edits, and the source that they follow.
//
// An edit of the source only appends to the source's log. A space catches up at its next use: if there is nothing to
// do, catch_up() only reads one or two numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <tuple>
#include <vector>

#include "maps/edit_log.hpp"
#include "spaces/cells/cell_source.hpp"
#include "spaces/space_mutex.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The data that a search is planned with, apart from the visited nodes: the bounds of the cells' costs, and a number
// that changes with everything else that matters everywhere.
using PlannedWith = std::tuple<double, double, std::uint64_t>;

class CellSpace {
 public:
  explicit CellSpace(std::size_t cells) : log_(cells) {}
  virtual ~CellSpace() = default;
  CellSpace(const CellSpace&) = delete;
  CellSpace& operator=(const CellSpace&) = delete;

  // Counts the edits, those from catching up too. A search or index made at one revision must not be used at another.
  std::uint64_t revision() const noexcept { return log_.revision(); }

  // The revision of the last edit by which a step may have become cheaper, or possible.
  std::uint64_t fell_at() const noexcept { return fell_at_; }

  // Adds the nodes edited after `revision` to `nodes`; false if the log does not reach back that far.
  bool edited_since(std::uint64_t revision, std::vector<Node>& nodes) const { return log_.since(revision, nodes); }

  // Held shared while a search reads the space.
  SpaceMutex& mutex() const noexcept { return mutex_; }

  // Changes cells in place; waits for searches that hold the lock, and they wait for it. Takes time in proportion to
  // the number of cells.
  void update(std::span<const CellEdit> edits) {
    const std::unique_lock lock(mutex_);
    const bool falls = apply(edits);
    log_edit(nodes_of(edits), falls);
  }

  // From now on the space takes its edits from there.
  void follow(std::shared_ptr<CellSource> source) noexcept { source_ = std::move(source); }

  bool behind() const noexcept { return source_ != nullptr && source_->behind(); }
  // Takes the edits since then, if any, unless this thread holds the lock: then the space stays as it is.
  void catch_up() {
    if (behind() && !mutex_.held_here()) follow_source();
  }

 protected:
  // Changes cells, with the lock held. Returns whether a step may have become cheaper, or possible.
  virtual bool apply(std::span<const CellEdit> edits) = 0;

  // Counts an edit of these nodes, with the lock held; `falls`: whether a step may have become cheaper, or possible.
  void log_edit(std::span<const Node> nodes, bool falls) {
    log_.append(nodes);
    if (falls) fell_at_ = revision();
  }

 private:
  void follow_source() {
    const std::lock_guard one(following_);
    if (!source_->behind()) return;
    update(source_->take());
    source_->taken();
  }

  EditLog<Node> log_;
  std::uint64_t fell_at_ = 0;
  mutable SpaceMutex mutex_;
  std::mutex following_;
  std::shared_ptr<CellSource> source_;
};

}  // namespace pathstar
