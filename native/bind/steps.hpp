// The steps from a node and to a node, as arrays.
#pragma once

#include <nanobind/stl/pair.h>

#include <utility>

#include "bind.hpp"
#include "spaces/steps.hpp"

// Returns (nodes, costs) of the listed steps.
template <class List>
auto steps_as_arrays(const List& list) {
  pathstar::Steps steps;
  {
    const WithoutGil released;
    steps = list();
  }
  return std::pair(to_numpy(std::move(steps.nodes)), to_numpy(std::move(steps.costs)));
}

template <class Space>
auto steps_from_node(Space& space, pathstar::Node node) {
  return steps_as_arrays([&] {
    space.catch_up();
    return pathstar::steps_from(space, node);
  });
}

template <class Space>
auto steps_to_node(Space& space, pathstar::Node node) {
  return steps_as_arrays([&] {
    space.catch_up();
    return pathstar::steps_to(space, node);
  });
}
