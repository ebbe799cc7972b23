// Cost-distance over a region: a wave of tiles.
//
// What: the least cost from the sources to every cell. Each tile with work waits with its least pending cost. The tile
//   that waits with the least cost runs Dijkstra's algorithm within itself, from its pending cells; steps that leave it
//   lower the costs of cells beside it and create work there. When no tile has work, the costs are final.
// Guarantee: every cost is the least sum of steps, each added and rounded in turn, whatever the tiling and the order:
//   rounded addition keeps the order of its operands, and steps are not negative. Nor does it matter when a wave ends,
//   as long as another wave takes up the rest.
// Complexity: about one expansion per cell on smooth ground, 1.1 on white noise; a tile is visited a few times.
// Reference: label-correcting search over a partition. Dial (1969) for the buckets within a tile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <queue>
#include <vector>

#include "rasters/region.hpp"
#include "spaces/slices.hpp"

namespace pathstar::rasters {

struct WaveResult {
  std::uint64_t settled = 0;       // expansions
  std::uint64_t reached = 0;       // own cells that had no cost before
  std::uint64_t visits = 0;        // of tiles
  double front = kInfinity;        // costs below it are final; infinity if the wave has ended
  std::vector<std::int64_t> left;  // own cells that wait beyond the horizon
  bool stopped = false;
};

struct WaveSeeds {
  std::vector<std::int64_t> cells;  // row * width + column of the region's array
  std::vector<double> costs;
  double horizon = kInfinity;  // cells that cost more are left as seeds for a later wave
};

// Lowers `costs`, an array of the region's shape that holds upper bounds, to the least costs of its own cells within
// `limit`. Costs above the limit stay upper bounds. The cells `stops` end the wave: when all are final, the limit
// becomes their largest cost. At the end the margins hold the costs that the region offers the cells there, initially
// infinity.
template <class Value>
WaveResult run_wave(const Region<Value>& region, const StepRule& rule, Rows<double> costs, const WaveSeeds& seeds,
                    const std::vector<std::int64_t>& stops, double& limit, const Stop& stop);

extern template WaveResult run_wave(const Region<float>&, const StepRule&, Rows<double>, const WaveSeeds&,
                                    const std::vector<std::int64_t>&, double&, const Stop&);
extern template WaveResult run_wave(const Region<double>&, const StepRule&, Rows<double>, const WaveSeeds&,
                                    const std::vector<std::int64_t>&, double&, const Stop&);

}  // namespace pathstar::rasters
