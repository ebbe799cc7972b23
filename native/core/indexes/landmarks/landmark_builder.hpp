// Choosing landmarks, and measuring the distances between them and all nodes.
//
// Each component of the space has landmarks of its own, all of the same number, measured by the same searches: one
// search starts from a landmark in each. The first lies farthest from the component's first node, each next one
// farthest from those that there are (Goldberg and Harrelson 2005, "farthest"), or where they say least ("avoid", see
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
  std::uint64_t most_bytes = 0;  // of the distances
};

// `backward`: the same steps turned round. `components`: for each node the number of its component; 0: of none. `made`
// is complete only if the outcome is `done`.
Outcome build_landmark_tables(const KnownSteps& forward, const KnownSteps& backward,
                              std::vector<std::int32_t> components, const LandmarkOptions& options,
                              const Progress& progress, LandmarkTables& made);

}  // namespace pathstar
