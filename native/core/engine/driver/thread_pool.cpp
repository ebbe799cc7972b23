#include "engine/driver/thread_pool.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>

#include "spaces/threads.hpp"

namespace pathstar {
namespace {

constexpr auto kPollEvery = std::chrono::milliseconds(50);
constexpr unsigned kPortions = 32;  // at least this many for each thread, so that all end at about the same time

using TakeRows = std::function<void(const Poll&)>;

bool do_on_this_thread(const Poll& poll, const TakeRows& take_rows) {
  bool stopped = false;
  take_rows([&] { return stopped = stopped || poll(); });
  return stopped;
}

// The threads work while the calling one polls.
bool do_on_threads(unsigned threads, const Poll& poll, const TakeRows& take_rows) {
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::condition_variable done;
  std::size_t ended = 0;
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
      ++ended;
      done.notify_one();
    });
    if (pool.size() == 0) return do_on_this_thread(poll, take_rows);
    std::unique_lock lock(mutex);
    while (!done.wait_for(lock, kPollEvery, [&] { return ended == pool.size(); })) {
      lock.unlock();
      if (poll()) stop = true;
      lock.lock();
    }
  }
  if (failure) std::rethrow_exception(failure);
  return stop;
}

}  // namespace

bool parallel_for(std::size_t rows, unsigned threads, const Poll& poll, const RowWork& work) {
  return parallel_for_with(rows, threads, poll, [&] { return work; });
}

bool parallel_for_with(std::size_t rows, unsigned threads, const Poll& poll, const MakeWorker& make_worker) {
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, rows));
  // Neighbouring rows are written by one thread, which keeps the others' caches out of it.
  const std::size_t portion = std::clamp<std::size_t>(rows / (std::size_t{kPortions} * std::max(threads, 1u)), 1, 32);
  std::atomic<std::size_t> next{0};
  const auto take_rows = [&](const Poll& stop) {
    const RowWork work = make_worker();
    for (std::size_t begin = next.fetch_add(portion); begin < rows; begin = next.fetch_add(portion)) {
      for (std::size_t row = begin; row < std::min(begin + portion, rows); ++row) {
        if (stop()) return;
        work(row, stop);
      }
    }
  };
  return threads > 1 ? do_on_threads(threads, poll, take_rows) : do_on_this_thread(poll, take_rows);
}

}  // namespace pathstar
