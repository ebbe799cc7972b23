#include "spaces/mesh/links.hpp"

#include <algorithm>
#include <utility>

namespace pathstar {

MeshLinks::MeshLinks(const Mesh& mesh, std::span<const Link> links, std::span<const Link> sources) {
  for (const Link& link : links) {
    std::vector<Face> begin = mesh.faces_at(link.from), end = mesh.faces_at(link.to);
    if (begin.empty() || end.empty()) continue;
    const std::uint32_t number = size();
    for (const Face face : begin) leaving_.emplace_back(face, number);
    if (link.cost < distance(link.from, link.to)) shortcuts_.push_back(number);
    links_.push_back(link);
    begin_faces_.push_back(std::move(begin));
    end_faces_.push_back(std::move(end));
  }
  for (const Link& source : sources) {
    links_.push_back(source);
    begin_faces_.emplace_back();
    end_faces_.push_back(mesh.faces_at(source.to));
  }
  std::sort(leaving_.begin(), leaving_.end());
  for (const auto& [face, number] : leaving_) leaving_numbers_.push_back(number);
  if (!links_.empty()) with_links_.assign(mesh.faces(), false);
  for (const auto& [begin, number] : leaving_) {
    mesh.follow_out(begin, [this](Face face) {
      const bool is_new = !with_links_[face];
      with_links_[face] = true;
      return is_new;
    });
  }
}

std::span<const std::uint32_t> MeshLinks::leaving(Face face) const noexcept {
  const auto before = [](const auto& entry, Face wanted) { return entry.first < wanted; };
  const auto first = std::lower_bound(leaving_.begin(), leaving_.end(), face, before);
  const auto end = std::lower_bound(first, leaving_.end(), face + 1, before);
  return std::span(leaving_numbers_)
      .subspan(static_cast<std::size_t>(first - leaving_.begin()), static_cast<std::size_t>(end - first));
}

bool MeshLinks::lead(const Mesh& mesh, std::span<const Face> from, std::span<const Face> to) const {
  const auto any = [&mesh](std::span<const Face> faces, const auto& reached) {
    return std::any_of(faces.begin(), faces.end(), [&](Face face) { return reached(mesh.component(face)); });
  };
  if (links_.empty()) {
    return any(to,
               [&](std::uint32_t goal) { return any(from, [goal](std::uint32_t start) { return start == goal; }); });
  }
  std::vector<bool> reached(mesh.components(), false);
  std::vector<std::vector<std::uint32_t>> leaving(mesh.components());
  for (std::uint32_t number = 0; number < size(); ++number) {
    for (const Face face : begin_faces(number)) leaving[mesh.component(face)].push_back(number);
  }
  std::vector<std::uint32_t> waiting;
  const auto reach = [&](std::span<const Face> faces) {
    for (const Face face : faces) {
      const std::uint32_t component = mesh.component(face);
      if (reached[component]) continue;
      reached[component] = true;
      waiting.push_back(component);
    }
  };
  reach(from);
  while (!waiting.empty()) {
    const std::uint32_t component = waiting.back();
    waiting.pop_back();
    for (const std::uint32_t number : leaving[component]) reach(end_faces(number));
  }
  return any(to, [&reached](std::uint32_t component) { return reached[component]; });
}

}  // namespace pathstar
