#include "spaces/cells/edge_rules.hpp"

#include <shared_mutex>

namespace pathstar {

void CellNumbers::read(std::span<const CellEdit> edits) {
  if (!layer) return;
  const std::shared_lock reading(map->mutex());
  for (const CellEdit& edit : edits) values[edit.node] = layer->numbers[edit.node];
}

void EdgeRules::read(std::span<const CellEdit> edits) {
  for (Slope& slope : slopes_) slope.height.read(edits);
  for (Drift& drift : drifts_) {
    drift.across.read(edits);
    drift.along.read(edits);
  }
}

}  // namespace pathstar
