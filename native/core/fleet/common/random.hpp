// Random numbers that are the same on every machine, unlike those of the standard library's distributions.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace pathstar::fleet {

// SplitMix64 (Steele, Lea and Flood 2014, Fast splittable pseudorandom number generators).
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

  std::uint64_t operator()() noexcept {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // A number from 0 to bound - 1; the bound is not 0. The bias is below bound / 2^32.
  std::uint32_t below(std::uint64_t bound) noexcept {
    return static_cast<std::uint32_t>(((*this)() >> 32) * bound >> 32);
  }
  double unit() noexcept { return static_cast<double>((*this)() >> 11) * 0x1p-53; }  // from 0 to below 1

  template <class T>
  void shuffle(std::vector<T>& values) noexcept {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace pathstar::fleet
