#include "indexes/hierarchy/cell_search.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>

#include "indexes/hierarchy/cluster_layout.hpp"
#include "spaces/compiler.hpp"

namespace pathstar {
namespace {

constexpr double kUnreached = std::numeric_limits<double>::infinity();

// The directions that stay in the frame at each of its sides.
constexpr unsigned kDownwards = 0xFF & ~directions_towards(0, -1), kUpwards = 0xFF & ~directions_towards(0, 1);
constexpr unsigned kRightwards = 0xFF & ~directions_towards(-1, 0), kLeftwards = 0xFF & ~directions_towards(1, 0);

// Not inlined, so that searches without heaps stay short.
template <class Entry>
PATHSTAR_NOINLINE void last_into_heap(std::vector<Entry>& bucket) {
  std::push_heap(bucket.begin(), bucket.end(), std::greater<>());
}
template <class Entry>
PATHSTAR_NOINLINE void cheapest_to_end(std::vector<Entry>& bucket) {
  std::pop_heap(bucket.begin(), bucket.end(), std::greater<>());
}

// From a cell of the frame to the next one in each direction.
constexpr std::int32_t step_in(std::uint32_t row_bits, int direction) noexcept {
  const Direction step = kDirections[static_cast<std::size_t>(direction)];
  return step.dy * (1 << row_bits) + step.dx;
}

}  // namespace

template <class Visit>
void CellSearch::each_step(std::uint32_t cell, const Visit& visit) const {
  for (unsigned left = legal_[cell]; left != 0; left &= left - 1) {
    const int d = std::countr_zero(left);
    visit(cell + static_cast<std::uint32_t>(step_in(kRowBits, d)), d);
  }
}

void CellSearch::enter(const Box& box) {
  frame(box);
  copy(box);
  choose_buckets();
}

void CellSearch::enter(const Box& box, const Box& other) {
  frame({std::min(box.left, other.left), std::min(box.top, other.top), std::max(box.right, other.right),
         std::max(box.bottom, other.bottom)});
  copy(box);
  copy(other);
  const bool beside = box.left == other.left || box.top == other.top;
  if (!beside) stay_inside();
  choose_buckets();
}

// Lays an empty rectangle around all boxes.
void CellSearch::frame(const Box& around) {
  around_ = around;
  const std::size_t cells = std::size_t{around.height()} << kRowBits;
  legal_.assign(cells, 0);
  leaving_.resize(cells);
  entering_.resize(cells);
  reached_.resize(cells);
  by_.resize(cells);
  least_ = kUnreached;
  most_ = 0.0;
}

void CellSearch::copy(const Box& box) {
  for (std::uint32_t y = box.top; y < box.bottom; ++y) {
    const unsigned kept_of_row = (y == around_.top ? kDownwards : 0xFF) & (y + 1 == around_.bottom ? kUpwards : 0xFF);
    for (std::uint32_t x = box.left; x < box.right; ++x) {
      const Node node = y * grid_->width() + x;
      if (grid_->legal(node) == 0) continue;
      const unsigned kept =
          kept_of_row & (x == around_.left ? kRightwards : 0xFF) & (x + 1 == around_.right ? kLeftwards : 0xFF);
      const std::uint32_t cell = (y - around_.top) << kRowBits | (x - around_.left);
      legal_[cell] = static_cast<std::uint8_t>(grid_->legal(node) & kept);
      leaving_[cell] = costs_.leaving(node);
      entering_[cell] = costs_.entering(node);
      least_ = std::min(least_, leaving_[cell] + entering_[cell]);
      most_ = std::max(most_, leaving_[cell] + entering_[cell]);
    }
  }
}

// Removes the steps to cells outside the boxes.
void CellSearch::stay_inside() {
  const std::vector<std::uint8_t> all = legal_;
  for (std::uint32_t cell = 0; cell < all.size(); ++cell) {
    each_step(cell, [&](std::uint32_t to, int d) {
      if (all[to] == 0) legal_[cell] = static_cast<std::uint8_t>(legal_[cell] & ~(1u << d));
    });
  }
}

void CellSearch::choose_buckets() {
  const auto [shorter, longer] = std::minmax({costs_.length(0), costs_.length(kStraightDirections)});
  const double width = std::max(shorter * least_, longer * most_ / kMostAhead);
  heaps_ = width > shorter * least_;
  per_cost_ = most_ > 0.0 ? 1.0 / width : 1.0;
}

void CellSearch::begin(Node source) {
  std::fill(reached_.begin(), reached_.end(), kUnreached);
  for (std::vector<Entry>& bucket : buckets_) bucket.clear();
  waiting_ = 0;
  const std::uint32_t cell = inside(source);
  bucket_ = bucket_of(estimate(cell));
  put(cell, 0.0);
}

void CellSearch::put(std::uint32_t cell, double reached) {
  reached_[cell] = reached;
  const std::int64_t bucket = std::max(bucket_, bucket_of(reached + estimate(cell)));
  std::vector<Entry>& entries = buckets_[static_cast<std::size_t>(bucket) % kBuckets];
  entries.push_back({cell, reached});
  if (heaps_) [[unlikely]]
    last_into_heap(entries);
  ++waiting_;
}

// The next cell to expand, from the lowest bucket.
bool CellSearch::take(Entry& entry) {
  while (waiting_ > 0) {
    std::vector<Entry>& bucket = buckets_[static_cast<std::size_t>(bucket_) % kBuckets];
    if (bucket.empty()) {
      ++bucket_;
      continue;
    }
    if (heaps_) [[unlikely]]
      cheapest_to_end(bucket);
    entry = bucket.back();
    bucket.pop_back();
    --waiting_;
    if (entry.reached == reached_[entry.cell]) return true;
  }
  return false;
}

double CellSearch::estimate(std::uint32_t cell) const noexcept {
  if (heuristic_.kind == HeuristicKind::zero) return 0.0;
  const auto column = [](std::uint32_t at) { return static_cast<std::int32_t>(at % kFrameSide); };
  const auto row = [](std::uint32_t at) { return static_cast<std::int32_t>(at >> kRowBits); };
  return heuristic_(column(cell) - column(target_), row(cell) - row(target_));
}

void CellSearch::spread(Node source, bool back) {
  heuristic_ = {};
  const double* leaving = back ? entering_.data() : leaving_.data();
  const double* entering = back ? leaving_.data() : entering_.data();
  begin(source);
  for (Entry entry; take(entry); ++expanded_) {
    each_step(entry.cell, [&](std::uint32_t to, int d) {
      const double reached = entry.reached + costs_.length(d) * (leaving[entry.cell] + entering[to]);
      if (reached < reached_[to]) put(to, reached);
    });
  }
}

bool CellSearch::find(Node from, Node to, std::vector<Node>& path) {
  const Moves& moves = grid_->moves();
  const double least = grid_->min_cost();
  heuristic_ = make_heuristic<double>(HeuristicKind::octile, moves.directions == 8, moves.straight * least,
                                      moves.diagonal * least, 1.0);
  target_ = inside(to);
  begin(from);
  for (Entry entry; take(entry); ++expanded_) {
    if (reached_[target_] < kUnreached && bucket_ > bucket_of(reached_[target_])) break;
    each_step(entry.cell, [&](std::uint32_t next, int d) {
      const double reached = entry.reached + costs_.length(d) * (leaving_[entry.cell] + entering_[next]);
      if (reached >= reached_[next]) return;
      by_[next] = static_cast<std::uint8_t>(d);
      put(next, reached);
    });
  }
  if (reached_[target_] == kUnreached) return false;
  const std::size_t begin = path.size();
  const std::uint32_t source = inside(from);
  for (std::uint32_t cell = target_; cell != source;) {
    path.push_back(outside(cell));
    cell -= static_cast<std::uint32_t>(step_in(kRowBits, by_[cell]));
  }
  std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
  return true;
}

}  // namespace pathstar
