#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "indexes/common/damaged_index.hpp"
#include "indexes/common/kinds.hpp"
#include "indexes/customizable/customizable_index.hpp"

using namespace pathstar;

namespace {

using Bytes = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Null if it would take too much memory. Throws TooManyParts if there are too many parts to number.
template <class Space>
std::shared_ptr<Index> build(IndexKind kind, std::shared_ptr<Space> space, unsigned threads, std::uint64_t most_bytes,
                             std::uint32_t landmarks, LandmarkChoice choice, Entrances entrances, nb::object tell,
                             double pause, std::shared_ptr<Index> order, BuildCheckpoint* checkpoint) {
  std::shared_ptr<Index> index;
  telling(std::move(tell), pause, [&](const auto& progress) {
    space->catch_up();
    index = build_index(kind, std::move(space),
                        {threads, most_bytes, landmarks, choice, std::move(order), checkpoint, entrances}, progress);
  });
  return index;
}

// Converts sections as Python passes them.
std::vector<Section> sections_of(const std::vector<std::pair<std::string, Bytes>>& arrays) {
  std::vector<Section> sections;
  for (const auto& [name, bytes] : arrays) {
    sections.push_back({name, std::as_bytes(std::span(bytes.data(), bytes.size()))});
  }
  return sections;
}

template <class Space>
std::shared_ptr<Index> open(IndexKind kind, std::shared_ptr<Space> space,
                            const std::vector<std::pair<std::string, Bytes>>& arrays) {
  const std::vector<Section> sections = sections_of(arrays);
  const WithoutGil released;
  return open_index(kind, std::move(space), sections);
}

nb::object kept_alive(const std::shared_ptr<const void>& memory) {
  auto* kept = new std::shared_ptr<const void>(memory);
  return nb::capsule(kept, [](void* held) noexcept { delete static_cast<std::shared_ptr<const void>*>(held); });
}

// Calls a const function of an index after it has caught up with the edits of its space.
template <auto function>
auto after_catching_up(const Index& index) {
  std::decay_t<decltype((index.*function)())> result{};
  unless_stopped([&](const auto& stop) {
    index.catch_up(stop);
    if (!stop()) result = (index.*function)();
  });
  return result;
}

nb::list sections(nb::handle_t<Index> self) {
  nb::list list;
  const std::vector<Section> parts = after_catching_up<&Index::sections>(nb::cast<const Index&>(self));
  for (const Section& section : parts) {
    const std::size_t shape[1] = {section.bytes.size()};
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(section.bytes.data());
    const nb::object owner = section.owner ? kept_alive(section.owner) : nb::borrow(self);
    list.append(nb::make_tuple(section.name, nb::ndarray<nb::numpy, const std::uint8_t>(bytes, 1, shape, owner)));
  }
  return list;
}

nb::list kept_sections(const BuildCheckpoint& checkpoint) {
  nb::list list;
  const BuildCheckpoint::Kept kept = checkpoint.sections();
  for (const Section& part : kept.sections) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(part.bytes.data());
    list.append(nb::make_tuple(part.name, to_numpy(std::vector(bytes, bytes + part.bytes.size()))));
  }
  return list;
}

// Binds what makes the indexes of one kind of space.
template <class Space>
void bind_makers(nb::module_& m) {
  m.def("build_index", &build<Space>, nb::arg("kind"), nb::arg("space"), nb::arg("threads"), nb::arg("most_bytes"),
        nb::arg("landmarks"), nb::arg("choice"), nb::arg("entrances"), nb::arg("tell").none(), nb::arg("pause"),
        nb::arg("order") = nb::none(), nb::arg("checkpoint") = nb::none(),
        "An index, or None if it would take more bytes. Reports its progress at most every `pause` seconds.");
  m.def("open_index", &open<Space>, nb::arg("kind"), nb::arg("space"), nb::arg("sections"), nb::keep_alive<0, 3>(),
        "The index that these sections hold.");
}

}  // namespace

void bind_indexes(nb::module_& m) {
  nb::register_exception_translator([](const std::exception_ptr& raised, void*) {
    try {
      std::rethrow_exception(raised);
    } catch (const DamagedIndex& error) {
      PyErr_SetString(nb::module_::import_("pathstar.errors").attr("IndexFileError").ptr(), error.what());
    }
  });
  nb::exception<TooManyParts>(m, "TooManyPartsError");
  nb::exception<WrongOrder>(m, "WrongOrderError");

  nb::enum_<IndexKind>(m, "IndexKind")
      .value("jump_table", IndexKind::jump_table)
      .value("subgoal", IndexKind::subgoal)
      .value("hub_labels", IndexKind::hub_labels)
      .value("contraction_hierarchies", IndexKind::contraction_hierarchies)
      .value("landmarks", IndexKind::landmarks)
      .value("customizable", IndexKind::customizable)
      .value("hierarchy", IndexKind::hierarchy);
  nb::enum_<IndexState>(m, "IndexState")
      .value("current", IndexState::current)
      .value("weaker", IndexState::weaker)
      .value("stale", IndexState::stale);
  nb::enum_<Entrances>(m, "Entrances").value("few", Entrances::few).value("all", Entrances::all);
  nb::enum_<LandmarkChoice>(m, "LandmarkChoice")
      .value("farthest", LandmarkChoice::farthest)
      .value("avoid", LandmarkChoice::avoid);
  nb::class_<BuildCheckpoint>(m, "BuildCheckpoint")
      .def(nb::init<>())
      .def(
          "restore",
          [](BuildCheckpoint& checkpoint, const std::vector<std::pair<std::string, Bytes>>& arrays, const Grid& grid) {
            checkpoint.restore(sections_of(arrays), grid);
          },
          nb::arg("sections"), nb::arg("grid"))
      .def("sections", &kept_sections, nb::sig("def sections(self) -> list[tuple[str, NDArray[numpy.uint8]]]"),
           "A copy of what is done. Call it during a progress report of the build, or after it.");
  nb::class_<Index, Finder>(m, "Index")
      .def_prop_ro("state", &after_catching_up<&Index::state>)
      .def_prop_ro("edited", &after_catching_up<&Index::edited>)
      .def_prop_ro("rebuilds", &Index::rebuilds)
      .def("sections", &sections, nb::sig("def sections(self) -> list[tuple[str, NDArray[numpy.uint8]]]"),
           "Its data: pairs of a name and an array of bytes.");
  bind_makers<Grid>(m);
  bind_makers<Graph>(m);
  bind_makers<RegularGrid>(m);
}
