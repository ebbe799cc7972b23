#include "indexes/jump_table/jump_table_index.hpp"

#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <utility>

#include "analysis/grid_components.hpp"
#include "engine/finders/known_components.hpp"
#include "engine/finders/space_finder.hpp"
#include "indexes/common/section_reader.hpp"
#include "indexes/jump_table/jump_table_view.hpp"
#include "indexes/jump_table/live_jump_table.hpp"

namespace pathstar {
namespace {

// The arrays behind the tables of a built index.
struct OwnedJumpTable {
  JumpTable jumps;
  std::vector<std::int32_t> islands;
};

constexpr std::uint64_t kAnySize = std::numeric_limits<std::uint64_t>::max();

class JumpTableIndex final : public SpaceFinder<JumpTableIndex, Grid, Index> {
  friend SpaceFinder;
  friend SpaceFields<JumpTableIndex, Grid>;
  friend SpaceRuns<JumpTableIndex>;

 public:
  JumpTableIndex(std::shared_ptr<Grid> grid, std::uint64_t revision, JumpTableParts parts)
      : SpaceFinder(std::move(grid)), parts_(std::move(parts)), stands_at_(revision) {}

  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    return caught_up(poll) ? SpaceFinder::find(start, goal, settings, poll) : PathResult();
  }
  std::unique_ptr<Finder::Held> hold(const Poll& poll) override {
    caught_up(poll);
    return SpaceFinder::hold(poll);
  }

  void catch_up(const Poll& poll) const override { caught_up(poll); }

  std::vector<Section> sections() const override {
    const std::shared_lock reading = read();
    follow();
    if (!live_) {
      return {section("jump_cells", parts_.jumps.cells), section("jump_arcs", parts_.jumps.arcs),
              section("islands", parts_.islands)};
    }
    const auto now = std::make_shared<OwnedJumpTable>(OwnedJumpTable{live_->in_order(), component_labels(*space_)});
    const JumpTables jumps = now->jumps.tables();
    std::vector<Section> sections{section("jump_cells", jumps.cells), section("jump_arcs", jumps.arcs),
                                  section("islands", std::span<const std::int32_t>(now->islands))};
    for (Section& one : sections) one.owner = now;
    return sections;
  }

  IndexState state() const override {
    const std::shared_lock reading = read();
    return follow() ? IndexState::current : IndexState::stale;
  }
  double edited() const override { return state() == IndexState::current ? 0.0 : 1.0; }
  std::uint64_t rebuilds() const noexcept override { return rebuilds_.load(std::memory_order_relaxed); }

 private:
  static constexpr Capabilities kCapabilities{.reversible = false, .one_to_all = false};
  using OneWayStacks = Stacks<JumpTableView>;

  template <class Body>
  decltype(auto) view_of(Node goal, const Settings& settings, Body&& body) const {
    return with_view(goal, goal, settings, body);
  }

  template <class Body>
  decltype(auto) with_view(Node start, Node goal, const Settings&, Body&& body) const {
    if (!follow()) {
      return body(AnyView(JumpView(*space_, space_->jump_bitmaps(), goal, HeuristicKind::octile, 1.0)));
    }
    return body(JumpTableView(*space_, live_ ? live_->tables() : parts_.jumps, start, goal));
  }

  Status trivial_status(Node start, Node goal) {
    if (const Status known = blocked(start, goal); known != Status::running) return known;
    if (start == goal) return Status::found;
    follow();
    const bool apart = live_ ? components_.apart(*space_, start, goal) : parts_.islands[start] != parts_.islands[goal];
    return apart ? Status::no_path : Status::running;
  }
  void not_found() {
    if (repaired_.load(std::memory_order_relaxed)) components_.not_found(*space_);
  }

  // Follows the edits of the grid so far, which may take long. False if the poll stopped it.
  bool caught_up(const Poll& poll) const {
    space_->catch_up();
    if (stands_at_.load(std::memory_order_acquire) == space_->revision()) return true;
    const std::shared_lock reading = read();
    return follow_edits(poll);
  }

  // Brings the table up to date with the grid, whose lock the caller holds shared. False if that is impossible.
  bool follow() const {
    follow_edits(never_stop);
    return !lost_;
  }

  // The same as far as possible. False if the poll stopped it; then the next call begins again.
  bool follow_edits(const Poll& poll) const {
    if (stands_at_.load(std::memory_order_acquire) == space_->revision()) return true;
    // No thread reads the table now: all that hold the grid's lock at this revision wait here.
    const std::lock_guard one(following_);
    return stands_at_.load(std::memory_order_relaxed) == space_->revision() || repair(poll);
  }

  double consistency_factor(const Settings&) const noexcept { return 1.0; }
  CornerRule rule() const noexcept { return {space_->width(), space_->moves().directions == 8}; }
  Extent extent() const noexcept override { return {space_->width(), space_->height()}; }

  // Repairs the table, or builds it again if that takes no longer. False if the poll stopped it.
  bool repair(const Poll& poll) const {
    std::vector<Node> edited;
    bool repaired = !lost_ && space_->edited_since(stands_at_, edited);
    if (repaired) {
      if (!live_) live_ = std::make_unique<LiveJumpTable>(*space_, parts_.jumps);
      repaired = live_->repair(*space_, space_->jump_bitmaps(), edited);
    }
    if (!repaired) {
      JumpTable table;
      lost_ = true;  // the rest of it is useless
      const auto progress = [&](double) { return poll(); };
      const Outcome outcome = make_jump_table(*space_, space_->jump_bitmaps(), kAnySize, 1, progress, table);
      if (outcome == Outcome::stopped) return false;
      lost_ = outcome != Outcome::done;
      live_ = std::make_unique<LiveJumpTable>(*space_, table.tables());
      rebuilds_.fetch_add(1, std::memory_order_relaxed);
    }
    repaired_.store(true, std::memory_order_relaxed);
    stands_at_.store(space_->revision(), std::memory_order_release);
    return true;
  }

  JumpTableParts parts_;
  mutable std::mutex following_;
  mutable std::atomic<std::uint64_t> stands_at_;
  mutable std::unique_ptr<LiveJumpTable> live_;
  mutable bool lost_ = false;  // it could not be built again: a jump point has too many arcs
  mutable std::atomic<bool> repaired_{false};
  mutable std::atomic<std::uint64_t> rebuilds_{0};
  KnownComponents<Grid> components_;
};

}  // namespace

std::shared_ptr<Index> make_jump_table_index(std::shared_ptr<Grid> grid, std::uint64_t revision, JumpTableParts parts) {
  return std::make_shared<JumpTableIndex>(std::move(grid), revision, std::move(parts));
}

std::shared_ptr<Index> open_jump_table_index(std::shared_ptr<Grid> grid, const std::vector<Section>& sections) {
  SectionReader reader(sections);
  JumpTableParts parts{{reader.read<JumpCell>("jump_cells"), reader.read<JumpArc>("jump_arcs")},
                       reader.read<std::int32_t>("islands"),
                       {}};
  reader.require_all_read();
  require(parts.islands.size() == grid->size(), "islands");
  std::uint64_t revision = 0;
  {
    const std::shared_lock reading(grid->mutex());
    revision = grid->revision();
    check_jump_tables(parts.jumps, *grid, grid->jump_bitmaps());
  }
  return make_jump_table_index(std::move(grid), revision, std::move(parts));
}

Outcome build_jump_table_parts(const Grid& grid, std::uint64_t most_bytes, unsigned threads, const Progress& progress,
                               JumpTableParts& made) {
  const auto built = std::make_shared<OwnedJumpTable>();
  built->islands = component_labels(grid);
  const JumpBitmaps bitmaps(grid);
  const Outcome outcome =
      make_jump_table(grid, bitmaps, most_bytes, threads, part_of(progress, 0.1, 1.0), built->jumps);
  made = {built->jumps.tables(), built->islands, built};
  return outcome;
}

}  // namespace pathstar
