// A jump table (jump_table.hpp) kept for many queries, with the islands, so that no path costs no search.
#pragma once

#include <memory>
#include <vector>

#include "engine/driver/pool.hpp"
#include "engine/driver/workspace.hpp"
#include "indexes/common/index.hpp"
#include "indexes/common/progress.hpp"
#include "indexes/jump_table/jump_table.hpp"

namespace pathstar {

class JumpTableIndex final : public GridIndex {
 public:
  struct Tables {
    JumpTables jumps;
    std::span<const std::int32_t> islands;  // per cell of the grid: the number of its island
    std::shared_ptr<const void> owner;      // of the memory; none if that is the caller's
  };

  JumpTableIndex(std::shared_ptr<const Grid> grid, std::uint64_t revision, Tables tables);

  std::vector<Section> sections() const override;
  // Sections that do not make up a table of the grid raise std::invalid_argument; see check_jump_tables().
  static std::unique_ptr<Index> open(std::shared_ptr<const Grid> grid, const std::vector<Section>& sections);
  static Outcome build(const Grid& grid, std::uint64_t most_bytes, unsigned threads, const Progress& progress,
                       Tables& made);

 private:
  std::vector<Node> corners(Node start, Node goal, const Poll& poll, SearchStats& stats) const override;

  Tables tables_;
  mutable Pool<Workspace<std::int64_t>> workspaces_;
};

}  // namespace pathstar
