// Threads for work that any number of threads can share.
#pragma once

#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

#include "spaces/space_mutex.hpp"

namespace pathstar {

// Threads that all run one function, joined at the end of their scope: as many as the system gives, perhaps none.
class Threads {
 public:
  // `function` must not throw.
  template <class Function>
  Threads(unsigned most, const Function& function) {
    threads_.reserve(most);
    try {
      while (threads_.size() < most) {
        // What the caller holds, it holds until they have ended.
        threads_.emplace_back([function, held = shared_locks] {
          shared_locks = held;
          function();
        });
      }
    } catch (const std::exception&) {  // no thread or no memory for it: the others do its work
    }
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() {
    for (std::thread& thread : threads_) thread.join();
  }

  std::size_t size() const noexcept { return threads_.size(); }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace pathstar
