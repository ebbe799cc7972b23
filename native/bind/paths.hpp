// A path as a Python object, made without calls to Python code.
#pragma once

#include <new>
#include <utility>

#include "bind.hpp"
#include "paths/result.hpp"

// Whether a value is neither a NumPy number nor a NumPy array.
inline bool is_plain(nb::handle value) {
  PyObject* object = value.ptr();
  return PyLong_Check(object) || PyFloat_CheckExact(object) || PyUnicode_Check(object) || !nb::hasattr(value, "tolist");
}

inline nb::object plain_value(nb::handle value) {
  return is_plain(value) ? nb::borrow(value) : nb::object(value.attr("tolist")());
}

// A place to be kept: a list or an array, which its owner may change, becomes a tuple of plain Python numbers.
inline nb::object fixed_place(nb::handle given) {
  nb::object place = plain_value(given);
  if (PyTuple_CheckExact(place.ptr())) {
    bool all_plain = true;
    for (nb::handle part : nb::borrow<nb::tuple>(place)) all_plain = all_plain && is_plain(part);
    if (all_plain) return place;
  } else if (!PyList_Check(place.ptr())) {
    return place;
  }
  nb::list parts;
  for (nb::handle part : place) parts.append(plain_value(part));
  return nb::tuple(parts);
}

// A result with its query.
struct AnsweredPath {
  AnsweredPath(pathstar::PathResult found, nb::object space_, nb::handle start_, nb::handle goal_, nb::object method_)
      : result(std::move(found)),
        space(std::move(space_)),
        start(fixed_place(start_)),
        goal(fixed_place(goal_)),
        method(std::move(method_)) {}

  template <class Visit>
  void each_reference(Visit&& visit) {
    for (nb::object* object : {&space, &start, &goal, &method, &points, &nodes}) visit(*object);
  }

  pathstar::PathResult result;
  nb::object space, start, goal, method;
  nb::object points, nodes;  // made when first needed
};

// Makes the paths of one planner, as objects of the class that Python derives from AnsweredPath.
class PathMaker {
 public:
  PathMaker(nb::object type, nb::object space, nb::object method)
      : type_(std::move(type)), space_(std::move(space)), method_(std::move(method)) {}

  nb::object make(pathstar::PathResult&& result, nb::handle start, nb::handle goal) const {
    nb::object path = nb::inst_alloc(type_);
    new (nb::inst_ptr<AnsweredPath>(path)) AnsweredPath(std::move(result), space_, start, goal, method_);
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
