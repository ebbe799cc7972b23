#include "indexes/landmarks/landmark_index.hpp"

#include <cmath>
#include <cstdint>
#include <shared_mutex>
#include <utility>

#include "analysis/live_components.hpp"
#include "engine/finders/space_finder.hpp"
#include "indexes/common/known_steps.hpp"
#include "indexes/common/section_reader.hpp"
#include "indexes/common/spaces.hpp"
#include "indexes/landmarks/landmark_view.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

constexpr std::uint32_t kMostLandmarks = 255;

template <class Space>
class LandmarkIndex final : public SpaceFinder<LandmarkIndex<Space>, Space, Index> {
  using Self = SpaceFinder<LandmarkIndex<Space>, Space, Index>;
  friend Self;
  friend SpaceFields<LandmarkIndex, Space>;
  friend SpaceRuns<LandmarkIndex>;

 public:
  LandmarkIndex(std::shared_ptr<Space> space, std::uint64_t revision, LandmarkTables tables)
      : Self(std::move(space)), revision_(revision), tables_(std::move(tables)) {}

  std::vector<Section> sections() const override {
    return {section("scale", std::span<const LandmarkScale>(&tables_.scale, 1)),
            section("distances", tables_.distances), section("components", tables_.components)};
  }

  IndexState state() const override {
    const std::shared_lock reading = this->read();
    if (this->space_->revision() == revision_) return IndexState::current;
    return fits() ? IndexState::weaker : IndexState::stale;
  }
  double edited() const override {
    const std::shared_lock reading = this->read();
    return this->space_->revision() == revision_ ? 0.0 : edited_share(*this->space_, revision_);
  }

 private:
  // Landmarks guide only forwards, and only to a goal.
  static constexpr Capabilities kCapabilities{.reversible = false, .one_to_all = false};
  using OneWayStacks = Stacks<LandmarkView<UniformGridView>, LandmarkView<CostGridView>, LandmarkView<RegularGridView>,
                              LandmarkView<GraphView>>;

  template <class Body>
  decltype(auto) view_of(Node goal, const Settings& settings, Body&& body) const {
    return guided(goal, goal, settings, body);
  }

  template <class Body>
  decltype(auto) with_view(Node start, Node goal, const Settings& settings, Body&& body) const {
    return guided(start, goal, settings, body);
  }

  template <class Body>
  decltype(auto) guided(Node start, Node goal, const Settings& settings, Body&& body) const {
    return pathstar::view_of(*this->space_, goal, own_heuristic(*this->space_), settings.weight, [&](const auto& view) {
      if (!fits()) return body(AnyView(view));
      return body(LandmarkView(view, tables_, start, goal, settings.weight));
    });
  }

  Status trivial_status(Node start, Node goal) const {
    if (const Status known = this->blocked(start, goal); known != Status::running) return known;
    if (start == goal) return Status::found;
    if (!fits()) return Status::running;
    const bool apart = tables_.components[start] != tables_.components[goal] || tables_.apart(start, goal);
    return apart ? Status::no_path : Status::running;
  }
  void not_found() const noexcept {}

  // The bounds are consistent.
  double consistency_factor(const Settings& settings) const noexcept { return settings.weight; }
  CornerRule rule() const noexcept { return rule_of(*this->space_); }
  Extent extent() const noexcept override { return extent_of(*this->space_); }

  // As long as steps only get more expensive or disappear, no path gets cheaper, and the distances stay lower bounds.
  bool fits() const noexcept { return this->space_->fell_at() <= revision_; }
  bool may_go_on(std::uint64_t since) const noexcept { return fits() || this->space_->fell_at() <= since; }

  std::uint64_t revision_;
  LandmarkTables tables_;
};

bool is_power_of_two(double number) noexcept {
  int exponent;
  return std::frexp(number, &exponent) == 0.5;
}

}  // namespace

template <class Space>
std::shared_ptr<Index> build_landmarks(std::shared_ptr<Space> space, const LandmarkOptions& options,
                                       const Progress& progress) {
  const auto [copy, revision] = snapshot_of(*space);
  LandmarkTables tables;
  const auto steps = [](const auto& view) { return KnownSteps(AnyView(view)); };
  const KnownSteps forward = view_of(*copy, kNoNode, HeuristicKind::zero, 0.0, steps);
  const KnownSteps backward = back_view_of(*copy, kNoNode, HeuristicKind::zero, 0.0, steps);
  const Outcome outcome = build_landmark_tables(forward, backward, component_labels(*copy), options, progress, tables);
  if (outcome != Outcome::done) return nullptr;
  return std::make_shared<LandmarkIndex<Space>>(std::move(space), revision, std::move(tables));
}

template <class Space>
std::shared_ptr<Index> open_landmarks(std::shared_ptr<Space> space, const std::vector<Section>& sections) {
  SectionReader reader(sections);
  const auto scale = reader.read<LandmarkScale>("scale");
  require(scale.size() == 1 && std::isnormal(scale[0].unit) && is_power_of_two(scale[0].unit), "scale");
  require(scale[0].most_key_increase >= 0 && std::isfinite(scale[0].most_key_increase), "scale");
  require(scale[0].landmarks >= 1 && scale[0].landmarks <= kMostLandmarks && scale[0].two_way <= 1, "scale");
  LandmarkTables tables{scale[0], reader.read<std::uint32_t>("distances"), reader.read<std::int32_t>("components"), {}};
  reader.require_all_read();
  const std::shared_lock reading(space->mutex());
  require(tables.distances.size() == std::size_t{space->size()} * tables.columns(), "distances");
  require(tables.components.size() == space->size(), "components");
  return std::make_shared<LandmarkIndex<Space>>(space, space->revision(), std::move(tables));
}

template std::shared_ptr<Index> build_landmarks(std::shared_ptr<Grid>, const LandmarkOptions&, const Progress&);
template std::shared_ptr<Index> build_landmarks(std::shared_ptr<Graph>, const LandmarkOptions&, const Progress&);
template std::shared_ptr<Index> build_landmarks(std::shared_ptr<RegularGrid>, const LandmarkOptions&, const Progress&);
template std::shared_ptr<Index> open_landmarks(std::shared_ptr<Grid>, const std::vector<Section>&);
template std::shared_ptr<Index> open_landmarks(std::shared_ptr<Graph>, const std::vector<Section>&);
template std::shared_ptr<Index> open_landmarks(std::shared_ptr<RegularGrid>, const std::vector<Section>&);

}  // namespace pathstar
