// Labels of subgoals and of blocks of cells, and the paths that their entries follow.
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "indexes/hub_labels/block_labels.hpp"
#include "indexes/hub_labels/label_links.hpp"
#include "indexes/hub_labels/labels.hpp"
#include "indexes/subgoals/cost_graph.hpp"
#include "support/check.hpp"

using namespace pathstar;

namespace {

constexpr auto kGoOn = [](double) { return false; };

// Vertices in a row, one step apart, then a turn.
const std::vector<Place> kPlaces{{1, 1}, {2, 1}, {3, 1}, {4, 1}, {4, 2}};

CostGraph line() {
  CostGraph graph(kPlaces.size());
  for (std::uint32_t v = 0; v + 1 < graph.size(); ++v) {
    graph[v].push_back({v + 1, 5});
    graph[v + 1].push_back({v, 5});
  }
  return graph;
}

}  // namespace

TEST(links_lead_to_the_hub_and_stop_only_at_turns) {
  const std::vector<std::uint32_t> order{0, 4, 2, 1, 3};
  Labels labels;
  CHECK(make_labels(line(), order, kPlaces, ~std::uint64_t{0}, kGoOn, labels) == Outcome::done);
  const LabelTables tables = labels.tables();
  for (std::uint32_t v = 0; v < kPlaces.size(); ++v) {
    std::uint32_t i = tables.link_of[tables.first[v]];  // the entry for hub 0, the first of all
    CHECK(tables.links[i].place == kPlaces[v]);
    std::vector<Place> way;
    for (; tables.links[i].next != i; i = tables.links[i].next) way.push_back(tables.links[i].place);
    CHECK(tables.links[i].place == kPlaces[0]);
    CHECK_EQUAL(way.size(), std::size_t{v == 0 ? 0U : v == 4 ? 2U : 1U});
  }
}

TEST(labels_keep_to_their_limit) {
  const std::vector<std::uint32_t> order{0, 4, 2, 1, 3};
  Labels labels;
  CHECK(make_labels(line(), order, kPlaces, ~std::uint64_t{0}, kGoOn, labels) == Outcome::done);
  const std::uint64_t bytes = labels.entries.size() * kBytesPerEntry;
  Labels same, less;
  CHECK(make_labels(line(), order, kPlaces, bytes, kGoOn, same) == Outcome::done);
  CHECK(make_labels(line(), order, kPlaces, bytes - 1, kGoOn, less) == Outcome::too_large);
}

TEST(the_largest_subtree_follows_its_root) {
  // 1 and 2 are children of 0; the others are below 2. Other links come before them.
  const HubTree tree{{0, 1, 2, 3, 4, 5}, {0, 0, 0, 2, 2, 4}};
  const std::vector<Place> places{{5, 5}, {1, 2}, {9, 6}, {12, 7}, {13, 9}, {20, 10}};
  std::vector<LabelLink> links(10);
  std::vector<std::uint32_t> vertices(10);
  lay_out_links(tree, places, links, vertices);
  CHECK(std::vector(vertices.begin() + 10, vertices.end()) == (std::vector<std::uint32_t>{0, 2, 4, 5, 3, 1}));
  std::vector<std::uint32_t> next;
  for (std::size_t i = 10; i < links.size(); ++i) {
    CHECK(links[i].place == places[vertices[i]]);
    next.push_back(links[i].next);
  }
  CHECK(next == (std::vector<std::uint32_t>{10, 10, 11, 12, 11, 10}));
}

TEST(a_block_knows_its_cells) {
  const std::vector<std::uint8_t> walkable(9 * 5, 1);
  const Grid grid(9, 5, walkable, {}, Moves{}, CostRule::enter);
  const BlockShape shape(grid);
  CHECK_EQUAL(shape.blocks(), std::size_t{6});
  CHECK_EQUAL(shape.block(8, 4), std::size_t{5});
  CHECK_EQUAL(BlockShape::cell(5, 2), 9U);
}
