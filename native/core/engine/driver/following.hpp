// Whether a search under way can go on after an edit of its space.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/driver/search.hpp"
#include "engine/driver/settings.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// The data that a search is planned with, apart from the nodes that it visits.
template <class Space>
auto planned_with(const Space& space) {
  if constexpr (requires { space.planned_with(); }) {
    return space.planned_with();
  } else {
    return 0;
  }
}

// The world that a search runs in.
template <class Space>
class Following {
 public:
  explicit Following(const Space& space) : revision_(space.revision()), plan_(planned_with(space)) {}

  std::uint64_t revision() const noexcept { return revision_; }

  // Whether an edit since then changed a node that the search has visited, or one with a step from or to such a node,
  // or the data that the search was planned with. The caller holds the space's lock.
  bool touches(const Space& space, const Search& run, const Settings& settings) const {
    if (space.revision() == revision_) return false;
    if constexpr (requires { space.each_near(Node{}, [](Node) {}); }) {
      if (settings.skip_dead_ends || plan_ != planned_with(space)) return true;
      std::vector<Node> edited;
      if (!space.edited_since(revision_, edited)) return true;
      bool seen = false;
      for (std::size_t i = 0; i < edited.size() && !seen; ++i) {
        space.each_near(edited[i], [&](Node near) { seen = seen || run.has_seen(near); });
      }
      return seen;
    } else {
      return true;
    }
  }

 private:
  std::uint64_t revision_;
  decltype(planned_with(std::declval<const Space&>())) plan_;
};

}  // namespace pathstar
