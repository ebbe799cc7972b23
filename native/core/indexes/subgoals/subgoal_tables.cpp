#include "indexes/subgoals/subgoal_tables.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "indexes/common/freed_memory.hpp"
#include "indexes/common/section_reader.hpp"
#include "indexes/contraction/contraction.hpp"
#include "indexes/hub_labels/greedy_cover_order.hpp"
#include "indexes/subgoals/cost_graph.hpp"
#include "indexes/subgoals/subgoals.hpp"
#include "indexes/subgoals/table_checks.hpp"

namespace pathstar {
namespace {

// Up to this many edges per vertex, contraction finds the better order, and finds it faster.
constexpr std::size_t kSparse = 5;

// The arrays behind the tables of a built index.
struct OwnedSubgoals {
  explicit OwnedSubgoals(const Grid& grid) : bitmaps(grid) {}

  SightBitmaps bitmaps;
  Labels labels;
  BlockLabels blocks;
};

// The number of edges of a graph, each counted in both directions.
template <class Lists>
std::size_t count_ends(const Lists& lists) noexcept {
  std::size_t ends = 0;
  for (const auto& edges : lists) ends += edges.size();
  return ends;
}

Outcome hub_order(const CostGraph& graph, const BuildOptions& options, const Progress& progress,
                  std::vector<std::uint32_t>& order) {
  const CostGraph reduced = without_redundant(graph);
  if (count_ends(reduced) <= 2 * kSparse * reduced.size()) {
    return contraction_order(reduced, options.most_bytes, progress, order);
  }
  order = greedy_cover_order(reduced, options.threads, options.most_bytes, progress);
  return order.size() == reduced.size() ? Outcome::done : Outcome::stopped;
}

// Fills the checkpoint's order and labels where they are missing.
Outcome label_subgoals(const Grid& grid, const BuildOptions& options, const Progress& progress,
                       BuildCheckpoint& checkpoint, StepUnits& units) {
  constexpr double kOrdered = 0.9;
  const SubgoalGraph graph = subgoal_graph(grid);
  units = units_for(graph, grid.moves(), 4.0 * (grid.width() + grid.height()));
  if (count_ends(graph.edges) * sizeof(Edge) > options.most_bytes) return Outcome::too_large;
  const CostGraph costs = cost_graph(graph, units);
  checkpoint.check_fits(costs.size(), BlockShape(grid).blocks());
  if (checkpoint.order.size() != costs.size()) {
    const Outcome outcome = hub_order(costs, options, part_of(progress, 0.0, kOrdered), checkpoint.order);
    if (outcome != Outcome::done) return outcome;
  }
  if (!checkpoint.labels.first.empty()) return Outcome::done;
  return make_labels(costs, checkpoint.order, graph.places, options.most_bytes, part_of(progress, kOrdered, 1.0),
                     checkpoint.labels);
}

// The bytes left for the labels of all cells after those of the subgoals.
std::uint64_t rest_of(std::uint64_t most_bytes, const Labels& labels) noexcept {
  return most_bytes - std::min<std::uint64_t>(most_bytes, labels.entries.size() * kBytesPerEntry);
}

}  // namespace

std::vector<Section> sections_of(const IndexTables& tables) {
  std::vector<Section> sections{
      section("units", std::span<const StepUnits>(&tables.units, 1)),
      section("rows", tables.sight.rows),
      section("columns", tables.sight.columns),
      section("diagonals", tables.sight.diagonals),
      section("first_subgoal", tables.sight.first_subgoal),
      section("first_entry", tables.labels.first),
      section("entries", tables.labels.entries),
      section("link_of", tables.labels.link_of),
      section("links", tables.labels.links),
  };
  if (!tables.blocks.first.empty()) {
    sections.push_back(section("first_record", tables.blocks.first));
    sections.push_back(section("records", tables.blocks.records));
  }
  return sections;
}

IndexTables tables_of(const std::vector<Section>& sections, const Grid& grid, bool cells) {
  SectionReader reader(sections);
  const auto units = reader.read<StepUnits>("units");
  require(units.size() == 1, "units");
  IndexTables tables{units[0],
                     {reader.read<LineWords>("rows"), reader.read<LineWords>("columns"),
                      reader.read<DiagonalWords>("diagonals"), reader.read<std::uint32_t>("first_subgoal")},
                     {reader.read<std::uint32_t>("first_entry"), reader.read<LabelEntry>("entries"),
                      reader.read<std::uint32_t>("link_of"), reader.read<LabelLink>("links")},
                     {},
                     {}};
  if (cells) tables.blocks = {reader.read<std::uint32_t>("first_record"), reader.read<std::uint32_t>("records")};
  reader.require_all_read();
  const SightShape shape(grid.width(), grid.height());
  check_units(tables.units, shape);
  const std::uint32_t subgoals = check_sight(tables.sight, shape);
  check_labels(tables.labels, subgoals, shape);
  if (cells) {
    require(tables.blocks.first.size() == BlockShape(grid).blocks(), "first_record");
    check_records(tables.blocks.first, tables.blocks.records, subgoals, "records");
  }
  return tables;
}

Outcome build_tables(const Grid& grid, const BuildOptions& options, const Progress& progress, IndexTables& made) {
  const auto built = std::make_shared<OwnedSubgoals>(grid);
  BuildCheckpoint own;
  BuildCheckpoint& checkpoint = options.checkpoint == nullptr ? own : *options.checkpoint;
  StepUnits units;
  const double labelled = options.cells ? 0.5 : 1.0;
  Outcome outcome = label_subgoals(grid, options, part_of(progress, 0.0, labelled), checkpoint, units);
  if (outcome != Outcome::done) return outcome;
  if (options.cells) {
    give_back_freed_memory();
    if (!checkpoint.portions) checkpoint.portions = std::make_unique<BlockPortions>(BlockShape(grid).blocks());
    const Sight sight(SightShape(grid.width(), grid.height()), built->bitmaps.tables());
    outcome = make_block_labels(grid, sight, checkpoint.labels.tables(), checkpoint.order, units,
                                rest_of(options.most_bytes, checkpoint.labels) / sizeof(std::uint32_t), options.threads,
                                part_of(progress, labelled, 1.0), *checkpoint.portions, built->blocks);
    if (outcome != Outcome::done) return outcome;
  }
  built->labels = std::move(checkpoint.labels);
  checkpoint = {};
  made = {units, built->bitmaps.tables(), built->labels.tables(), built->blocks.tables(), built};
  return Outcome::done;
}

}  // namespace pathstar
