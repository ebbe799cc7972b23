#include "spaces/grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

namespace pathstar {

Grid::Grid(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> walkable,
           std::span<const double> cost, const Moves& moves, CostRule rule, const Stop& stop)
    : width_(width),
      height_(height),
      moves_(moves),
      rule_(rule),
      cheapest_(cost.empty() ? 1.0 : std::numeric_limits<double>::infinity()),
      dearest_(cost.empty() ? 1.0 : 0.0) {
  if (!take(walkable, cost, stop)) return;
  legal_.reserve(walkable.size());
  in_slices(walkable.size(), stop, [&](std::size_t begin, std::size_t end) { add_legal(begin, end); });
}

bool Grid::take(std::span<const std::uint8_t> walkable, std::span<const double> cost, const Stop& stop) {
  if (!append(walkable_, walkable, stop) || !append(cost_, cost, stop)) return false;
  return in_slices(cost.size(), stop, [&](std::size_t begin, std::size_t end) {
    for (std::size_t node = begin; node < end; ++node) {
      if (!std::isfinite(cost_[node])) walkable_[node] = 0;
      if (walkable_[node]) note_cost(cost_[node]);
    }
  });
}

void Grid::add_legal(std::size_t begin, std::size_t end) {
  auto x = static_cast<std::uint32_t>(begin % width_), y = static_cast<std::uint32_t>(begin / width_);
  legal_.resize(end);
  for (std::size_t node = begin; node < end; ++node) {
    legal_[node] = legal_moves(x, y);
    if (++x == width_) x = 0, ++y;
  }
}

void Grid::note_cost(double cost) noexcept {
  cheapest_ = std::min(cheapest_, cost);
  dearest_ = std::max(dearest_, cost);
}

std::uint8_t Grid::legal_moves(std::uint32_t x, std::uint32_t y) const noexcept {
  const auto free = [&](std::int64_t cx, std::int64_t cy) {
    return cx >= 0 && cy >= 0 && cx < width_ && cy < height_ && walkable_[cy * width_ + cx] != 0;
  };
  if (!free(x, y)) return 0;
  std::uint8_t legal = 0;
  for (int d = 0; d < moves_.directions; ++d) {
    const auto [dx, dy] = kDirections[d];
    if (!free(x + dx, y + dy)) continue;
    if (d >= kStraightDirections) {
      const int blocked = !free(x + dx, y) + !free(x, y + dy);
      if (blocked > static_cast<int>(moves_.corners)) continue;
    }
    legal |= static_cast<std::uint8_t>(1u << d);
  }
  return legal;
}

void Grid::update(std::span<const CellEdit> edits) {
  const std::unique_lock lock(mutex_);
  for (const CellEdit& edit : edits) {
    bool open = edit.walkable;
    if (has_cost()) {
      open = open && std::isfinite(edit.cost);
      cost_[edit.node] = edit.cost;
      if (open) note_cost(edit.cost);
    }
    walkable_[edit.node] = open;
  }
  for (const CellEdit& edit : edits) {
    const std::uint32_t x = edit.node % width_;
    const std::uint32_t y = edit.node / width_;
    for (std::uint32_t ny = y ? y - 1 : 0; ny <= std::min(y + 1, height_ - 1); ++ny) {
      for (std::uint32_t nx = x ? x - 1 : 0; nx <= std::min(x + 1, width_ - 1); ++nx) {
        legal_[ny * width_ + nx] = legal_moves(nx, ny);
      }
    }
  }
  update_boards(edits);
  const std::uint64_t revision = revision_.fetch_add(1, std::memory_order_release) + 1;
  if (log_.size() + log_starts_.size() > size() / 8 + 1024) {  // whoever is so far behind had better start anew
    log_.clear();
    log_starts_.clear();
    log_revision_ = revision;
    return;
  }
  log_starts_.push_back(log_.size());
  for (const CellEdit& edit : edits) log_.push_back(edit.node);
}

void Grid::update_boards(std::span<const CellEdit> edits) {
  if (!boards_) return;
  if (edits.size() > size() / 64 + 8) {  // building them anew, when next asked for, is no slower
    boards_ready_.store(nullptr, std::memory_order_release);
    boards_.reset();
    return;
  }
  std::vector<Node> nodes;
  for (const CellEdit& edit : edits) nodes.push_back(edit.node);
  boards_->update(*this, nodes);
}

const JumpBoards& Grid::jump_boards() const {
  const JumpBoards* ready = boards_ready_.load(std::memory_order_acquire);
  if (ready != nullptr) return *ready;
  const std::lock_guard lock(boards_mutex_);
  if (!boards_) boards_ = std::make_unique<JumpBoards>(*this);
  boards_ready_.store(boards_.get(), std::memory_order_release);
  return *boards_;
}

bool Grid::edited_since(std::uint64_t revision, std::vector<Node>& nodes) const {
  if (revision < log_revision_) return false;
  if (revision - log_revision_ < log_starts_.size()) {
    nodes.insert(nodes.end(), log_.begin() + static_cast<std::ptrdiff_t>(log_starts_[revision - log_revision_]),
                 log_.end());
  }
  return true;
}

}  // namespace pathstar
