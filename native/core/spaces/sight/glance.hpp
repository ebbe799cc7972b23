// The result of a glance at the cells beside one for the line from it.
#pragma once

#include <cstdint>

namespace pathstar {

enum class Glance : std::uint8_t { seen, blocked, unclear };

}  // namespace pathstar
