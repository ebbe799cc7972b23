#include <algorithm>
#include <unordered_map>

#include "spaces/mesh/polygons.hpp"

namespace pathstar {
namespace {

struct Rectangle {
  std::uint32_t left, top, right, bottom;  // right and bottom lie outside
};

// Runs of walkable cells, each grown downwards as long as the next row has the same run.
std::vector<Rectangle> cover(std::span<const std::uint8_t> walkable, std::uint32_t width, Pause& pause) {
  const auto height = static_cast<std::uint32_t>(walkable.size() / width);
  std::vector<Rectangle> done, above, here;
  for (std::uint32_t y = 0; y <= height; ++y) {
    if (pause(width)) return {};
    here.clear();
    auto candidate = above.begin();
    for (std::uint32_t x = 0; y < height && x < width;) {
      const auto row = walkable.subspan(std::size_t{y} * width, width);
      if (!row[x]) {
        ++x;
        continue;
      }
      std::uint32_t end = x;
      while (end < width && row[end]) ++end;
      while (candidate != above.end() && candidate->left < x) ++candidate;
      const bool grows = candidate != above.end() && candidate->left == x && candidate->right == end;
      here.push_back({x, grows ? candidate->top : y, end, y + 1});
      if (grows) candidate->bottom = 0;  // it lives on in the row below
      x = end;
    }
    std::copy_if(above.begin(), above.end(), std::back_inserter(done),
                 [](const Rectangle& r) { return r.bottom != 0; });
    above.swap(here);
  }
  return done;
}

// Gives the corners of all rectangles numbers, and each rectangle those that lie on its border.
class Bordered {
 public:
  explicit Bordered(const std::vector<Rectangle>& rectangles) {
    for (const Rectangle& r : rectangles) {
      for (const std::uint32_t y : {r.top, r.bottom}) {
        for (const std::uint32_t x : {r.left, r.right}) number(x, y);
      }
    }
  }

  void add(const Rectangle& r) {
    for (std::uint32_t x = r.left; x < r.right; ++x) corner(x, r.top);
    for (std::uint32_t y = r.top; y < r.bottom; ++y) corner(r.right, y);
    for (std::uint32_t x = r.right; x > r.left; --x) corner(x, r.bottom);
    for (std::uint32_t y = r.bottom; y > r.top; --y) corner(r.left, y);
    polygons_.close();
  }
  Polygons take() { return std::move(polygons_); }

 private:
  static std::uint64_t key(std::uint32_t x, std::uint32_t y) noexcept { return std::uint64_t{y} << 32 | x; }

  void number(std::uint32_t x, std::uint32_t y) {
    const auto [entry, added] = numbers_.try_emplace(key(x, y), static_cast<std::uint32_t>(polygons_.points.size()));
    if (added) polygons_.points.push_back({static_cast<double>(x), static_cast<double>(y)});
  }
  void corner(std::uint32_t x, std::uint32_t y) {
    const auto found = numbers_.find(key(x, y));
    if (found != numbers_.end()) polygons_.corners.push_back(found->second);
  }

  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
  Polygons polygons_;
};

}  // namespace

Polygons rectangles(std::span<const std::uint8_t> walkable, std::uint32_t width, const Stop& stop) {
  Pause pause(stop);
  const std::vector<Rectangle> all = cover(walkable, width, pause);
  Bordered bordered(all);
  for (const Rectangle& r : all) {
    if (pause(2 * (r.right - r.left + r.bottom - r.top))) return {};
    bordered.add(r);
  }
  return bordered.take();
}

}  // namespace pathstar
