#include "spaces/cells/edge_rules.hpp"

#include <shared_mutex>

namespace pathstar {

void CellNumbers::read(std::span<const CellEdit> edits) {
  if (floors.empty()) return;
  const std::size_t size = values.size() / floors.size();
  for (std::size_t number = 0; number < floors.size(); ++number) {
    const Floor& floor = floors[number];
    const std::shared_lock reading(floor.map->mutex());
    for (const CellEdit& edit : edits) {
      if (edit.node / size == number) values[edit.node] = floor.layer->numbers[edit.node % size];
    }
  }
}

void EdgeRules::read(std::span<const CellEdit> edits) {
  for (Slope& slope : slopes_) slope.height.read(edits);
  for (Drift& drift : drifts_) {
    drift.across.read(edits);
    drift.along.read(edits);
    drift.upward.read(edits);
  }
}

}  // namespace pathstar
