#include "indexes/landmarks/landmark_index.hpp"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <shared_mutex>
#include <utility>

#include "analysis/live_components.hpp"
#include "engine/driver/workspaces.hpp"
#include "engine/searches/best_first.hpp"
#include "indexes/common/known_steps.hpp"
#include "indexes/common/section_reader.hpp"
#include "indexes/landmarks/landmark_view.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

constexpr std::uint64_t kExpansionsPerPoll = 1 << 16;
constexpr std::uint32_t kMostLandmarks = 255;

CornerRule rule_of(const Grid& grid) noexcept { return {grid.width(), grid.moves().directions == 8}; }
template <class Space>
CornerRule rule_of(const Space&) noexcept {
  return {};
}

template <class Space>
class LandmarkIndex final : public Index {
 public:
  LandmarkIndex(std::shared_ptr<const Space> space, std::uint64_t revision, LandmarkTables tables)
      : space_(std::move(space)), revision_(revision), tables_(std::move(tables)) {}

  std::vector<Section> sections() const override {
    return {section("scale", std::span<const LandmarkScale>(&tables_.scale, 1)),
            section("distances", tables_.distances), section("components", tables_.components)};
  }

  PathResult find(Node start, Node goal, const Poll& poll) const override {
    const auto begin = std::chrono::steady_clock::now();
    const std::shared_lock reading(space_->mutex());
    if (space_->revision() != revision_) throw StaleIndex();
    PathResult result;
    if (const Status known = trivial_status(start, goal); known == Status::running) {
      result = view_of(*space_, goal, own_heuristic(*space_), 1.0,
                       [&](const auto& view) { return search(view, start, goal, poll); });
    } else {
      result.status = known;
      result.rule = rule_of(*space_);
      if (known == Status::found) {
        result.cost = 0.0;
        result.corners = {start};
        result.length = 1;
      }
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
  }

 private:
  Status trivial_status(Node start, Node goal) const noexcept {
    if (!space_->walkable(start)) return Status::blocked_start;
    if (!space_->walkable(goal)) return Status::blocked_goal;
    if (start == goal) return Status::found;
    const bool apart = tables_.components[start] != tables_.components[goal] || tables_.apart(start, goal);
    return apart ? Status::no_path : Status::running;
  }

  template <class View>
  PathResult search(const View& view, Node start, Node goal, const Poll& poll) const {
    const auto lease = workspaces_.of<typename View::Cost>().take();
    static_assert(Searchable<LandmarkView<View>>);
    BestFirst<LandmarkView<View>, NullObserver> engine({view, tables_, start, goal}, start, goal, {}, 1.0, *lease,
                                                       null_observer);
    while (engine.step(kExpansionsPerPoll) == Status::running && !poll()) {
    }
    return engine.result();
  }

  std::shared_ptr<const Space> space_;
  std::uint64_t revision_;
  LandmarkTables tables_;
  mutable Workspaces workspaces_;
};

// What a build works on, so that an edit meanwhile waits for nothing. A graph is never edited.
std::shared_ptr<const Grid> copy_of(const std::shared_ptr<const Grid>& grid) {
  const std::size_t costs = grid->has_cost() ? grid->size() : 0;
  return std::make_shared<const Grid>(grid->width(), grid->height(), std::span(grid->walkable_data(), grid->size()),
                                      std::span(grid->cost_data(), costs), grid->moves(), grid->cost_rule());
}
std::shared_ptr<const RegularGrid> copy_of(const std::shared_ptr<const RegularGrid>& regular_grid) {
  return std::make_shared<const RegularGrid>(regular_grid->plan());
}
std::shared_ptr<const Graph> copy_of(const std::shared_ptr<const Graph>& graph) { return graph; }

bool is_power_of_two(double number) noexcept {
  int exponent;
  return std::frexp(number, &exponent) == 0.5;
}

}  // namespace

template <class Space>
std::unique_ptr<Index> build_landmarks(std::shared_ptr<const Space> space, const LandmarkOptions& options,
                                       const Progress& progress) {
  std::shared_ptr<const Space> copy;
  std::uint64_t revision = 0;
  {
    const std::shared_lock reading(space->mutex());
    revision = space->revision();
    copy = copy_of(space);
  }
  LandmarkTables tables;
  const auto steps = [](const auto& view) { return KnownSteps(AnyView(view)); };
  const KnownSteps forward = view_of(*copy, kNoNode, HeuristicKind::zero, 0.0, steps);
  const KnownSteps backward = back_view_of(*copy, kNoNode, HeuristicKind::zero, 0.0, steps);
  const Outcome outcome = build_landmark_tables(forward, backward, component_labels(*copy), options, progress, tables);
  if (outcome != Outcome::done) return nullptr;
  return std::make_unique<LandmarkIndex<Space>>(std::move(space), revision, std::move(tables));
}

template <class Space>
std::unique_ptr<Index> open_landmarks(std::shared_ptr<const Space> space, const std::vector<Section>& sections) {
  SectionReader reader(sections);
  const auto scale = reader.read<LandmarkScale>("scale");
  require(scale.size() == 1 && std::isnormal(scale[0].unit) && is_power_of_two(scale[0].unit), "scale");
  require(scale[0].most_key_increase >= 0 && std::isfinite(scale[0].most_key_increase), "scale");
  require(scale[0].landmarks >= 1 && scale[0].landmarks <= kMostLandmarks && scale[0].two_way <= 1, "scale");
  LandmarkTables tables{scale[0], reader.read<std::uint32_t>("distances"), reader.read<std::int32_t>("components"), {}};
  reader.require_all_read();
  require(tables.distances.size() == std::size_t{space->size()} * tables.columns(), "distances");
  require(tables.components.size() == space->size(), "components");
  const std::uint64_t revision = space->revision();
  return std::make_unique<LandmarkIndex<Space>>(std::move(space), revision, std::move(tables));
}

template std::unique_ptr<Index> build_landmarks(std::shared_ptr<const Grid>, const LandmarkOptions&, const Progress&);
template std::unique_ptr<Index> build_landmarks(std::shared_ptr<const Graph>, const LandmarkOptions&, const Progress&);
template std::unique_ptr<Index> build_landmarks(std::shared_ptr<const RegularGrid>, const LandmarkOptions&,
                                                const Progress&);
template std::unique_ptr<Index> open_landmarks(std::shared_ptr<const Grid>, const std::vector<Section>&);
template std::unique_ptr<Index> open_landmarks(std::shared_ptr<const Graph>, const std::vector<Section>&);
template std::unique_ptr<Index> open_landmarks(std::shared_ptr<const RegularGrid>, const std::vector<Section>&);

}  // namespace pathstar
