#include "maps/map.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace pathstar {
namespace {

// Calls visit(cell) for the cells of a region, row by row, until it returns false.
template <class Visit>
void each_cell(const Region& region, std::uint32_t width, Visit&& visit) {
  for (const Cell cell : region.cells) {
    if (!visit(cell)) return;
  }
  for (std::uint32_t y = 0; y < region.rows; ++y) {
    for (std::uint32_t x = 0; x < region.columns; ++x) {
      if (!visit(region.first + y * width + x)) return;
    }
  }
}

bool is_code(double value) noexcept { return value >= 0 && value <= 255 && value == std::floor(value); }

}  // namespace

Map::Map(std::uint32_t width, std::uint32_t height, std::vector<std::uint8_t> passable, const Legend& legend,
         std::uint64_t revision)
    : width_(width), height_(height), legend_(legend), log_(size(), revision) {
  layers_.push_back(std::make_shared<Layer>(Layer{"passable", LayerKind::passable, std::move(passable), {}}));
}

void Map::add(Layer layer) {
  const std::unique_lock lock(mutex_);
  layers_.push_back(std::make_shared<Layer>(std::move(layer)));
  if (layers_.back()->kind == LayerKind::cost) cost_ = layers_.back().get();
}

void Map::remove(std::string_view name) {
  const std::unique_lock lock(mutex_);
  std::erase_if(layers_, [&](const auto& layer) { return layer->name == name; });
}

Layer* Map::find(std::string_view name) const noexcept {
  const auto found =
      std::find_if(layers_.begin(), layers_.end(), [&](const auto& layer) { return layer->name == name; });
  return found == layers_.end() ? nullptr : found->get();
}

std::shared_ptr<const Layer> Map::layer(std::string_view name) const {
  for (const auto& layer : layers_) {
    if (layer->name == name) return layer;
  }
  return nullptr;
}

// Computes the effect of the edit's value on a cell, or the reason to refuse it.
std::optional<Refusal::Reason> Map::work_out(LayerKind kind, PendingEdit& edit) const noexcept {
  const bool open = passable().bytes[edit.cell] != 0;
  const bool finite = cost_ == nullptr || std::isfinite(cost_->numbers[edit.cell]);
  switch (kind) {
    case LayerKind::passable:
      edit.passable = edit.value != 0 && !std::isnan(edit.value);
      edit.value = edit.passable ? 1 : 0;
      if (edit.passable && !finite) return Refusal::Reason::opened_without_cost;
      break;
    case LayerKind::cost:  // a cell closed by its cost reopens with it; a wall stays a wall
      if (edit.value < 0) return Refusal::Reason::negative_cost;
      edit.passable = (open || !finite) && std::isfinite(edit.value);
      break;
    case LayerKind::terrain:
      if (!is_code(edit.value)) return Refusal::Reason::no_code;
      if (legend_.given && !legend_.known[static_cast<std::size_t>(edit.value)]) return Refusal::Reason::unknown_code;
      edit.passable = legend_.given ? legend_.open[static_cast<std::size_t>(edit.value)] && finite : open;
      break;
    case LayerKind::extra:
      edit.passable = open;
      break;
  }
  return std::nullopt;
}

bool Map::changes(const Layer& layer, const PendingEdit& edit) const noexcept {
  if ((passable().bytes[edit.cell] != 0) != edit.passable) return true;
  if (layer.has_bytes()) return layer.bytes[edit.cell] != static_cast<std::uint8_t>(edit.value);
  const double old = layer.numbers[edit.cell];
  return old != edit.value && !(std::isnan(old) && std::isnan(edit.value));
}

std::pair<std::optional<MapChange>, Refusal> Map::edit(std::string_view name, const Region& region,
                                                       std::span<const double> values) {
  const std::unique_lock lock(mutex_);
  Layer& layer = *find(name);
  std::vector<PendingEdit> pending;
  std::optional<Refusal> refusal;
  std::size_t number = 0;
  pending.reserve(region.size());
  each_cell(region, width_, [&](Cell cell) {
    PendingEdit edit{cell, values[values.size() == 1 ? 0 : number++], false};
    const double given = edit.value;
    if (const auto reason = work_out(layer.kind, edit)) {
      refusal = Refusal{*reason, cell, given};
    } else if (changes(layer, edit)) {
      pending.push_back(edit);
    }
    return !refusal;
  });
  if (refusal) return {std::nullopt, *refusal};
  return {store(layer, pending), {}};
}

MapChange Map::store(Layer& layer, std::span<const PendingEdit> pending) {
  MapChange change{revision(), revision() + 1, {}, {}};
  change.cells.reserve(pending.size());
  for (const PendingEdit& edit : pending) {
    change.cells.push_back(edit.cell);
    if (layer.has_bytes()) {
      layer.bytes[edit.cell] = static_cast<std::uint8_t>(edit.value);
    } else {
      layer.numbers[edit.cell] = edit.value;
    }
    layers_.front()->bytes[edit.cell] = edit.passable;
  }
  for (const auto& one : layers_) change.layers.push_back(values_at(*one, change.cells));
  log_.append(change.cells);
  return change;
}

LayerValues Map::values_at(const Layer& layer, std::span<const Cell> cells) const {
  LayerValues values{layer.name, layer.kind, {}, {}};
  if (layer.has_bytes()) {
    values.bytes.reserve(cells.size());
    for (const Cell cell : cells) values.bytes.push_back(layer.bytes[cell]);
  } else {
    values.numbers.reserve(cells.size());
    for (const Cell cell : cells) values.numbers.push_back(layer.numbers[cell]);
  }
  return values;
}

}  // namespace pathstar
