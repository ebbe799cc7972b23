// Searches on spaces whose cells are held at times.
//
// A finder of its own: what others share are loops that know no time (from both ends, back from a goal, spur paths).
#include <chrono>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <utility>
#include <variant>

#include "engine/driver/kept_search.hpp"
#include "engine/driver/run.hpp"
#include "engine/driver/workspaces.hpp"
#include "engine/finders/finder.hpp"
#include "engine/searches/best_first.hpp"
#include "spaces/layers/timed_view.hpp"

namespace pathstar {
namespace {

constexpr std::uint64_t kExpansionsPerPoll = 1 << 14;

template <class Mover>
class TimedFinder final : public Finder {
 public:
  // mover: that of the space.
  TimedFinder(std::shared_ptr<Timed> space, const Mover& mover)
      : space_(std::move(space)),
        mover_(mover),
        cells_(make_finder(mover.cells())),
        workspaces_(std::make_shared<Workspaces>()) {}

  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    const auto called = std::chrono::steady_clock::now();
    std::shared_lock reading = read();
    const View view = view_of(goal, settings);
    PathResult result;
    result.status = trivial_status(view, start, goal);
    if (result.status == Status::running) {
      InlineStorage storage;
      const SearchPtr run = begin(view, start, goal, settings, nullptr, &storage);
      while (run->step(kExpansionsPerPoll) == Status::running && !poll()) {
      }
      result = run->result();
      result.revision = space_->revision();
      reading.unlock();
      if (result.status == Status::no_path) cells_->note_no_path();
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
    const std::shared_lock reading = read();
    return Engine::open_order(view_of(0, settings), settings, consistency_factor(settings));
  }

  // The same search from the beginning, in the space as it is now; its caller holds the lock. Makes the run, or answers
  // what is known without one.
  std::optional<PathResult> begin_again(const Query& query, Recorder* recorder, SearchPtr& run) {
    const View view = view_of(query.goal, query.settings);
    PathResult known;
    known.status =
        recorder == nullptr ? trivial_status(view, query.start, query.goal) : blocked(view, query.start, query.goal);
    if (known.status != Status::running) return known;
    run = begin(view, query.start, query.goal, query.settings, recorder, nullptr);
    return std::nullopt;
  }

  Timed& space() const noexcept { return *space_; }

 private:
  using View = TimedView<Mover>;
  using Engine = BestFirst<View, MaybeRecorder>;

  [[noreturn]] static void refuse() { throw Unsupported("on a Timed there is one search for each start and goal"); }

  View view_of(Node goal, const Settings& settings) const {
    return View(*space_, mover_, goal, settings.heuristic, settings.weight);
  }
  double consistency_factor(const Settings& settings) const {
    return settings.weight > 0 ? settings.weight * mover_.consistency_factor(settings.heuristic) : 0.0;
  }

  Status blocked(const View& view, Node start, Node goal) const {
    const auto& space = mover_.space();
    if (!space.walkable(start) || view.slot_at(start, view.begin()) == kNoNode) return Status::blocked_start;
    return space.walkable(goal) && view.can_stay(goal) ? Status::running : Status::blocked_goal;
  }

  // What can be said without a search. Where no path leads there is none at any time.
  Status trivial_status(const View& view, Node start, Node goal) {
    const Status known = blocked(view, start, goal);
    const bool apart = known == Status::running && cells_->apart(mover_.cell(start), mover_.cell(goal));
    return apart ? Status::no_path : known;
  }

  SearchPtr begin(const View& view, Node start, Node goal, const Settings& settings, Recorder* recorder,
                  InlineStorage* storage) {
    const Node first = view.slot_at(start, view.begin());
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
  Mover mover_;
  std::shared_ptr<Finder> cells_;  // which knows where no path leads
  std::shared_ptr<Workspaces> workspaces_;
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Timed> space) {
  return std::visit(
      [&]<class Mover>(const Mover& mover) -> std::shared_ptr<Finder> {
        return std::make_shared<TimedFinder<Mover>>(space, mover);
      },
      space->mover());
}

}  // namespace pathstar
