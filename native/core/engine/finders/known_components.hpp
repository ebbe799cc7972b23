// Which cells of a grid hang together, kept until it is edited: between islands there is no path.
//
// The first search that finds no path pays for the labels that spare the next one.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "analysis/regular_grid_components.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class KnownComponents {
 public:
  // Whether it is known that no path leads from one cell to the other.
  bool apart(const RegularGrid& grid, Node a, Node b) {
    const std::shared_ptr<const RevisionLabels> labels = known();
    return labels && labels->revision == grid.revision() && !labels->components.same(a, b);
  }

  // Must not run beside an edit.
  void learn(const RegularGrid& grid) {
    const std::shared_ptr<const RevisionLabels> labels = known();
    if (labels && labels->revision == grid.revision()) return;
    auto made = std::make_shared<const RevisionLabels>(grid);
    const std::lock_guard lock(mutex_);
    labels_ = std::move(made);
  }

 private:
  struct RevisionLabels {
    explicit RevisionLabels(const RegularGrid& grid) : revision(grid.revision()), components(grid) {}
    std::uint64_t revision;
    Components components;
  };

  std::shared_ptr<const RevisionLabels> known() {
    const std::lock_guard lock(mutex_);
    return labels_;
  }

  std::mutex mutex_;
  std::shared_ptr<const RevisionLabels> labels_;
};

}  // namespace pathstar
