#include "indexes/hierarchy/cell_search.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "indexes/hierarchy/cluster_layout.hpp"

namespace pathstar {
namespace {

constexpr double kUnreached = std::numeric_limits<double>::infinity();

}  // namespace

void CellSearch::enter(const Box& box) {
  frame(box);
  copy(box);
  measure_steps();
}

void CellSearch::enter(const Box& box, const Box& other) {
  frame({std::min(box.left, other.left), std::min(box.top, other.top), std::max(box.right, other.right),
         std::max(box.bottom, other.bottom)});
  copy(box);
  copy(other);
  measure_steps();
}

// Lays an empty rectangle around all boxes.
void CellSearch::frame(const Box& around) {
  around_ = around;
  const std::size_t cells = std::size_t{around.width()} * around.height();
  legal_.assign(cells, 0);
  leaving_.assign(cells, 0.0);
  entering_.assign(cells, 0.0);
  reached_.assign(cells, kUnreached);
  by_.resize(cells);
  for (std::size_t d = 0; d < 8; ++d) {
    offset_[d] = kDirections[d].dy * static_cast<std::int32_t>(around.width()) + kDirections[d].dx;
  }
}

void CellSearch::copy(const Box& box) {
  for (std::uint32_t y = box.top; y < box.bottom; ++y) {
    for (std::uint32_t x = box.left; x < box.right; ++x) {
      const Node node = y * grid_->width() + x;
      const std::uint32_t cell = inside(node);
      legal_[cell] = grid_->legal(node);
      if (!grid_->walkable(node)) continue;
      leaving_[cell] = costs_.leaving(node);
      entering_[cell] = costs_.entering(node);
    }
  }
}

// Takes away the steps out of the boxes, and chooses the width of the buckets.
void CellSearch::measure_steps() {
  double smallest = kUnreached, largest = 0.0;
  std::vector<std::uint8_t> kept(legal_.size(), 0);
  const std::uint32_t width = around_.width(), height = around_.height();
  for (std::uint32_t cell = 0; cell < legal_.size(); ++cell) {
    const std::uint32_t y = cell / width, x = cell - y * width;
    for (unsigned left = legal_[cell]; left != 0; left &= left - 1) {
      const int d = std::countr_zero(left);
      const auto [dx, dy] = kDirections[static_cast<std::size_t>(d)];
      const std::uint32_t to_x = x + static_cast<std::uint32_t>(dx), to_y = y + static_cast<std::uint32_t>(dy);
      if (to_x >= width || to_y >= height) continue;
      const std::uint32_t to = to_y * width + to_x;
      if (legal_[to] == 0) continue;  // outside of both boxes; moves are the same both ways
      kept[cell] = static_cast<std::uint8_t>(kept[cell] | 1u << d);
      const double cost = costs_.length(d) * (leaving_[cell] + entering_[to]);
      smallest = std::min(smallest, cost), largest = std::max(largest, cost);
    }
  }
  legal_ = std::move(kept);
  const double width_of_bucket = std::max(smallest, largest / kMostAhead);
  per_cost_ = largest > 0.0 ? 1.0 / width_of_bucket : 1.0;
}

void CellSearch::begin(Node source) {
  std::fill(reached_.begin(), reached_.end(), kUnreached);
  for (std::vector<Entry>& bucket : buckets_) bucket.clear();
  waiting_ = 0;
  bucket_ = 0;
  const std::uint32_t cell = inside(source);
  bucket_ = bucket_of(estimate(cell));
  put(cell, 0.0);
}

void CellSearch::put(std::uint32_t cell, double reached) {
  reached_[cell] = reached;
  const std::int64_t bucket = std::max(bucket_, bucket_of(reached + estimate(cell)));
  buckets_[static_cast<std::size_t>(bucket) % kBuckets].push_back({cell, reached});
  ++waiting_;
}

// The next cell to expand, of the lowest bucket.
bool CellSearch::take(Entry& entry) {
  while (waiting_ > 0) {
    std::vector<Entry>& bucket = buckets_[static_cast<std::size_t>(bucket_) % kBuckets];
    if (bucket.empty()) {
      ++bucket_;
      continue;
    }
    entry = bucket.back();
    bucket.pop_back();
    --waiting_;
    if (entry.reached == reached_[entry.cell]) return true;
  }
  return false;
}

template <class Visit>
void CellSearch::each_step(std::uint32_t cell, const Visit& visit) const {
  for (unsigned left = legal_[cell]; left != 0; left &= left - 1) {
    const int d = std::countr_zero(left);
    visit(static_cast<std::uint32_t>(static_cast<std::int32_t>(cell) + offset_[d]), d);
  }
}

double CellSearch::estimate(std::uint32_t cell) const noexcept {
  if (heuristic_.kind == HeuristicKind::zero) return 0.0;
  const auto width = static_cast<std::int32_t>(around_.width());
  const auto here = static_cast<std::int32_t>(cell), there = static_cast<std::int32_t>(target_);
  return heuristic_(here % width - there % width, here / width - there / width);
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
    cell = static_cast<std::uint32_t>(static_cast<std::int32_t>(cell) - offset_[by_[cell]]);
  }
  std::reverse(path.begin() + static_cast<std::ptrdiff_t>(begin), path.end());
  return true;
}

}  // namespace pathstar
