#include "indexes/common/section_reader.hpp"

#include <algorithm>
#include <stdexcept>

namespace pathstar {

std::span<const std::byte> SectionReader::read_bytes(const char* name, std::size_t alignment, std::size_t size) {
  const std::size_t at = find(name);
  if (at == sections_.size()) throw std::invalid_argument(std::string("the section ") + name + " is missing");
  read_[at] = true;
  const std::span<const std::byte> bytes = sections_[at].bytes;
  if (bytes.empty()) return {};  // its address does not matter
  const bool aligned = reinterpret_cast<std::uintptr_t>(bytes.data()) % alignment == 0;
  if (!aligned || bytes.size() % size != 0) {
    throw std::invalid_argument(std::string("the section ") + name + " has the wrong size");
  }
  return bytes;
}

void SectionReader::require_all_read() const {
  const auto left = static_cast<std::size_t>(std::find(read_.begin(), read_.end(), false) - read_.begin());
  if (left != read_.size()) throw std::invalid_argument("the section " + sections_[left].name + " is unexpected");
}

std::size_t SectionReader::find(const std::string& name) const {
  const auto found = std::find_if(sections_.begin(), sections_.end(), [&](const Section& s) { return s.name == name; });
  return static_cast<std::size_t>(found - sections_.begin());
}

void require(bool fits, const char* name) {
  if (!fits) throw std::invalid_argument(std::string("the section ") + name + " does not fit");
}

void require_offsets(std::span<const std::uint32_t> first, std::size_t items, const char* name) {
  require(!first.empty() && first.front() == 0 && first.back() == items, name);
  require(std::is_sorted(first.begin(), first.end()), name);
}

void require_below(std::span<const std::uint32_t> numbers, std::size_t limit, const char* name) {
  require(numbers.empty() || *std::max_element(numbers.begin(), numbers.end()) < limit, name);
}

}  // namespace pathstar
