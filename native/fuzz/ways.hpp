// The ways to search whose results are compared.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/driver/settings.hpp"
#include "engine/finders/finder.hpp"
#include "spaces/types.hpp"

namespace pathstar::fuzz {

constexpr double kNever = std::numeric_limits<double>::infinity();

// Reads bytes in order, then zeros.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  std::uint8_t next() noexcept { return at_ < bytes_.size() ? bytes_[at_++] : std::uint8_t{0}; }
  std::uint32_t below(std::uint32_t sides) noexcept { return (next() + 256U * next()) % sides; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

// Settings, and the index that they are for, if any.
struct Way {
  std::string_view name;
  Settings settings;
  std::shared_ptr<Finder> finder;
  bool optimal = true;
};

// Adds up the steps of a path, independently of the search.
using SumOf = std::function<double(const std::vector<Node>& nodes)>;

// What is wrong with the result of a way to search; empty if nothing is. The cheapest path costs `best`.
std::string fault_of(const Way& way, Node start, Node goal, double best, const SumOf& sum_of);

}  // namespace pathstar::fuzz
