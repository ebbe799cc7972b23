#include "indexes/hub_labels/label_links.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>

namespace pathstar {
namespace {

constexpr int kNoDirection = -1;

// The one of the 8 directions that leads straight from one place to another, if any.
int direction(Place from, Place to) noexcept {
  const int dx = int{to.x} - int{from.x}, dy = int{to.y} - int{from.y};
  if (dx != 0 && dy != 0 && std::abs(dx) != std::abs(dy)) return kNoDirection;
  return ((dy > 0) - (dy < 0) + 1) * 3 + (dx > 0) - (dx < 0) + 1;
}

class Layout {
 public:
  Layout(std::span<const std::uint32_t> vertex, std::span<const std::uint32_t> parent, const Labels& labels)
      : vertex_(vertex), parent_(parent), outward_(parent.size()), size_(parent.size(), 1), heavy_(parent.size()) {
    std::iota(outward_.begin(), outward_.end(), 0U);
    const auto key = [&](std::uint32_t e) { return std::tuple(labels.entries[e].hub, labels.entries[e].cost, e); };
    std::sort(outward_.begin(), outward_.end(), [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    grow();
  }

  // The position of each entry's link.
  std::vector<std::uint32_t> positions() const {
    std::vector<std::uint32_t> position(parent_.size()), gap(parent_.size());
    std::uint32_t free = 0;
    for (const std::uint32_t e : outward_) {
      const std::uint32_t p = parent_[e];
      std::uint32_t& begin = p == e ? free : gap[p];
      position[e] = p != e && heavy_[p] == e ? position[p] + 1 : begin;
      if (p == e || heavy_[p] != e) begin += size_[e];
      gap[e] = position[e] + 1 + (heavy_[e] == e ? 0 : size_[heavy_[e]]);
    }
    return position;
  }

  // The entry where a path turns next or ends: straight lines need no stop.
  std::vector<std::uint32_t> turns(std::span<const Place> places) const {
    std::vector<std::uint32_t> turn(parent_.size());
    const auto place = [&](std::uint32_t e) { return places[vertex_[e]]; };
    for (const std::uint32_t e : outward_) {
      const std::uint32_t p = parent_[e];
      const int onward = direction(place(e), place(p));
      const bool straight = p != e && onward != kNoDirection && direction(place(p), place(turn[p])) == onward;
      turn[e] = straight ? turn[p] : p;
    }
    return turn;
  }

 private:
  // Computes the sizes of subtrees, and the largest child of each entry; a leaf is its own.
  void grow() {
    std::iota(heavy_.begin(), heavy_.end(), 0U);
    for (auto e = outward_.rbegin(); e != outward_.rend(); ++e) {
      const std::uint32_t p = parent_[*e];
      if (p == *e) continue;
      size_[p] += size_[*e];
      if (heavy_[p] == p || size_[*e] > size_[heavy_[p]]) heavy_[p] = *e;
    }
  }

  std::span<const std::uint32_t> vertex_;
  std::span<const std::uint32_t> parent_;
  std::vector<std::uint32_t> outward_;  // all entries, hub by hub, from the hub outward
  std::vector<std::uint32_t> size_;
  std::vector<std::uint32_t> heavy_;
};

}  // namespace

void lay_out_links(std::span<const std::uint32_t> vertex, std::span<const std::uint32_t> parent,
                   std::span<const Place> places, Labels& labels) {
  const Layout layout(vertex, parent, labels);
  labels.link_of = layout.positions();
  const std::vector<std::uint32_t> turn = layout.turns(places);
  labels.links.resize(parent.size());
  for (std::size_t e = 0; e < parent.size(); ++e) {
    labels.links[labels.link_of[e]] = {labels.link_of[turn[e]], places[vertex[e]]};
  }
}

}  // namespace pathstar
