#include "indexes/jump_table/jump_table_index.hpp"

#include <shared_mutex>
#include <stdexcept>
#include <utility>

#include "analysis/grid_components.hpp"
#include "engine/finders/space_finder.hpp"
#include "indexes/common/section_reader.hpp"
#include "indexes/jump_table/jump_table_view.hpp"

namespace pathstar {
namespace {

// The arrays behind the tables of an index that was built.
struct OwnedJumpTable {
  JumpTable jumps;
  std::vector<std::int32_t> islands;
};

class JumpTableIndex final : public SpaceFinder<JumpTableIndex, Grid, Index> {
  friend SpaceFinder;

 public:
  JumpTableIndex(std::shared_ptr<Grid> grid, std::uint64_t revision, JumpTableParts parts)
      : SpaceFinder(std::move(grid)), revision_(revision), parts_(std::move(parts)) {}

  std::vector<Section> sections() const override {
    return {section("jump_cells", parts_.jumps.cells), section("jump_arcs", parts_.jumps.arcs),
            section("islands", parts_.islands)};
  }

 private:
  static constexpr Capabilities kCapabilities{.reversible = false, .one_to_all = false};
  using OneWayStacks = Stacks<JumpTableView>;

  template <class Body>
  decltype(auto) view_of(Node goal, const Settings&, Body&& body) const {
    return body(JumpTableView(*space_, parts_.jumps, goal, goal));
  }

  template <class Body>
  decltype(auto) with_view(Node start, Node goal, const Settings&, Body&& body) const {
    check_fresh();
    return body(JumpTableView(*space_, parts_.jumps, start, goal));
  }

  Status trivial_status(Node start, Node goal) const {
    check_fresh();
    if (const Status known = blocked(start, goal); known != Status::running) return known;
    if (start == goal) return Status::found;
    return parts_.islands[start] == parts_.islands[goal] ? Status::running : Status::no_path;
  }
  void not_found() const noexcept {}

  double consistency_factor(const Settings&) const noexcept { return 1.0; }
  CornerRule rule() const noexcept { return {space_->width(), space_->moves().directions == 8}; }
  Extent extent() const noexcept override { return {space_->width(), space_->height()}; }

  void check_fresh() const {
    if (space_->revision() != revision_) throw StaleIndex();
  }

  std::uint64_t revision_;
  JumpTableParts parts_;
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
