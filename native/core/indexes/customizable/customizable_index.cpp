#include "indexes/customizable/customizable_index.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "engine/driver/answer.hpp"
#include "engine/driver/pool.hpp"
#include "indexes/common/known_steps.hpp"
#include "indexes/common/section_reader.hpp"
#include "indexes/common/spaces.hpp"
#include "indexes/customizable/frame.hpp"
#include "indexes/customizable/live_costs.hpp"
#include "indexes/customizable/order/dissection.hpp"
#include "indexes/customizable/query/customizable_query.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

template <class Space>
KnownSteps steps_of(const Space& space) {
  return view_of(space, kNoNode, HeuristicKind::zero, 0.0, [](const auto& view) { return KnownSteps(AnyView(view)); });
}

// The places of the vertices, for their separators.
Places places_of(const Grid& grid, std::span<const Node> nodes) {
  Places places{2, {}};
  for (const Node node : nodes) {
    places.numbers.push_back(static_cast<std::int32_t>(node % grid.width()));
    places.numbers.push_back(static_cast<std::int32_t>(node / grid.width()));
  }
  return places;
}
Places places_of(const RegularGrid& regular_grid, std::span<const Node> nodes) {
  Places places{regular_grid.depth() == 1 ? 2u : 3u, {}};
  for (const Node node : nodes) {
    const Offset cell = regular_grid.cell(node);
    places.numbers.insert(places.numbers.end(), {cell.dx, cell.dy});
    if (places.dimensions == 3) places.numbers.push_back(cell.dz);
  }
  return places;
}
Places places_of(const Graph&, std::span<const Node>) { return {}; }

template <class Space>
class CustomizableIndex final : public LookUp {
 public:
  CustomizableIndex(std::shared_ptr<Space> space, std::uint64_t revision, std::shared_ptr<const Frame> frame,
                    LiveCosts live, unsigned threads)
      : LookUp(space),
        space_(std::move(space)),
        frame_(std::move(frame)),
        live_(std::move(live)),
        threads_(threads),
        built_at_(revision),
        stands_at_(revision) {}

  const std::shared_ptr<const Frame>& frame() const noexcept { return frame_; }

  Extent extent() const noexcept override { return extent_of(*space_); }

  std::vector<Section> sections() const override {
    const std::shared_lock reading = read();
    follow(never_stop);
    std::vector<Section> sections = frame_->tables().sections();
    for (Section& one : live_.sections()) sections.push_back(std::move(one));
    return sections;
  }

  double edited() const override {
    const std::shared_lock reading = read();
    return follow(never_stop) ? 0.0 : edited_share(*space_, built_at_);
  }

 private:
  std::shared_lock<SpaceMutex> read() const override {
    space_->catch_up();
    return std::shared_lock(space_->mutex());
  }

  // Updates the costs after edits. False if the order does not know all steps of the space, or if the poll stopped it.
  bool follow(const Poll& poll) const override {
    if (stands_at_.load(std::memory_order_acquire) != space_->revision()) {
      // No thread reads the costs now: all that hold the space's lock at this revision wait here.
      const std::lock_guard one(following_);
      if (stands_at_.load(std::memory_order_relaxed) != space_->revision() && !repair(poll)) return false;
    }
    return live_.complete();
  }

  bool repair(const Poll& poll) const {
    const KnownSteps steps = steps_of(*space_);
    std::vector<Node> edited, near;
    const bool known = !torn_ && space_->edited_since(stands_at_, edited);
    for (const Node node : edited) space_->each_near(node, [&](Node other) { near.push_back(other); });
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    torn_ = true;
    if (!(known ? live_.follow(steps, near, threads_, poll) : live_.follow_all(steps, threads_, poll))) return false;
    torn_ = false;
    stands_at_.store(space_->revision(), std::memory_order_release);
    return true;
  }

  PathResult look_up(Node start, Node goal, const Poll&) const override { return found(start, goal, Wanted::path); }
  PathResult look_up_cost(Node start, Node goal, const Poll&) const override {
    return found(start, goal, Wanted::cost);
  }

  void look_up_costs(Node start, std::span<const Node> goals, const Poll& poll,
                     std::span<double> costs) const override {
    std::fill(costs.begin(), costs.end(), kNoArcCost);
    if (!space_->walkable(start)) return;
    const auto query = take_query();
    query->begin_at(live_.ground(), start);
    for (std::size_t i = 0; i < goals.size(); ++i) {
      if (i % kGoalsPerPoll == 0 && poll()) return;
      if (!space_->walkable(goals[i])) continue;
      costs[i] = goals[i] == start ? 0.0 : query->cost_to(live_.ground(), goals[i]);
    }
  }

  Pool<CustomizableQuery>::Lease take_query() const {
    return queries_.take([this] { return std::make_unique<CustomizableQuery>(*frame_); });
  }

  PathResult found(Node start, Node goal, Wanted wanted) const {
    PathResult result;
    result.revision = stands_at_.load(std::memory_order_relaxed);
    result.rule = rule_of(*space_);
    if (!space_->walkable(start) || !space_->walkable(goal)) {
      result.status = space_->walkable(start) ? Status::blocked_goal : Status::blocked_start;
      return result;
    }
    if (start == goal) return written({start}, std::move(result));
    const auto query = take_query();
    if (query->cost(live_.ground(), start, goal, result.stats) == kNoArcCost) {
      result.status = Status::no_path;
      return result;
    }
    result = written(query->path(live_.ground(), steps_of(*space_)), std::move(result));
    if (wanted == Wanted::cost) result.corners.clear();
    return result;
  }

  PathResult written(std::vector<Node> chain, PathResult result) const {
    result.status = Status::found;
    view_of(*space_, chain.back(), HeuristicKind::zero, 0.0,
            [&](const auto& view) { write_answer(view, std::move(chain), result); });
    return result;
  }

  std::shared_ptr<Space> space_;
  std::shared_ptr<const Frame> frame_;
  mutable LiveCosts live_;
  unsigned threads_;
  std::uint64_t built_at_;
  mutable std::mutex following_;
  mutable std::atomic<std::uint64_t> stands_at_;
  mutable bool torn_ = false;  // a repair was stopped half-way
  mutable Pool<CustomizableQuery> queries_;
};

// The order and its consequences, from the links alone.
template <class Space>
Outcome build_order(const Space& space, const CustomizableOptions& options, const Progress& progress,
                    FrameTables& made) {
  SpaceLinks links;
  if (!find_links(steps_of(space), part_of(progress, 0.0, 0.05), links)) return Outcome::stopped;
  BlockOrder order;
  const Places places = places_of(space, links.nodes);
  if (!dissect(links.links, places, options.threads, part_of(progress, 0.05, 0.4), order)) return Outcome::stopped;
  return build_frame(links, order, options.most_bytes, part_of(progress, 0.4, 0.5), made);
}

// The frame of another index. It owns its memory, so that it may outlive that index.
template <class Space>
std::shared_ptr<const Frame> frame_of(const Index& order, const Space& space) {
  const auto* index = dynamic_cast<const CustomizableIndex<Space>*>(&order);
  if (index == nullptr) throw WrongOrder("it is not a customizable index of such a space");
  const std::shared_ptr<const Frame>& frame = index->frame();
  if (frame->nodes_of_space() > space.size()) throw WrongOrder("it is of a larger space");
  if (frame->tables().owner != nullptr) return frame;
  return std::make_shared<const Frame>(copy_of(frame->tables()), frame->nodes_of_space());
}

// The nodes with steps unknown to the frame.
std::vector<Node> foreign_nodes(const Frame& frame, const KnownSteps& steps) {
  std::vector<Node> foreign;
  std::vector<KnownStep> known;
  for (Node node = 0; node < steps.nodes(); ++node) {
    if (!frame.knows(steps, node, known)) foreign.push_back(node);
  }
  return foreign;
}

}  // namespace

template <class Space>
std::shared_ptr<Index> build_customizable(std::shared_ptr<Space> space, const CustomizableOptions& options,
                                          const Progress& progress) {
  const auto [copy, revision] = snapshot_of(*space);
  std::shared_ptr<const Frame> frame;
  std::vector<Node> foreign;
  if (options.order != nullptr) {
    frame = frame_of(*options.order, *copy);
    foreign = foreign_nodes(*frame, steps_of(*copy));
    if (frame->arcs() * kBytesPerArc > options.most_bytes) return nullptr;
  } else {
    FrameTables tables;
    if (build_order(*copy, options, progress, tables) != Outcome::done) return nullptr;
    frame = std::make_shared<const Frame>(std::move(tables), copy->size());
  }
  auto costs = std::make_shared<OwnedArcCosts>();
  if (!fill_arc_costs(*frame, steps_of(*copy), options.threads, part_of(progress, 0.5, 1.0), *costs)) return nullptr;
  LiveCosts live(*frame, std::move(costs));
  live.restore(steps_of(*copy), foreign);
  if (!live.complete()) throw WrongOrder("its order lacks too many steps of this space");
  return std::make_shared<CustomizableIndex<Space>>(std::move(space), revision, std::move(frame), std::move(live),
                                                    options.threads);
}

template <class Space>
std::shared_ptr<Index> open_customizable(std::shared_ptr<Space> space, const std::vector<Section>& sections) {
  SectionReader reader(sections);
  const FrameTables tables = FrameTables::of(reader);
  const ArcCosts costs{reader.read<double>("up"), reader.read<double>("down"), reader.read<ArcHint>("up_hints"),
                       reader.read<ArcHint>("down_hints")};
  const auto foreign = reader.read<Node>("foreign");
  reader.require_all_read();
  const std::shared_lock reading(space->mutex());
  Frame::check(tables, space->size());
  auto frame = std::make_shared<const Frame>(tables, space->size());
  check_arc_costs(*frame, costs);
  require_below(foreign, space->size(), "foreign");
  LiveCosts live(*frame, costs);
  live.restore(steps_of(*space), foreign);
  return std::make_shared<CustomizableIndex<Space>>(space, space->revision(), std::move(frame), std::move(live), 1u);
}

template std::shared_ptr<Index> build_customizable(std::shared_ptr<Grid>, const CustomizableOptions&, const Progress&);
template std::shared_ptr<Index> build_customizable(std::shared_ptr<Graph>, const CustomizableOptions&, const Progress&);
template std::shared_ptr<Index> build_customizable(std::shared_ptr<RegularGrid>, const CustomizableOptions&,
                                                   const Progress&);
template std::shared_ptr<Index> open_customizable(std::shared_ptr<Grid>, const std::vector<Section>&);
template std::shared_ptr<Index> open_customizable(std::shared_ptr<Graph>, const std::vector<Section>&);
template std::shared_ptr<Index> open_customizable(std::shared_ptr<RegularGrid>, const std::vector<Section>&);

}  // namespace pathstar
