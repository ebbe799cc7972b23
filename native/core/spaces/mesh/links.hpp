// Links over a mesh: ways from one point to another that do not lead over its ground, such as a jump or a ladder.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "spaces/mesh/mesh.hpp"

namespace pathstar {

// One direction of a link.
struct Link {
  Point from;
  Point to;
  double cost;  // from 0
};

class MeshLinks {
 public:
  // Leaves out the links with an end off the mesh. `sources` come after the links; on the mesh they have only an end.
  MeshLinks(const Mesh& mesh, std::span<const Link> links, std::span<const Link> sources = {});

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(links_.size()); }
  const Link& link(std::uint32_t number) const noexcept { return links_[number]; }

  // The links that begin in a polygon or on its border.
  std::span<const std::uint32_t> leaving(Face face) const noexcept;
  // The polygons in which a link begins, and those in which it ends.
  std::span<const Face> begin_faces(std::uint32_t number) const noexcept { return begin_faces_[number]; }
  std::span<const Face> end_faces(std::uint32_t number) const noexcept { return end_faces_[number]; }

  // Whether a link begins in a polygon, or behind it if it is a dead end.
  bool lead_from(Face face) const noexcept { return !with_links_.empty() && with_links_[face]; }

  // The links that cost less than the straight line between their ends: an estimate must take them into account.
  std::span<const std::uint32_t> shortcuts() const noexcept { return shortcuts_; }

  // Whether a path leads from one of the first polygons to one of the others.
  bool lead(const Mesh& mesh, std::span<const Face> from, std::span<const Face> to) const;

 private:
  std::vector<Link> links_;
  std::vector<std::vector<Face>> begin_faces_, end_faces_;
  std::vector<std::pair<Face, std::uint32_t>> leaving_;  // sorted
  std::vector<std::uint32_t> leaving_numbers_;           // the second halves of these
  std::vector<std::uint32_t> shortcuts_;
  std::vector<bool> with_links_;  // by polygon; empty without links
};

}  // namespace pathstar
