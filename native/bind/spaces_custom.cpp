// A caller's Python functions as a space. Nodes are any hashable objects, numbered in the order in which they appear.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>

#include <cmath>
#include <optional>

#include "bind.hpp"
#include "garbage.hpp"
#include "spaces/implicit/custom.hpp"
#include "steps.hpp"

using namespace pathstar;

namespace {

class PythonSpace final : public Custom {
 public:
  // The heuristic is called with a node, and with the goal if it `takes_goal`; the space then serves many searches, and
  // never forgets nodes. wrong(what, node, given) raises the error for an invalid result of a function.
  PythonSpace(nb::object neighbors, std::optional<nb::object> heuristic, bool takes_goal,
              std::optional<nb::object> test, double max_cost, nb::object wrong)
      : neighbors_(std::move(neighbors)),
        heuristic_(std::move(heuristic)),
        takes_goal_(takes_goal),
        test_(std::move(test)),
        max_cost_(max_cost),
        wrong_(std::move(wrong)) {}

  ~PythonSpace() override {
    const WithGil gil;
    neighbors_.reset();
    heuristic_.reset();
    test_.reset();
    wrong_.reset();
    names_.reset();
    numbers_.reset();
  }

  std::uint32_t size() const override {
    const WithGil gil;
    return static_cast<std::uint32_t>(names_.size());
  }

  void successors(Node node, std::vector<CustomStep>& steps) const override {
    const WithGil gil;
    const nb::object name = this->name(node);
    const nb::object given = or_stop([&] { return neighbors_(name); });
    PyObject* raw = or_stop([&] { return PyObject_GetIter(given.ptr()); });
    if (raw == nullptr) refuse("neighbors", name, given);
    const nb::object iterator = nb::steal(raw);
    while (PyObject* item = or_stop([&] { return PyIter_Next(iterator.ptr()); })) {
      add_step(name, nb::steal(item), steps);
      // An iterator written in C runs no Python code that would notice Ctrl+C.
      if (steps.size() % 1024 == 0 && PyErr_CheckSignals() != 0) throw nb::python_error();
      if (steps.size() > kMostNeighbors) refuse("neighbors without end", name, given);
    }
    if (PyErr_Occurred()) throw nb::python_error();
  }

  void forget(std::uint32_t known) const override {
    if (takes_goal_) return;
    const WithGil gil;
    for (std::size_t node = names_.size(); node-- > known;) {
      if (PyDict_DelItem(numbers_.ptr(), nb::object(names_[node]).ptr()) != 0) throw nb::python_error();
    }
    const auto size = static_cast<Py_ssize_t>(names_.size());
    if (PyList_SetSlice(names_.ptr(), static_cast<Py_ssize_t>(known), size, nullptr) != 0) throw nb::python_error();
  }

  double estimate(Node node, Node goal) const override {
    const WithGil gil;
    const nb::object name = this->name(node);
    const nb::object target = !takes_goal_ ? nb::object() : goal == kNoNode ? *test_ : this->name(goal);
    const nb::object given =
        or_stop([&] { return target.is_valid() ? (*heuristic_)(name, target) : (*heuristic_)(name); });
    const double estimate = as_double(given.ptr());
    if (PyErr_Occurred()) {
      PyErr_Clear();
      refuse("heuristic", name, given);
    }
    if (std::isnan(estimate)) refuse("heuristic", name, given);
    return estimate;
  }

  bool is_goal(Node node) const override {
    const WithGil gil;
    const nb::object name = this->name(node);
    const nb::object given = or_stop([&] { return (*test_)(name); });
    const int truth = or_stop([&] { return PyObject_IsTrue(given.ptr()); });
    if (truth < 0) throw nb::python_error();
    return truth == 1;
  }

  double max_cost() const noexcept override { return max_cost_; }

  // The number of a node, new or known. Raises TypeError if it is not hashable.
  Node number(nb::handle name) const {
    // A caller's __hash__ and __eq__ run here.
    if (PyObject* known = or_stop([&] { return PyDict_GetItemWithError(numbers_.ptr(), name.ptr()); })) {
      return as_node(known);
    }
    if (PyErr_Occurred()) throw nb::python_error();
    const nb::object fresh = add_name(name);
    // Another thread may have added it meanwhile.
    const nb::object add = numbers_.attr("setdefault");
    const nb::object number = or_stop([&] { return add(name, fresh); });
    return as_node(number.ptr());
  }

  nb::object name(Node node) const { return nb::borrow(names_[node]); }

  template <class Visit>
  void each_reference(Visit&& visit) {
    visit(neighbors_);
    if (heuristic_) visit(*heuristic_);
    if (test_) visit(*test_);
    visit(wrong_);
    visit(names_);
    visit(numbers_);
  }

 private:
  static constexpr std::size_t kMostNodes = 0x7FFFFFFF;
  static constexpr std::size_t kMostNeighbors = 1'000'000;

  static double as_double(PyObject* number) {
    return or_stop([=] { return PyFloat_AsDouble(number); });
  }
  static Node as_node(PyObject* number) { return static_cast<Node>(PyLong_AsUnsignedLong(number)); }

  // The number of a new name. The lock only matters in Python without a GIL; no code of a caller runs under it.
  nb::object add_name(nb::handle name) const {
    const nb::ft_lock_guard guard(adding_);
    if (names_.size() >= kMostNodes) throw std::bad_alloc();
    nb::object fresh = nb::int_(names_.size());
    names_.append(name);
    return fresh;
  }

  void add_step(const nb::object& name, const nb::object& item, std::vector<CustomStep>& steps) const {
    if (!PyTuple_Check(item.ptr()) || PyTuple_Size(item.ptr()) != 2) refuse("neighbor", name, item);
    const double cost = as_double(PyTuple_GetItem(item.ptr(), 1));
    if (PyErr_Occurred()) {
      PyErr_Clear();
      refuse("cost", name, item);
    }
    if (!(cost >= 0)) refuse("cost", name, item);
    if (std::isinf(cost)) return;  // no step
    steps.push_back({number_of_target(name, item), cost});
  }

  Node number_of_target(const nb::object& name, const nb::object& item) const {
    PyObject* const target = PyTuple_GetItem(item.ptr(), 0);
    try {
      return number(target);
    } catch (nb::python_error& error) {
      if (error.matches(PyExc_TypeError) && PyObject_Hash(target) == -1) refuse("hash", name, item);
      throw;
    }
  }

  [[noreturn]] void refuse(const char* what, const nb::object& name, const nb::object& given) const {
    PyErr_Clear();
    or_stop([&] { return wrong_(what, name, given); });
    throw nb::value_error("a caller's function returned an invalid value");
  }

  nb::object neighbors_;
  std::optional<nb::object> heuristic_;
  bool takes_goal_;
  std::optional<nb::object> test_;
  double max_cost_;
  nb::object wrong_;
  mutable nb::list names_;
  mutable nb::dict numbers_;
  mutable nb::ft_mutex adding_;
};

}  // namespace

void bind_custom(nb::module_& m) {
  nb::class_<Custom>(m, "Custom", Garbage<PythonSpace, Custom>::slots())
      .def(nb::new_([](nb::object neighbors, std::optional<nb::object> heuristic, bool takes_goal,
                       std::optional<nb::object> test, double max_cost, nb::object wrong) -> std::shared_ptr<Custom> {
             return std::make_shared<PythonSpace>(std::move(neighbors), std::move(heuristic), takes_goal,
                                                  std::move(test), max_cost, std::move(wrong));
           }),
           nb::arg("neighbors"), nb::arg("heuristic").none(), nb::arg("takes_goal"), nb::arg("test").none(),
           nb::arg("max_cost"), nb::arg("wrong"))
      .def_prop_ro("size", &Custom::size)
      .def("steps_from", &steps_from_node<Custom>, nb::arg("node"), "Returns (nodes, costs).")
      .def(
          "number",
          [](const Custom& self, nb::handle name) { return static_cast<const PythonSpace&>(self).number(name); },
          nb::arg("name").none())
      .def(
          "name", [](const Custom& self, Node node) { return static_cast<const PythonSpace&>(self).name(node); },
          nb::arg("node"));
}
