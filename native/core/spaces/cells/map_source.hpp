// The maps of a space: one, or one for each floor of a building.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <vector>

#include "maps/cost_plan.hpp"
#include "maps/map.hpp"
#include "spaces/cells/cell_source.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The sum of the layers is below the least allowed cost, or too large for sums of many.
struct CostOutOfRange : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class MapSource final : public CellSource {
 public:
  // costs: how the map's layers make one cost; null where every cell costs 1. first: the node of the map's first cell.
  void add_floor(std::shared_ptr<const Map> map, std::shared_ptr<const CostPlan> costs, std::uint64_t revision,
                 Node first);

  // The revision of a floor's map that the floor has caught up with.
  std::uint64_t revision(std::size_t floor) const noexcept { return floors_[floor].revision; }
  void stand_at(std::size_t floor, std::uint64_t revision) noexcept { floors_[floor].revision = revision; }

  // A floor whose map is not available is never behind.
  bool behind() const noexcept override {
    for (const Floor& floor : floors_) {
      if (floor.behind()) return true;
    }
    return false;
  }
  std::vector<CellEdit> take() override;
  void taken() noexcept override;

  // The number of times that a map's log did not reach back, and all of its cells were read.
  std::uint64_t rebuilds() const noexcept { return rebuilds_.load(std::memory_order_relaxed); }

 private:
  struct Floor {
    std::shared_ptr<const Map> map;
    std::shared_ptr<const CostPlan> costs;
    std::atomic<std::uint64_t> revision;
    Node first;
    std::uint64_t next = 0;  // the revision that take() read

    bool behind() const noexcept { return map && map->revision() != revision.load(std::memory_order_acquire); }
  };

  void read(Floor& floor, std::vector<CellEdit>& edits);

  std::deque<Floor> floors_;
  std::atomic<std::uint64_t> rebuilds_{0};
};

}  // namespace pathstar
