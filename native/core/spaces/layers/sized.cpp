#include "spaces/layers/sized.hpp"

#include <algorithm>
#include <mutex>
#include <shared_mutex>
#include <utility>

namespace pathstar {
namespace {

// Nodes in rising order as boxes: runs of a row, with equally long runs below each other.
std::vector<Box> boxes_of(const std::vector<Node>& nodes, std::uint32_t width) {
  std::vector<Box> boxes;
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

// Calls visit(node, at) for the bodies whose places are the cells of a box.
template <class Visit>
void each_body(BodyCells& cells, const Box& places, std::uint32_t width, Visit&& visit) {
  const std::vector<BodyCells::At>& bodies = cells.work_out(places);
  std::size_t number = 0;
  for (std::uint32_t y = places.top; y < places.bottom; ++y) {
    for (std::uint32_t x = places.left; x < places.right; ++x) visit(y * width + x, bodies[number++]);
  }
}

}  // namespace

std::vector<Box> SizedSource::touched() const {
  const std::uint32_t width = ground_->width(), height = ground_->height();
  std::vector<Node> edited, bodies;
  const std::uint64_t side = std::uint64_t{body_.before()} + body_.after() + 1;
  // If the list would contain as many bodies as there are, computing all is faster than sorting the list.
  if (!ground_->edited_since(revision_, edited) || edited.size() * side * side > ground_->size()) {
    return {{0, 0, width, height}};
  }
  for (const Node node : edited) {
    const std::uint32_t y = node / width, x = node - y * width;
    const std::uint32_t bottom = std::min(y + body_.before(), height - 1),
                        right = std::min(x + body_.before(), width - 1);
    for (std::uint32_t top = y - std::min(y, body_.after()); top <= bottom; ++top) {
      for (std::uint32_t left = x - std::min(x, body_.after()); left <= right; ++left) {
        bodies.push_back(top * width + left);
      }
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
  const std::unique_ptr<BodyCells> cells = BodyCells::of(*ground_, body_);
  for (const Box& box : touched()) {
    each_body(*cells, box, ground_->width(), [&](Node node, const BodyCells::At& at) {
      const bool same_cost = !layer_->has_cost() || layer_->cost_data()[node] == at.cost;
      if (layer_->walkable(node) != at.walkable || !same_cost) edits.push_back({node, at.walkable, at.cost});
    });
  }
  return edits;
}

std::shared_ptr<Grid> make_sized(std::shared_ptr<Grid> ground, const Body& body, const Stop& stop) {
  ground->catch_up();
  const std::shared_lock reading(ground->mutex());
  const std::uint32_t width = ground->width(), height = ground->height();
  std::vector<std::uint8_t> walkable(ground->size());
  std::vector<double> cost(ground->has_cost() ? ground->size() : 0);
  const std::unique_ptr<BodyCells> cells = BodyCells::of(*ground, body);
  const std::uint32_t rows =
      body.before() + body.after() + static_cast<std::uint32_t>(kSlice / width) + 1;  // at a time
  for (std::uint32_t y = 0; y < height; y += std::min(rows, height - y)) {
    if (stop()) return nullptr;
    each_body(*cells, {0, y, width, y + std::min(rows, height - y)}, width, [&](Node node, const BodyCells::At& at) {
      walkable[node] = at.walkable;
      if (!cost.empty()) cost[node] = at.cost;
    });
  }
  Moves moves = ground->moves();
  moves.corners = Corners::no_cut;
  auto layer = std::make_shared<Grid>(width, height, walkable, cost, moves, ground->cost_rule(), stop, body.side);
  layer->follow(std::make_shared<SizedSource>(ground, ground->revision(), *layer, body));
  return layer;
}

}  // namespace pathstar
