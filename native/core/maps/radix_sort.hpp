// Sorts by whole numbers, digit by digit, in time proportional to their count (Knuth 1998, 5.2.5).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pathstar {

// Sorts `things` by key(thing), which is below `keys`; equal keys keep their order. `spare` is working memory.
template <class Thing, class Key>
void radix_sort(std::vector<Thing>& things, std::vector<Thing>& spare, std::size_t keys, const Key& key) {
  constexpr std::size_t kFew = 32;
  constexpr int kMost = 9;  // bits of a digit
  if (things.size() <= kFew) {
    for (std::size_t i = 1; i < things.size(); ++i) {
      const Thing thing = things[i];
      std::size_t at = i;
      for (; at > 0 && key(thing) < key(things[at - 1]); --at) things[at] = things[at - 1];
      things[at] = thing;
    }
    return;
  }
  const auto bits = static_cast<int>(std::bit_width(keys - 1));
  const int size = things.size() < (1 << kMost) ? kMost - 3 : kMost;  // shorter ones have fewer values to count
  spare.resize(things.size());
  for (int shift = 0; shift < bits; shift += size) {
    std::array<std::size_t, (1 << kMost) + 1> begin;
    std::fill_n(begin.begin(), (1 << size) + 1, 0);
    const auto digit = [&](const Thing& thing) { return key(thing) >> shift & ((1 << size) - 1); };
    for (const Thing& thing : things) ++begin[digit(thing) + 1];
    for (int i = 0; i < 1 << size; ++i) begin[i + 1] += begin[i];
    for (const Thing& thing : things) spare[begin[digit(thing)]++] = thing;
    things.swap(spare);
  }
}

}  // namespace pathstar
