#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "rasters/cost_wave.hpp"
#include "rasters/region.hpp"
#include "rasters/row_files.hpp"
#include "rasters/stop_flag.hpp"
#include "rasters/ties.hpp"

using namespace pathstar;
using namespace pathstar::rasters;

namespace {

// A raster whose rows are contiguous; there may be gaps between rows.
template <class T>
using Raster = nb::ndarray<T, nb::ndim<2>, nb::device::cpu>;
template <class T>
using Labels = std::optional<Raster<T>>;
// The widths of the margins: top, left, bottom, right.
using Margins = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

template <class T, class From>
Rows<T> rows_of(const From& array) {
  return {array.data(), static_cast<std::ptrdiff_t>(array.stride(0))};
}

template <class T, class From>
Rows<T> rows_of(const std::optional<From>& array) {
  return array ? rows_of<T>(*array) : Rows<T>{};
}

template <class Value>
struct Ground {
  Raster<const Value> cost;
  std::optional<Raster<const Value>> elevation;
  Region<Value> region;

  Ground(Raster<const Value> cost_rows, std::optional<Raster<const Value>> heights, double nodata,
         const Margins& margins, bool joined)
      : cost(std::move(cost_rows)), elevation(std::move(heights)) {
    region.height = static_cast<std::ptrdiff_t>(cost.shape(0));
    region.width = static_cast<std::ptrdiff_t>(cost.shape(1));
    std::tie(region.top, region.left, region.bottom, region.right) = margins;
    region.joined = joined;
    region.nodata = nodata;
    region.cost = rows_of<const Value>(cost);
    region.elevation = rows_of<const Value>(elevation);
  }
};

template <class T>
std::vector<T> vector_of(const Array<T>& array) {
  return {array.data(), array.data() + array.size()};
}

std::shared_ptr<StepRule> rule_of(int directions, Corners corners, Pace pace, bool add, bool inward,
                                  const Array<double>& lengths, double scale, std::vector<double> slopes,
                                  std::vector<double> paces) {
  auto rule = std::make_shared<StepRule>();
  rule->directions = directions;
  rule->corners = corners;
  rule->pace = pace;
  rule->table = PaceTable(std::move(slopes), std::move(paces));
  rule->add = add;
  rule->inward = inward;
  rule->lengths = vector_of(lengths);
  rule->scale = scale;
  rule->rowwise = rule->lengths.size() > kMostMoves;
  rule->prepare();
  return rule;
}

// Calls work(stop) as unless_stopped does. With a flag, as in worker threads, the work ends with KeyboardInterrupt when
// the flag is raised: such threads get no signals, and checking for one would make them wait for the GIL.
template <class Work>
void unless_raised(const StopFlag* flag, Work&& work) {
  if (flag == nullptr) return unless_stopped(work);
  {
    const WithoutGil released;
    work([flag] { return flag->raised(); });
  }
  if (!flag->raised()) return;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw nb::python_error();
}

template <class Value>
auto wave(const Ground<Value>& ground, const StepRule& rule, const Raster<double>& costs,
          const Array<std::int64_t>& cells, const Array<double>& starts, const Array<std::int64_t>& stops, double limit,
          double horizon, const StopFlag* flag) {
  WaveResult result;
  const WaveSeeds seeds{vector_of(cells), vector_of(starts), horizon};
  const std::vector<std::int64_t> ends = vector_of(stops);
  unless_raised(flag, [&](const Stop& stop) {
    result = run_wave(ground.region, rule, rows_of<double>(costs), seeds, ends, limit, stop);
  });
  return std::make_tuple(limit, result.settled, result.visits, result.reached, to_numpy(std::move(result.left)));
}

template <class Value>
void spread(const Ground<Value>& ground, const StepRule& rule, const Raster<const double>& costs,
            const Labels<const std::uint32_t>& nearest, const Raster<std::uint32_t>& labels,
            const Array<std::int64_t>& cells, const Array<std::uint32_t>& numbers, const StopFlag* flag) {
  const LabelSeeds seeds{vector_of(cells), vector_of(numbers)};
  unless_raised(flag, [&](const Stop& stop) {
    spread_labels(ground.region, rule, rows_of<const double>(costs), rows_of<const std::uint32_t>(nearest),
                  rows_of<std::uint32_t>(labels), seeds, stop);
  });
}

template <class Value>
std::int64_t directions(const Ground<Value>& ground, const StepRule& rule, const Raster<const double>& costs,
                        const Labels<const std::uint32_t>& nearest, const Labels<const std::uint32_t>& hops,
                        const Raster<std::uint8_t>& codes, const StopFlag* flag) {
  std::int64_t without = 0;
  unless_raised(flag, [&](const Stop& stop) {
    without = find_directions(ground.region, rule, rows_of<const double>(costs), rows_of<const std::uint32_t>(nearest),
                              rows_of<const std::uint32_t>(hops), rows_of<std::uint8_t>(codes), stop);
  });
  return without;
}

template <class Value>
void bind_ground(nb::module_& m, const char* name) {
  nb::class_<Ground<Value>>(m, name, "A region of a raster: costs, heights, margins.")
      .def(nb::init<Raster<const Value>, std::optional<Raster<const Value>>, double, const Margins&, bool>(),
           nb::arg("cost"), nb::arg("elevation").none(), nb::arg("nodata"), nb::arg("margins"), nb::arg("joined"))
      .def("wave", &wave<Value>, nb::arg("rule"), nb::arg("costs").noconvert(), nb::arg("cells"), nb::arg("starts"),
           nb::arg("stops"), nb::arg("limit"), nb::arg("horizon") = kInfinity, nb::arg("flag").none() = nullptr,
           "Lowers costs to the least. Returns the limit, settlements, visits, cells newly reached and cells left.")
      .def("spread", &spread<Value>, nb::arg("rule"), nb::arg("costs").noconvert(),
           nb::arg("nearest").noconvert().none(), nb::arg("labels").noconvert(), nb::arg("cells"), nb::arg("numbers"),
           nb::arg("flag").none() = nullptr, "Lowers labels along tight steps.")
      .def("directions", &directions<Value>, nb::arg("rule"), nb::arg("costs").noconvert(),
           nb::arg("nearest").noconvert().none(), nb::arg("hops").noconvert().none(), nb::arg("codes").noconvert(),
           nb::arg("flag").none() = nullptr, "Writes directions. Returns how many cells have none.");
}

template <class Byte, class From>
MemoryRows<Byte> bytes_of(const From& array) {
  if (array.stride(1) != 1 && array.shape(1) > 1) throw nb::value_error("the bytes of a row must be contiguous");
  return {array.data(), array.shape(0), array.shape(1), static_cast<std::ptrdiff_t>(array.stride(0))};
}

template <class Move>
bool moved(Move&& move) {
  Transfer transfer;
  {
    const WithoutGil released;
    transfer = move();
  }
  if (transfer.error == 0) return transfer.whole;
  errno = transfer.error;
  PyErr_SetFromErrno(PyExc_OSError);
  throw nb::python_error();
}

void bind_row_files(nb::module_& m) {
  m.def(
      "read_rows",
      [](int file, std::int64_t begin, std::int64_t apart, const Raster<std::uint8_t>& out) {
        return moved([&] { return read_rows({file, begin, apart}, bytes_of<std::uint8_t>(out)); });
      },
      nb::arg("file"), nb::arg("begin"), nb::arg("apart"), nb::arg("out").noconvert(),
      "Reads rows of bytes that begin `apart` bytes from each other in a file. False if the file ends before.");
  m.def(
      "write_rows",
      [](int file, std::int64_t begin, std::int64_t apart, const Raster<const std::uint8_t>& values) {
        moved([&] { return write_rows(bytes_of<const std::uint8_t>(values), {file, begin, apart}); });
      },
      nb::arg("file"), nb::arg("begin"), nb::arg("apart"), nb::arg("values").noconvert(),
      "Writes rows of bytes that begin `apart` bytes from each other in a file.");
}

}  // namespace

void bind_rasters(nb::module_& m) {
  nb::class_<StopFlag>(m, "StopFlag", "Ends the work of other threads.")
      .def(nb::init<>())
      .def("raise_", &StopFlag::raise, "Ends the work.");
  nb::enum_<Pace>(m, "Pace", "How the cost of walking depends on the slope.")
      .value("none", Pace::none)
      .value("tobler", Pace::tobler)
      .value("langmuir", Pace::langmuir)
      .value("marquez_perez", Pace::marquez_perez)
      .value("irmischer_clarke", Pace::irmischer_clarke)
      .value("rees", Pace::rees)
      .value("herzog", Pace::herzog)
      .value("table", Pace::table);
  nb::class_<StepRule>(m, "StepRule", "The cost of a step on a raster.")
      .def(nb::new_(&rule_of), nb::arg("directions"), nb::arg("corners"), nb::arg("pace"), nb::arg("add"),
           nb::arg("inward"), nb::arg("lengths"), nb::arg("scale"), nb::arg("slopes"), nb::arg("paces"));
  bind_ground<float>(m, "RasterGround32");
  bind_ground<double>(m, "RasterGround64");
  bind_row_files(m);
  m.def(
      "pace_of",
      [](Pace pace, double slope, std::vector<double> slopes, std::vector<double> paces) {
        double values[kPaceLanes] = {slope};
        paces_on(pace, PaceTable(std::move(slopes), std::move(paces)), values, kPaceLanes);
        return values[0];
      },
      nb::arg("pace"), nb::arg("slope"), nb::arg("slopes"), nb::arg("paces"), "The pace on a slope.");
  m.def(
      "raster_moves",
      [] {
        std::vector<std::tuple<int, int>> moves;
        for (const Move move : kMoves) moves.emplace_back(move.dy, move.dx);
        return moves;
      },
      "Rows down and columns to the right, by direction code less 1.");
}
