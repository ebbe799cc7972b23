#include "indexes/hierarchy/gates.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace pathstar {
namespace {

constexpr std::uint32_t kShort = 5;       // an entrance of up to this many cells has one gate, in its middle
constexpr std::uint32_t kGatesASide = 4;  // of an open border, and one more

// The cells along one border of a cluster, and the direction that crosses it.
struct Border {
  Node first;
  Node along;  // from each cell to the next
  std::uint32_t length;
  int across;

  Node at(std::uint32_t i) const noexcept { return first + i * along; }
};

std::array<Border, 4> borders_of(const Box& box, std::uint32_t width) {
  const Node left_top = box.top * width + box.left, left_bottom = (box.bottom - 1) * width + box.left;
  const Node right_top = box.top * width + box.right - 1;
  return {{{left_top, 1, box.width(), 0},
           {left_top, width, box.height(), 1},
           {right_top, width, box.height(), 2},
           {left_bottom, 1, box.width(), 3}}};
}

// Chooses the gates along a border for one level after another.
class GatePicker {
 public:
  GatePicker(const Grid& grid, const Border& border) : border_(border), open_(border.length) {
    for (std::uint32_t i = 0; i < border.length; ++i) open_[i] = (grid.legal(border.at(i)) >> border.across & 1) != 0;
  }

  void pick(std::uint32_t level, std::vector<Node>& gates) {
    std::vector<std::uint32_t> picked;
    for (std::uint32_t below = 1; below <= level; ++below) picked = pick_from(picked, below);
    for (const std::uint32_t i : picked) gates.push_back(border_.at(i));
  }

 private:
  // Chooses the gates of a level among those of the level below.
  std::vector<std::uint32_t> pick_from(const std::vector<std::uint32_t>& below, std::uint32_t level) const {
    std::vector<std::uint32_t> picked;
    const std::uint32_t side = ClusterLayout::side(level);
    for (std::uint32_t begin = 0; begin < border_.length;) {
      if (!open_[begin]) {
        ++begin;
        continue;
      }
      const std::uint32_t stop = std::min(border_.length, (begin / side + 1) * side);
      std::uint32_t end = begin + 1;
      while (end < stop && open_[end]) ++end;
      if (level == 1) {
        spread(begin, end, picked);
      } else {
        thin(below, begin, end, side / kGatesASide, picked);
      }
      begin = end;
    }
    return picked;
  }

  static void spread(std::uint32_t begin, std::uint32_t end, std::vector<std::uint32_t>& picked) {
    const std::uint32_t last = end - begin - 1, apart = ClusterLayout::side(1) / kGatesASide;
    if (last < kShort) {
      picked.push_back(begin + last / 2);
      return;
    }
    const std::uint32_t gaps = (last - 1) / apart + 1;
    for (std::uint32_t i = 0; i <= gaps; ++i) picked.push_back(begin + last * i / gaps);
  }

  // Keeps the first of a run, and others at some distance from each other.
  static void thin(const std::vector<std::uint32_t>& below, std::uint32_t begin, std::uint32_t end, std::uint32_t apart,
                   std::vector<std::uint32_t>& picked) {
    const auto first = std::lower_bound(below.begin(), below.end(), begin);
    const auto last = std::lower_bound(first, below.end(), end);
    for (auto one = first; one != last; ++one) {
      const std::uint32_t enough = one + 1 == last ? apart / 2 + 1 : apart;
      if (one == first || *one - picked.back() >= enough) picked.push_back(*one);
    }
  }

  Border border_;
  std::vector<bool> open_;
};

// Calls visit(node, x, y) for the cells at the edge of a box, each once.
template <class Visit>
void each_edge_cell(const Box& box, std::uint32_t width, const Visit& visit) {
  for (std::uint32_t y = box.top; y < box.bottom; ++y) {
    const bool whole_row = y == box.top || y + 1 == box.bottom;
    const std::uint32_t step = whole_row ? 1 : std::max(1u, box.width() - 1);
    for (std::uint32_t x = box.left; x < box.right; x += step) visit(y * width + x, x, y);
  }
}

bool leads_out(const Box& box, std::uint32_t x, std::uint32_t y, int direction) noexcept {
  const auto [dx, dy] = kDirections[static_cast<std::size_t>(direction)];
  return !contains(box, x + static_cast<std::uint32_t>(dx), y + static_cast<std::uint32_t>(dy));
}

// Whether a diagonal step passes between two blocked cells.
bool squeezes(unsigned legal, int direction) noexcept {
  const auto [dx, dy] = kDirections[static_cast<std::size_t>(direction)];
  const unsigned beside = (1u << (dx < 0 ? 1 : 2)) | (1u << (dy < 0 ? 0 : 3));
  return direction >= kStraightDirections && (legal & beside) == 0;
}

// Adds the cells at the edge with a step out of the box that counts.
template <class Counts>
void add_edge_gates(const Grid& grid, const Box& box, std::vector<Node>& gates, const Counts& counts) {
  each_edge_cell(box, grid.width(), [&](Node node, std::uint32_t x, std::uint32_t y) {
    const unsigned legal = grid.legal(node);
    for (unsigned left = legal; left != 0; left &= left - 1) {
      const int direction = std::countr_zero(left);
      if (!leads_out(box, x, y, direction) || !counts(legal, direction)) continue;
      gates.push_back(node);
      return;
    }
  });
}

}  // namespace

std::vector<Node> gates_of(const Grid& grid, const ClusterLayout& layout, Entrances entrances, std::uint32_t cluster) {
  const Box box = layout.box(cluster);
  std::vector<Node> gates;
  if (entrances == Entrances::all) {
    add_edge_gates(grid, box, gates, [](unsigned, int) { return true; });
  } else {
    const std::uint32_t level = layout.level_of(cluster);
    for (const Border& border : borders_of(box, grid.width())) GatePicker(grid, border).pick(level, gates);
    if (grid.moves().corners == Corners::free) add_edge_gates(grid, box, gates, squeezes);
  }
  std::sort(gates.begin(), gates.end());
  gates.erase(std::unique(gates.begin(), gates.end()), gates.end());
  return gates;
}

}  // namespace pathstar
