// Paths over meshes of random grids: the same in both directions, on merged polygons and on plain rectangles, and
// straight exactly where there is a line of sight.
#include "engine/polyanya/mesh_finder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "spaces/mesh/polygons.hpp"
#include "support/check.hpp"

using namespace pathstar;

namespace {

std::shared_ptr<const Mesh> mesh_of(const Polygons& polygons) {
  return std::make_shared<const Mesh>(polygons.points, polygons.corners, polygons.offsets);
}

const std::vector<Link> no_links;

bool same(double a, double b) { return a == b || (std::isfinite(a) && std::abs(a - b) <= 1e-12 * a); }

struct World {
  std::uint32_t width, height;
  std::vector<std::uint8_t> cells;
};

World random_world(std::mt19937& random) {
  const auto side = [&] { return static_cast<std::uint32_t>(1 + random() % 9); };
  World world{side(), side(), {}};
  const auto share = 50 + random() % 45;
  for (std::uint32_t i = 0; i < world.width * world.height; ++i) world.cells.push_back(random() % 100 < share);
  return world;
}

Point random_place(std::mt19937& random, const World& world) {
  return {random() % (4 * world.width + 1) / 4.0, random() % (4 * world.height + 1) / 4.0};
}

}  // namespace

TEST(paths_do_not_depend_on_direction_or_polygons) {
  std::mt19937 random(7);
  const auto never = [] { return false; };
  const Settings settings;
  for (int round = 0; round < 300; ++round) {
    const World world = random_world(random);
    const Polygons plain = rectangles(world.cells, world.width, never_stop);
    const auto fine = mesh_of(plain), coarse = mesh_of(merged(plain, never_stop));
    const auto one = std::make_shared<MeshFinder>(fine, no_links, 0),
               other = std::make_shared<MeshFinder>(coarse, no_links, 0);
    for (int query = 0; query < 10; ++query) {
      const Point start = random_place(random, world), goal = random_place(random, world);
      const PathResult path = one->find(start, goal, settings, never);
      CHECK(same(path.cost, one->find(goal, start, settings, never).cost));
      CHECK(same(path.cost, other->find(start, goal, settings, never).cost));
      CHECK_EQUAL(look(*fine, start, goal).clear, same(path.cost, distance(start, goal)));
      CHECK_EQUAL(look(*coarse, start, goal).clear, look(*fine, goal, start).clear);
      const Point near = coarse->nearest(goal);
      CHECK(coarse->faces() == 0 || !coarse->faces_at(near).empty());
    }
  }
}

TEST(a_field_costs_what_single_paths_cost) {
  std::mt19937 random(11);
  const auto never = [] { return false; };
  const Settings settings;
  for (int round = 0; round < 300; ++round) {
    const World world = random_world(random);
    std::vector<Link> links;
    for (auto count = random() % 4; count != 0; --count) {
      links.push_back({random_place(random, world), random_place(random, world), random() % 5 / 1.0});
    }
    Polygons polygons = rectangles(world.cells, world.width, never_stop);
    if (round % 2) polygons = merged(polygons, never_stop);
    const auto finder = std::make_shared<MeshFinder>(mesh_of(polygons), links, 0);
    MeshFieldQuery query{{}, {}, round % 4 < 2};
    for (int source = 0; source < 3; ++source) {
      query.sources.push_back(random_place(random, world));
      query.costs.push_back(random() % 4 / 2.0);
    }
    const auto field = finder->field(query, [](double) { return false; });
    for (int i = 0; i < 10; ++i) {
      const Point place = random_place(random, world);
      double least = std::numeric_limits<double>::infinity();
      for (int source = 0; source < 3; ++source) {
        const Point& from = query.sources[source];
        const PathResult path =
            query.outward ? finder->find(from, place, settings, never) : finder->find(place, from, settings, never);
        if (path.status == Status::found) least = std::min(least, path.cost + query.costs[source]);
      }
      const double cost = field->costs(std::span(&place, 1)).front();
      CHECK(cost == least || std::abs(cost - least) <= 1e-11 * (1.0 + least));
      CHECK_EQUAL(field->line(place).empty(), !std::isfinite(cost));
    }
  }
}

TEST(a_search_in_slices_keeps_its_finder) {
  const Polygons plain = rectangles(std::vector<std::uint8_t>{1, 1, 1, 1, 0, 1, 1, 1, 1}, 3, never_stop);
  auto finder = std::make_shared<MeshFinder>(mesh_of(plain), no_links, 3);
  const auto search = finder->search({0.5, 1.5}, {2.5, 1.5}, Settings{});
  finder.reset();
  while (search->step(1) == Status::running) {
  }
  CHECK_EQUAL(search->result().length, 4u);
  CHECK_EQUAL(search->result().revision, 3u);
}

TEST(dead_ends_are_entered_for_goals_and_links) {
  // A ring of eight squares, with a tail that forks at its end.
  const std::vector<std::uint8_t> cells{1, 1, 1, 0, 0, 0, 1,  //
                                        1, 0, 1, 0, 0, 0, 1,  //
                                        1, 1, 1, 1, 1, 1, 1,  //
                                        0, 0, 0, 0, 0, 0, 1};
  const auto mesh = mesh_of(rectangles(cells, 7, never_stop));
  const auto is_dead_end = [&](const Point& place) { return mesh->way_out(mesh->faces_at(place).front()) != kNone; };
  const Point ring{0.5, 0.5}, middle{5.5, 2.5}, up{6.5, 0.5}, down{6.5, 3.5};
  CHECK(!is_dead_end(ring));
  CHECK(!is_dead_end({2.5, 1.5}));
  CHECK(is_dead_end(up));
  CHECK(is_dead_end(down));

  const auto cost = [&](const std::vector<Link>& links, const Point& start, const Point& goal) {
    const auto finder = std::make_shared<MeshFinder>(mesh, links, 0);
    return finder->find(start, goal, Settings{}, [] { return false; }).cost;
  };
  CHECK(same(cost(no_links, up, down), 3.0));
  CHECK(same(cost(no_links, ring, up), cost(no_links, up, ring)));
  CHECK(std::isfinite(cost(no_links, ring, up)));
  const double to_link = cost(no_links, middle, up);
  CHECK(to_link < cost(no_links, middle, ring));
  CHECK(same(cost({{up, ring, 0.0}}, middle, ring), to_link));
}

TEST(sides_of_lines_are_exact) {
  const Point a{0.5, 0.5}, b{12.0, 12.0};
  const double step = std::nextafter(24.0, 25.0) - 24.0;
  CHECK_EQUAL(orientation(a, b, {24.0, 24.0}), 0);
  CHECK_EQUAL(orientation(a, b, {24.0, 24.0 + step}), 1);
  CHECK_EQUAL(orientation(a, b, {24.0 + step, 24.0}), -1);
  CHECK_EQUAL(orientation({0.1, 0.1}, {0.2, 0.2}, {0.3, 0.3}), 0);
  CHECK_EQUAL(orientation({1e100, 1e-100}, {-1e100, -1e-100}, {0.0, 0.0}), 0);
}
