// A part of an index as bytes, to be kept in a file.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace pathstar {

struct Section {
  std::string name;
  std::span<const std::byte> bytes;
};

}  // namespace pathstar
