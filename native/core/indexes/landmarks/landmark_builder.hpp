// Chooses landmarks, and measures the distances between them and all nodes.
//
// Each component of the space has its own landmarks, the same number in each, measured by the same searches: a search
// starts from one landmark of every component. The first is farthest from the component's first node, each further one
// farthest from those before (Goldberg and Harrelson 2005, "farthest"), or where those say least ("avoid", see
// landmark_tree.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "indexes/common/known_steps.hpp"
#include "indexes/common/progress.hpp"
#include "indexes/landmarks/landmark_tables.hpp"

namespace pathstar {

enum class LandmarkChoice : std::uint8_t { farthest, avoid };

struct LandmarkOptions {
  std::uint32_t landmarks = 0;
  LandmarkChoice choice = LandmarkChoice::farthest;
  unsigned threads = 1;
  std::uint64_t most_bytes = 0;  // for the distances
};

// `backward`: the reversed steps. `components`: the number of each node's component, or 0. `made` is complete only if
// the outcome is `done`.
Outcome build_landmark_tables(const KnownSteps& forward, const KnownSteps& backward,
                              std::vector<std::int32_t> components, const LandmarkOptions& options,
                              const Progress& progress, LandmarkTables& made);

}  // namespace pathstar
