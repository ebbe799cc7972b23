#include "indexes/jump_table/jump_table_index.hpp"

#include <limits>
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
constexpr std::uint64_t kAnySize = std::numeric_limits<std::uint64_t>::max();

// The arrays behind the tables of an index that was built.
struct OwnedJumpTable {
  JumpTable jumps;
  std::vector<std::int32_t> islands;
};

}  // namespace

JumpTableIndex::JumpTableIndex(std::shared_ptr<Grid> grid, std::uint64_t revision, Tables tables)
    : GridIndex(std::move(grid), revision), tables_(std::move(tables)), stands_at_(revision) {}

bool JumpTableIndex::follow() const {
  if (stands_at_.load(std::memory_order_acquire) != grid().revision()) {
    const std::lock_guard one(following_);
    if (stands_at_.load(std::memory_order_relaxed) != grid().revision()) repair();
  }
  return !lost_;
}

// Repairs the table, or builds it again where that takes no longer.
void JumpTableIndex::repair() const {
  const JumpBitmaps& bitmaps = grid().jump_bitmaps();
  std::vector<Node> edited;
  bool repaired = !lost_ && grid().edited_since(stands_at_, edited);
  if (repaired) {
    if (!live_) live_ = std::make_unique<LiveJumpTable>(grid(), tables_.jumps);
    repaired = live_->repair(grid(), bitmaps, edited);
  }
  if (!repaired) {
    JumpTable table;
    const auto go_on = [](double) { return false; };
    lost_ = make_jump_table(grid(), bitmaps, kAnySize, 1, go_on, table) != Outcome::done;
    live_ = std::make_unique<LiveJumpTable>(grid(), table.tables());
    rebuilds_.fetch_add(1, std::memory_order_relaxed);
  }
  stands_at_.store(grid().revision(), std::memory_order_release);
}

bool JumpTableIndex::apart(Node start, Node goal) const {
  return live_ ? components_.apart(grid(), start, goal) : tables_.islands[start] != tables_.islands[goal];
}

void JumpTableIndex::not_found() const {
  if (stands_at_.load(std::memory_order_acquire) != revision()) components_.not_found(grid());
}

std::vector<Node> JumpTableIndex::corners(Node start, Node goal, const Poll& poll, SearchStats& stats) const {
  if (apart(start, goal)) return {};
  const JumpTableView view(grid(), live_ ? live_->tables() : tables_.jumps, start, goal);
  const auto lease = workspaces_.take();
  BestFirst<JumpTableView, NullObserver> engine(view, start, goal, {}, 1.0, *lease, null_observer);
  while (engine.step(kExpansionsPerPoll) == Status::running && !poll()) {
  }
  PathResult result = engine.result();
  stats = result.stats;
  return std::move(result.corners);
}

std::vector<Section> JumpTableIndex::sections() const {
  const std::shared_lock reading = read();
  follow();
  if (!live_) {
    return {section("jump_cells", tables_.jumps.cells), section("jump_arcs", tables_.jumps.arcs),
            section("islands", tables_.islands)};
  }
  const auto now = std::make_shared<OwnedJumpTable>();
  now->jumps = live_->in_order();
  now->islands = component_labels(grid());
  const JumpTables jumps = now->jumps.tables();
  std::vector<Section> sections{section("jump_cells", jumps.cells), section("jump_arcs", jumps.arcs),
                                section("islands", std::span<const std::int32_t>(now->islands))};
  for (Section& one : sections) one.owner = now;
  return sections;
}

std::unique_ptr<Index> JumpTableIndex::open(std::shared_ptr<Grid> grid, const std::vector<Section>& sections) {
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
  built->islands = component_labels(grid);
  const JumpBitmaps bitmaps(grid);
  const Outcome outcome =
      make_jump_table(grid, bitmaps, most_bytes, threads, part_of(progress, 0.1, 1.0), built->jumps);
  made = {built->jumps.tables(), built->islands, built};
  return outcome;
}

}  // namespace pathstar
