// The memory of the engines of one space, kept between queries.
#pragma once

#include <cstdint>
#include <type_traits>

#include "engine/driver/pool.hpp"
#include "engine/driver/workspace.hpp"
#include "engine/searches/field_arrays.hpp"

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

  template <class Cost>
  SpareArrays<Cost>& spare_arrays() noexcept {
    if constexpr (std::is_same_v<Cost, double>) {
      return real_arrays;
    } else {
      return whole_arrays;
    }
  }

  Pool<Workspace<std::int64_t>> whole;
  Pool<Workspace<double>> real;
  SpareArrays<std::int64_t> whole_arrays;
  SpareArrays<double> real_arrays;
};

}  // namespace pathstar
