#include "indexes/landmarks/landmark_builder.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <functional>
#include <future>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <utility>

#include "engine/driver/drive.hpp"
#include "engine/driver/poll.hpp"
#include "engine/driver/workspace.hpp"
#include "engine/searches/best_first.hpp"
#include "indexes/common/node_chunks.hpp"
#include "indexes/landmarks/landmark_places.hpp"
#include "indexes/landmarks/landmark_tree.hpp"

namespace pathstar {
namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kExpansionsPerLook = 1 << 14;
constexpr auto kPollEvery = std::chrono::milliseconds(20);

// Whole units, rounded down.
struct WholeUnits {
  double per_cost = 1.0;
  std::int64_t operator()(double cost) const noexcept {
    return static_cast<std::int64_t>(std::min(cost * per_cost, double{kNoWay}));
  }
};

using ExactView = KnownStepsView<double, std::identity>;
using FlooredView = KnownStepsView<std::int64_t, WholeUnits>;

// Memory aligned to a cache line.
class DistanceArray {
 public:
  explicit DistanceArray(std::size_t size)
      : size_(size), data_(static_cast<std::uint32_t*>(::operator new(size * sizeof(std::uint32_t), kLine))) {}

  // Sets all to kNoWay. False if the poll stopped it.
  bool clear(const Poll& poll) {
    constexpr std::size_t kPerPoll = 1 << 20;
    for (std::size_t begin = 0; begin < size_; begin += kPerPoll) {
      std::fill_n(data_.get() + begin, std::min(kPerPoll, size_ - begin), kNoWay);
      if (poll()) return false;
    }
    return true;
  }
  std::uint32_t* data() noexcept { return data_.get(); }
  std::span<const std::uint32_t> span() const noexcept { return {data_.get(), size_}; }

 private:
  static constexpr std::align_val_t kLine{64};
  struct Free {
    void operator()(std::uint32_t* memory) const noexcept { ::operator delete(memory, kLine); }
  };

  std::size_t size_;
  std::unique_ptr<std::uint32_t[], Free> data_;
};

// The arrays behind the tables of a built index.
struct OwnedLandmarks {
  std::vector<std::int32_t> components;
  std::unique_ptr<DistanceArray> distances;
};

// Whether every step has a reverse step of the same cost; nothing if the poll stopped it.
std::optional<bool> same_both_ways(const KnownSteps& forward, const KnownSteps& backward, const Poll& poll) {
  std::vector<KnownStep> there, back;
  bool same = true, stopped = false;
  const Poll enough = [&] { return !same || (stopped = poll()); };
  each_node(forward.nodes(), enough, [&](Node node) {
    if (!same) return;
    forward.fill(node, there);
    backward.fill(node, back);
    std::sort(there.begin(), there.end());
    std::sort(back.begin(), back.end());
    same = there == back;
  });
  return stopped ? std::nullopt : std::optional(same);
}

using Note = std::function<void(Node node, double cost, Node parent)>;

// Searches from all sources at once, and records each node reached. False if the poll stopped it.
template <class View>
bool search(const View& view, std::span<const Node> sources, const Poll& poll, const Note& note) {
  Workspace<typename View::Cost> workspace;
  const Settings settings{.weight = 0.0, .heuristic = HeuristicKind::zero};
  BestFirst<View, NullObserver> engine(view, sources[0], kNoNode, settings, 0.0, workspace, null_observer);
  for (const Node source : sources.subspan(1)) engine.add_source(source);
  if (drive(engine, poll, kExpansionsPerLook) == Status::running) return false;
  return each_node(view.slots(), poll, [&](Node node) { engine.visit_reached(node, note); });
}

class Builder {
 public:
  Builder(const KnownSteps& forward, const KnownSteps& backward, const LandmarkOptions& options,
          const LandmarkScale& scale, OwnedLandmarks& built)
      : forward_(forward), backward_(backward), options_(options), scale_(scale), places_(built.components) {
    columns_ = std::size_t{scale.landmarks} << scale.two_way;
    distances_ = built.distances->data();
  }

  // False if it was stopped.
  bool measure(const Progress& progress) {
    if (places_.places().empty()) return true;
    const double rounds = 1.0 + scale_.landmarks;
    if (!begin(progress)) return false;
    const WholeUnits units{1.0 / scale_.unit};
    const FlooredView forward(forward_, units), backward(backward_, units);
    const std::size_t back = scale_.two_way != 0 ? scale_.landmarks : 0;
    for (std::uint32_t round = 0; round < scale_.landmarks; ++round) {
      const Poll poll = [&] { return progress((1.0 + round) / rounds); };
      if (round > 0 && options_.choice == LandmarkChoice::avoid && !avoid(forward, round, poll)) return false;
      const auto into = [&](std::size_t column) {
        return [this, column](Node node, double cost, Node) {
          distances_[node * columns_ + column] = static_cast<std::uint32_t>(std::min(cost, kNoWay - 1.0));
        };
      };
      if (!both(forward, backward, into(round), into(back + round), poll)) return false;
      chosen_.insert(chosen_.end(), places_.places().begin(), places_.places().end());
      if (options_.choice != LandmarkChoice::farthest) continue;
      const auto nearest = [&](Node node) {
        const std::uint32_t* at = distances_ + node * columns_ + round;
        return std::min(at[0], at[back]);
      };
      if (!places_.go_on(poll, nearest)) return false;
    }
    return scale_.two_way == 0 || measure_rise([&] { return progress(1.0); });
  }

  const LandmarkScale& scale() const noexcept { return scale_; }

 private:
  // Measures from the components' first nodes, which gives the unit and the first landmarks.
  bool begin(const Progress& progress) {
    std::vector<double> there(forward_.nodes(), kFar), back(there);
    const auto into = [](std::vector<double>& costs) {
      return [&costs](Node node, double cost, Node) { costs[node] = cost; };
    };
    const ExactView forward(forward_), backward(backward_);
    const Poll poll = [&] { return progress(0.0); };
    if (!both(forward, backward, into(there), into(back), poll)) return false;
    scale_.unit = unit_for(farthest(there) + farthest(scale_.two_way != 0 ? back : there));
    const auto nearest = [&](Node node) {
      const double cost = std::min(there[node], back[node]);
      return cost < kFar ? static_cast<std::uint32_t>(std::min(cost / scale_.unit, kNoWay - 1.0)) : kNoWay;
    };
    if (!places_.go_on(poll, nearest)) return false;
    places_.forget();
    return true;
  }

  // Measures forwards and, if it differs, backwards; both at the same time if there are threads for it.
  template <class View>
  bool both(const View& forward, const View& backward, const Note& there, const Note& back, const Poll& poll) {
    if (scale_.two_way == 0) return search(forward, places_.places(), poll, there);
    if (options_.threads < 2) {
      return search(forward, places_.places(), poll, there) && search(backward, places_.places(), poll, back);
    }
    std::atomic<bool> stop{false};
    auto other = std::async(std::launch::async,
                            [&] { return search(backward, places_.places(), [&] { return stop.load(); }, back); });
    bool done = search(forward, places_.places(), poll, there);
    while (done && other.wait_for(kPollEvery) != std::future_status::ready) done = !poll();
    stop = !done;
    return other.get() && done;
  }

  // Moves to the places where the landmarks so far say least about the paths from a random node of each component.
  bool avoid(const FlooredView& forward, std::uint32_t round, const Poll& poll) {
    const auto at_random = [&](Node node) { return scrambled(std::uint64_t{round} << 32 | node) | 1; };
    if (!places_.choose(poll, at_random)) return false;
    LandmarkTree tree(forward_.nodes());
    const auto weigh = [&](Node node, double cost, Node parent) {
      const std::uint32_t known = bound(places_.place_of(node), node, round);
      tree.add(node, parent, static_cast<std::uint64_t>(std::max(cost - known, 0.0)));
    };
    if (!search(forward, places_.places(), poll, weigh)) return false;
    for (const Node landmark : chosen_) tree.bar(landmark);
    if (!tree.sum(poll) || !places_.choose(poll, [&](Node node) { return tree.weight(node); })) return false;
    places_.move([&](Node top) { return tree.leaf_below(top); });
    return true;
  }

  // The lower bound of the first landmarks for the cost from one node to another.
  std::uint32_t bound(Node from, Node to, std::uint32_t landmarks) const noexcept {
    const std::uint32_t *here = distances_ + from * columns_, *there = distances_ + to * columns_;
    const std::size_t back = scale_.two_way != 0 ? scale_.landmarks : 0;
    std::uint32_t most = 0;
    const auto differ = [&](std::uint32_t more, std::uint32_t less) {
      if (more != kNoWay && more > less) most = std::max(most, more - less);
    };
    for (std::uint32_t i = 0; i < landmarks; ++i) {
      differ(there[i], here[i]);
      differ(here[back + i], there[back + i]);
    }
    return most;
  }

  // A deterministic pseudo-random number (Steele, Lea and Flood 2014, "SplitMix").
  static std::uint64_t scrambled(std::uint64_t number) noexcept {
    number = (number + 0x9e3779b97f4a7c15U) * 0xbf58476d1ce4e5b9U;
    number = (number ^ number >> 27) * 0x94d049bb133111ebU;
    return number ^ number >> 31;
  }

  static double farthest(const std::vector<double>& costs) noexcept {
    double most = 0.0;
    for (const double cost : costs) most = cost < kFar ? std::max(most, cost) : most;
    return most;
  }

  // A power of two, and a whole multiple of the space's own unit, such that the longest path has at most 2^31 units.
  double unit_for(double longest) const noexcept {
    constexpr double kLeastExponent = -960.0;
    const double exponent = longest > 0.0 ? std::max(std::ceil(std::log2(longest)) - 31.0, kLeastExponent) : 0.0;
    return std::max(std::exp2(exponent), forward_.unit());
  }

  // Finds the largest increase of a bound over one step. False if the poll stopped it.
  bool measure_rise(const Poll& poll) {
    std::int64_t most = 0;
    std::vector<KnownStep> steps;
    const bool done = each_node(forward_.nodes(), poll, [&](Node node) {
      const std::uint32_t* here = distances_ + node * columns_;
      forward_.fill(node, steps);
      for (const KnownStep& step : steps) {
        const std::uint32_t* there = distances_ + step.to * columns_;
        for (std::size_t i = 0; i < columns_; ++i) {
          const std::int64_t difference = std::int64_t{there[i]} - here[i];
          most = std::max(most, i < scale_.landmarks ? -difference : difference);
        }
      }
    });
    scale_.most_key_increase = scale_.unit * static_cast<double>(most);
    return done;
  }

  const KnownSteps& forward_;
  const KnownSteps& backward_;
  LandmarkOptions options_;
  LandmarkScale scale_;
  LandmarkPlaces places_;
  std::vector<Node> chosen_;
  std::size_t columns_;
  std::uint32_t* distances_;
};

}  // namespace

Outcome build_landmark_tables(const KnownSteps& forward, const KnownSteps& backward,
                              std::vector<std::int32_t> components, const LandmarkOptions& options,
                              const Progress& progress, LandmarkTables& made) {
  const Poll poll = [&] { return progress(0.0); };
  const std::optional<bool> same = same_both_ways(forward, backward, poll);
  if (!same) return Outcome::stopped;
  LandmarkScale scale;
  scale.landmarks = options.landmarks;
  scale.two_way = *same ? 0 : 1;
  const std::size_t size = std::size_t{forward.nodes()} * (scale.landmarks << scale.two_way);
  if (size * sizeof(std::uint32_t) > options.most_bytes) return Outcome::too_large;
  const auto built = std::make_shared<OwnedLandmarks>();
  built->components = std::move(components);
  built->distances = std::make_unique<DistanceArray>(size);
  if (!built->distances->clear(poll)) return Outcome::stopped;
  Builder builder(forward, backward, options, scale, *built);
  if (!builder.measure(progress)) return Outcome::stopped;
  made = {builder.scale(), built->distances->span(), built->components, built};
  return Outcome::done;
}

}  // namespace pathstar
