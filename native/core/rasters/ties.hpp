// Nearest sources and directions, from costs that are final.
//
// What: a step u -> v is tight if cost(u) + step rounds to cost(v); tight steps make up the least-cost paths. Of the
//   sources from which tight steps lead to a cell, the one with the least number is its nearest. A cell's direction is
//   the lowest code of a tight step back to a cell with the same nearest source and a lower cost. Where steps cost
//   nothing, costs form plateaus; there a direction leads to a cell that is one step closer to where the plateau is
//   entered (`hops`). So a chain of directions ends, and ends at the nearest source.
// Guarantee: each is determined by the costs alone, whatever the tiling and the order.
// Complexity: each cell is expanded about once for the nearest sources and looked at once for the directions.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "rasters/region.hpp"
#include "spaces/slices.hpp"

namespace pathstar::rasters {

inline constexpr std::uint32_t kNoLabel = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint8_t kNoDirection = 255;

struct LabelSeeds {
  std::vector<std::int64_t> cells;  // row * width + column of the region's array
  std::vector<std::uint32_t> labels;
};

// Lowers `labels` to the least that tight steps bring from the seeds: numbers of sources or, with `nearest`, hops on
// plateaus between cells of the same nearest source. Costs and `nearest` need their margins. At the end the margins of
// the labels hold the labels that the region offers there, initially kNoLabel. False if it was stopped.
template <class Value>
bool spread_labels(const Region<Value>& region, const StepRule& rule, Rows<const double> costs,
                   Rows<const std::uint32_t> nearest, Rows<std::uint32_t> labels, const LabelSeeds& seeds,
                   const Stop& stop);

// Writes the directions of the region's own cells. `nearest` and `hops` may be null: one source, no plateaus. Sources
// have direction 0 beforehand. Returns how many other cells have no direction although their costs are finite: without
// hops, those on plateaus. -1 if it was stopped.
template <class Value>
std::int64_t find_directions(const Region<Value>& region, const StepRule& rule, Rows<const double> costs,
                             Rows<const std::uint32_t> nearest, Rows<const std::uint32_t> hops,
                             Rows<std::uint8_t> directions, const Stop& stop);

extern template bool spread_labels(const Region<float>&, const StepRule&, Rows<const double>, Rows<const std::uint32_t>,
                                   Rows<std::uint32_t>, const LabelSeeds&, const Stop&);
extern template bool spread_labels(const Region<double>&, const StepRule&, Rows<const double>,
                                   Rows<const std::uint32_t>, Rows<std::uint32_t>, const LabelSeeds&, const Stop&);
extern template std::int64_t find_directions(const Region<float>&, const StepRule&, Rows<const double>,
                                             Rows<const std::uint32_t>, Rows<const std::uint32_t>, Rows<std::uint8_t>,
                                             const Stop&);
extern template std::int64_t find_directions(const Region<double>&, const StepRule&, Rows<const double>,
                                             Rows<const std::uint32_t>, Rows<const std::uint32_t>, Rows<std::uint8_t>,
                                             const Stop&);

}  // namespace pathstar::rasters
