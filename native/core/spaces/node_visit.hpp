// Any function that is called for each step from a node, its type forgotten: so that long code is compiled once, not
// once for each function.
#pragma once

#include <memory>

#include "spaces/types.hpp"

namespace pathstar {

template <class Cost>
class NodeVisit {
 public:
  // The function must outlive this.
  template <class Visit>
  explicit NodeVisit(Visit& visit) noexcept
      : visit_(std::addressof(visit)), call_([](const void* function, Node next, Cost step) {
          (*const_cast<Visit*>(static_cast<const Visit*>(function)))(next, step);
        }) {}

  void operator()(Node next, Cost step) const { call_(visit_, next, step); }

 private:
  const void* visit_;
  void (*call_)(const void* function, Node next, Cost step);
};

}  // namespace pathstar
