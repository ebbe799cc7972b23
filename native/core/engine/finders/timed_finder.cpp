// Searches on spaces with reserved times.
//
// It is a separate finder because the others share loops without times (from both ends, back from a goal, spur paths).
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/driver/drive.hpp"
#include "engine/driver/kept_search.hpp"
#include "engine/driver/limits.hpp"
#include "engine/driver/run.hpp"
#include "engine/driver/workspaces.hpp"
#include "engine/finders/finder.hpp"
#include "engine/finders/known_components.hpp"
#include "engine/searches/best_first.hpp"
#include "spaces/layers/timed_view.hpp"

namespace pathstar {
namespace {

constexpr std::uint64_t kTimedPerPoll = 1 << 14;

class TimedFinder final : public Finder {
  template <class Body>
  decltype(auto) with_view(const Timed::Moment& moment, Node goal, const Settings& settings, Body&& body) const {
    return view_of(*space_, moment, goal, settings.heuristic, settings.weight, body);
  }

  // Calls body(ground) with the space's cells.
  template <class Body>
  decltype(auto) over_cells(Body&& body) const {
    return space_->over([&]<class Space>(const Space& space) -> decltype(auto) {
      if constexpr (std::is_same_v<Space, Turning>) {
        return space.over(body);
      } else {
        return body(space);
      }
    });
  }

 public:
  explicit TimedFinder(std::shared_ptr<Timed> space)
      : space_(std::move(space)), workspaces_(std::make_shared<Workspaces>()) {}

  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    std::shared_lock reading = read();
    PathResult result = find_locked(space_->moment(), start, goal, settings, poll);
    reading.unlock();
    if (searched_in_vain(result)) not_found();
    return result;
  }

  std::unique_ptr<Finder::Held> hold(const Poll&) override { return std::make_unique<HeldMoment>(*this); }

  std::unique_ptr<Search> search(Node start, Node goal, const Settings& settings) override {
    return keep({start, goal, settings}, nullptr);
  }

  std::unique_ptr<Search> record(Node start, Node goal, const Settings& settings,
                                 std::shared_ptr<Recorder> recorder) override {
    return keep({start, goal, settings}, std::move(recorder));
  }

  Field field(const FieldQuery&, const FieldLimits&, const Poll&, FieldState*) override { refuse(); }
  PathResult record_field(const FieldQuery&, const FieldLimits&, Recorder&, const Poll&) override { refuse(); }

  OpenKind open_kind(const Settings& settings) const override {
    const std::shared_lock reading = read();
    return with_view(space_->moment(), 0, settings, [&]<class View>(const View& view) {
      return OpenListPlan(view, settings, consistency_factor(settings)).kind();
    });
  }
  OpenKind open_order(const Settings& settings) const override {
    const std::shared_lock reading = read();
    return with_view(space_->moment(), 0, settings, [&]<class View>(const View& view) {
      return OpenListPlan(view, settings, consistency_factor(settings)).order();
    });
  }

  // The same search from the beginning, with the present space and reservations; its caller holds the lock.
  std::optional<PathResult> begin_again(const Query& query, Recorder* recorder, Begun& begun) {
    return begin_at(space_->moment(), query, recorder, nullptr, begun.run);
  }

  Timed& space() const noexcept { return *space_; }

 private:
  // The cells and the reservations as they are while this lives.
  class HeldMoment final : public Finder::Held {
   public:
    explicit HeldMoment(TimedFinder& finder)
        : finder_(finder), reading_(finder.read()), moment_(finder.space_->moment()) {}
    ~HeldMoment() override {
      reading_.unlock();
      if (in_vain_) finder_.not_found();
    }

    PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
      PathResult result = finder_.find_locked(moment_, start, goal, settings, poll);
      if (searched_in_vain(result)) in_vain_.store(true, std::memory_order_relaxed);
      return result;
    }

   private:
    TimedFinder& finder_;
    std::shared_lock<SpaceMutex> reading_;
    Timed::Moment moment_;
    std::atomic<bool> in_vain_{false};
  };

  // The caller holds the lock.
  PathResult find_locked(const Timed::Moment& moment, Node start, Node goal, const Settings& settings,
                         const Poll& poll) {
    const auto called = std::chrono::steady_clock::now();
    InlineStorage storage;
    SearchPtr run;
    PathResult result;
    if (const auto known = begin_at(moment, {start, goal, settings}, nullptr, &storage, run)) {
      result = *known;
    } else {
      WorkTime time(settings.max_seconds);
      TimedWork work(*run, time);
      drive(work, poll, kTimedPerPoll);
      result = run->result();
      result.revision = space_->revision();
    }
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - called).count();
    return result;
  }

  // Makes the run, or returns what is known without one.
  std::optional<PathResult> begin_at(const Timed::Moment& moment, const Query& query, Recorder* recorder,
                                     InlineStorage* storage, SearchPtr& run) {
    return with_view(moment, query.goal, query.settings, [&](const auto& view) -> std::optional<PathResult> {
      PathResult known;
      known.status =
          recorder == nullptr ? trivial_status(view, query.start, query.goal) : blocked(view, query.start, query.goal);
      known.revision = space_->revision();
      if (known.status != Status::running) return known;
      run = begin(view, query.start, query.goal, query.settings, recorder, storage);
      return std::nullopt;
    });
  }

  [[noreturn]] static void refuse() { throw Unsupported("on a Timed there is one search for each start and goal"); }

  double consistency_factor(const Settings& settings) const {
    return over_cells(
        [&](const auto& cells) { return settings.weight * pathstar::consistency_factor(cells, settings.heuristic); });
  }

  template <class View>
  Status blocked(const View& view, Node start, Node goal) const {
    require_nodes(start, goal, space_->size());
    if (!space_->walkable(start) || view.slot_at(start, view.begin()) == kNoNode) return Status::blocked_start;
    return space_->walkable(goal) && view.can_stay(goal) ? Status::running : Status::blocked_goal;
  }

  // What is known without a search. If there is no path at all, there is none at any time.
  template <class View>
  Status trivial_status(const View& view, Node start, Node goal) {
    if (const Status known = blocked(view, start, goal); known != Status::running) return known;
    const bool apart = over_cells([&]<class Cells>(const Cells& cells) {
      return components<Cells>().apart(cells, ground_node_of(view.cell(start)), ground_node_of(view.cell(goal)));
    });
    return apart ? Status::no_path : Status::running;
  }
  // Called after a search found no path, with no lock held.
  void not_found() {
    over_cells([&]<class Cells>(const Cells& cells) { components<Cells>().not_found(cells); });
  }

  template <class Cells>
  KnownComponents<Cells>& components() noexcept {
    return std::get<KnownComponents<Cells>>(components_);
  }

  template <class View>
  SearchPtr begin(const View& view, Node start, Node goal, const Settings& settings, Recorder* recorder,
                  InlineStorage* storage) {
    using Engine = BestFirst<View, MaybeRecorder>;
    const Node first = view.slot_at(start, view.begin());
    const double factor = consistency_factor(settings);
    return make_run<Engine>(
        storage, std::pair(workspaces_->of<double>().take(), MaybeRecorder(recorder)),
        [&](auto& own) { return Engine(view, first, goal, settings, factor, *own.first, own.second); });
  }

  std::unique_ptr<Search> keep(const Query& query, std::shared_ptr<Recorder> recorder) {
    const std::shared_lock reading = read();
    Begun begun;
    if (const auto known = begin_again(query, recorder.get(), begun)) return std::make_unique<SettledSearch>(*known);
    return std::make_unique<KeptSearch<TimedFinder>>(std::static_pointer_cast<TimedFinder>(shared_from_this()), query,
                                                     std::move(recorder), std::move(begun));
  }

  std::shared_lock<SpaceMutex> read() const {
    space_->catch_up();
    return std::shared_lock(space_->mutex());
  }

  std::shared_ptr<Timed> space_;
  std::shared_ptr<Workspaces> workspaces_;
  std::tuple<KnownComponents<Grid>, KnownComponents<RegularGrid>> components_;
};

}  // namespace

std::shared_ptr<Finder> make_finder(std::shared_ptr<Timed> space) {
  return std::make_shared<TimedFinder>(std::move(space));
}

}  // namespace pathstar
