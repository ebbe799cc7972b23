// A test whether an object has only one owner, which may then change it in place.
#pragma once

#include <atomic>
#include <memory>

namespace pathstar {

// `owners`: the number of the owner's own pointers, which may not be copied meanwhile. If it is true, all work of other
// threads with the object has happened before.
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
