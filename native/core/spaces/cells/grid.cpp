#include "spaces/cells/grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <tuple>
#include <utility>

#include "spaces/cells/cost_bounds.hpp"
#include "spaces/compiler.hpp"
#include "spaces/thread_slot.hpp"

namespace pathstar {

namespace {

// The legal moves of a run of cells that does not touch the left or right border, from the rows above, of, and below
// it. Plain loops over bytes that are 0 or 1, which compilers vectorize.
template <Corners corners>
void set_inside(const std::uint8_t* above, const std::uint8_t* row, const std::uint8_t* below, std::uint8_t* legal,
                std::ptrdiff_t first, std::ptrdiff_t last, bool diagonals) noexcept {
  const auto open = [](std::uint8_t a, std::uint8_t b) -> std::uint8_t {
    return corners == Corners::no_cut ? a & b : corners == Corners::no_squeeze ? a | b : 1;
  };
  for (std::ptrdiff_t x = first; x <= last; ++x) {
    const std::uint8_t n = above[x], w = row[x - 1], e = row[x + 1], s = below[x];
    legal[x] = static_cast<std::uint8_t>((n | w << 1 | e << 2 | s << 3) * row[x]);
  }
  if (!diagonals) return;
  for (std::ptrdiff_t x = first; x <= last; ++x) {
    const std::uint8_t n = above[x], w = row[x - 1], e = row[x + 1], s = below[x];
    const std::uint8_t nw = above[x - 1] & open(n, w), ne = above[x + 1] & open(n, e);
    const std::uint8_t sw = below[x - 1] & open(s, w), se = below[x + 1] & open(s, e);
    legal[x] |= static_cast<std::uint8_t>((nw << 4 | ne << 5 | sw << 6 | se << 7) * row[x]);
  }
}

constexpr std::uint32_t kEight = 8;

// The steps to the row above, and to the row below.
constexpr std::uint8_t kNorthward = 0b00110001;
constexpr std::uint8_t kSouthward = 0b11001000;

// The same for eight cells from x on, as the bytes of a number: for a short run that takes less time than the loops.
// Sets only the moves of `those`; the others stay.
template <Corners corners>
void set_eight(const std::uint8_t* above, const std::uint8_t* row, const std::uint8_t* below, std::uint8_t* legal,
               std::ptrdiff_t x, bool diagonals, std::uint8_t those) noexcept {
  const auto cells = [](const std::uint8_t* first) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, first, sizeof bytes);
    return bytes;
  };
  const auto open = [](std::uint64_t a, std::uint64_t b) {
    return corners == Corners::no_cut ? a & b : corners == Corners::no_squeeze ? a | b : ~std::uint64_t{0};
  };
  const std::uint64_t n = cells(above + x), w = cells(row + x - 1), e = cells(row + x + 1), s = cells(below + x);
  std::uint64_t steps = n | w << 1 | e << 2 | s << 3;
  if (diagonals) {
    const std::uint64_t nw = cells(above + x - 1) & open(n, w), ne = cells(above + x + 1) & open(n, e);
    const std::uint64_t sw = cells(below + x - 1) & open(s, w), se = cells(below + x + 1) & open(s, e);
    steps |= nw << 4 | ne << 5 | sw << 6 | se << 7;
  }
  const std::uint64_t set = those * std::uint64_t{0x0101010101010101};
  steps &= cells(row + x) * 0xff;
  steps = (steps & set) | (cells(legal + x) & ~set);
  std::memcpy(legal + x, &steps, sizeof steps);
}

bool fits_eight(std::ptrdiff_t first, std::ptrdiff_t last, std::uint32_t width) noexcept {
  return last - first < kEight && width >= kEight + 2;
}

template <Corners corners>
void set_run(const std::uint8_t* above, const std::uint8_t* row, const std::uint8_t* below, std::uint8_t* legal,
             std::ptrdiff_t first, std::ptrdiff_t last, std::uint32_t width, bool diagonals,
             std::uint8_t those) noexcept {
  if (!fits_eight(first, last, width)) return set_inside<corners>(above, row, below, legal, first, last, diagonals);
  const std::ptrdiff_t latest = std::ptrdiff_t{width} - 1 - kEight;  // its eight cells end before the border
  set_eight<corners>(above, row, below, legal, std::min(first, latest), diagonals, those);
}

}  // namespace

Grid::Grid(std::uint32_t width, std::uint32_t height, std::span<const std::uint8_t> walkable,
           std::span<const double> cost, const Moves& moves, CostRule rule, const Stop& stop, std::uint32_t side,
           std::shared_ptr<const void> lender)
    : CellSpace(walkable.size()),
      width_(width),
      height_(height),
      moves_(moves),
      rule_(rule),
      side_(side),
      lender_(std::move(lender)),
      outside_(width),
      min_cost_(cost.empty() ? 1.0 : std::numeric_limits<double>::infinity()),
      max_cost_(cost.empty() ? 1.0 : 0.0) {
  if (!take(walkable, cost, stop)) return;
  legal_.resize(walkable.size());
  const std::uint32_t rows = static_cast<std::uint32_t>(kSlice / width_) + 1;  // at a time
  for (std::uint32_t y = 0; y < height_ && !stop();) {
    for (const std::uint32_t end = std::min(height_, y + rows); y < end; ++y) set_legal(y, 0, width_ - 1);
  }
}

bool Grid::take(std::span<const std::uint8_t> walkable, std::span<const double> cost, const Stop& stop) {
  walkable_.reserve(walkable.size());
  if (!lender_) own_cost_.reserve(cost.size());
  if (!cost.empty()) cost_ = lender_ ? cost.data() : own_cost_.data();
  CostBounds bounds;
  const bool done = in_slices(walkable.size(), stop, [&](std::size_t begin, std::size_t end) {
    const auto cells = walkable.subspan(begin, end - begin);
    walkable_.resize(end);
    std::transform(cells.begin(), cells.end(), walkable_.data() + begin,
                   [](std::uint8_t open) -> std::uint8_t { return open != 0; });
    if (cost.empty()) return;
    const auto part = cost.subspan(begin, end - begin);
    if (!lender_) {
      own_cost_.resize(end);
      std::copy(part.begin(), part.end(), own_cost_.data() + begin);
    }
    close_without_cost({walkable_.data() + begin, end - begin}, cost_ + begin, bounds);
  });
  if (!cost.empty()) std::tie(min_cost_, max_cost_) = std::pair(std::max(bounds.least, 0.0), bounds.most);
  return done;
}

// Copies borrowed costs before they change. The lender stays, because arrays handed out still use its memory.
void Grid::own_costs() {
  if (!has_cost() || cost_ == own_cost_.data()) return;
  const CellCosts lent = costs();
  own_cost_.resize(size());
  for (Node node = 0; node < size(); ++node) own_cost_[node] = walkable_[node] != 0 ? lent[node] : cost_[node];
  cost_ = own_cost_.data();
}

void Grid::include_cost(double cost) {
  const std::lock_guard editing(mutex());
  note_cost(cost);
}

void Grid::note_cost(double cost) noexcept {
  min_cost_ = std::min(min_cost_, cost);
  max_cost_ = std::max(max_cost_, cost);
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

// Computes the legal moves from the walls for cells `first` to `last` of a row; moves other than `steps` stay as they
// are. If those are not requested, and the cells are few, the row that they lead to is not read.
void Grid::set_legal(std::uint32_t y, std::uint32_t first, std::uint32_t last, std::uint8_t steps) noexcept {
  std::uint8_t* const legal = legal_.data() + std::size_t{y} * width_;
  if (first == 0) legal[0] = legal_moves(0, y);
  if (last + 1 == width_) legal[last] = legal_moves(last, y);
  const std::uint8_t* const row = walkable_.data() + std::size_t{y} * width_;
  const auto from = std::max<std::ptrdiff_t>(first, 1), to = std::min<std::ptrdiff_t>(last, std::ptrdiff_t{width_} - 2);
  const bool few = fits_eight(from, to, width_);
  const std::uint8_t* const above = y == 0 || (few && (steps & kNorthward) == 0) ? outside_.data() : row - width_;
  const std::uint8_t* const below =
      y + 1 == height_ || (few && (steps & kSouthward) == 0) ? outside_.data() : row + width_;
  const bool diagonals = moves_.directions == 8;
  switch (moves_.corners) {
    case Corners::no_cut:
      return set_run<Corners::no_cut>(above, row, below, legal, from, to, width_, diagonals, steps);
    case Corners::no_squeeze:
      return set_run<Corners::no_squeeze>(above, row, below, legal, from, to, width_, diagonals, steps);
    case Corners::free:
      return set_run<Corners::free>(above, row, below, legal, from, to, width_, diagonals, steps);
  }
}

// Prefetches the memory that an edit of a cell will read and write.
void Grid::ask_for_rows(Node node) const noexcept {
  for (const Node near : {node - width_, node, node + width_}) {
    prefetch(walkable_.data(), near);
    prefetch(legal_.data(), near);
  }
}

// Computes the legal moves from the walls around edited cells: for a block of cells row by row in one pass.
void Grid::set_legal_around(std::span<const CellEdit> edits) noexcept {
  constexpr std::uint32_t kNearby = 16;
  std::uint32_t top = 0, bottom = 0, left = 0, right = 0;  // of the block
  const auto set_block = [&] {
    const std::uint32_t first = left == 0 ? 0 : left - 1, last = std::min(right + 1, width_ - 1);
    if (top != 0) set_legal(top - 1, first, last, kSouthward);
    for (std::uint32_t y = top; y <= bottom; ++y) set_legal(y, first, last);
    if (bottom + 1 != height_) set_legal(bottom + 1, first, last, kNorthward);
  };
  for (std::size_t i = 0; i < edits.size();) {
    const std::uint32_t y = edits[i].node / width_, from = edits[i].node - y * width_;
    std::uint32_t to = from;
    const bool is_first = i == 0;
    for (++i; i < edits.size() && edits[i].node > edits[i - 1].node; ++i) {  // cells near each other in the row
      const std::uint32_t gap = edits[i].node - edits[i - 1].node;
      if (gap > kNearby || to + gap >= width_) break;
      to += gap;
    }
    const std::uint32_t most = std::max(right, to), least = std::min(left, from);
    if (!is_first && y == bottom + 1 && most - least <= to - from + kNearby) {
      bottom = y, left = least, right = most;
      continue;
    }
    if (!is_first) set_block();
    top = bottom = y, left = from, right = to;
  }
  if (!edits.empty()) set_block();
}

bool Grid::apply(std::span<const CellEdit> edits) {
  constexpr std::size_t kAhead = 32;  // edits whose memory is prefetched before their turn
  bool falls = false;
  own_costs();
  const bool costs = has_cost();
  std::uint8_t* const walkable = walkable_.data();
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const CellEdit& edit = edits[i];
    const auto line = [&](std::size_t number) { return edits[number].node / kCacheLine; };
    if (i + kAhead < edits.size() && line(i + kAhead) != line(i + kAhead - 1)) ask_for_rows(edits[i + kAhead].node);
    bool open = edit.walkable;
    bool cheaper = walkable[edit.node] == 0;
    if (costs) {
      open = open && std::isfinite(edit.cost);
      cheaper = cheaper || edit.cost < cost_[edit.node];
      own_cost_[edit.node] = edit.cost;
      if (open) note_cost(edit.cost);
    }
    walkable[edit.node] = open;
    falls |= open & cheaper;
  }
  set_legal_around(edits);
  note_for_bitmaps(edits);
  return falls;
}

// The data for jump points follows at its next use; until then edits take no time for it.
void Grid::note_for_bitmaps(std::span<const CellEdit> edits) {
  if (!bitmaps_) return;
  bitmaps_ready_.store(nullptr, std::memory_order_release);
  if (edits_for_bitmaps_.size() + edits.size() > size() / 8 + 8) {  // building them again is no slower
    bitmaps_.reset();
    edits_for_bitmaps_ = {};
    return;
  }
  for (const CellEdit& edit : edits) edits_for_bitmaps_.push_back(edit.node);
}

const JumpBitmaps& Grid::jump_bitmaps() const {
  const JumpBitmaps* ready = bitmaps_ready_.load(std::memory_order_acquire);
  if (ready != nullptr) return *ready;
  static const Stop never = never_stop;  // made once, because edits come by here
  make_jump_bitmaps(never);
  return *bitmaps_;
}

bool Grid::make_jump_bitmaps(const Stop& stop) const {
  if (bitmaps_ready_.load(std::memory_order_acquire) != nullptr) return true;
  const std::lock_guard lock(bitmaps_mutex_);
  if (!bitmaps_) {
    bool stopped = false;
    auto made = std::make_unique<JumpBitmaps>(*this, [&] { return stopped = stopped || stop(); });
    if (stopped) return false;
    bitmaps_ = std::move(made);
  }
  if (!edits_for_bitmaps_.empty()) {
    bitmaps_->update(*this, edits_for_bitmaps_);
    edits_for_bitmaps_.clear();
  }
  bitmaps_ready_.store(bitmaps_.get(), std::memory_order_release);
  return true;
}

}  // namespace pathstar
