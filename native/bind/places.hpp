// Reads places in their most common form, in less time than Python takes to call a function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "paths.hpp"
#include "spaces/types.hpp"

// The node of a tuple (x, y) of two ints within the extent; kNoNode for anything else.
inline pathstar::Node node_of(nb::handle place, const pathstar::Extent& extent) {
  const auto at = [&](Py_ssize_t axis, std::uint32_t end) {
    PyObject* number = PyTuple_GetItem(place.ptr(), axis);
    if (!PyLong_CheckExact(number)) return std::int64_t{-1};
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
    return overflow == 0 && value < end ? std::int64_t{value} : std::int64_t{-1};
  };
  if (!PyTuple_CheckExact(place.ptr()) || PyTuple_Size(place.ptr()) != 2) return pathstar::kNoNode;
  const std::int64_t x = at(0, extent.width), y = at(1, extent.height);
  if (x < 0 || y < 0) return pathstar::kNoNode;
  return static_cast<pathstar::Node>(y) * extent.width + static_cast<pathstar::Node>(x);
}

// The nodes of a list of such places. None if one is anything else: Python reads other forms and says what is wrong.
inline nb::object nodes_of_list(nb::handle places, std::uint32_t width, std::uint32_t height) {
  if (!PyList_CheckExact(places.ptr())) return nb::none();
  const pathstar::Extent extent{width, height};
  std::vector<pathstar::Node> nodes(static_cast<std::size_t>(PyList_Size(places.ptr())));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    nodes[i] = node_of(PyList_GetItem(places.ptr(), static_cast<Py_ssize_t>(i)), extent);
    if (nodes[i] == pathstar::kNoNode) return nb::none();
  }
  return nb::cast(to_numpy(std::move(nodes)));
}

// The path that find(start, goal) returns for the nodes of two places. None if they are anything but tuples of two ints
// within the extent: the space's own code reads other numbers and says what is wrong.
template <class Find>
nb::object find_between(nb::handle start, nb::handle goal, const pathstar::Extent& extent, const PathMaker& maker,
                        const Find& find) {
  const pathstar::Node from = node_of(start, extent), to = node_of(goal, extent);
  if (from == pathstar::kNoNode || to == pathstar::kNoNode) return nb::none();
  return maker.make(find(from, to), start, goal);
}
