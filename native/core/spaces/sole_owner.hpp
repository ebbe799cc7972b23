// Whether nothing else holds an object, so that its owner may change it in place.
#pragma once

#include <atomic>
#include <memory>

namespace pathstar {

// `owners`: how many pointers the owner itself has, none of which may be copied meanwhile. If it is true, whatever
// other threads did with the object lies before.
template <class T>
bool is_sole_owner(const std::shared_ptr<T>& pointer, long owners = 1) noexcept {
  if (pointer.use_count() > owners) return false;
#if defined(__SANITIZE_THREAD__)
  const std::shared_ptr<T> seen = pointer;  // ThreadSanitizer does not know fences
#else
  std::atomic_thread_fence(std::memory_order_acquire);
#endif
  return true;
}

}  // namespace pathstar
