#include <algorithm>
#include <bit>

#include "spaces/mesh/polygons.hpp"

namespace pathstar {
namespace {

struct Rectangle {
  std::uint32_t left, top, right, bottom;  // right and bottom lie outside
};

// Runs of walkable cells, each extended downwards while the next row has the same run.
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

// Numbers the corners of all rectangles, row by row, and gives each rectangle those on its border: one bit for each
// corner of a cell, and the number of set bits before each word.
class Bordered {
 public:
  Bordered(std::uint32_t width, std::uint32_t height)
      : words_(width / kBits + 1), bits_(words_ * (std::size_t{height} + 1), 0) {}

  void mark(const Rectangle& r) {
    for (const std::uint32_t y : {r.top, r.bottom}) {
      for (const std::uint32_t x : {r.left, r.right}) bits_[word(x, y)] |= bit(x);
    }
  }

  // Numbers the marked corners. False if it was stopped.
  bool number(Pause& pause) {
    before_.resize(bits_.size());
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      if (pause()) return false;
      before_[i] = count;
      count += static_cast<std::uint32_t>(std::popcount(bits_[i]));
    }
    polygons_.points.reserve(count);
    for (std::size_t i = 0; i < bits_.size(); ++i) {
      if (pause(1 + std::popcount(bits_[i]))) return false;
      for (std::uint64_t left = bits_[i]; left != 0; left &= left - 1) {
        const std::size_t x = (i % words_) * kBits + static_cast<std::size_t>(std::countr_zero(left));
        polygons_.points.push_back({static_cast<double>(x), static_cast<double>(i / words_)});
      }
    }
    return true;
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
  static constexpr std::uint32_t kBits = 64;
  static constexpr std::uint64_t bit(std::uint32_t x) noexcept { return std::uint64_t{1} << (x % kBits); }

  std::size_t word(std::uint32_t x, std::uint32_t y) const noexcept { return y * words_ + x / kBits; }
  void corner(std::uint32_t x, std::uint32_t y) {
    const std::size_t at = word(x, y);
    if ((bits_[at] & bit(x)) == 0) return;
    const int earlier = std::popcount(bits_[at] & (bit(x) - 1));
    polygons_.corners.push_back(before_[at] + static_cast<std::uint32_t>(earlier));
  }

  std::size_t words_;  // of a row of corners
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint32_t> before_;
  Polygons polygons_;
};

}  // namespace

Polygons rectangles(std::span<const std::uint8_t> walkable, std::uint32_t width, const Stop& stop) {
  Pause pause(stop);
  const std::vector<Rectangle> all = cover(walkable, width, pause);
  Bordered bordered(width, static_cast<std::uint32_t>(walkable.size() / width));
  for (const Rectangle& r : all) {
    if (pause()) return {};
    bordered.mark(r);
  }
  if (!bordered.number(pause)) return {};
  for (const Rectangle& r : all) {
    if (pause(2 * (r.right - r.left + r.bottom - r.top))) return {};
    bordered.add(r);
  }
  return bordered.take();
}

}  // namespace pathstar
