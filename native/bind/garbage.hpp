// Lets Python's garbage collector see through native objects that refer to Python objects.
#pragma once

#include "bind.hpp"

// For binding a class T whose each_reference(visit) calls visit(nb::object&) for every Python object that it refers to.
// `Bound` is the base of T that is bound.
template <class T, class Bound = T>
struct Garbage {
  static nb::type_slots slots() {
    static const PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void*>(&visit)},
                                        {Py_tp_clear, reinterpret_cast<void*>(&clear)},
                                        {0, nullptr}};
    return slots;
  }

 private:
  static T& native(PyObject* self) { return static_cast<T&>(*nb::inst_ptr<Bound>(self)); }

  static int visit(PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    int stop = 0;
    if (!nb::inst_ready(self)) return stop;
    native(self).each_reference([&](nb::object& object) {
      if (stop == 0 && object.is_valid()) stop = visit(object.ptr(), arg);
    });
    return stop;
  }
  static int clear(PyObject* self) {
    native(self).each_reference([](nb::object& object) { object.reset(); });
    return 0;
  }
};
