// Converts arrays to sections of a file, and sections to arrays of the right type.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "indexes/common/section.hpp"

namespace pathstar {

template <class T>
Section section(const char* name, std::span<const T> values) {
  return {name, std::as_bytes(values)};
}

// Returns sections by name, and throws std::invalid_argument for wrong ones.
class SectionReader {
 public:
  explicit SectionReader(const std::vector<Section>& sections) : sections_(sections), read_(sections.size()) {}

  template <class T>
  std::span<const T> read(const char* name) {
    const std::size_t at = find(name);
    if (at == sections_.size()) throw std::invalid_argument(std::string("the section ") + name + " is missing");
    read_[at] = true;
    const std::span<const std::byte> bytes = sections_[at].bytes;
    if (bytes.empty()) return {};  // its address does not matter
    const bool aligned = reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(T) == 0;
    if (!aligned || bytes.size() % sizeof(T) != 0) {
      throw std::invalid_argument(std::string("the section ") + name + " has a wrong size");
    }
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  bool has(const char* name) const { return find(name) != sections_.size(); }

  // Call it after the last read: an unread section does not belong to this index.
  void require_all_read() const {
    const auto left = static_cast<std::size_t>(std::find(read_.begin(), read_.end(), false) - read_.begin());
    if (left != read_.size()) throw std::invalid_argument("the section " + sections_[left].name + " does not belong");
  }

 private:
  std::size_t find(const std::string& name) const {
    const auto found =
        std::find_if(sections_.begin(), sections_.end(), [&](const Section& s) { return s.name == name; });
    return static_cast<std::size_t>(found - sections_.begin());
  }

  const std::vector<Section>& sections_;
  std::vector<bool> read_;
};

inline void require(bool fits, const char* name) {
  if (!fits) throw std::invalid_argument(std::string("the section ") + name + " does not fit");
}

// Checks the offsets of consecutive lists: the beginning of each, and finally the end of the last.
inline void require_offsets(std::span<const std::uint32_t> first, std::size_t items, const char* name) {
  require(!first.empty() && first.front() == 0 && first.back() == items, name);
  require(std::is_sorted(first.begin(), first.end()), name);
}

inline void require_below(std::span<const std::uint32_t> numbers, std::size_t limit, const char* name) {
  require(numbers.empty() || *std::max_element(numbers.begin(), numbers.end()) < limit, name);
}

}  // namespace pathstar
