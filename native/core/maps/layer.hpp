// One layer of a map: a number for each cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "maps/cell.hpp"

namespace pathstar {

enum class LayerKind : std::uint8_t { passable, cost, terrain, extra };

// A layer that follows another: the values of cells near walls, by the square of twice the distance from their centre
// to the nearest blocked square. Beyond the last value it is 0.
struct NearWalls {
  std::vector<double> by_square;
  std::uint32_t reach;  // the distance in cells within which a wall may matter

  double at(std::uint64_t square) const noexcept {
    return square < by_square.size() ? by_square[static_cast<std::size_t>(square)] : 0.0;
  }
};

// Passable and terrain are bytes, the others doubles.
struct Layer {
  std::string name;
  LayerKind kind;
  std::vector<std::uint8_t> bytes{};
  std::vector<double> numbers{};
  std::shared_ptr<const NearWalls> near_walls{};  // null for a layer that is edited
  std::vector<Cell> filled{};                     // for a layer that fades: the cells that are not 0, or were not
  bool fades = false;

  bool has_bytes() const noexcept { return kind == LayerKind::passable || kind == LayerKind::terrain; }
};

}  // namespace pathstar
