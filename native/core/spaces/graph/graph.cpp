#include "spaces/graph/graph.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace pathstar {
namespace {

constexpr double kSlack = 1.0 - 1e-12;  // margin for the rounding of distances

// Points on the unit sphere, for a distance without trigonometry per node.
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
    : edges_(static_cast<std::uint32_t>(targets.size())),
      removed_(offsets.size() - 1),
      metric_(positions.metric),
      dimensions_(metric_ == HeuristicKind::great_circle ? 3 : positions.dimensions),
      chosen_cost_per_distance_(cost_per_distance),
      log_(offsets.size() - 1) {
  use(std::make_shared<GraphArrays>(GraphArrays{
      {offsets.begin(), offsets.end()}, {targets.begin(), targets.end()}, {costs.begin(), costs.end()}, {}, {}}));
  if (!costs.empty()) {
    const auto [least, largest] = std::ranges::minmax(costs);
    least_cost_ = least;
    largest_cost_ = largest;
    const double share = 1.0 / static_cast<double>(costs.size());  // a sum might overflow
    for (const double cost : costs) mean_cost_ += cost * share;
  }
  if (metric_ == HeuristicKind::zero) return;
  coordinates_ = coordinates_of(positions.numbers);
  for (Node node = 0; node < size(); ++node) {
    for (std::uint32_t edge = begins_[node]; edge != ends_[node]; ++edge) measure(node, edge);
  }
  scale();
}

Graph::Graph(const Graph& graph)
    : arrays_(graph.arrays_),
      begins_(graph.begins_),
      ends_(graph.ends_),
      targets_(graph.targets_),
      costs_(graph.costs_),
      edges_(graph.edges_),
      removed_(graph.removed_),
      mean_cost_(graph.mean_cost_),
      largest_cost_(graph.largest_cost_),
      least_cost_(graph.least_cost_),
      metric_(graph.metric_),
      dimensions_(graph.dimensions_),
      coordinates_(graph.coordinates_),
      chosen_cost_per_distance_(graph.chosen_cost_per_distance_),
      least_ratio_(graph.least_ratio_),
      cost_per_distance_(graph.cost_per_distance_),
      least_consistent_(graph.least_consistent_),
      log_(graph.size()) {}

void Graph::use(std::shared_ptr<GraphArrays> arrays) const noexcept {
  arrays_ = std::move(arrays);
  begins_ = arrays_->offsets.data();
  ends_ = arrays_->ends.empty() ? begins_ + 1 : arrays_->ends.data();
  targets_ = arrays_->targets.data();
  costs_ = arrays_->costs.data();
}

std::vector<double> Graph::coordinates_of(const std::vector<double>& positions) const {
  return metric_ == HeuristicKind::great_circle ? on_sphere(positions) : positions;
}

void Graph::measure(Node node, std::uint32_t edge) noexcept {
  if (metric_ == HeuristicKind::zero) return;
  const double way = distance(coordinates(node), coordinates(targets_[edge]));
  if (way > 0 && costs_[edge] / way < least_ratio_) {
    least_ratio_ = costs_[edge] / way;
    least_consistent_ = {node, targets_[edge], costs_[edge], least_consistent_.consistency_factor};
  }
}

void Graph::scale() noexcept {
  const double chosen = chosen_cost_per_distance_;
  const bool is_chosen = !std::isnan(chosen), measured = std::isfinite(least_ratio_);
  cost_per_distance_ = is_chosen ? chosen : measured ? least_ratio_ * kSlack : 0.0;
  double& factor = least_consistent_.consistency_factor;
  if (is_chosen && measured) {
    const double falls = chosen / least_ratio_;  // 0 / 0: an edge of cost 0 with an estimate of 0
    factor = chosen > 0 ? (falls <= 1.0 + 1e-12 ? std::min(falls, 1.0) : falls) : 0.0;
  } else {
    factor = cost_per_distance_ > 0 ? 1.0 : 0.0;
  }
}

double Graph::distance(const double* a, const double* b) const noexcept {
  double square = 0.0;
  for (std::uint32_t i = 0; i < dimensions_; ++i) square += (a[i] - b[i]) * (a[i] - b[i]);
  const double chord = std::sqrt(square);
  if (metric_ != HeuristicKind::great_circle) return chord;
  return 2.0 * kEarthRadius * std::asin(std::min(1.0, 0.5 * chord));
}

Graph::Graph(const Graph& graph, Turned) : Graph(graph) {
  auto turned = std::make_shared<GraphArrays>();
  turned->offsets.resize(size() + 1);
  turned->targets.resize(edges_);
  turned->costs.resize(edges_);
  for (Node node = 0; node < size(); ++node) {
    graph.each_edge(node, [&](Node target, double) { ++turned->offsets[target + 1]; });
  }
  std::partial_sum(turned->offsets.begin(), turned->offsets.end(), turned->offsets.begin());
  std::vector<std::uint32_t> next(turned->offsets.begin(), turned->offsets.end() - 1);
  for (Node node = 0; node < size(); ++node) {
    graph.each_edge(node, [&](Node target, double cost) {
      const std::uint32_t at = next[target]++;
      turned->targets[at] = node;
      turned->costs[at] = cost;
    });
  }
  use(std::move(turned));
}

const Graph& Graph::reversed() const {
  std::call_once(turned_once_, [&] { turned_.reset(new Graph(*this, Turned{})); });
  return *turned_;
}

}  // namespace pathstar
