#include "engine/any_angle/any_angle_finder.hpp"

#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "engine/any_angle/anya.hpp"
#include "engine/any_angle/box_sight.hpp"
#include "engine/any_angle/square_sight.hpp"
#include "engine/any_angle/theta.hpp"
#include "engine/driver/drive.hpp"
#include "engine/driver/limits.hpp"

namespace pathstar {
namespace {

// The squares over which searches follow lines: `ground` has the walls, `grid` the costs for a unit.
class Squares {
 public:
  Squares(std::shared_ptr<Grid> ground, std::shared_ptr<Grid> grid, Unit unit, AnyAngle kind)
      : ground_(std::move(ground)), grid_(std::move(grid)), unit_(unit), kind_(kind) {}

  // Both grids in their present state.
  class Lock {
   public:
    explicit Lock(const Squares& squares) {
      squares.ground_->catch_up();
      squares.grid_->catch_up();
      ground_ = std::shared_lock(squares.ground_->mutex());
      if (squares.grid_ != squares.ground_) grid_ = std::shared_lock(squares.grid_->mutex());
    }

   private:
    std::shared_lock<SpaceMutex> ground_;
    std::shared_lock<SpaceMutex> grid_;
  };

  Extent extent() const noexcept { return {grid_->width(), grid_->height()}; }
  CornerRule rule() const noexcept { return {grid_->width(), grid_->moves().directions == 8}; }
  const Grid& cells() const noexcept { return *grid_; }
  // If true, a recorder is an IntervalRecorder.
  bool over_intervals() const noexcept { return kind_ == AnyAngle::anya; }

  // Null if it was stopped.
  std::unique_ptr<Search> begin(Node start, Node goal, const Settings& settings,
                                const std::shared_ptr<Recorder>& recorder, const Stop& stop) {
    if (over_intervals()) {
      if (!runs_.follow(*grid_, stop)) return nullptr;
      return anya_search(*grid_, runs_, start, goal, settings, anya_pool_,
                         std::static_pointer_cast<IntervalRecorder>(recorder));
    }
    const SquareSight sight(*ground_, *grid_, unit_);
    return theta_search(sight, start, goal, kind_ == AnyAngle::lazy_theta, settings, theta_pool_, recorder.get());
  }

 private:
  std::shared_ptr<Grid> ground_;
  std::shared_ptr<Grid> grid_;
  Unit unit_;
  AnyAngle kind_;
  FreeRuns runs_;
  AnyaPool anya_pool_;
  ThetaPool theta_pool_;
};

// The same for boxes.
class Boxes {
 public:
  Boxes(std::shared_ptr<RegularGrid> boxes, AnyAngle kind)
      : boxes_(std::move(boxes)), lazy_(kind == AnyAngle::lazy_theta) {
    if (kind == AnyAngle::anya) throw Unsupported("anya needs squares");
  }

  class Lock {
   public:
    explicit Lock(const Boxes& boxes) {
      boxes.boxes_->catch_up();
      lock_ = std::shared_lock(boxes.boxes_->mutex());
    }

   private:
    std::shared_lock<SpaceMutex> lock_;
  };

  Extent extent() const noexcept { return {}; }
  CornerRule rule() const noexcept { return {}; }
  const RegularGrid& cells() const noexcept { return *boxes_; }
  static constexpr bool over_intervals() noexcept { return false; }

  std::unique_ptr<Search> begin(Node start, Node goal, const Settings& settings,
                                const std::shared_ptr<Recorder>& recorder, const Stop&) {
    const RegularGridPlan& plan = boxes_->plan();
    const bool plain = !plan.wrap_x && !plan.wrap_y && plan.portals.empty() && plan.exits.empty() &&
                       plan.closed.empty() && plan.rules == nullptr && plan.tiling == Tiling::square;
    if (!plain)
      throw Unsupported("lines in any direction do not follow portals, stairs, one-way steps and other links");
    return theta_search(BoxSight(*boxes_), start, goal, lazy_, settings, pool_, recorder.get());
  }

 private:
  std::shared_ptr<RegularGrid> boxes_;
  bool lazy_;
  ThetaPool pool_;
};

template <class Ground>
class AnyAngleFinder final : public Finder {
 public:
  template <class... Parts>
  explicit AnyAngleFinder(Parts&&... parts) : ground_(std::forward<Parts>(parts)...) {}

  Extent extent() const noexcept override { return ground_.extent(); }

  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    const auto called = std::chrono::steady_clock::now();
    const Lock reading(ground_);
    const std::unique_ptr<Search> search = begin(start, goal, settings, nullptr, poll);
    if (search == nullptr) return {};
    WorkTime time(settings.max_seconds);
    TimedWork work(*search, time);
    drive(work, poll, kExpansionsPerPoll / 16);
    PathResult result = finish(*search, settings);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - called).count();
    return result;
  }

  std::unique_ptr<Search> search(Node start, Node goal, const Settings& settings) override {
    return stepped(start, goal, settings, nullptr);
  }

  std::unique_ptr<Search> record(Node start, Node goal, const Settings& settings,
                                 std::shared_ptr<Recorder> recorder) override {
    if (ground_.over_intervals()) throw Unsupported("anya closes intervals, not cells");
    return stepped(start, goal, settings, std::move(recorder));
  }

  std::unique_ptr<Search> record_intervals(Node start, Node goal, const Settings& settings,
                                           std::shared_ptr<IntervalRecorder> recorder) {
    if (!ground_.over_intervals()) throw Unsupported("only anya closes intervals");
    return stepped(start, goal, settings, std::move(recorder));
  }

  Field field(const FieldQuery&, const FieldLimits&, const Poll&, FieldState*) override { refuse(); }
  PathResult record_field(const FieldQuery&, const FieldLimits&, Recorder&, const Poll&) override { refuse(); }
  OpenKind open_kind(const Settings&) const override { return OpenKind::heap; }
  OpenKind open_order(const Settings&) const override { return OpenKind::heap; }

 private:
  using Lock = typename Ground::Lock;

  // A search to step by hand; it begins again after an edit. Only one thread at a time may use it.
  class Stepped final : public Search {
   public:
    Stepped(std::shared_ptr<AnyAngleFinder> finder, Node start, Node goal, const Settings& settings,
            std::shared_ptr<Recorder> recorder)
        : finder_(std::move(finder)),
          start_(start),
          goal_(goal),
          settings_(settings),
          recorder_(std::move(recorder)),
          time_(settings.max_seconds) {
      const Lock reading(finder_->ground_);
      renew();
    }

    Status step(std::uint64_t budget) override {
      const std::scoped_lock turn(turn_);
      if (search_->status() != Status::running) return now();
      const Lock reading(finder_->ground_);
      if (finder_->ground_.cells().revision() != revision_) {
        ++restarts_;
        if (recorder_) recorder_->add(EventType::restart, start_, kNoNode, 0.0, 0.0);
        renew();
      }
      time_.step(*search_, budget);
      return now();
    }
    void stop() override {
      const std::scoped_lock turn(turn_);
      search_->stop();
    }
    Status status() const override {
      const std::scoped_lock turn(turn_);
      return now();
    }
    PathResult result() const override {
      const std::scoped_lock turn(turn_);
      return found();
    }

   private:
    Status now() const { return search_->status() == Status::found ? found().status : search_->status(); }
    PathResult found() const {
      PathResult result = finder_->finish(*search_, settings_);
      result.revision = revision_;
      result.stats.restarts = restarts_;
      return result;
    }
    void renew() {
      revision_ = finder_->ground_.cells().revision();
      search_ = finder_->begin(start_, goal_, settings_, recorder_, never_stop);
    }

    std::shared_ptr<AnyAngleFinder> finder_;
    Node start_;
    Node goal_;
    Settings settings_;
    std::shared_ptr<Recorder> recorder_;  // null unless the search is recorded
    WorkTime time_;
    mutable std::mutex turn_;
    std::unique_ptr<Search> search_;
    std::uint64_t revision_ = 0;
    std::uint64_t restarts_ = 0;
  };

  std::unique_ptr<Search> stepped(Node start, Node goal, const Settings& settings, std::shared_ptr<Recorder> recorder) {
    auto self = std::static_pointer_cast<AnyAngleFinder>(shared_from_this());
    return std::make_unique<Stepped>(std::move(self), start, goal, settings, std::move(recorder));
  }

  std::unique_ptr<Search> begin(Node start, Node goal, const Settings& settings,
                                const std::shared_ptr<Recorder>& recorder, const Stop& stop) {
    require_nodes(start, goal, ground_.cells().size());
    if (!ground_.cells().walkable(start)) return std::make_unique<SettledSearch>(Status::blocked_start);
    if (!ground_.cells().walkable(goal)) return std::make_unique<SettledSearch>(Status::blocked_goal);
    return ground_.begin(start, goal, settings, recorder, stop);
  }

  PathResult finish(const Search& search, const Settings& settings) const {
    PathResult result = search.result();
    result.rule = ground_.rule();
    result.revision = ground_.cells().revision();
    return within_cost(std::move(result), settings.max_cost);
  }

  [[noreturn]] static void refuse() { throw Unsupported("a search in any direction finds one line at a time"); }

  Ground ground_;
};

}  // namespace

std::shared_ptr<Finder> make_any_angle_finder(std::shared_ptr<Grid> ground, std::shared_ptr<Grid> grid, Unit unit,
                                              AnyAngle kind) {
  return std::make_shared<AnyAngleFinder<Squares>>(std::move(ground), std::move(grid), unit, kind);
}

std::unique_ptr<Search> record_intervals(Finder& finder, Node start, Node goal, const Settings& settings,
                                         std::shared_ptr<IntervalRecorder> recorder) {
  auto* const over_squares = dynamic_cast<AnyAngleFinder<Squares>*>(&finder);
  if (over_squares == nullptr) throw Unsupported("only anya closes intervals");
  return over_squares->record_intervals(start, goal, settings, std::move(recorder));
}

std::shared_ptr<Finder> make_any_angle_finder(std::shared_ptr<RegularGrid> boxes, AnyAngle kind) {
  return std::make_shared<AnyAngleFinder<Boxes>>(std::move(boxes), kind);
}

}  // namespace pathstar
