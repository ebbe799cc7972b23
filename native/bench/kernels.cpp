// Kernels of the core, for scripts/count_instructions.py to count their instructions:
//
//   bench_kernels            lists their names
//   bench_kernels NAME RUNS  sets one up, runs it RUNS times, and prints the sum of its results
//
// Worlds and queries are made from fixed seeds, so a build always executes the same instructions.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/any_angle/any_angle_finder.hpp"
#include "engine/finders/finder.hpp"
#include "engine/polyanya/mesh_finder.hpp"
#include "indexes/common/kinds.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/mesh/polygons.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

constexpr std::uint32_t kSide = 192;
constexpr auto kGoOn = [] { return false; };

using Kernel = std::function<double()>;  // one run; returns the sum of its results

struct Row {
  std::string_view name;
  std::function<Kernel()> make;
};

std::shared_ptr<Grid> squares(bool costs, Corners corners = Corners::no_cut) {
  Dice dice(1);
  World world = rolled(dice, kSide, kSide, 5, costs);
  world.moves = {8, corners, 1.0, std::sqrt(2.0)};
  return world.grid();
}

// A grid of roads of different lengths; one in five is missing.
std::shared_ptr<Graph> roads() {
  Dice dice(2);
  std::vector<std::uint32_t> offsets{0};
  std::vector<Node> targets;
  std::vector<double> costs;
  for (Node node = 0; node < kSide * kSide; ++node) {
    const std::uint32_t x = node % kSide, y = node / kSide;
    const auto join = [&](bool there, Node to) {
      if (!there || (node * 2654435761U ^ to * 2654435761U) % 5 == 0) return;
      targets.push_back(to);
      costs.push_back(1.0 + 0.125 * dice.roll(16));
    };
    join(x > 0, node - 1);
    join(x + 1 < kSide, node + 1);
    join(y > 0, node - kSide);
    join(y + 1 < kSide, node + kSide);
    offsets.push_back(static_cast<std::uint32_t>(targets.size()));
  }
  return std::make_shared<Graph>(offsets, targets, costs, Positions{}, std::nan(""));
}

// The same queries in each run.
Kernel queries(std::shared_ptr<Finder> finder, const Settings& settings, int many) {
  return [finder = std::move(finder), settings, many] {
    Dice dice(3);
    double sum = 0.0;
    for (int i = 0; i < many; ++i) {
      const PathResult result = find(*finder, dice.roll(kSide * kSide), dice.roll(kSide * kSide), settings);
      if (result.status == Status::found) sum += result.cost + static_cast<double>(result.nodes().size());
    }
    return sum;
  };
}

Kernel any_angle(AnyAngle kind, int many) {
  const std::shared_ptr<Grid> grid = squares(false, Corners::no_squeeze);
  return queries(make_any_angle_finder(grid, grid, {}, kind), {}, many);
}

template <class Space>
Kernel over_index(IndexKind kind, std::shared_ptr<Space> space, const Settings& settings, int many) {
  return queries(build_index(kind, std::move(space), {.landmarks = 8}, [](double) { return false; }), settings, many);
}

Kernel field(std::shared_ptr<Grid> grid) {
  return [finder = make_finder(std::move(grid))] {
    const Field found = finder->field({.sources = {kSide * kSide / 2 + kSide / 2}}, {}, kGoOn, nullptr);
    double sum = 0.0;
    for (Node node = 0; node < kSide * kSide; ++node) sum += std::isfinite(found.costs[node]) ? found.costs[node] : 0.0;
    return sum;
  };
}

// Patches are edited, and a kept field follows each edit.
Kernel field_repairs(std::shared_ptr<Grid> grid) {
  constexpr std::uint32_t kPatch = 12;
  auto finder = make_finder(grid);
  return [grid = std::move(grid), finder = std::move(finder), kept = std::make_shared<FieldState>(),
          dice = Dice(5)]() mutable {
    double sum = 0.0;
    for (int i = 0; i < 20; ++i) {
      const Node corner = dice.roll(kSide - kPatch) * kSide + dice.roll(kSide - kPatch);
      std::vector<CellEdit> edits;
      for (Node at = 0; at < kPatch * kPatch; ++at) {
        edits.push_back({corner + at / kPatch * kSide + at % kPatch, dice.roll(5) != 0, 1.0});
      }
      grid->update(edits);
      const Field found = finder->field({.sources = {kSide * kSide / 2 + kSide / 2}}, {}, kGoOn, kept.get());
      for (Node node = 0; node < kSide * kSide; node += 97) {
        sum += std::isfinite(found.costs[node]) ? found.costs[node] : 0.0;
      }
    }
    return sum + static_cast<double>(kept->repairs);
  };
}

// Lines between the centres of squares; many squares are walls.
Kernel lines(int many) {
  Dice dice(1);
  const World world = rolled(dice, kSide, kSide, 5, false);
  const Polygons polygons = merged(rectangles(world.walkable, kSide, never_stop), never_stop);
  auto mesh = std::make_shared<const Mesh>(polygons.points, polygons.corners, polygons.offsets);
  auto finder = std::make_shared<MeshFinder>(std::move(mesh), std::vector<Link>(), 0);
  return [finder = std::move(finder), many] {
    Dice places(3);
    const auto place = [&] { return Point{places.roll(kSide) + 0.5, places.roll(kSide) + 0.5}; };
    double sum = 0.0;
    for (int i = 0; i < many; ++i) {
      const Point start = place(), goal = place();
      const PathResult result = finder->find(start, goal, {}, kGoOn);
      if (result.status == Status::found) sum += result.cost + static_cast<double>(result.length);
    }
    return sum;
  };
}

// Edits of single cells; the bitmaps of jump points follow each.
Kernel edits(std::shared_ptr<Grid> grid) {
  static_cast<void>(grid->jump_bitmaps());
  return [grid = std::move(grid)] {
    Dice dice(4);
    double open = 0.0;
    for (int i = 0; i < 2'000; ++i) {
      const CellEdit edit{dice.roll(kSide * kSide), dice.roll(2) != 0, 1.0};
      grid->update({&edit, 1});
      static_cast<void>(grid->jump_bitmaps());  // which follow the edit
      open += edit.walkable ? 1.0 : 0.0;
    }
    return open;
  };
}

// Fields over costs are left out: Valgrind does not know all instructions that they use.
const std::vector<Row>& kernels() {
  static const Settings a_star{};
  static const Settings dijkstra{.heuristic = HeuristicKind::zero};
  static const Settings both_ends{.loop = Loop::bidirectional, .heuristic = HeuristicKind::zero};
  static const std::vector<Row> rows{
      {"astar-squares", [] { return queries(make_finder(squares(false)), a_star, 20); }},
      {"astar-costs", [] { return queries(make_finder(squares(true)), a_star, 10); }},
      {"dijkstra-costs", [] { return queries(make_finder(squares(true)), dijkstra, 5); }},
      {"both-ends-costs", [] { return queries(make_finder(squares(true)), both_ends, 5); }},
      {"jump-points", [] { return queries(make_finder(squares(false)), {.jumps = true}, 40); }},
      {"jump-table", [] { return over_index(IndexKind::jump_table, squares(false), {.jumps = true}, 40); }},
      {"landmarks",
       [] { return over_index(IndexKind::landmarks, squares(true), {.heuristic = HeuristicKind::landmarks}, 40); }},
      {"customizable", [] { return over_index(IndexKind::customizable, squares(true), a_star, 200); }},
      {"hierarchy", [] { return over_index(IndexKind::hierarchy, squares(true), a_star, 40); }},
      {"dijkstra-roads", [] { return queries(make_finder(roads()), dijkstra, 5); }},
      {"both-ends-roads", [] { return queries(make_finder(roads()), both_ends, 5); }},
      {"polyanya", [] { return lines(200); }},
      {"anya", [] { return any_angle(AnyAngle::anya, 100); }},
      {"theta", [] { return any_angle(AnyAngle::theta, 10); }},
      {"lazy-theta", [] { return any_angle(AnyAngle::lazy_theta, 20); }},
      {"field-squares", [] { return field(squares(false)); }},
      {"field-repairs", [] { return field_repairs(squares(false)); }},
      {"edits", [] { return edits(squares(false)); }},
  };
  return rows;
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) {
    for (const Row& row : kernels()) std::printf("%s\n", row.name.data());
    return 0;
  }
  for (const Row& row : kernels()) {
    if (row.name != words[1]) continue;
    const Kernel kernel = row.make();
    double sum = kernel();  // the first run makes what later ones reuse
    for (int run = std::atoi(words[2]); run > 0; --run) sum += kernel();
    std::printf("%.17g\n", sum);
    return 0;
  }
  std::fprintf(stderr, "there is no kernel %s\n", words[1]);
  return 2;
}
