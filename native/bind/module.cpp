#include "bind.hpp"

// One function for each file, in the order in which the types need each other.
void bind_maps(nb::module_& m);
void bind_spaces(nb::module_& m);
void bind_graph(nb::module_& m);
void bind_custom(nb::module_& m);
void bind_timed(nb::module_& m);
void bind_goals(nb::module_& m);
void bind_analysis(nb::module_& m);
void bind_paths(nb::module_& m);
void bind_fields(nb::module_& m);
void bind_traces(nb::module_& m);
void bind_engine(nb::module_& m);
void bind_indexes(nb::module_& m);
void bind_legs(nb::module_& m);
void bind_planners(nb::module_& m);
void bind_mesh(nb::module_& m);
void bind_fleet(nb::module_& m);
void bind_crowd(nb::module_& m);
void bind_rasters(nb::module_& m);
void bind_smooth(nb::module_& m);
void bind_lines(nb::module_& m);

// An interpreter within the process other than the first one: threads of its own could not take its GIL.
bool is_subinterpreter() { return PyInterpreterState_GetID(PyInterpreterState_Get()) != 0; }

NB_MODULE(_core, m) {
  if (is_subinterpreter()) throw nb::import_error("pathstar works in the main interpreter of a process only");
  m.doc() = "pathstar's native core. Use the package pathstar: names in here may change.";
  // Objects that module variables hold through a cycle live until the process ends; that leak is not worth a line on
  // every user's screen.
  nb::set_leak_warnings(false);
  bind_maps(m);
  bind_spaces(m);
  bind_graph(m);
  bind_custom(m);
  bind_timed(m);
  bind_goals(m);
  bind_analysis(m);
  bind_paths(m);
  bind_fields(m);
  bind_traces(m);
  bind_engine(m);
  bind_indexes(m);
  bind_legs(m);
  bind_planners(m);
  bind_mesh(m);
  bind_fleet(m);
  bind_crowd(m);
  bind_rasters(m);
  bind_smooth(m);
  bind_lines(m);
}
