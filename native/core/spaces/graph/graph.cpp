#include "spaces/graph/graph.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace pathstar {
namespace {

constexpr double kSlack = 1.0 - 1e-12;  // for the rounding of distances

// Points on the unit sphere, for a distance that takes no trigonometry per node.
std::vector<double> on_sphere(const std::vector<double>& degrees) {
  std::vector<double> points;
  points.reserve(degrees.size() / 2 * 3);
  constexpr double kRadians = std::numbers::pi / 180.0;
  for (std::size_t i = 0; i + 1 < degrees.size(); i += 2) {
    const double longitude = degrees[i] * kRadians, latitude = degrees[i + 1] * kRadians;
    points.push_back(std::cos(latitude) * std::cos(longitude));
    points.push_back(std::cos(latitude) * std::sin(longitude));
    points.push_back(std::sin(latitude));
  }
  return points;
}

}  // namespace

Graph::Graph(std::span<const std::uint32_t> offsets, std::span<const Node> targets, std::span<const double> costs,
             Positions positions, double cost_per_distance)
    : offsets_(offsets.begin(), offsets.end()),
      targets_(targets.begin(), targets.end()),
      costs_(costs.begin(), costs.end()) {
  if (!costs_.empty()) {
    largest_cost_ = *std::max_element(costs_.begin(), costs_.end());
    const double share = 1.0 / static_cast<double>(costs_.size());  // a sum might overflow
    for (const double cost : costs_) mean_cost_ += cost * share;
  }
  if (positions.metric == HeuristicKind::zero) return;
  place(std::move(positions));
  scale(cost_per_distance);
}

void Graph::place(Positions positions) {
  metric_ = positions.metric;
  const bool sphere = metric_ == HeuristicKind::great_circle;
  dimensions_ = sphere ? 3 : positions.dimensions;
  coordinates_ = sphere ? on_sphere(positions.numbers) : std::move(positions.numbers);
}

void Graph::scale(double cost_per_distance) {
  double largest = std::numeric_limits<double>::infinity();
  for (Node node = 0; node < size(); ++node) {
    for (std::uint32_t edge = offsets_[node]; edge != offsets_[node + 1]; ++edge) {
      const double way = distance(coordinates(node), coordinates(targets_[edge]));
      if (way > 0 && costs_[edge] / way < largest) {
        largest = costs_[edge] / way;
        least_consistent_.edge = edge;
      }
    }
  }
  const bool chosen = !std::isnan(cost_per_distance);
  cost_per_distance_ = chosen ? cost_per_distance : std::isfinite(largest) ? largest * kSlack : 0.0;
  if (chosen && std::isfinite(largest)) {
    const double falls = cost_per_distance / largest;  // 0 / 0: an edge that costs nothing, estimated at nothing
    least_consistent_.consistency_factor =
        cost_per_distance > 0 ? (falls <= 1.0 + 1e-12 ? std::min(falls, 1.0) : falls) : 0.0;
  } else {
    least_consistent_.consistency_factor = cost_per_distance_ > 0 ? 1.0 : 0.0;
  }
}

double Graph::distance(const double* a, const double* b) const noexcept {
  double square = 0.0;
  for (std::uint32_t i = 0; i < dimensions_; ++i) square += (a[i] - b[i]) * (a[i] - b[i]);
  const double chord = std::sqrt(square);
  if (metric_ != HeuristicKind::great_circle) return chord;
  return 2.0 * kEarthRadius * std::asin(std::min(1.0, 0.5 * chord));
}

Graph::Graph(const Graph& graph, Turned)
    : offsets_(graph.offsets_.size(), 0),
      targets_(graph.targets_.size()),
      costs_(graph.costs_.size()),
      mean_cost_(graph.mean_cost_),
      largest_cost_(graph.largest_cost_),
      metric_(graph.metric_),
      dimensions_(graph.dimensions_),
      coordinates_(graph.coordinates_),
      cost_per_distance_(graph.cost_per_distance_),
      least_consistent_(graph.least_consistent_) {
  for (const Node target : graph.targets_) ++offsets_[target + 1];
  std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
  std::vector<std::uint32_t> next(offsets_.begin(), offsets_.end() - 1);
  for (Node node = 0; node < size(); ++node) {
    graph.each_edge(node, [&](Node target, double cost) {
      const std::uint32_t at = next[target]++;
      targets_[at] = node;
      costs_[at] = cost;
    });
  }
}

const Graph& Graph::reversed() const {
  std::call_once(turned_once_, [&] { turned_.reset(new Graph(*this, Turned{})); });
  return *turned_;
}

}  // namespace pathstar
