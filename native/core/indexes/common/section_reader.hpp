// Converts arrays to sections of a file, and sections to arrays of the right type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
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
    const std::span<const std::byte> bytes = read_bytes(name, alignof(T), sizeof(T));
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }
  bool has(const char* name) const { return find(name) != sections_.size(); }

  // Call it after the last read: an unread section does not belong to this index.
  void require_all_read() const;

 private:
  // The bytes of a section of items of a size.
  std::span<const std::byte> read_bytes(const char* name, std::size_t alignment, std::size_t size);
  std::size_t find(const std::string& name) const;

  const std::vector<Section>& sections_;
  std::vector<bool> read_;
};

void require(bool fits, const char* name);

// Checks the offsets of consecutive lists: the beginning of each, and finally the end of the last.
void require_offsets(std::span<const std::uint32_t> first, std::size_t items, const char* name);

void require_below(std::span<const std::uint32_t> numbers, std::size_t limit, const char* name);

}  // namespace pathstar
