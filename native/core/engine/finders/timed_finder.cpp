// Searches on regular grids whose cells are taken at times.
//
// A finder of its own: what others share are loops that know no time (from both ends, back from a goal, spur paths).
#include <chrono>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <utility>

#include "engine/driver/kept_search.hpp"
#include "engine/driver/run.hpp"
#include "engine/driver/workspaces.hpp"
#include "engine/finders/finder.hpp"
#include "engine/finders/known_components.hpp"
#include "engine/searches/best_first.hpp"
#include "spaces/layers/timed_view.hpp"

namespace pathstar {
namespace {

constexpr std::uint64_t kExpansionsPerPoll = 1 << 14;

class TimedFinder final : public Finder {
 public:
  explicit TimedFinder(std::shared_ptr<Timed> space)
      : space_(std::move(space)), workspaces_(std::make_shared<Workspaces>()) {}

  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    const auto called = std::chrono::steady_clock::now();
    std::shared_lock reading = read();
    const TimedView view = view_of(goal, settings);
    PathResult result;
    result.status = trivial_status(start, goal, view.begin());
    if (result.status == Status::running) {
      InlineStorage storage;
      const SearchPtr run = begin(view, start, goal, settings, nullptr, &storage);
      while (run->step(kExpansionsPerPoll) == Status::running && !poll()) {
      }
      result = run->result();
      reading.unlock();
      if (result.status == Status::no_path) components_.not_found(space_->ground());
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - called).count();
    return result;
  }

  std::unique_ptr<Search> search(Node start, Node goal, const Settings& settings) override {
    return keep({start, goal, settings}, nullptr);
  }

  std::unique_ptr<Search> record(Node start, Node goal, const Settings& settings,
                                 std::shared_ptr<Recorder> recorder) override {
    return keep({start, goal, settings}, std::move(recorder));
  }

  void costs_from(Node, std::span<const Node>, const Poll&, std::span<double>) override { refuse(); }
  Field field(std::span<const Node>, bool, const Poll&) override { refuse(); }
  PathResult spur_path(Node, const Settings&, const SpurPath&, const Poll&) override { refuse(); }

  OpenKind open_kind(const Settings& settings) const override {
    const std::shared_lock reading = read();
    return Engine::open_kind(view_of(0, settings), settings, consistency_factor(settings));
  }
  OpenKind open_order(const Settings& settings) const override {
    const std::shared_lock reading(space_->mutex());
    return Engine::open_order(view_of(0, settings), settings, consistency_factor(settings));
  }

  // The same search from the beginning, in the space as it is now; its caller holds the lock. Makes the run, or answers
  // what is known without one.
  std::optional<PathResult> begin_again(const Query& query, Recorder* recorder, SearchPtr& run) {
    const TimedView view = view_of(query.goal, query.settings);
    PathResult known;
    known.status = recorder == nullptr ? trivial_status(query.start, query.goal, view.begin())
                                       : blocked(query.start, query.goal, view.begin());
    if (known.status != Status::running) return known;
    run = begin(view, query.start, query.goal, query.settings, recorder, nullptr);
    return std::nullopt;
  }

  Timed& space() const noexcept { return *space_; }

 private:
  using Engine = BestFirst<TimedView, MaybeRecorder>;

  [[noreturn]] static void refuse() { throw Unsupported("on a Timed there is one search for each start and goal"); }

  TimedView view_of(Node goal, const Settings& settings) const {
    return TimedView(*space_, goal, settings.heuristic, settings.weight);
  }
  double consistency_factor(const Settings& settings) const noexcept {
    return settings.weight * space_->ground().norms().consistency_factor(settings.heuristic);
  }

  Status blocked(Node start, Node goal, double now) const {
    const RegularGrid& ground = space_->ground();
    if (!ground.walkable(start) || space_->slot_at(start, now) == kNoNode) return Status::blocked_start;
    return ground.walkable(goal) && space_->can_stay(goal, now) ? Status::running : Status::blocked_goal;
  }

  // What can be said without a search. Where no path leads there is none at any time.
  Status trivial_status(Node start, Node goal, double now) {
    const Status known = blocked(start, goal, now);
    return known == Status::running && components_.apart(space_->ground(), start, goal) ? Status::no_path : known;
  }

  SearchPtr begin(const TimedView& view, Node start, Node goal, const Settings& settings, Recorder* recorder,
                  InlineStorage* storage) {
    const Node first = space_->slot_at(start, view.begin());
    const double factor = consistency_factor(settings);
    return make_run<Engine>(
        storage, std::pair(workspaces_->of<double>().take(), MaybeRecorder(recorder)),
        [&](auto& own) { return Engine(view, first, goal, settings, factor, *own.first, own.second); });
  }

  std::unique_ptr<Search> keep(const Query& query, std::shared_ptr<Recorder> recorder) {
    const std::shared_lock reading = read();
    SearchPtr run;
    if (const auto known = begin_again(query, recorder.get(), run)) return std::make_unique<SettledSearch>(*known);
    return std::make_unique<KeptSearch<TimedFinder>>(std::static_pointer_cast<TimedFinder>(shared_from_this()), query,
                                                     std::move(recorder), std::move(run));
  }

  std::shared_lock<SpaceMutex> read() const {
    space_->catch_up();
    return std::shared_lock(space_->mutex());
  }

  std::shared_ptr<Timed> space_;
  std::shared_ptr<Workspaces> workspaces_;
  KnownComponents<RegularGrid> components_;
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Timed> space) {
  return std::make_shared<TimedFinder>(std::move(space));
}

}  // namespace pathstar
