// The data of a flow for each square, and the loops over many points, which read nothing else.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pathstar {

// A byte: two bits with 1 + dx of the step that leads on, two with 1 + dy, and a bit for each of four pairs of squares
// between which a step leads. Steps lead both ways or not at all, so these four are all that the 2 x 2 squares with
// this one at the top left have among them: from it to the right and down, and the two across.
using FlowSquare = std::uint8_t;

inline constexpr unsigned kFlowStep = 15;    // the bits of the step
inline constexpr unsigned kNoFlow = 5;       // where no way leads: a step by (0, 0)
inline constexpr unsigned kFlowSource = 15;  // at a source
inline constexpr int kRightward = 4;         // the bit of the pair with the square on the right
inline constexpr int kDownward = 5;          // that of the pair with the square below
inline constexpr int kFalling = 6;           // that of this square and the one below on the right
inline constexpr int kRising = 7;            // that of the square below and the one on the right
inline constexpr double kReach = 0.5;        // the distance to move before asking again
inline constexpr double kFaint = 1e-3;       // a shorter mean is meaningless
inline constexpr double kHalfRoot = 0.70710678118654752;

// Points that are processed together. Numbers are as wide as coordinates, so loops need not convert them.
struct FlowBatch {
  static constexpr std::size_t kRows = 128;

  std::int64_t corner[kRows];   // the node of the top left one of the four squares around, from -width - 1
  std::uint64_t block[kRows];   // the four squares: top left, top right, bottom left, bottom right, a byte for each
  std::uint64_t at[kRows];      // the place of the point's own square among them: its lowest bit
  std::uint64_t unsure[kRows];  // whether the mean is not the direction, or was not worked out
  double off_x[kRows];          // from the centre of the point's own square
  double off_y[kRows];
};

// Fills in what does not depend on the squares. Returns whether all points lie inside; if not, the result is invalid.
bool locate(const double* points, std::size_t rows, std::uint32_t width, std::uint32_t height, FlowBatch& batch);

// Fills in the four squares. `first`: the square of node 0.
void look_around(const FlowSquare* first, std::uint32_t width, std::size_t rows, FlowBatch& batch);

// Writes the mean directions, and returns whether any point is unsure.
bool mean_directions(std::size_t rows, FlowBatch& batch, double* out);

}  // namespace pathstar
