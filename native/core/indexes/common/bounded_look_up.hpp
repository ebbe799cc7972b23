// Looks long paths up in an index if they keep to a bound; all other paths come from a search that keeps to it.
//
// When to use: an index whose paths have a bound, not always a good one, and a caller who allows a bound.
// Guarantee: a path costs at most the settings' weight times the optimum.
// Complexity: a look-up for each long path, and a search for short ones and unproven ones.
#pragma once

#include <memory>

#include "engine/finders/finder.hpp"
#include "indexes/common/index.hpp"

namespace pathstar {

// `index` looks paths up on the space of `search`, a grid with this many columns. Paths between ends fewer than
// `nearest` columns and rows apart are searched for.
std::shared_ptr<Finder> make_bounded_look_up(std::shared_ptr<Index> index, std::shared_ptr<Finder> search,
                                             std::uint32_t columns, std::uint32_t nearest);

}  // namespace pathstar
