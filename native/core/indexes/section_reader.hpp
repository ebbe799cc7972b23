// Arrays as sections of a file, and sections as arrays of the right type.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "indexes/section.hpp"

namespace pathstar {

template <class T>
Section section(const char* name, std::span<const T> values) {
  return {name, std::as_bytes(values)};
}

// Hands out the sections by name. What is not as it should be raises std::invalid_argument.
class SectionReader {
 public:
  explicit SectionReader(const std::vector<Section>& sections) : sections_(sections) {}

  template <class T>
  std::span<const T> read(const char* name) const {
    const auto found =
        std::find_if(sections_.begin(), sections_.end(), [&](const Section& s) { return s.name == name; });
    if (found == sections_.end()) throw std::invalid_argument(std::string("the section ") + name + " is missing");
    const bool aligned = reinterpret_cast<std::uintptr_t>(found->bytes.data()) % alignof(T) == 0;
    if (!aligned || found->bytes.size() % sizeof(T) != 0) {
      throw std::invalid_argument(std::string("the section ") + name + " has a wrong size");
    }
    return {reinterpret_cast<const T*>(found->bytes.data()), found->bytes.size() / sizeof(T)};
  }
  bool has(const char* name) const {
    return std::any_of(sections_.begin(), sections_.end(), [&](const Section& s) { return s.name == name; });
  }

 private:
  const std::vector<Section>& sections_;
};

inline void require(bool fits, const char* name) {
  if (!fits) throw std::invalid_argument(std::string("the section ") + name + " does not fit the grid");
}

}  // namespace pathstar
