#include "engine/polyanya/mesh_finder.hpp"

#include <chrono>
#include <mutex>
#include <utility>

#include "engine/driver/drive.hpp"
#include "engine/driver/limits.hpp"
#include "engine/polyanya/notes.hpp"
#include "engine/polyanya/polyanya.hpp"
#include "engine/regions/bisection.hpp"

namespace pathstar {
namespace {

constexpr std::uint64_t kIntervalsPerPoll = 1 << 12;  // an expansion visits all edges of a polygon

}  // namespace

template <class Algorithm>
PathResult MeshFinder::run(PolyanyaWorkspace& workspace, const Point& start, const Point& goal,
                           const Settings& settings, const Poll& poll) const {
  const auto called = std::chrono::steady_clock::now();
  Algorithm search(*mesh_, links_, start, goal, settings, workspace);
  WorkTime time(settings.max_seconds);
  TimedWork work(search, time);
  drive(work, poll, kIntervalsPerPoll);
  PathResult result = search.result();
  result.revision = revision_;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - called).count();
  return result;
}

PathResult MeshFinder::find_in(PolyanyaWorkspace& workspace, const Point& start, const Point& goal,
                               const Settings& settings, const Poll& poll) const {
  return mesh_->is_weighted() ? run<RegionBisection<>>(workspace, start, goal, settings, poll)
                              : run<Polyanya<>>(workspace, start, goal, settings, poll);
}

// Only one thread at a time may use it.
template <class Algorithm>
class MeshFinder::Kept final : public Search {
 public:
  template <class... Observer>
  Kept(std::shared_ptr<MeshFinder> finder, const Point& start, const Point& goal, const Settings& settings,
       Observer... observer)
      : finder_(std::move(finder)),
        workspace_(finder_->pool_.take()),
        search_(finder_->mesh(), finder_->links_, start, goal, settings, *workspace_, std::move(observer)...),
        time_(settings.max_seconds) {}

  Status step(std::uint64_t budget) override {
    const std::scoped_lock turn(turn_);
    return time_.step(search_, budget);
  }
  void stop() override {
    const std::scoped_lock turn(turn_);
    search_.stop();
  }
  Status status() const override {
    const std::scoped_lock turn(turn_);
    return search_.status();
  }
  PathResult result() const override {
    const std::scoped_lock turn(turn_);
    PathResult result = search_.result();
    result.revision = finder_->revision_;
    return result;
  }

 private:
  std::shared_ptr<MeshFinder> finder_;  // first: the workspace goes back to its pool
  Pool<PolyanyaWorkspace>::Lease workspace_;
  Algorithm search_;
  WorkTime time_;
  mutable std::mutex turn_;
};

std::unique_ptr<Search> MeshFinder::search(const Point& start, const Point& goal, const Settings& settings) {
  if (mesh_->is_weighted()) {
    return std::make_unique<Kept<RegionBisection<>>>(shared_from_this(), start, goal, settings);
  }
  return std::make_unique<Kept<Polyanya<>>>(shared_from_this(), start, goal, settings);
}

std::unique_ptr<Search> MeshFinder::record(const Point& start, const Point& goal, const Settings& settings,
                                           std::shared_ptr<IntervalRecorder> recorder) {
  if (mesh_->is_weighted()) {
    RegionNotes notes(std::move(recorder));
    return std::make_unique<Kept<RegionBisection<RegionNotes>>>(shared_from_this(), start, goal, settings,
                                                                std::move(notes));
  }
  PolyanyaNotes notes(std::move(recorder));
  return std::make_unique<Kept<Polyanya<PolyanyaNotes>>>(shared_from_this(), start, goal, settings, std::move(notes));
}

}  // namespace pathstar
