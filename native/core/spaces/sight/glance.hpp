// What the cells beside one say at a glance about the line from it.
#pragma once

#include <cstdint>

namespace pathstar {

enum class Glance : std::uint8_t { seen, blocked, unclear };

}  // namespace pathstar
