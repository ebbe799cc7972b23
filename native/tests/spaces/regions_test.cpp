// Regions: none is empty, and those of rows hold adjacent rows.
#include "spaces/cells/regions.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "support/check.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

std::vector<std::uint32_t> sizes(const Regions& regions, std::uint32_t nodes) {
  std::vector<std::uint32_t> sizes(regions.count());
  for (Node node = 0; node < nodes; ++node) {
    if (regions.of(node) < regions.count()) ++sizes[regions.of(node)];
  }
  CHECK_EQUAL(std::accumulate(sizes.begin(), sizes.end(), 0u), nodes);
  return sizes;
}

bool none_empty(const std::vector<std::uint32_t>& sizes) {
  return std::none_of(sizes.begin(), sizes.end(), [](std::uint32_t size) { return size == 0; });
}

}  // namespace

TEST(one_region_unless_it_is_said_otherwise) {
  CHECK_EQUAL(Regions().count(), 1u);
  CHECK_EQUAL(Regions().of(0x7fffffff), 0u);
}

TEST(regions_of_numbers_follow_each_other) {
  const Regions regions = Regions::of_numbers(300000);
  CHECK_EQUAL(regions.count(), 3u);
  CHECK(none_empty(sizes(regions, 300000)));
  int jumps = 0;
  for (Node node = 1; node < 300000; ++node) jumps += regions.of(node) - regions.of(node - 1) > 1;
  CHECK_EQUAL(jumps, 0);
}

TEST(bundles_of_rows_are_as_thick_as_high) {
  const Regions regions = Regions::of_rows(256, 64, 64);
  const std::vector<std::uint32_t> nodes = sizes(regions, 256 * 64 * 64);
  CHECK_EQUAL(regions.count(), 64u);
  CHECK_EQUAL(*std::min_element(nodes.begin(), nodes.end()), 1u << 14);
  CHECK_EQUAL(*std::max_element(nodes.begin(), nodes.end()), 1u << 14);
  const auto at = [&](std::uint32_t x, std::uint32_t y, std::uint32_t z) { return regions.of((z * 64 + y) * 256 + x); };
  CHECK_EQUAL(at(0, 8, 16), at(255, 15, 23));
  CHECK(at(0, 7, 16) != at(0, 8, 16) && at(0, 8, 15) != at(0, 8, 16));
}

TEST(boxes_of_any_sides_are_cut) {
  for (const std::uint32_t width : {1u, 2u, 3u, 50u, 100u, 20000u}) {
    for (const std::uint32_t height : {1u, 2u, 11u}) {
      for (const std::uint32_t depth : {2u, 5u, 17u}) {
        const std::uint32_t nodes = width * height * depth;
        CHECK(none_empty(sizes(Regions::of_rows(width, height, depth), nodes)));
      }
    }
  }
}
