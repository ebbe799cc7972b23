// A part of an index as bytes, for a file.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace pathstar {

struct Section {
  std::string name;
  std::span<const std::byte> bytes;
  std::shared_ptr<const void> owner = {};  // owner of the memory; none if the index owns it
};

}  // namespace pathstar
