#include "planners/batch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace pathstar {
namespace {

constexpr auto kPollEvery = std::chrono::milliseconds(50);

// What answers one query.
using Solve = std::function<PathResult(Node start, Node goal, const Poll& poll)>;

// The queries, handed out one by one to whoever asks.
class Work {
 public:
  Work(const Solve& solve, std::span<const Node> starts, std::span<const Node> goals)
      : solve_(solve), starts_(starts), goals_(goals), results_(starts.size()) {}

  void run(const Poll& poll) {
    for (std::size_t i = next_++; i < starts_.size() && !poll(); i = next_++) {
      results_[i] = solve_(starts_[i], goals_[i], poll);
    }
  }

  BatchResult collect() {
    BatchResult batch;
    batch.offsets.push_back(0);
    batch.corner_offsets.push_back(0);
    for (PathResult& result : results_) {
      batch.costs.push_back(result.cost);
      batch.statuses.push_back(static_cast<std::uint8_t>(result.status));
      for (const std::uint64_t count : {result.stats.expanded, result.stats.generated, result.stats.updated}) {
        batch.counts.push_back(count);
      }
      batch.seconds.push_back(result.seconds);
      batch.corners.insert(batch.corners.end(), result.corners.begin(), result.corners.end());
      batch.corner_offsets.push_back(static_cast<std::int64_t>(batch.corners.size()));
      batch.offsets.push_back(batch.offsets.back() + static_cast<std::int64_t>(result.length));
      result.corners = {};
    }
    return batch;
  }

 private:
  const Solve& solve_;
  std::span<const Node> starts_;
  std::span<const Node> goals_;
  std::vector<PathResult> results_;
  std::atomic<std::size_t> next_{0};
};

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

// Runs the work on `threads` threads while this one polls; true if the poll stopped it.
bool run_on_threads(Work& work, unsigned threads, const Poll& poll) {
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::condition_variable done;
  unsigned running = threads;
  std::exception_ptr failure;
  {
    const Threads pool(threads, [&] {
      std::exception_ptr mine;
      try {
        work.run([&] { return stop.load(std::memory_order_relaxed); });
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

BatchResult run(const Solve& solve, std::span<const Node> starts, std::span<const Node> goals, unsigned threads,
                const Poll& poll) {
  Work work(solve, starts, goals);
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, starts.size()));
  bool stopped = false;
  if (threads <= 1) {
    const Poll until = [&] { return stopped = stopped || poll(); };
    work.run(until);
  } else {
    stopped = run_on_threads(work, threads, poll);
  }
  BatchResult batch;
  if (stopped) {
    batch.stopped = true;
    return batch;
  }
  return work.collect();
}

}  // namespace

BatchResult find_many(Finder& finder, std::span<const Node> starts, std::span<const Node> goals,
                      const Settings& settings, unsigned threads, const Poll& poll) {
  const Solve solve = [&](Node start, Node goal, const Poll& stop) { return finder.find(start, goal, settings, stop); };
  return run(solve, starts, goals, threads, poll);
}

BatchResult find_many(const Index& index, std::span<const Node> starts, std::span<const Node> goals, unsigned threads,
                      const Poll& poll) {
  const Solve solve = [&](Node start, Node goal, const Poll& stop) { return index.find(start, goal, stop); };
  return run(solve, starts, goals, threads, poll);
}

}  // namespace pathstar
