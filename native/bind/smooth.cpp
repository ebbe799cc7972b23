#include "smooth/lines.hpp"

#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <mutex>
#include <shared_mutex>

#include "bind.hpp"

using namespace pathstar;

namespace {

// StraightLines over a space, for Python: lines are points with x and y interleaved.
class LineRule {
 public:
  LineRule(std::shared_ptr<Grid> ground, std::shared_ptr<Grid> grid, double radius, std::uint32_t side)
      : ground_(std::move(ground)), grid_(std::move(grid)), unit_{radius, side} {}

  // Calls work(lines, stop) with the spaces as they are now.
  template <class Work>
  void use(Work&& work) const {
    unless_stopped([&](const Stop& stop) {
      ground_->catch_up();
      grid_->catch_up();
      const std::shared_lock reading(ground_->mutex());
      std::shared_lock<SpaceMutex> also;
      if (grid_ != ground_) also = std::shared_lock(grid_->mutex());
      work(StraightLines(*ground_, *grid_, unit_), stop);
    });
  }

 private:
  std::shared_ptr<Grid> ground_;
  std::shared_ptr<Grid> grid_;
  Unit unit_;
};

std::vector<Point> points_of(const Array<double>& line) {
  std::vector<Point> points(line.size() / 2);
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = {line(2 * i), line(2 * i + 1)};
  return points;
}

// One value for each part of a polyline.
template <class Value, class Of>
auto of_parts(const LineRule& rule, const Array<double>& line, const Of& of) {
  const std::vector<Point> points = points_of(line);
  std::vector<Value> values(points.empty() ? 0 : points.size() - 1);
  rule.use([&](const StraightLines& lines, const Stop& stop) {
    Pause pause(stop);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = of(lines, points[i], points[i + 1]);
      if (pause(64)) return;
    }
  });
  return to_numpy(std::move(values));
}

// Each part is searched only for walls nearer than those before it.
double least_clearance(const LineRule& rule, const Array<double>& line, double most) {
  const std::vector<Point> points = points_of(line);
  rule.use([&](const StraightLines& lines, const Stop& stop) {
    Pause pause(stop);
    for (std::size_t i = 0; i + 1 < points.size() && !pause(64); ++i) {
      most = std::min(most, lines.clearance(points[i], points[i + 1], most));
    }
  });
  return most;
}

}  // namespace

void bind_smooth(nb::module_& m) {
  nb::class_<LineRule>(m, "LineRule", "Which lines a unit may follow over a grid, and what they cost.")
      .def(nb::init<std::shared_ptr<Grid>, std::shared_ptr<Grid>, double, std::uint32_t>(), nb::arg("ground"),
           nb::arg("grid"), nb::arg("radius"), nb::arg("side"),
           "ground: holds the walls; grid: holds the costs of a unit at a cell.")
      .def(
          "free",
          [](const LineRule& rule, const Array<double>& line) {
            return of_parts<std::uint8_t>(rule, line, [](const StraightLines& lines, Point a, Point b) -> std::uint8_t {
              return lines.free(a, b);
            });
          },
          nb::arg("line"), "A byte for each part of a line of points x, y.")
      .def(
          "costs",
          [](const LineRule& rule, const Array<double>& line) {
            return of_parts<double>(rule, line,
                                    [](const StraightLines& lines, Point a, Point b) { return lines.cost(a, b); });
          },
          nb::arg("line"))
      .def("clearance", &least_clearance, nb::arg("line"), nb::arg("most"),
           "How far a line keeps from walls, but at most `most`.")
      .def(
          "pull",
          [](const LineRule& rule, const Array<double>& line, bool dearer) {
            std::vector<std::uint32_t> chain;
            rule.use([&](const StraightLines& lines, const Stop& stop) {
              chain = pull(lines, points_of(line), dearer, stop);
            });
            return to_numpy(std::move(chain));
          },
          nb::arg("line"), nb::arg("dearer"), "The numbers of the points that remain.");
}
