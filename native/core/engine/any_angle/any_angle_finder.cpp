#include "engine/any_angle/any_angle_finder.hpp"

#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "engine/any_angle/anya.hpp"
#include "engine/any_angle/theta.hpp"
#include "engine/driver/drive.hpp"
#include "engine/driver/limits.hpp"

namespace pathstar {
namespace {

class AnyAngleFinder final : public Finder {
 public:
  AnyAngleFinder(std::shared_ptr<Grid> ground, std::shared_ptr<Grid> grid, Unit unit, AnyAngle kind)
      : ground_(std::move(ground)), grid_(std::move(grid)), unit_(unit), kind_(kind) {}

  Extent extent() const noexcept override { return {grid_->width(), grid_->height()}; }

  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    const auto called = std::chrono::steady_clock::now();
    const Lock reading(*this);
    const std::unique_ptr<Search> search = begin(start, goal, settings);
    WorkTime time(settings.max_seconds);
    TimedWork work(*search, time);
    drive(work, poll, kExpansionsPerPoll / 16);
    PathResult result = finish(*search, settings);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - called).count();
    return result;
  }

  std::unique_ptr<Search> search(Node start, Node goal, const Settings& settings) override {
    auto self = std::static_pointer_cast<AnyAngleFinder>(shared_from_this());
    return std::make_unique<Stepped>(std::move(self), start, goal, settings);
  }

  std::unique_ptr<Search> record(Node, Node, const Settings&, std::shared_ptr<Recorder>) override { refuse(); }
  Field field(const FieldQuery&, const FieldLimits&, const Poll&, FieldState*) override { refuse(); }
  PathResult record_field(const FieldQuery&, const FieldLimits&, Recorder&, const Poll&) override { refuse(); }
  PathResult spur_path(Node, const Settings&, const SpurPath&, const Poll&) override { refuse(); }
  OpenKind open_kind(const Settings&) const override { return OpenKind::heap; }
  OpenKind open_order(const Settings&) const override { return OpenKind::heap; }

 private:
  // Both grids as they are now.
  class Lock {
   public:
    explicit Lock(const AnyAngleFinder& finder) {
      finder.ground_->catch_up();
      finder.grid_->catch_up();
      ground_ = std::shared_lock(finder.ground_->mutex());
      if (finder.grid_ != finder.ground_) grid_ = std::shared_lock(finder.grid_->mutex());
    }

   private:
    std::shared_lock<SpaceMutex> ground_;
    std::shared_lock<SpaceMutex> grid_;
  };

  // A search to step by hand; an edit makes it begin again.
  class Stepped final : public Search {
   public:
    Stepped(std::shared_ptr<AnyAngleFinder> finder, Node start, Node goal, const Settings& settings)
        : finder_(std::move(finder)), start_(start), goal_(goal), settings_(settings), time_(settings.max_seconds) {
      const Lock reading(*finder_);
      renew();
    }

    Status step(std::uint64_t budget) override {
      if (search_->status() != Status::running) return status();
      const Lock reading(*finder_);
      if (finder_->grid_->revision() != revision_) {
        ++restarts_;
        renew();
      }
      time_.step(*search_, budget);
      return status();
    }
    void stop() override { search_->stop(); }
    Status status() const override { return search_->status() == Status::found ? result().status : search_->status(); }
    PathResult result() const override {
      PathResult result = finder_->finish(*search_, settings_);
      result.revision = revision_;
      result.stats.restarts = restarts_;
      return result;
    }

   private:
    void renew() {
      revision_ = finder_->grid_->revision();
      search_ = finder_->begin(start_, goal_, settings_);
    }

    std::shared_ptr<AnyAngleFinder> finder_;
    Node start_;
    Node goal_;
    Settings settings_;
    WorkTime time_;
    std::unique_ptr<Search> search_;
    std::uint64_t revision_ = 0;
    std::uint64_t restarts_ = 0;
  };

  std::unique_ptr<Search> begin(Node start, Node goal, const Settings& settings) {
    if (!grid_->walkable(start)) return std::make_unique<SettledSearch>(Status::blocked_start);
    if (!grid_->walkable(goal)) return std::make_unique<SettledSearch>(Status::blocked_goal);
    if (kind_ == AnyAngle::anya) return anya_search(*grid_, start, goal, settings, anya_pool_);
    const StraightLines lines(*ground_, *grid_, unit_);
    return theta_search(*grid_, lines, start, goal, kind_ == AnyAngle::lazy_theta, settings, theta_pool_);
  }

  PathResult finish(const Search& search, const Settings& settings) const {
    PathResult result = search.result();
    result.rule = {grid_->width(), grid_->moves().directions == 8};
    result.revision = grid_->revision();
    return within_cost(std::move(result), settings.max_cost);
  }

  [[noreturn]] static void refuse() { throw Unsupported("a search in any direction finds one line at a time"); }

  std::shared_ptr<Grid> ground_;
  std::shared_ptr<Grid> grid_;
  Unit unit_;
  AnyAngle kind_;
  AnyaPool anya_pool_;
  ThetaPool theta_pool_;
};

}  // namespace

std::shared_ptr<Finder> make_any_angle_finder(std::shared_ptr<Grid> ground, std::shared_ptr<Grid> grid, Unit unit,
                                              AnyAngle kind) {
  return std::make_shared<AnyAngleFinder>(std::move(ground), std::move(grid), unit, kind);
}

}  // namespace pathstar
