// A flag by which one thread ends the work of others.
#pragma once

#include <atomic>

namespace pathstar::rasters {

class StopFlag {
 public:
  void raise() noexcept { raised_.store(true, std::memory_order_relaxed); }
  bool raised() const noexcept { return raised_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> raised_{false};
};

}  // namespace pathstar::rasters
