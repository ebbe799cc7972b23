#include "maps/map.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <mutex>
#include <shared_mutex>

#include "maps/wall_distances.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kMost = 64;  // cells that are looked at together

// Calls visit(cells, number) for the cells of a region, at most kMost of them at a time, until it returns false;
// `number` is how many came before.
template <class Visit>
void each_part(const Region& region, std::uint32_t width, Visit&& visit) {
  for (std::size_t number = 0; number < region.cells.size(); number += kMost) {
    if (!visit(region.cells.subspan(number, std::min(kMost, region.cells.size() - number)), number)) return;
  }
  std::array<Cell, kMost> cells;
  for (std::uint32_t y = 0; y < region.rows; ++y) {
    for (std::size_t x = 0; x < region.columns; x += kMost) {
      const std::size_t count = std::min(kMost, region.columns - x), before = std::size_t{y} * region.columns + x;
      const auto first = static_cast<std::uint32_t>(region.first.number + std::size_t{y} * width + x);
      for (std::uint32_t i = 0; i < count; ++i) cells[i] = Cell(first + i);
      if (!visit(std::span<const Cell>(cells.data(), count), before)) return;
    }
  }
}

// The content of a layer of bytes in a region. Reading it all at once is faster than cell by cell between other work,
// because the processor waits for many rows at the same time.
std::vector<std::uint8_t> bytes_in(const Region& region, std::span<const std::uint8_t> bytes, std::uint32_t width) {
  std::vector<std::uint8_t> there(region.size());
  for (std::size_t i = 0; i < region.cells.size(); ++i) there[i] = bytes[region.cells[i].number];
  for (std::size_t y = 0; y < region.rows; ++y) {
    std::copy_n(&bytes[region.first.number + y * width], region.columns, &there[y * region.columns]);
  }
  return there;
}

bool is_code(double value) noexcept { return value >= 0 && value <= 255 && value == std::floor(value); }

}  // namespace

Map::Map(std::uint32_t width, std::uint32_t height, std::vector<std::uint8_t> passable, const Legend& legend,
         std::uint64_t revision)
    : width_(width), height_(height), legend_(legend), log_(size(), revision) {
  layers_.push_back(std::make_shared<Layer>(Layer{"passable", LayerKind::passable, std::move(passable)}));
}

void Map::add(Layer layer) {
  const std::unique_lock lock(mutex_);
  layers_.push_back(std::make_shared<Layer>(std::move(layer)));
  if (layers_.back()->kind == LayerKind::cost) cost_ = layers_.back().get();
}

void Map::remove(std::string_view name) {
  const std::unique_lock lock(mutex_);
  std::erase_if(near_walls_, [&](const Layer* layer) { return layer->name == name; });
  std::erase_if(layers_, [&](const auto& layer) { return layer->name == name; });
}

Layer* Map::find(std::string_view name) const noexcept {
  const auto found =
      std::find_if(layers_.begin(), layers_.end(), [&](const auto& layer) { return layer->name == name; });
  return found == layers_.end() ? nullptr : found->get();
}

std::shared_ptr<const Layer> Map::layer(std::string_view name) const {
  const std::shared_lock lock(mutex_);
  for (const auto& layer : layers_) {
    if (layer->name == name) return layer;
  }
  return nullptr;
}

// Computes the effect of the edit's value on a cell, or the reason to refuse it. open: whether the cell is passable
// before. cost: null if there is no such layer.
template <LayerKind kind>
Refusal::Reason Map::work_out(PendingEdit& edit, bool open, const double* cost) const noexcept {
  const bool finite = cost == nullptr || std::isfinite(cost[edit.cell.number]);
  switch (kind) {
    case LayerKind::passable:
      edit.passable = (edit.value != 0) & (edit.value == edit.value);
      if (edit.passable & !finite) return Refusal::Reason::opened_without_cost;
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
  return Refusal::Reason::none;
}

// Without a branch that depends on the cell: which cells change cannot be predicted.
template <LayerKind kind>
bool Map::changes(const Layer& layer, const PendingEdit& edit, bool open) const noexcept {
  const bool opens_or_closes = open != edit.passable;
  if constexpr (kind == LayerKind::passable) {
    return opens_or_closes;
  } else if constexpr (kind == LayerKind::terrain) {
    return opens_or_closes | (layer.bytes[edit.cell.number] != static_cast<std::uint8_t>(edit.value));
  } else {
    const double old = layer.numbers[edit.cell.number];
    return opens_or_closes | ((old != edit.value) & !(std::isnan(old) & std::isnan(edit.value)));
  }
}

template <LayerKind kind>
Refusal Map::work_out_all(const Layer& layer, const Region& region, std::span<const double> values,
                          std::vector<PendingEdit>& pending) const {
  Refusal refusal;
  const std::size_t by = values.size() == 1 ? 0 : 1;
  const double* const given = values.data();
  const std::vector<std::uint8_t> passable_before = bytes_in(region, passable().bytes, width_);
  const std::uint8_t* const passable = passable_before.data();
  const double* const cost = cost_ == nullptr ? nullptr : cost_->numbers.data();
  pending.resize(region.size());
  PendingEdit* next = pending.data();
  each_part(region, width_, [&](std::span<const Cell> cells, std::size_t number) {
    PendingEdit* edit = next;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      edit->value = given[by * (number + i)];
      edit->cell = cells[i];
      const bool open = passable[number + i] != 0;
      if (const auto reason = work_out<kind>(*edit, open, cost); reason != Refusal::Reason::none) {
        refusal = Refusal{reason, edit->cell, edit->value};
        return false;
      }
      edit += changes<kind>(layer, *edit, open);  // otherwise the next one takes its place
    }
    next = edit;
    return true;
  });
  pending.resize(static_cast<std::size_t>(next - pending.data()));
  return refusal;
}

std::pair<std::optional<MapChange>, Refusal> Map::edit(std::string_view name, const Region& region,
                                                       std::span<const double> values) {
  const std::unique_lock lock(mutex_);
  Layer* const found = find(name);
  if (found == nullptr) return {std::nullopt, {.reason = Refusal::Reason::no_layer}};
  Layer& layer = *found;
  std::vector<PendingEdit> pending;
  const auto work = [&]<LayerKind kind>() { return work_out_all<kind>(layer, region, values, pending); };
  const Refusal refusal = layer.kind == LayerKind::passable  ? work.operator()<LayerKind::passable>()
                          : layer.kind == LayerKind::cost    ? work.operator()<LayerKind::cost>()
                          : layer.kind == LayerKind::terrain ? work.operator()<LayerKind::terrain>()
                                                             : work.operator()<LayerKind::extra>();
  if (refusal.reason != Refusal::Reason::none) return {std::nullopt, refusal};
  return {store(layer, pending), {}};
}

MapChange Map::store(Layer& layer, std::span<const PendingEdit> pending) {
  MapChange change{revision(), revision() + 1, std::vector<Cell>(pending.size()), {}};
  std::vector<std::uint8_t>& open = layers_.front()->bytes;
  std::vector<Cell> walls;  // that rose or fell
  for (const PendingEdit& edit : near_walls_.empty() ? std::span<const PendingEdit>() : pending) {
    if ((open[edit.cell.number] != 0) != edit.passable) walls.push_back(edit.cell);
  }
  for (std::size_t i = 0; i < pending.size(); ++i) {
    const PendingEdit& edit = pending[i];
    change.cells[i] = edit.cell;
    open[edit.cell.number] = edit.passable;
    if (layer.kind == LayerKind::passable) continue;
    if (layer.kind == LayerKind::terrain) {
      layer.bytes[edit.cell.number] = static_cast<std::uint8_t>(edit.value);
    } else {
      if (layer.fades && layer.numbers[edit.cell.number] == 0.0) layer.filled.push_back(edit.cell);
      layer.numbers[edit.cell.number] = edit.value;
    }
  }
  if (!walls.empty()) follow_walls(walls, change.cells);
  for (const auto& one : layers_) change.layers.push_back(values_at(*one, change.cells));
  log_.append(change.cells);
  return change;
}

std::optional<MapChange> Map::fade(std::string_view name, double factor, double least) {
  const std::unique_lock lock(mutex_);
  Layer* const found = find(name);
  if (found == nullptr) return std::nullopt;
  Layer& layer = *found;
  std::vector<Cell>& filled = layer.filled;
  if (!layer.fades) {
    layer.fades = true;
    for (std::uint32_t cell = 0; cell < size(); ++cell) {
      if (layer.numbers[cell] != 0.0) filled.emplace_back(cell);
    }
  }
  std::sort(filled.begin(), filled.end());
  filled.erase(std::unique(filled.begin(), filled.end()), filled.end());
  std::vector<PendingEdit> pending;
  pending.reserve(filled.size());
  for (const Cell cell : filled) {
    const double faded = layer.numbers[cell.number] * factor;
    const bool open = passable().bytes[cell.number] != 0;
    const PendingEdit edit{std::abs(faded) < least ? 0.0 : faded, cell, open};
    if (changes<LayerKind::extra>(layer, edit, open)) pending.push_back(edit);
  }
  MapChange change = store(layer, pending);
  std::erase_if(filled, [&](Cell cell) { return layer.numbers[cell.number] == 0.0; });
  return change;
}

bool Map::add_near_walls(std::string name, std::shared_ptr<const NearWalls> rule, const std::function<bool()>& stop) {
  const auto layer = std::make_shared<Layer>(
      Layer{std::move(name), LayerKind::extra, {}, std::vector<double>(size()), std::move(rule)});
  const std::uint32_t rows = (std::uint32_t{1} << 20) / width_ + 4 * layer->near_walls->reach + 1;  // at a time
  std::uint64_t begun;
  do {
    begun = revision();
    for (std::uint32_t top = 0; top < height_; top += std::min(rows, height_ - top)) {
      if (stop()) return false;  // without the lock: it may wait for a thread that edits
      const std::shared_lock lock(mutex_);
      const Box band{0, top, width_, top + std::min(rows, height_ - top)};
      std::vector<Cell> changed;
      follow_walls(*layer, {&band, 1}, changed);
    }
  } while (!join(layer, begun));
  return true;
}

// Adds a layer that follows the walls, with its values at a revision. False if too much was edited since.
bool Map::join(const std::shared_ptr<Layer>& layer, std::uint64_t since) {
  const std::unique_lock lock(mutex_);
  std::vector<Cell> edited, changed;
  if (!log_.since(since, edited)) return false;
  if (!edited.empty()) follow_walls(*layer, boxes_near(edited, layer->near_walls->reach), changed);
  near_walls_.reserve(near_walls_.size() + 1);
  layers_.push_back(layer);
  near_walls_.push_back(layer.get());
  return true;
}

// The cells up to `reach` columns and rows from some cells.
std::vector<Box> Map::boxes_near(std::span<const Cell> cells, std::uint32_t reach) const {
  std::vector<Box> runs;  // of cells that follow each other in a row
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::uint32_t y = cells[i].number / width_, x = cells[i].number - y * width_;
    if (i > 0 && x > 0 && cells[i].number == cells[i - 1].number + 1) {
      runs.back().right = x + 1;
    } else {
      runs.push_back({x, y, x + 1, y + 1});
    }
  }
  for (Box& run : runs) run = run.grown(reach, width_, height_);
  return disjoint(runs, width_, height_);
}

// Adds the cells whose values in a layer that follows the walls have changed, each cell once.
void Map::follow_walls(std::span<const Cell> walls, std::vector<Cell>& changed) {
  std::vector<Cell> more;
  for (Layer* const layer : near_walls_) {
    follow_walls(*layer, boxes_near(walls, layer->near_walls->reach), more);
  }
  std::sort(more.begin(), more.end());
  more.erase(std::unique(more.begin(), more.end()), more.end());
  std::vector<Cell> known(changed);
  std::sort(known.begin(), known.end());
  std::set_difference(more.begin(), more.end(), known.begin(), known.end(), std::back_inserter(changed));
}

void Map::follow_walls(Layer& layer, std::span<const Box> boxes, std::vector<Cell>& changed) const {
  WallDistances distances(passable().bytes.data(), width_, height_, false);
  for (const Box& box : boxes) {
    distances.look_at(box, layer.near_walls->reach);
    for (std::uint32_t y = box.top; y < box.bottom; ++y) {
      const std::span<const std::uint64_t> row = distances.row(y);
      for (std::uint32_t x = box.left; x < box.right; ++x) {
        const Cell cell(y * width_ + x);
        const double value = layer.near_walls->at(row[x - box.left]);
        if (layer.numbers[cell.number] == value) continue;
        layer.numbers[cell.number] = value;
        changed.push_back(cell);
      }
    }
  }
}

LayerValues Map::values_at(const Layer& layer, std::span<const Cell> cells) const {
  LayerValues values{layer.name, layer.kind, {}, {}};
  const auto take = [&](const auto& all, auto& there) {
    there.resize(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) there[i] = all[cells[i].number];
  };
  layer.has_bytes() ? take(layer.bytes, values.bytes) : take(layer.numbers, values.numbers);
  return values;
}

}  // namespace pathstar
