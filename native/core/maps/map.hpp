// A map: named layers over the cells of a rectangle, and the log of their edits.
//
// Only the layer `passable` says which cells can be entered. It is kept consistent with the others: a cell whose cost
// is not finite is not passable, and painting terrain opens or closes it as the legend says. An edit is computed
// completely before any of it is stored, and takes time in proportion to the cells that it names.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "maps/edit_log.hpp"

namespace pathstar {

enum class LayerKind : std::uint8_t { passable, cost, terrain, extra };

// One number for each cell. Passable and terrain are bytes, the others doubles.
struct Layer {
  std::string name;
  LayerKind kind;
  std::vector<std::uint8_t> bytes;
  std::vector<double> numbers;

  bool has_bytes() const noexcept { return kind == LayerKind::passable || kind == LayerKind::terrain; }
};

// What the terrain codes mean for `passable`. Without a legend every code is known, and painting opens nothing.
struct Legend {
  bool given = false;
  std::array<bool, 256> known{};
  std::array<bool, 256> open{};
};

// The cells of an edit: a rectangle, or a list.
struct Region {
  Cell first = 0;          // the upper left one
  std::uint32_t rows = 0;  // of the rectangle
  std::uint32_t columns = 0;
  std::span<const Cell> cells;  // if there are no rows

  std::size_t size() const noexcept { return rows == 0 ? cells.size() : std::size_t{rows} * columns; }
};

// The values of a layer at some cells.
struct LayerValues {
  std::string name;
  LayerKind kind;
  std::vector<std::uint8_t> bytes;
  std::vector<double> numbers;
};

// The result of one edit.
struct MapChange {
  std::uint64_t before;
  std::uint64_t after;
  std::vector<Cell> cells;          // that really changed
  std::vector<LayerValues> layers;  // the values of all layers there afterwards
};

// Why an edit is refused, and at which cell of the region.
struct Refusal {
  enum class Reason : std::uint8_t { negative_cost, no_code, unknown_code, opened_without_cost };
  Reason reason;
  Cell cell;
  double value;
};

// How to fold layers into one cost for each cell: base * cost * terrain + sum of weight * layer.
struct CostPlan {
  struct Weighed {
    std::shared_ptr<const Layer> layer;
    double weight;
  };
  double base = 1.0;
  std::shared_ptr<const Layer> cost;     // or none
  std::shared_ptr<const Layer> terrain;  // or none
  std::array<double, 256> by_code{};
  std::vector<Weighed> weighed;

  double operator()(Cell cell) const noexcept {
    double sum = base;
    if (cost) sum *= cost->numbers[cell];
    if (terrain) sum *= by_code[terrain->bytes[cell]];
    for (const Weighed& one : weighed) sum += one.weight * one.layer->numbers[cell];
    return sum;
  }
};

class Map {
 public:
  // passable: width * height bytes.
  Map(std::uint32_t width, std::uint32_t height, std::vector<std::uint8_t> passable, const Legend& legend,
      std::uint64_t revision);

  std::uint32_t width() const noexcept { return width_; }
  std::uint32_t height() const noexcept { return height_; }
  std::uint32_t size() const noexcept { return width_ * height_; }
  std::uint64_t revision() const noexcept { return log_.revision(); }

  // Adds a layer with one byte or number for each cell, under an unused name.
  void add(Layer layer);
  void remove(std::string_view name);
  std::shared_ptr<const Layer> layer(std::string_view name) const;  // null if there is none

  // values: one for all cells of the region, or one for each.
  std::pair<std::optional<MapChange>, Refusal> edit(std::string_view layer, const Region& region,
                                                    std::span<const double> values);

  // Hold it shared to read layers or the log in a thread other than the one that edits.
  std::shared_mutex& mutex() const noexcept { return mutex_; }
  const EditLog& log() const noexcept { return log_; }
  const Layer& passable() const noexcept { return *layers_.front(); }

 private:
  // The effect of an edit on a cell.
  struct PendingEdit {
    Cell cell;
    double value;
    bool passable;
  };

  std::optional<Refusal::Reason> work_out(LayerKind kind, PendingEdit& edit) const noexcept;
  bool changes(const Layer& layer, const PendingEdit& edit) const noexcept;
  MapChange store(Layer& layer, std::span<const PendingEdit> pending);
  Layer* find(std::string_view name) const noexcept;
  LayerValues values_at(const Layer& layer, std::span<const Cell> cells) const;

  std::uint32_t width_;
  std::uint32_t height_;
  std::vector<std::shared_ptr<Layer>> layers_;  // passable first
  Layer* cost_ = nullptr;
  Legend legend_;
  EditLog log_;
  mutable std::shared_mutex mutex_;
};

}  // namespace pathstar
