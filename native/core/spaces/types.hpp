// The words every folder of the core shares.
#pragma once

#include <cstdint>

namespace pathstar {

using Node = std::uint32_t;
inline constexpr Node kNoNode = ~Node{0};

}  // namespace pathstar
