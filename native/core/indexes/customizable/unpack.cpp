#include "indexes/customizable/unpack.hpp"

#include <algorithm>
#include <cstddef>

#include "indexes/common/damaged_index.hpp"
#include "indexes/customizable/triangles.hpp"

namespace pathstar {
namespace {

// A path visits no node more often than this on average: more than once only in cycles without cost.
constexpr std::size_t kVisits = 4;

class Unpacker {
 public:
  Unpacker(const Frame& frame, const ArcCosts& costs, const KnownSteps& steps)
      : frame_(frame), costs_(costs), steps_(steps) {}

  std::vector<Node> run(std::span<const std::uint32_t> ranks) {
    std::vector<Node> nodes{frame_.node(ranks.front())};
    for (std::size_t i = 1; i < ranks.size(); ++i) {
      waiting_.push_back({ranks[i - 1], ranks[i]});
      while (!waiting_.empty()) {
        const Leg leg = waiting_.back();
        waiting_.pop_back();
        if (nodes.size() + waiting_.size() > kVisits * frame_.ranks()) throw DamagedIndex();
        const std::uint32_t low = std::min(leg.from, leg.to), high = std::max(leg.from, leg.to);
        const std::uint64_t arc = frame_.arc_between(low, high);
        const double cost = leg.from == low ? costs_.up[arc] : costs_.down[arc];
        if (frame_.linked(low, high) && is_step(leg, cost)) {
          nodes.push_back(frame_.node(leg.to));
          continue;
        }
        const std::uint32_t middle = between(leg, low, high, cost);
        waiting_.push_back({middle, leg.to});
        waiting_.push_back({leg.from, middle});
      }
    }
    return nodes;
  }

 private:
  struct Leg {
    std::uint32_t from;
    std::uint32_t to;
  };

  bool is_step(const Leg& leg, double cost) {
    steps_.fill(frame_.node(leg.from), known_);
    const Node to = frame_.node(leg.to);
    return std::any_of(known_.begin(), known_.end(),
                       [&](const KnownStep& step) { return step.to == to && step.cost == cost; });
  }

  // The lower rank by which a leg leads.
  std::uint32_t between(const Leg& leg, std::uint32_t low, std::uint32_t high, double cost) const {
    const bool ascends = leg.from == low;
    std::uint32_t middle = kNoRank;
    any_triangle_below(frame_, low, high, [&](std::uint32_t rank, std::uint64_t to_low, std::uint64_t to_high) {
      const double sum = ascends ? costs_.down[to_low] + costs_.up[to_high] : costs_.down[to_high] + costs_.up[to_low];
      if (sum != cost) return false;
      middle = rank;
      return true;
    });
    if (middle == kNoRank) throw DamagedIndex();
    return middle;
  }

  const Frame& frame_;
  const ArcCosts& costs_;
  const KnownSteps& steps_;
  std::vector<Leg> waiting_;
  std::vector<KnownStep> known_;
};

}  // namespace

std::vector<Node> unpack(const Frame& frame, const ArcCosts& costs, const KnownSteps& steps,
                         std::span<const std::uint32_t> ranks) {
  return Unpacker(frame, costs, steps).run(ranks);
}

}  // namespace pathstar
