// The grid that a regular grid has the cells of.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <numeric>
#include <shared_mutex>
#include <utility>
#include <vector>

#include "spaces/cells/cell_source.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class GridSource final : public CellSource {
 public:
  explicit GridSource(std::shared_ptr<Grid> grid) : grid_(std::move(grid)), revision_(grid_->revision()) {}

  bool behind() const noexcept override { return grid_->behind() || grid_->revision() != revision_; }

  std::vector<CellEdit> take() override {
    grid_->catch_up();
    const std::shared_lock reading(grid_->mutex());
    std::vector<Node> nodes;
    if (!grid_->edited_since(revision_, nodes)) {
      nodes.resize(grid_->size());
      std::iota(nodes.begin(), nodes.end(), Node{0});
    }
    std::vector<CellEdit> edits;
    edits.reserve(nodes.size());
    for (const Node node : nodes) {
      edits.push_back({node, grid_->walkable(node), grid_->has_cost() ? grid_->cost_data()[node] : 1.0});
    }
    next_ = grid_->revision();
    return edits;
  }

  void taken() noexcept override { revision_ = next_; }

 private:
  std::shared_ptr<Grid> grid_;
  std::atomic<std::uint64_t> revision_;
  std::uint64_t next_ = 0;
};

}  // namespace pathstar
