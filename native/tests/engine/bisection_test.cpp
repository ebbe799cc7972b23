// Paths over ground whose costs differ: within the bound in both directions, never below what was proven, and the same
// whole as in slices.
#include "engine/regions/bisection.hpp"

#include <array>
#include <cmath>
#include <random>

#include "engine/polyanya/mesh_finder.hpp"
#include "spaces/mesh/polygons.hpp"
#include "support/check.hpp"

using namespace pathstar;

namespace {

constexpr double kWeight = 1.005;

// The squares of a board, each with its own cost.
std::shared_ptr<const Mesh> random_board(std::mt19937& random) {
  constexpr std::uint32_t kSide = 5;
  Polygons board;
  for (std::uint32_t y = 0; y <= kSide; ++y) {
    for (std::uint32_t x = 0; x <= kSide; ++x) board.points.push_back({static_cast<double>(x), static_cast<double>(y)});
  }
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) {
      if (random() % 6 == 0) continue;
      const std::uint32_t corner = y * (kSide + 1) + x;
      for (const std::uint32_t each : {corner, corner + 1, corner + kSide + 2, corner + kSide + 1}) {
        board.corners.push_back(each);
      }
      board.close();
      board.costs.push_back(std::array{0.5, 1.0, 3.0, 10.0}[random() % 4]);
    }
  }
  const Polygons made = stitched(merged(board, never_stop), never_stop);
  std::vector<double> costs = merged(board, never_stop).costs;
  return std::make_shared<const Mesh>(made.points, made.corners, made.offsets, std::move(costs));
}

}  // namespace

TEST(paths_over_regions_keep_to_their_bound) {
  std::mt19937 random(5);
  const auto never = [] { return false; };
  Settings settings;
  settings.weight = kWeight;
  const auto place = [&] { return Point{random() % 21 / 4.0, random() % 21 / 4.0}; };
  for (int round = 0; round < 60; ++round) {
    const auto mesh = random_board(random);
    std::vector<Link> links;
    if (round % 2) links.push_back({place(), place(), random() % 8 / 4.0});
    const auto finder = std::make_shared<MeshFinder>(mesh, links, 0);
    for (int query = 0; query < 6; ++query) {
      const Point start = place(), goal = place();
      const PathResult path = finder->find(start, goal, settings, never);
      const auto search = finder->search(start, goal, settings);
      while (search->step(1) == Status::running) {
      }
      CHECK_EQUAL(static_cast<int>(search->status()), static_cast<int>(path.status));
      CHECK(search->result().cost == path.cost);
      if (path.status != Status::found || !mesh->is_weighted()) continue;
      CHECK(path.bound <= kWeight * (1.0 + 1e-12));
      CHECK(path.cost >= mesh->min_cost() * distance(start, goal) * (1.0 - 1e-9) || !links.empty());
      if (!links.empty()) continue;
      const PathResult back = finder->find(goal, start, settings, never);
      CHECK(path.cost <= back.cost * path.bound * (1.0 + 1e-9));
      CHECK(back.cost <= path.cost * back.bound * (1.0 + 1e-9));
    }
  }
}
