// A map: named layers over the cells of a rectangle, and the log of their edits.
//
// Only the layer `passable` says which cells can be entered. It is kept consistent with the others: a cell whose cost
// is not finite is not passable, and painting terrain opens or closes it as the legend says. An edit is computed
// completely before any of it is stored, and takes time in proportion to the cells that it names.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "maps/boxes.hpp"
#include "maps/cell.hpp"
#include "maps/edit_log.hpp"
#include "maps/layer.hpp"

namespace pathstar {

// The effect of terrain codes on `passable`. Without a legend every code is known, and painting opens nothing.
struct Legend {
  bool given = false;
  std::array<bool, 256> known{};
  std::array<bool, 256> open{};
};

// The cells of an edit: a rectangle, or a list.
struct Region {
  Cell first{0};           // the upper left one
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
  enum class Reason : std::uint8_t { none, negative_cost, no_code, unknown_code, opened_without_cost, no_layer };
  Reason reason = Reason::none;
  Cell cell{0};
  double value = 0.0;
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
  // Adds a layer that follows the walls from now on. False if it was stopped; then there is no such layer.
  bool add_near_walls(std::string name, std::shared_ptr<const NearWalls> rule, const std::function<bool()>& stop);

  // values: one for all cells of the region, or one for each. Refused also if another thread has removed the layer.
  std::pair<std::optional<MapChange>, Refusal> edit(std::string_view layer, const Region& region,
                                                    std::span<const double> values);

  // Multiplies the values of an extra layer by a factor; values closer to 0 than `least` become 0. The work is in
  // proportion to the cells that are not 0, except the first time, which looks for them. None without the layer.
  std::optional<MapChange> fade(std::string_view layer, double factor, double least);

  // Hold it shared to read layers or the log in a thread other than the one that edits.
  std::shared_mutex& mutex() const noexcept { return mutex_; }
  const EditLog<Cell>& log() const noexcept { return log_; }
  const Layer& passable() const noexcept { return *layers_.front(); }

 private:
  // The effect of an edit on a cell.
  struct PendingEdit {
    double value;
    Cell cell;
    bool passable;
  };

  template <LayerKind kind>
  Refusal::Reason work_out(PendingEdit& edit, bool open, const double* cost) const noexcept;
  template <LayerKind kind>
  Refusal work_out_all(const Layer& layer, const Region& region, std::span<const double> values,
                       std::vector<PendingEdit>& pending) const;
  template <LayerKind kind>
  bool changes(const Layer& layer, const PendingEdit& edit, bool open) const noexcept;
  MapChange store(Layer& layer, std::span<const PendingEdit> pending);
  bool join(const std::shared_ptr<Layer>& layer, std::uint64_t since);
  std::vector<Box> boxes_near(std::span<const Cell> cells, std::uint32_t reach) const;
  void follow_walls(std::span<const Cell> walls, std::vector<Cell>& changed);
  void follow_walls(Layer& layer, std::span<const Box> boxes, std::vector<Cell>& changed) const;
  Layer* find(std::string_view name) const noexcept;
  LayerValues values_at(const Layer& layer, std::span<const Cell> cells) const;

  std::uint32_t width_;
  std::uint32_t height_;
  std::vector<std::shared_ptr<Layer>> layers_;  // passable first
  Layer* cost_ = nullptr;
  std::vector<Layer*> near_walls_;  // the layers that follow from walls
  Legend legend_;
  EditLog<Cell> log_;
  mutable std::shared_mutex mutex_;
};

}  // namespace pathstar
