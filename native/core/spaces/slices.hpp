// Long loops over cells that ask now and then whether to stop.
//
// If a loop was stopped, its result is unfinished and must not be used.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace pathstar {

// Called now and then during long work; true stops it.
using Stop = std::function<bool()>;

inline bool never_stop() { return false; }

// While it lives, a Stop of this thread calls no function of the user: that might wait for a lock that the work holds.
class Silence {
 public:
  Silence() noexcept { ++depth_; }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() { --depth_; }

  static bool here() noexcept { return depth_ != 0; }

 private:
  static constinit thread_local inline int depth_ = 0;
};

inline constexpr std::size_t kSlice = std::size_t{1} << 16;  // some milliseconds of work at most

// Calls body(begin, end) for consecutive slices of the numbers below `count`. False if it was stopped.
template <class Body>
bool in_slices(std::size_t count, const Stop& stop, Body&& body) {
  for (std::size_t begin = 0; begin < count; begin += kSlice) {
    if (begin != 0 && stop()) return false;
    body(begin, std::min(count, begin + kSlice));
  }
  return true;
}

// Copies values to the end of a vector. False if it was stopped.
template <class T>
bool append(std::vector<T>& to, std::span<const T> values, const Stop& stop) {
  to.reserve(to.size() + values.size());
  return in_slices(values.size(), stop, [&](std::size_t begin, std::size_t end) {
    const auto part = values.subspan(begin, end - begin);
    to.insert(to.end(), part.begin(), part.end());
  });
}

// For loops of unknown length: asks only once in many calls.
class Pause {
 public:
  explicit Pause(const Stop& stop) noexcept : stop_(&stop) {}

  // Counts this many more calls, and returns whether to stop.
  bool operator()(std::size_t calls = 1) {
    calls_ += calls;
    if (calls_ < kSlice) return false;
    calls_ = 0;
    return (*stop_)();
  }

 private:
  const Stop* stop_;
  std::size_t calls_ = 0;
};

}  // namespace pathstar
