// The costs between an opening and the ranks above its neighbours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "indexes/customizable/frame.hpp"
#include "indexes/customizable/query/ascent.hpp"

namespace pathstar {

// A rank next to an opening, and the cost of the step between them: none if it is the opening's own rank.
struct Contact {
  std::uint32_t rank;
  double cost;

  bool operator==(const Contact&) const = default;
};

class Slope {
 public:
  // `arcs`: the costs of the direction in which ranks climb from the opening.
  Slope(const Frame& frame, std::span<const double> arcs, std::vector<Contact> contacts);

  std::span<const Contact> contacts() const noexcept { return contacts_; }
  // Whether one of these blocks, which are ascending, is one of its own.
  bool passes(std::span<const std::uint32_t> blocks) const noexcept;

  // The lowest cost to meet the slope of another opening, or one end of a query that has climbed to the top.
  double meet(const Slope& other) const noexcept;
  double meet(const Ascent& other) const noexcept;
  // The rank of the contact by which it gets there; with another slope, also the rank of that slope's contact.
  std::uint32_t contact(const Ascent& other) const;
  std::pair<std::uint32_t, std::uint32_t> contacts(const Slope& other) const;

 private:
  struct Part {
    std::uint32_t block;
    std::size_t first;  // the beginning of its rows
    std::size_t rows;
  };

  void find_parts(const Frame& frame);
  std::span<const double> costs(const Part& part) const noexcept { return {costs_.data() + part.first, part.rows}; }
  template <class Visit>
  void each_common(const Slope& other, const Visit& visit) const;
  template <class Visit>
  void each_common(const Ascent& other, const Visit& visit) const;

  std::vector<Contact> contacts_;
  std::vector<Part> parts_;                // ascending
  std::vector<double> costs_;              // of the rows of the parts
  std::vector<std::uint32_t> contact_of_;  // the number of the contact by which a row is reached
};

}  // namespace pathstar
