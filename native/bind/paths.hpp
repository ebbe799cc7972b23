// A path as Python sees it, made without a call to Python.
#pragma once

#include <new>
#include <utility>

#include "bind.hpp"
#include "paths/result.hpp"

// A place as a path keeps it: a list or an array, which its owner may change, becomes a tuple.
inline nb::object fixed_place(nb::object place) {
  if (PyTuple_Check(place.ptr()) || PyLong_Check(place.ptr()) || PyUnicode_Check(place.ptr())) return place;
  if (nb::hasattr(place, "tolist")) place = place.attr("tolist")();
  return PyList_Check(place.ptr()) ? nb::object(nb::tuple(place)) : place;
}

// What was found, together with the query.
struct AnsweredPath {
  AnsweredPath(pathstar::PathResult found, nb::object space_, nb::object start_, nb::object goal_, nb::object method_)
      : result(std::move(found)),
        space(std::move(space_)),
        start(fixed_place(std::move(start_))),
        goal(fixed_place(std::move(goal_))),
        method(std::move(method_)) {}

  template <class Visit>
  void each_reference(Visit&& visit) {
    for (nb::object* object : {&space, &start, &goal, &method, &points, &nodes}) visit(*object);
  }

  pathstar::PathResult result;
  nb::object space, start, goal, method;
  nb::object points, nodes;  // once somebody asked
};

// Makes the paths of one planner, of a class that Python derives from AnsweredPath.
class PathMaker {
 public:
  PathMaker(nb::object type, nb::object space, nb::object method)
      : type_(std::move(type)), space_(std::move(space)), method_(std::move(method)) {}

  nb::object make(pathstar::PathResult&& result, nb::handle start, nb::handle goal) const {
    nb::object path = nb::inst_alloc(type_);
    new (nb::inst_ptr<AnsweredPath>(path))
        AnsweredPath(std::move(result), space_, nb::borrow(start), nb::borrow(goal), method_);
    nb::inst_mark_ready(path);
    return path;
  }

  template <class Visit>
  void each_reference(Visit&& visit) {
    for (nb::object* object : {&type_, &space_, &method_}) visit(*object);
  }

 private:
  nb::object type_, space_, method_;
};
