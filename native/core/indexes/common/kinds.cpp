#include "indexes/common/kinds.hpp"

#include <shared_mutex>
#include <utility>

#include "indexes/common/spaces.hpp"
#include "indexes/contraction/contraction_index.hpp"
#include "indexes/customizable/customizable_index.hpp"
#include "indexes/hierarchy/cluster_index.hpp"
#include "indexes/hub_labels/hub_label_index.hpp"
#include "indexes/jump_table/jump_table_index.hpp"
#include "indexes/landmarks/landmark_index.hpp"
#include "indexes/subgoals/subgoal_index.hpp"
#include "indexes/subgoals/subgoal_tables.hpp"

namespace pathstar {
namespace {

std::shared_ptr<Index> over_subgoals(IndexKind kind, std::shared_ptr<Grid> grid, std::uint64_t revision,
                                     IndexTables tables) {
  if (kind == IndexKind::subgoal) return std::make_shared<SubgoalIndex>(std::move(grid), revision, std::move(tables));
  return std::make_shared<HubLabelIndex>(std::move(grid), revision, std::move(tables));
}

CustomizableOptions customizable_options(const BuildLimits& limits) noexcept {
  return {limits.threads, limits.most_bytes, limits.order};
}

LandmarkOptions landmark_options(const BuildLimits& limits) noexcept {
  return {limits.landmarks, limits.landmark_choice, limits.threads, limits.most_bytes};
}

GateTableOptions gate_options(const BuildLimits& limits) noexcept {
  return {limits.entrances, limits.threads, limits.most_bytes};
}

bool is_done(Outcome outcome) {
  if (outcome == Outcome::too_many) throw TooManyParts();
  return outcome == Outcome::done;
}

}  // namespace

std::shared_ptr<Index> build_index(IndexKind kind, std::shared_ptr<Grid> grid, const BuildLimits& limits,
                                   const Progress& progress) {
  if (kind == IndexKind::landmarks) return build_landmarks(std::move(grid), landmark_options(limits), progress);
  if (kind == IndexKind::customizable)
    return build_customizable(std::move(grid), customizable_options(limits), progress);
  if (kind == IndexKind::hierarchy) return build_cluster_index(std::move(grid), gate_options(limits), progress);
  const auto [copy, revision] = snapshot_of(*grid);
  if (kind == IndexKind::jump_table) {
    JumpTableParts parts;
    if (!is_done(build_jump_table_parts(*copy, limits.most_bytes, limits.threads, progress, parts))) return nullptr;
    return make_jump_table_index(std::move(grid), revision, std::move(parts));
  }
  IndexTables tables;
  const BuildOptions options{kind == IndexKind::hub_labels, limits.threads, limits.most_bytes, limits.checkpoint};
  if (!is_done(build_tables(*copy, options, progress, tables))) return nullptr;
  return over_subgoals(kind, std::move(grid), revision, std::move(tables));
}

std::shared_ptr<Index> open_index(IndexKind kind, std::shared_ptr<Grid> grid, const std::vector<Section>& sections) {
  if (kind == IndexKind::landmarks) return open_landmarks(std::move(grid), sections);
  if (kind == IndexKind::customizable) return open_customizable(std::move(grid), sections);
  if (kind == IndexKind::hierarchy) return open_cluster_index(std::move(grid), sections);
  if (kind == IndexKind::jump_table) return open_jump_table_index(std::move(grid), sections);
  const std::shared_lock reading(grid->mutex());
  return over_subgoals(kind, grid, grid->revision(), tables_of(sections, *grid, kind == IndexKind::hub_labels));
}

std::shared_ptr<Index> build_index(IndexKind kind, std::shared_ptr<Graph> graph, const BuildLimits& limits,
                                   const Progress& progress) {
  if (kind == IndexKind::landmarks) return build_landmarks(std::move(graph), landmark_options(limits), progress);
  if (kind == IndexKind::customizable)
    return build_customizable(std::move(graph), customizable_options(limits), progress);
  const auto [copy, revision] = snapshot_of(*graph);
  HierarchyTables tables;
  if (build_hierarchy(*copy, {limits.threads, limits.most_bytes}, progress, tables) != Outcome::done) return nullptr;
  return std::make_shared<ContractionIndex>(std::move(graph), revision, std::move(tables));
}

std::shared_ptr<Index> open_index(IndexKind kind, std::shared_ptr<Graph> graph, const std::vector<Section>& sections) {
  if (kind == IndexKind::landmarks) return open_landmarks(std::move(graph), sections);
  if (kind == IndexKind::customizable) return open_customizable(std::move(graph), sections);
  const std::shared_lock reading(graph->mutex());
  return std::make_shared<ContractionIndex>(graph, graph->revision(), HierarchyTables::of(sections, *graph));
}

std::shared_ptr<Index> build_index(IndexKind kind, std::shared_ptr<RegularGrid> regular_grid, const BuildLimits& limits,
                                   const Progress& progress) {
  if (kind == IndexKind::customizable) {
    return build_customizable(std::move(regular_grid), customizable_options(limits), progress);
  }
  if (kind == IndexKind::hierarchy) return build_cluster_index(std::move(regular_grid), gate_options(limits), progress);
  return build_landmarks(std::move(regular_grid), landmark_options(limits), progress);
}

std::shared_ptr<Index> open_index(IndexKind kind, std::shared_ptr<RegularGrid> regular_grid,
                                  const std::vector<Section>& sections) {
  if (kind == IndexKind::customizable) return open_customizable(std::move(regular_grid), sections);
  if (kind == IndexKind::hierarchy) return open_cluster_index(std::move(regular_grid), sections);
  return open_landmarks(std::move(regular_grid), sections);
}

}  // namespace pathstar
