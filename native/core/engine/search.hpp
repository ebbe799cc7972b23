// A search that can be stepped, whatever its space and observer.
#pragma once

#include <cstdint>

#include "paths/result.hpp"

namespace pathstar {

class Search {
 public:
  virtual ~Search() = default;
  // Runs at most `budget` expansions.
  virtual Status step(std::uint64_t budget) = 0;
  // Ends a search that is under way, with status `limit`.
  virtual void stop() = 0;
  virtual Status status() const = 0;
  virtual PathResult result() const = 0;
};

}  // namespace pathstar
