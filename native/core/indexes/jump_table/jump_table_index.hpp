// A jump table (jump_table.hpp) kept for many queries, with the components, so that no path costs no search.
//
// The first edit copies it, and it is repaired from then on (live_jump_table.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/driver/pool.hpp"
#include "engine/driver/workspace.hpp"
#include "engine/finders/known_components.hpp"
#include "indexes/common/index.hpp"
#include "indexes/common/progress.hpp"
#include "indexes/jump_table/jump_table.hpp"
#include "indexes/jump_table/live_jump_table.hpp"

namespace pathstar {

class JumpTableIndex final : public GridIndex {
 public:
  struct Tables {
    JumpTables jumps;
    std::span<const std::int32_t> islands;  // per cell of the grid: the number of its island
    std::shared_ptr<const void> owner;      // of the memory; none if that is the caller's
  };

  JumpTableIndex(std::shared_ptr<Grid> grid, std::uint64_t revision, Tables tables);

  std::vector<Section> sections() const override;
  std::uint64_t rebuilds() const noexcept override { return rebuilds_.load(std::memory_order_relaxed); }
  // Sections that do not make up a table of the grid raise std::invalid_argument; see check_jump_tables().
  static std::unique_ptr<Index> open(std::shared_ptr<Grid> grid, const std::vector<Section>& sections);
  static Outcome build(const Grid& grid, std::uint64_t most_bytes, unsigned threads, const Progress& progress,
                       Tables& made);

 private:
  std::vector<Node> corners(Node start, Node goal, const Poll& poll, SearchStats& stats) const override;
  bool follow() const override;
  void not_found() const override;
  void repair() const;
  bool apart(Node start, Node goal) const;

  Tables tables_;
  // What follows edits. Nobody reads it while it changes: all who hold the grid's lock wait for the one that does.
  mutable std::mutex following_;
  mutable std::atomic<std::uint64_t> stands_at_;
  mutable std::unique_ptr<LiveJumpTable> live_;
  mutable bool lost_ = false;  // it could not be built again
  mutable std::atomic<std::uint64_t> rebuilds_{0};
  mutable KnownComponents<Grid> components_;
  mutable Pool<Workspace<std::int64_t>> workspaces_;
};

}  // namespace pathstar
