#include "spaces/cells/map_source.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>

namespace pathstar {
namespace {

std::string words(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  std::string shortest(text.data(), end);
  return shortest.find_first_of(".en") == std::string::npos ? shortest + ".0" : shortest;
}

constexpr double kLargestCost = 1e100;

std::string place_of(const Map& map, Cell cell) {
  return "(" + std::to_string(cell.number % map.width()) + ", " + std::to_string(cell.number / map.width()) + ")";
}

CostOutOfRange cost_too_large(const Map& map, Cell cell, double cost) {
  return CostOutOfRange("the cost at " + place_of(map, cell) + " is " + words(cost) +
                        "; a cost is at most 1e+100, or infinite");
}

CostOutOfRange cost_too_low(const Map& map, const CostPlan& plan, Cell cell, double cost) {
  const std::string place = place_of(map, cell);
  const std::string least = plan.floor == 0.0 ? "not be negative" : "be at least " + words(plan.floor);
  if (plan.weighed.empty())
    return CostOutOfRange("the cost at " + place + " is " + words(cost) + ", and must " + least);
  const auto& worst = *std::min_element(plan.weighed.begin(), plan.weighed.end(),
                                        [&](const auto& a, const auto& b) { return a(cell) < b(cell); });
  if (worst.is_risk && std::isinf(worst(cell))) {
    return CostOutOfRange("layer '" + worst.layer->name + "' holds " + words(worst.layer->numbers[cell.number]) +
                          " at " + place + "; a chance of harm is a number from 0 to 1");
  }
  return CostOutOfRange("the cost at " + place + " is " + words(cost) + "; layer '" + worst.layer->name +
                        "' with its weight " + words(worst.weight) + " adds " + words(worst(cell)) +
                        " there, and the sum must " + least);
}

}  // namespace

void MapSource::add_floor(std::shared_ptr<const Map> map, std::shared_ptr<const CostPlan> costs, std::uint64_t revision,
                          Node first) {
  floors_.emplace_back(std::move(map), std::move(costs), revision, first);
}

std::vector<CellEdit> MapSource::take() {
  std::vector<CellEdit> edits;
  for (Floor& floor : floors_) {
    if (floor.behind()) read(floor, edits);
  }
  return edits;
}

void MapSource::taken() noexcept {
  for (Floor& floor : floors_) {
    if (floor.map && floor.next != 0) floor.revision.store(floor.next, std::memory_order_release);
  }
}

void MapSource::read(Floor& floor, std::vector<CellEdit>& edits) {
  const Map& map = *floor.map;
  const std::shared_lock reading(map.mutex());
  const std::uint64_t revision = map.revision();
  std::vector<Cell> cells;
  if (map.log().since(floor.revision, cells)) {
    if (revision > floor.revision + 1) {  // several edits may have changed a cell
      std::sort(cells.begin(), cells.end());
      cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    }
  } else {
    cells.resize(map.size());
    for (std::uint32_t i = 0; i < map.size(); ++i) cells[i] = Cell(i);
    rebuilds_.fetch_add(1, std::memory_order_relaxed);
  }
  const std::vector<std::uint8_t>& passable = map.passable().bytes;
  std::size_t next = edits.size();
  edits.resize(next + cells.size());
  for (const Cell cell : cells) {
    double cost = floor.costs ? (*floor.costs)(cell) : 1.0;
    const bool too_large = kLargestCost < cost && cost < std::numeric_limits<double>::infinity();
    if (floor.costs && (too_large || cost < floor.costs->floor)) {
      if (passable[cell.number] != 0) {
        throw too_large ? cost_too_large(map, cell, cost) : cost_too_low(map, *floor.costs, cell, cost);
      }
      cost = std::numeric_limits<double>::infinity();  // nobody pays it
    }
    CellEdit& edit = edits[next++];
    edit.node = floor.first + cell.number;
    edit.walkable = passable[cell.number] != 0;
    edit.cost = cost;
  }
  floor.next = revision;
}

}  // namespace pathstar
