#include "indexes/customizable/openings/openings.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pathstar {

bool Openings::follow(const Frame& frame, const KnownSteps& steps, const ArcCosts& costs, const std::set<Node>& foreign,
                      std::span<const std::uint32_t> touched) {
  std::vector<Step> unknown;
  const std::vector<Node> nodes_before = std::move(nodes_);
  if (!choose(frame, steps, foreign, unknown)) {
    *this = {};
    return false;
  }
  find_slopes(frame, costs, unknown, nodes_before, touched);
  find_distances(unknown);
  return true;
}

// Lists the steps of these nodes that are not links, and chooses nodes until each of the steps has one at an end,
// preferring those without a rank. False if there are too many.
bool Openings::choose(const Frame& frame, const KnownSteps& steps, const std::set<Node>& foreign,
                      std::vector<Step>& unknown) {
  std::set<Node> chosen;
  std::vector<KnownStep> known;
  for (const Node node : foreign) {
    steps.fill(node, known);
    for (const KnownStep& step : known) {
      if (step.to == node || frame.knows(node, step.to)) continue;
      unknown.push_back({node, step.to, step.cost});
      for (const Node end : {node, step.to}) {
        if (frame.rank_of(end) == kNoRank) chosen.insert(end);
      }
    }
    if (chosen.size() > kMost) return false;
  }
  for (const Step& step : unknown) {
    if (!chosen.contains(step.from) && !chosen.contains(step.to)) chosen.insert(step.from);
    if (chosen.size() > kMost) return false;
  }
  nodes_.assign(chosen.begin(), chosen.end());
  return true;
}

std::uint32_t Openings::number_of(Node node) const noexcept {
  const auto found = std::lower_bound(nodes_.begin(), nodes_.end(), node);
  return found != nodes_.end() && *found == node ? static_cast<std::uint32_t>(found - nodes_.begin()) : kNone;
}

void Openings::find_slopes(const Frame& frame, const ArcCosts& costs, std::span<const Step> steps,
                           std::span<const Node> nodes_before, std::span<const std::uint32_t> touched) {
  std::vector<std::vector<Contact>> to(size()), from(size());
  for (std::uint32_t i = 0; i < size(); ++i) {
    const std::uint32_t own = frame.rank_of(nodes_[i]);
    if (own != kNoRank) to[i] = from[i] = {{own, 0.0}};
  }
  for (const Step& step : steps) {
    const std::uint32_t begin = number_of(step.from), end = number_of(step.to);
    if (begin == kNone) from[end].push_back({frame.rank_of(step.from), step.cost});
    if (end == kNone) to[begin].push_back({frame.rank_of(step.to), step.cost});
  }
  const auto follow = [&](std::vector<Slope>& slopes, std::vector<std::vector<Contact>>& contacts,
                          std::span<const double> arcs) {
    std::vector<Slope> made;
    for (std::uint32_t i = 0; i < size(); ++i) {
      const auto before = std::lower_bound(nodes_before.begin(), nodes_before.end(), nodes_[i]);
      const auto at = static_cast<std::size_t>(before - nodes_before.begin());
      const bool stays = before != nodes_before.end() && *before == nodes_[i] &&
                         std::ranges::equal(slopes[at].contacts(), contacts[i]) && !slopes[at].passes(touched);
      if (stays) {
        made.push_back(std::move(slopes[at]));
      } else {
        made.emplace_back(frame, arcs, std::move(contacts[i]));
      }
    }
    slopes = std::move(made);
  };
  follow(out_, to, costs.up);
  follow(in_, from, costs.down);
}

// All distances among the openings, by the algorithm of Floyd and Warshall.
void Openings::find_distances(std::span<const Step> steps) {
  const std::size_t count = size();
  costs_.assign(count * count, kNoArcCost);
  next_.assign(count * count, {});
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t b = 0; b < count; ++b) {
      costs_[a * count + b] = a == b ? 0.0 : out_[a].meet(in_[b]);
      next_[a * count + b] = {b, false};
    }
  }
  for (const Step& step : steps) {
    const std::uint32_t a = number_of(step.from), b = number_of(step.to);
    if (a == kNone || b == kNone || step.cost >= costs_[a * count + b]) continue;
    costs_[a * count + b] = step.cost;
    next_[a * count + b] = {b, true};
  }
  for (std::size_t middle = 0; middle < count; ++middle) {
    for (std::size_t a = 0; a < count; ++a) {
      for (std::size_t b = 0; b < count; ++b) {
        const double cost = costs_[a * count + middle] + costs_[middle * count + b];
        if (cost >= costs_[a * count + b]) continue;
        costs_[a * count + b] = cost;
        next_[a * count + b] = next_[a * count + middle];
      }
    }
  }
}

}  // namespace pathstar
