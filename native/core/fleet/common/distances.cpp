#include "fleet/common/distances.hpp"

#include <algorithm>

namespace pathstar::fleet {
namespace {

template <class T>
void flood(const Ground& ground, Cell goal, std::vector<Cell>& queue, T* table, T none) {
  std::fill_n(table, ground.cells(), none);
  queue.resize(ground.cells());
  Cell* const begin = queue.data();
  Cell* end = begin;
  table[goal] = 0;
  *end++ = goal;
  for (const Cell* at = begin; at != end; ++at) {
    const T moves = static_cast<T>(table[*at] + 1);
    for (const Cell cell : ground.previous(*at)) {
      if (table[cell] != none) continue;
      table[cell] = moves;
      *end++ = cell;
    }
  }
}

}  // namespace

DistanceTable::DistanceTable(const Ground& ground, Cell goal, std::vector<Cell>& queue) {
  if (ground.cells() < kNarrowNone) {
    narrow_ = std::make_unique_for_overwrite<std::uint16_t[]>(ground.cells());
    flood(ground, goal, queue, narrow_.get(), kNarrowNone);
  } else {
    wide_ = std::make_unique_for_overwrite<Time[]>(ground.cells());
    flood(ground, goal, queue, wide_.get(), kForever);
  }
}

}  // namespace pathstar::fleet
