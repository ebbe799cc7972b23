#include "indexes/hub_labels/label_links.hpp"

#include <cstdlib>
#include <numeric>

namespace pathstar {
namespace {

constexpr int kNoDirection = -1;

// Which of the 8 directions leads straight from one place to another, if any.
int direction(Place from, Place to) noexcept {
  const int dx = int{to.x} - int{from.x}, dy = int{to.y} - int{from.y};
  if (dx != 0 && dy != 0 && std::abs(dx) != std::abs(dy)) return kNoDirection;
  return ((dy > 0) - (dy < 0) + 1) * 3 + (dx > 0) - (dx < 0) + 1;
}

// All numbers are positions in the tree's lists.
class Layout {
 public:
  explicit Layout(const HubTree& tree)
      : tree_(tree), parents_(tree.parents), size_(parents_.size(), 1), heavy_(parents_.size()) {
    std::iota(heavy_.begin(), heavy_.end(), 0U);
    for (auto i = static_cast<std::uint32_t>(parents_.size()) - 1; i > 0; --i) {
      const std::uint32_t p = parents_[i];
      size_[p] += size_[i];
      if (heavy_[p] == p || size_[i] > size_[heavy_[p]]) heavy_[p] = i;
    }
  }

  // How far behind the hub's link each vertex's link is.
  std::vector<std::uint32_t> offsets() const {
    std::vector<std::uint32_t> offset(parents_.size()), gap(parents_.size());
    for (std::uint32_t i = 0; i < parents_.size(); ++i) {
      const std::uint32_t p = parents_[i];
      if (i != 0 && heavy_[p] == i) {
        offset[i] = offset[p] + 1;
      } else if (i != 0) {
        offset[i] = gap[p];
        gap[p] += size_[i];
      }
      gap[i] = offset[i] + 1 + (heavy_[i] == i ? 0 : size_[heavy_[i]]);
    }
    return offset;
  }

  // For each vertex, where its path turns next or ends: straight lines need no stop.
  std::vector<std::uint32_t> turns(std::span<const Place> places) const {
    std::vector<std::uint32_t> turn(parents_.size());
    const auto place = [&](std::uint32_t i) { return places[tree_.vertices[i]]; };
    for (std::uint32_t i = 0; i < parents_.size(); ++i) {
      const std::uint32_t p = parents_[i];
      const int onward = direction(place(i), place(p));
      const bool straight = i != 0 && onward != kNoDirection && direction(place(p), place(turn[p])) == onward;
      turn[i] = straight ? turn[p] : p;
    }
    return turn;
  }

 private:
  const HubTree& tree_;
  std::span<const std::uint32_t> parents_;
  std::vector<std::uint32_t> size_;   // of its subtree
  std::vector<std::uint32_t> heavy_;  // its child with the largest subtree; a leaf is its own
};

}  // namespace

void lay_out_links(const HubTree& tree, std::span<const Place> places, std::vector<LabelLink>& links,
                   std::vector<std::uint32_t>& vertices) {
  const Layout layout(tree);
  const std::vector<std::uint32_t> offset = layout.offsets(), turn = layout.turns(places);
  const std::size_t hub = links.size();
  links.resize(hub + offset.size());
  vertices.resize(links.size());
  for (std::size_t i = 0; i < offset.size(); ++i) {
    const std::uint32_t vertex = tree.vertices[i];
    links[hub + offset[i]] = {static_cast<std::uint32_t>(hub + offset[turn[i]]), places[vertex]};
    vertices[hub + offset[i]] = vertex;
  }
}

}  // namespace pathstar
