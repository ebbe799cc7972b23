// The memory that the engines of one space work in, kept between queries.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/driver/pool.hpp"
#include "engine/driver/workspace.hpp"

namespace pathstar {

struct Workspaces {
  template <class Cost>
  Pool<Workspace<Cost>>& of() noexcept {
    if constexpr (std::is_same_v<Cost, double>) {
      return real;
    } else {
      return whole;
    }
  }

  Pool<Workspace<std::int64_t>> whole;
  Pool<Workspace<double>> real;
};

}  // namespace pathstar
