// The order in which each kind of open list returns its items.
#include "engine/open_list/open_list.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "support/check.hpp"
#include "support/worlds.hpp"

using namespace pathstar;
using namespace pathstar::testing;

namespace {

struct Item {
  std::int64_t key;
  std::int64_t g;
  Node node;  // also its turn
};

constexpr BucketPlan<std::int64_t> kPlan{.width = 8, .ring = 64};

std::vector<Item> some_items(std::uint64_t seed, Node count) {
  Dice dice(seed);
  std::vector<Item> items;
  for (Node node = 0; node < count; ++node) items.push_back({dice.roll(20), dice.roll(5), node});
  return items;
}

std::vector<Node> pop_all(OpenList<std::int64_t>& list) {
  std::vector<Node> order;
  for (Node node; list.pop(node);) order.push_back(node);
  return order;
}

std::vector<Node> order_of(OpenKind kind, Ties ties, const std::vector<Item>& items) {
  OpenList<std::int64_t> list;
  list.start(kind, ties, kPlan);
  for (const Item& item : items) list.push(item.key, item.g, item.node);
  return pop_all(list);
}

std::vector<Node> expected_order(Ties ties, std::vector<Item> items) {
  std::sort(items.begin(), items.end(), [&](const Item& a, const Item& b) {
    if (a.key != b.key) return a.key < b.key;
    if (ties == Ties::larger_g && a.g != b.g) return a.g > b.g;
    if (ties == Ties::smaller_g && a.g != b.g) return a.g < b.g;
    return ties == Ties::first ? a.node < b.node : a.node > b.node;
  });
  std::vector<Node> order;
  for (const Item& item : items) order.push_back(item.node);
  return order;
}

constexpr OpenKind kExact[] = {OpenKind::heap, OpenKind::sorted, OpenKind::unsorted};

}  // namespace

TEST(exact_kinds_obey_key_and_tie_rule) {
  for (const OpenKind kind : kExact) {
    for (const Ties ties : {Ties::larger_g, Ties::smaller_g, Ties::last, Ties::first}) {
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto items = some_items(seed, 100);
        CHECK(order_of(kind, ties, items) == expected_order(ties, items));
      }
    }
  }
}

TEST(exact_kinds_agree_while_pushes_and_pops_mix) {
  std::vector<std::vector<Node>> orders;
  for (const OpenKind kind : kExact) {
    OpenList<std::int64_t> list;
    list.start(kind, Ties::larger_g, kPlan);
    Dice dice(7);
    std::vector<Node>& order = orders.emplace_back();
    for (Node turn = 0; turn < 2000; ++turn) {
      Node node = kNoNode;
      if (dice.roll(3) != 0) {
        list.push(dice.roll(50), dice.roll(9), turn);
      } else if (list.pop(node)) {
        order.push_back(node);
      }
    }
  }
  CHECK(orders[0].size() > 500);
  CHECK(orders[0] == orders[1]);
  CHECK(orders[0] == orders[2]);
}

TEST(fifo_keeps_the_order_of_arrival) {
  const auto order = order_of(OpenKind::fifo, Ties::larger_g, some_items(3, 50));
  CHECK_EQUAL(order.size(), 50u);
  CHECK(std::is_sorted(order.begin(), order.end()));
}

TEST(buckets_rise_and_the_last_of_a_bucket_comes_first) {
  const auto items = some_items(4, 200);
  // The first key fixes the lowest bucket, so it is pushed ahead.
  std::vector<Item> all{{0, 0, 200}};
  all.insert(all.end(), items.begin(), items.end());
  const auto order = order_of(OpenKind::bucket, Ties::larger_g, all);
  CHECK_EQUAL(order.size(), all.size());
  const auto bucket = [&](Node node) { return node == 200 ? 0 : items[node].key / kPlan.width; };
  const auto turn = [](Node node) { return node == 200 ? -1 : static_cast<int>(node); };
  for (std::size_t i = 1; i < order.size(); ++i) {
    const Node a = order[i - 1], b = order[i];
    CHECK(bucket(a) < bucket(b) || (bucket(a) == bucket(b) && turn(a) > turn(b)));
  }
}

TEST(buckets_take_a_falling_key_at_once) {
  OpenList<std::int64_t> list;
  list.start(OpenKind::bucket, Ties::larger_g, kPlan);
  list.push(100, 0, 1);
  list.push(300, 0, 2);
  list.push(3, 0, 3);
  CHECK((pop_all(list) == std::vector<Node>{3, 1, 2}));
}

TEST(buckets_wrap_around_their_ring) {
  OpenList<std::int64_t> list;
  list.start(OpenKind::bucket, Ties::larger_g, kPlan);
  list.push(0, 0, 0);
  std::vector<Node> order;
  for (Node node; list.pop(node);) {
    order.push_back(node);
    if (node < 1000) list.push((node + 1) * 400, 0, node + 1);
  }
  CHECK_EQUAL(order.size(), 1001u);
  CHECK(std::is_sorted(order.begin(), order.end()));
}

TEST(a_sealed_list_gives_no_larger_key) {
  for (const OpenKind kind : {OpenKind::heap, OpenKind::sorted, OpenKind::unsorted, OpenKind::bucket}) {
    OpenList<std::int64_t> list;
    list.start(kind, Ties::larger_g, kPlan);
    list.push(1, 0, 1);
    list.push(100, 0, 2);
    Node node;
    CHECK(list.pop(node));
    CHECK_EQUAL(node, 1u);
    list.seal();
    CHECK(!list.pop(node));
  }
}

// They return the last node added to the lowest range; a key below the current range counts as in it. A search may end
// with nodes left, and may push after a pop that found none.
TEST(loose_buckets_take_the_last_added_of_the_lowest_range) {
  Dice dice(5);
  OpenList<std::int64_t> list;
  for (const std::int64_t width : {1, 8, 64}) {
    const BucketPlan<std::int64_t> plan{.width = width, .ring = 64};
    list.start(OpenKind::bucket, Ties::larger_g, plan);
    std::map<std::int64_t, std::vector<Node>> waiting;
    std::int64_t current = 0;
    for (Node turn = 0; turn < 3000; ++turn) {
      Node node = kNoNode;
      if (turn == 0 || dice.roll(100) < (turn / 500 % 2 == 0 ? 60u : 40u)) {
        const std::int64_t key =
            std::max<std::int64_t>(current * width + dice.roll(static_cast<std::uint32_t>(60 * width)) - 4 * width, 0);
        current = turn == 0 ? key / width : current;
        waiting[std::max(key / width, current)].push_back(turn);
        list.push(key, 0, turn);
      } else if (waiting.empty()) {
        CHECK(!list.pop(node));
      } else {
        CHECK(list.pop(node));
        const auto lowest = waiting.begin();
        current = lowest->first;
        CHECK_EQUAL(node, lowest->second.back());
        CHECK_EQUAL(list.floor(), current * width);
        lowest->second.pop_back();
        const std::size_t left = lowest->second.size();
        CHECK_EQUAL(list.next(), left > 0 ? lowest->second[left - 1] : kNoNode);
        CHECK_EQUAL(list.next_but_one(), left > 1 ? lowest->second[left - 2] : kNoNode);
        if (left == 0) waiting.erase(lowest);
      }
    }
  }
}

TEST(buckets_take_keys_from_beyond_their_ring) {
  Dice dice(4);
  for (const std::uint32_t far : {100u, 2000u, 1000000u}) {
    OpenList<std::int64_t> list;
    list.start(OpenKind::bucket, Ties::larger_g, kPlan);
    std::vector<std::int64_t> keys{0};
    list.push_any(0, 0, 0);
    std::int64_t last = 0;
    int early = 0, taken = 0;
    for (Node node; list.pop(node); ++taken) {
      early += keys[node] / kPlan.width < last / kPlan.width;
      last = keys[node];
      for (int i = 0; i < 2 && keys.size() < 3000; ++i) {
        keys.push_back(last + dice.roll(dice.roll(3) == 0 ? far : 30));
        list.push_any(keys.back(), 0, static_cast<Node>(keys.size() - 1));
      }
    }
    CHECK_EQUAL(early, 0);
    CHECK_EQUAL(taken, static_cast<int>(keys.size()));
  }
}

namespace {

// Pushes and pops in turn; keys rise and fall, some by as much as `far`.
std::vector<Node> mixed_order(OpenList<std::int64_t>& list, std::uint64_t seed, std::int64_t far) {
  Dice dice(seed);
  std::vector<Node> order;
  std::int64_t lowest = 0;
  for (Node turn = 0; turn < 4000; ++turn) {
    Node node = kNoNode;
    if (dice.roll(5) < 3) {
      const std::int64_t rise = dice.roll(9) == 0 ? far / 100 * dice.roll(101) : dice.roll(40);
      const std::int64_t key = lowest + rise - 3;
      list.push(key, dice.roll(4), turn);
    } else if (list.pop(node)) {
      order.push_back(node);
      ++lowest;
    }
  }
  for (Node node; list.pop(node);) order.push_back(node);
  return order;
}

}  // namespace

TEST(sorted_buckets_give_the_order_of_a_heap) {
  for (const std::int64_t width : {1, 8, 1024}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      // Going bucket by bucket to 2^61 would never end.
      const std::int64_t far = seed <= 3 ? 100000 : std::int64_t{1} << 61;
      OpenList<std::int64_t> buckets, heap;
      buckets.start(OpenKind::bucket, Ties::larger_g, {.width = width, .ring = 64, .sorted = true});
      heap.start(OpenKind::heap, Ties::larger_g, {});
      CHECK(!buckets.loose());
      const std::vector<Node> order = mixed_order(buckets, seed, far);
      CHECK(order.size() > 1500);
      CHECK(order == mixed_order(heap, seed, far));
    }
  }
}

TEST(a_loose_list_that_moves_to_a_heap_loses_nothing) {
  for (const std::uint32_t far : {30u, 5000u}) {
    OpenList<std::int64_t> list;
    list.start(OpenKind::bucket, Ties::larger_g, kPlan);
    Dice dice(far);
    std::vector<std::int64_t> keys{0};
    list.push_any(0, 0, 0);
    Node node;
    for (int i = 0; i < 200; ++i) {
      CHECK(list.pop(node));
      for (int j = 0; j < 3; ++j) {
        keys.push_back(keys[node] + dice.roll(far));
        list.push_any(keys.back(), 0, static_cast<Node>(keys.size() - 1));
      }
    }
    const std::int64_t floor = list.floor();
    list.seal();
    CHECK(list.loose());
    // One node in four is no longer open.
    list.move_to_heap([&](Node waiting) {
      return waiting % 4 == 0 ? std::nullopt : std::optional(std::pair(keys[waiting], std::int64_t{0}));
    });
    CHECK(!list.loose());
    CHECK_EQUAL(list.floor(), floor);
    std::int64_t last = floor;
    std::size_t taken = 0;
    for (; list.pop(node); ++taken) {
      CHECK(node % 4 != 0);
      CHECK(keys[node] >= last);
      last = keys[node];
      CHECK_EQUAL(list.floor(), last);
    }
    CHECK(taken > 200);
  }
}

TEST(a_sealed_bucket_is_finished_first) {
  OpenList<std::int64_t> list;
  list.start(OpenKind::bucket, Ties::larger_g, kPlan);
  list.push(1, 0, 1);
  list.push(2, 0, 2);
  Node node;
  CHECK(list.pop(node));
  list.seal();
  CHECK(list.pop(node));
  CHECK_EQUAL(node, 1u);
  CHECK(!list.pop(node));
}

TEST(a_started_list_is_empty) {
  for (const OpenKind kind : {OpenKind::heap, OpenKind::sorted, OpenKind::unsorted, OpenKind::fifo, OpenKind::bucket}) {
    OpenList<std::int64_t> list;
    for (int round = 0; round < 3; ++round) {
      list.start(kind, Ties::last, kPlan);
      Node node;
      CHECK(!list.pop(node));
      for (Node i = 0; i < 500; ++i) list.push(i % 300, 0, i);
      list.pop(node);
    }
  }
}

TEST(plans_hold_the_largest_rise) {
  for (const std::int64_t smallest : {0, 1, 5, 1000, 1 << 20}) {
    for (const std::int64_t key_increase : {1, 3, 1000, 1 << 20, 1 << 30}) {
      const auto plan = BucketPlan<std::int64_t>::fit(smallest, key_increase);
      CHECK(std::has_single_bit(static_cast<std::uint64_t>(plan.width)));
      CHECK(std::has_single_bit(plan.ring));
      CHECK(plan.ring <= BucketPlan<std::int64_t>::kMostBuckets);
      CHECK(key_increase / plan.width + 2 <= plan.ring);
    }
  }
  for (const double key_increase : {0.0, 1e-12, 1.0, 3.7, 1e9}) {
    const auto plan = BucketPlan<double>::fit(0.5, key_increase);
    CHECK(std::has_single_bit(plan.ring));
    CHECK(key_increase / plan.width + 2 <= plan.ring);
  }
}

TEST(next_names_what_pop_takes_as_long_as_the_bucket_lasts) {
  OpenList<std::int64_t> list;
  list.start(OpenKind::bucket, Ties::larger_g, kPlan);
  for (const Item& item : some_items(3, 200)) list.push(item.key, item.g, item.node);
  int named = 0;
  Node node, guess = kNoNode;
  while (list.pop(node)) {
    if (guess != kNoNode) CHECK(node == guess);
    guess = list.next();
    named += guess != kNoNode;
  }
  CHECK(named > 100);
  CHECK(list.next() == kNoNode);
}

TEST(next_but_one_names_what_the_second_pop_takes) {
  for (const bool sorted : {false, true}) {
    OpenList<std::int64_t> list;
    BucketPlan<std::int64_t> plan = BucketPlan<std::int64_t>::fit(1, 1000);
    plan.sorted = sorted;
    list.start(OpenKind::bucket, Ties::larger_g, plan);
    list.push(0, 0, 0);
    // Loose: all in one bucket. Sorted: each in its own.
    for (Node i = 1; i < 200; ++i) list.push(sorted ? (i * 37 % 200) * 5 : 0, 0, i);
    std::vector<Node> taken, named;
    for (Node node; list.pop(node);) {
      taken.push_back(node);
      named.push_back(list.next_but_one());
    }
    CHECK_EQUAL(taken.size(), std::size_t{200});
    for (std::size_t i = 0; i < taken.size(); ++i) CHECK(named[i] == (i + 2 < taken.size() ? taken[i + 2] : kNoNode));
  }
}

TEST(the_narrowest_buckets_take_a_key_of_zero) {
  OpenList<double> list;
  list.start(OpenKind::bucket, Ties::larger_g, BucketPlan<double>::fit(0.0, std::numeric_limits<double>::denorm_min()));
  for (Node node = 0; node < 3; ++node) list.push(0.0, 0.0, node);
  Node node = kNoNode;
  for (Node wanted = 3; wanted-- > 0;) CHECK(list.pop(node) && node == wanted);
  CHECK(!list.pop(node));
}
