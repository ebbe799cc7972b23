#include "planners/crew.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace pathstar {
namespace {

constexpr auto kPollEvery = std::chrono::milliseconds(50);

// Threads that all run one function, joined at the end of their scope.
class Threads {
 public:
  template <class Function>
  Threads(unsigned count, const Function& function) {
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back(function);
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() {
    for (std::thread& thread : threads_) thread.join();
  }

 private:
  std::vector<std::thread> threads_;
};

// The threads work while the calling one polls.
bool do_on_threads(unsigned threads, const Poll& poll, const std::function<void(const Poll&)>& take_rows) {
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::condition_variable done;
  unsigned running = threads;
  std::exception_ptr failure;
  {
    const Threads pool(threads, [&] {
      std::exception_ptr mine;
      try {
        take_rows([&] { return stop.load(std::memory_order_relaxed); });
      } catch (...) {
        mine = std::current_exception();
        stop = true;
      }
      const std::lock_guard lock(mutex);
      if (mine) failure = mine;
      --running;
      done.notify_one();
    });
    std::unique_lock lock(mutex);
    while (!done.wait_for(lock, kPollEvery, [&] { return running == 0; })) {
      lock.unlock();
      if (poll()) stop = true;
      lock.lock();
    }
  }
  if (failure) std::rethrow_exception(failure);
  return stop;
}

}  // namespace

bool do_rows(std::size_t rows, unsigned threads, const Poll& poll, const RowWork& work) {
  std::atomic<std::size_t> next{0};
  const auto take_rows = [&](const Poll& stop) {
    for (std::size_t row = next++; row < rows && !stop(); row = next++) work(row, stop);
  };
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, rows));
  if (threads > 1) return do_on_threads(threads, poll, take_rows);
  bool stopped = false;
  take_rows([&] { return stopped = stopped || poll(); });
  return stopped;
}

}  // namespace pathstar
