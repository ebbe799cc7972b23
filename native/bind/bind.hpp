// What the binding files share: how vectors become arrays, and how a signal ends a long call.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <utility>
#include <vector>

#include "gil.hpp"
#include "paths/shared_array.hpp"
#include "spaces/slices.hpp"

namespace nb = nanobind;

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A NumPy array that owns the vector's memory.
template <class T, std::size_t Dimensions = 1>
nb::ndarray<nb::numpy, T> to_numpy(std::vector<T>&& values, std::size_t columns = 1) {
  auto* kept = new std::vector<T>(std::move(values));
  nb::capsule owner(kept, [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
  const std::size_t shape[2] = {kept->size() / columns, columns};
  return nb::ndarray<nb::numpy, T>(kept->data(), Dimensions, shape, owner);
}

// A read-only NumPy array that shares the memory.
template <class T>
nb::ndarray<nb::numpy, const T> to_numpy(const pathstar::SharedArray<T>& values) {
  using Kept = std::shared_ptr<const pathstar::LargeArray<T>>;
  auto* kept = new Kept(values.share());
  nb::capsule owner(kept, [](void* held) noexcept { delete static_cast<Kept*>(held); });
  const std::size_t shape[1] = {values.size()};
  return nb::ndarray<nb::numpy, const T>(values.data(), 1, shape, owner);
}

// Returns what read() returns while no thread edits the space.
template <class Space, class Read>
auto read_locked(const Space& space, Read&& read) {
  const WithoutGil released;
  const std::shared_lock reading(space.mutex());
  return read();
}

// Seconds between two progress reports, and checks for Ctrl+C, of a batch.
inline constexpr double kBatchPause = 0.05;

// The poll of a long call that has released the GIL: checks for Ctrl+C now and then. It reads no clock before its first
// call, as most calls end before that.
class SignalPoll {
 public:
  bool operator()() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return false;
    next_ = now + std::chrono::milliseconds(50);
    const WithGil gil;
    return PyErr_CheckSignals() != 0;
  }

 private:
  std::chrono::steady_clock::time_point next_{};
};

// Calls work(stop) without the GIL. `stop` returns whether a signal asks the work to end; its exception is then raised.
template <class Work>
void unless_stopped(Work&& work) {
  bool stopped = false;
  {
    const WithoutGil released;
    SignalPoll poll;
    work([&] { return stopped = stopped || poll(); });
  }
  if (stopped) throw nb::python_error();
}

// The same for a call that also reports its progress to a caller's function, if there is one, at most every `pause`
// seconds. An exception in the function stops the call.
class TellingPoll {
 public:
  TellingPoll(nb::object tell, double pause) : tell_(std::move(tell)), pause_(pause) {}

  bool operator()(double part) {
    const auto now = Clock::now();
    if (failure_ || now < next_) return failure_.has_value();
    next_ = now + std::chrono::duration_cast<Clock::duration>(pause_);
    const WithGil gil;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (!tell_.is_none() && !pathstar::Silence::here()) or_stop([&] { return tell_(part); });
    } catch (nb::python_error& error) {
      failure_.emplace(std::move(error));
    }
    return failure_.has_value();
  }
  void raise_failure() {
    if (failure_) throw std::move(*failure_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  nb::object tell_;
  std::chrono::duration<double> pause_;
  std::optional<nb::python_error> failure_;
  Clock::time_point next_ = Clock::now();
};

// Calls work(progress) without the GIL, then raises the exception that stopped the poll, if any.
template <class Work>
void telling(nb::object tell, double pause, Work&& work) {
  TellingPoll poll(std::move(tell), pause);
  {
    const WithoutGil released;
    work([&](double part) { return poll(part); });
  }
  poll.raise_failure();
}
