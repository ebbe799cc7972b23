#include "spaces/layers/sized.hpp"

#include <algorithm>
#include <limits>
#include <mutex>
#include <numeric>
#include <shared_mutex>
#include <utility>

namespace pathstar {
namespace {

constexpr double kBlocked = std::numeric_limits<double>::infinity();

// Nodes in rising order as boxes: runs of a row, and below each other those that are equally long.
std::vector<Bodies> boxes_of(const std::vector<Node>& nodes, std::uint32_t width) {
  std::vector<Bodies> boxes;
  for (std::size_t i = 0; i < nodes.size();) {
    const std::uint32_t y = nodes[i] / width, left = nodes[i] - y * width;
    std::uint32_t right = left + 1;
    for (++i; i < nodes.size() && right < width && nodes[i] == y * width + right; ++i) ++right;
    const bool below =
        !boxes.empty() && boxes.back().left == left && boxes.back().right == right && boxes.back().bottom == y;
    if (below) {
      ++boxes.back().bottom;
    } else {
      boxes.push_back({left, y, right, y + 1});
    }
  }
  return boxes;
}

}  // namespace

BodyCells::Sum BodyCells::sum_row(Node first) const noexcept {
  const std::uint8_t* const walkable = ground_->walkable_data() + first;
  Sum sum{true, 0.0};
  for (std::uint32_t i = 0; i < side_; ++i) sum.walkable &= walkable[i] != 0;
  if (!ground_->has_cost()) return sum;
  const double* const cost = ground_->cost_data() + first;
  for (std::uint32_t i = 0; i < side_; ++i) sum.cost += cost[i];
  return sum;
}

void BodyCells::sum_rows(const Bodies& bodies) {
  const std::uint32_t width = ground_->width(), bottom = std::min(bodies.bottom + side_ - 1, ground_->height());
  rows_.clear();
  for (std::uint32_t y = bodies.top; y < bottom; ++y) {
    for (std::uint32_t x = bodies.left; x < bodies.right; ++x) {
      rows_.push_back(x + side_ <= width ? sum_row(y * width + x) : Sum{false, 0.0});
    }
  }
}

BodyCells::Sum BodyCells::sum_down(std::size_t first, std::size_t width, std::uint32_t x,
                                   std::uint32_t y) const noexcept {
  if (x + side_ > ground_->width() || y + side_ > ground_->height()) return {false, kBlocked};
  Sum sum{true, 0.0};
  for (std::uint32_t i = 0; i < side_; ++i) {
    const Sum& row = rows_[first + i * width];
    sum.walkable &= row.walkable;
    sum.cost += row.cost;
  }
  if (!sum.walkable) return {false, kBlocked};
  return {true, sum.cost / (static_cast<double>(side_) * side_)};
}

std::vector<Bodies> SizedSource::touched() const {
  const std::uint32_t width = ground_->width(), reach = layer_->side() - 1;
  std::vector<Node> edited, bodies;
  if (!ground_->edited_since(revision_, edited)) return {{0, 0, width, ground_->height()}};
  for (const Node node : edited) {
    const std::uint32_t y = node / width, x = node - y * width;
    for (std::uint32_t top = y - std::min(y, reach); top <= y; ++top) {
      for (std::uint32_t left = x - std::min(x, reach); left <= x; ++left) bodies.push_back(top * width + left);
    }
  }
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
  return boxes_of(bodies, width);
}

std::vector<CellEdit> SizedSource::take() {
  ground_->catch_up();
  const std::shared_lock reading(ground_->mutex());
  next_ = ground_->revision();
  std::vector<CellEdit> edits;
  BodyCells cells(*ground_, layer_->side());
  for (const Bodies& box : touched()) {
    cells.each(box, [&](Node node, bool walkable, double cost) {
      const bool same_cost = !layer_->has_cost() || layer_->cost_data()[node] == cost;
      if (layer_->walkable(node) != walkable || !same_cost) edits.push_back({node, walkable, cost});
    });
  }
  return edits;
}

std::shared_ptr<Grid> make_sized(std::shared_ptr<Grid> ground, std::uint32_t side, const Stop& stop) {
  ground->catch_up();
  const std::shared_lock reading(ground->mutex());
  const std::uint32_t width = ground->width(), height = ground->height();
  std::vector<std::uint8_t> walkable(ground->size());
  std::vector<double> cost(ground->has_cost() ? ground->size() : 0);
  BodyCells cells(*ground, side);
  const auto rows = std::max(side, static_cast<std::uint32_t>(kSlice / width) + 1);  // at a time
  for (std::uint32_t y = 0; y < height; y += rows) {
    if (stop()) return nullptr;
    cells.each({0, y, width, std::min(height, y + rows)}, [&](Node node, bool free, double mean) {
      walkable[node] = free;
      if (!cost.empty()) cost[node] = mean;
    });
  }
  Moves moves = ground->moves();
  moves.corners = Corners::no_cut;
  auto layer = std::make_shared<Grid>(width, height, walkable, cost, moves, ground->cost_rule(), stop, side);
  layer->follow(std::make_shared<SizedSource>(ground, ground->revision(), *layer));
  return layer;
}

}  // namespace pathstar
