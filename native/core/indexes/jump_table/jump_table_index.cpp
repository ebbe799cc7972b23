#include "indexes/jump_table/jump_table_index.hpp"

#include <shared_mutex>
#include <stdexcept>
#include <utility>

#include "analysis/grid_components.hpp"
#include "engine/searches/best_first.hpp"
#include "indexes/common/section_reader.hpp"
#include "indexes/jump_table/jump_table_view.hpp"

namespace pathstar {
namespace {

constexpr std::uint64_t kExpansionsPerPoll = 1 << 16;

// The arrays behind the tables of an index that was built.
struct OwnedJumpTable {
  JumpTable jumps;
  std::vector<std::int32_t> islands;
};

}  // namespace

JumpTableIndex::JumpTableIndex(std::shared_ptr<const Grid> grid, std::uint64_t revision, Tables tables)
    : GridIndex(std::move(grid), revision), tables_(std::move(tables)) {}

std::vector<Node> JumpTableIndex::corners(Node start, Node goal, const Poll& poll, SearchStats& stats) const {
  if (tables_.islands[start] != tables_.islands[goal]) return {};
  const JumpTableView view(grid(), tables_.jumps, start, goal);
  const auto lease = workspaces_.take();
  BestFirst<JumpTableView, NullObserver> engine(view, start, goal, {}, 1.0, *lease, null_observer);
  while (engine.step(kExpansionsPerPoll) == Status::running && !poll()) {
  }
  PathResult result = engine.result();
  stats = result.stats;
  return std::move(result.corners);
}

std::vector<Section> JumpTableIndex::sections() const {
  return {section("jump_cells", tables_.jumps.cells), section("jump_arcs", tables_.jumps.arcs),
          section("islands", tables_.islands)};
}

std::unique_ptr<Index> JumpTableIndex::open(std::shared_ptr<const Grid> grid, const std::vector<Section>& sections) {
  SectionReader reader(sections);
  Tables tables{{reader.read<JumpCell>("jump_cells"), reader.read<JumpArc>("jump_arcs")},
                reader.read<std::int32_t>("islands"),
                {}};
  reader.require_all_read();
  require(tables.islands.size() == grid->size(), "islands");
  std::uint64_t revision = 0;
  {
    const std::shared_lock reading(grid->mutex());
    revision = grid->revision();
    check_jump_tables(tables.jumps, *grid, grid->jump_bitmaps());
  }
  return std::make_unique<JumpTableIndex>(std::move(grid), revision, std::move(tables));
}

Outcome JumpTableIndex::build(const Grid& grid, std::uint64_t most_bytes, unsigned threads, const Progress& progress,
                              Tables& made) {
  const auto built = std::make_shared<OwnedJumpTable>();
  built->islands = island_labels(grid);
  const JumpBitmaps bitmaps(grid);
  const Outcome outcome =
      make_jump_table(grid, bitmaps, most_bytes, threads, part_of(progress, 0.1, 1.0), built->jumps);
  made = {built->jumps.tables(), built->islands, built};
  return outcome;
}

}  // namespace pathstar
