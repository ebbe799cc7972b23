#include "engine/polyanya/mesh_field.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/driver/drive.hpp"
#include "engine/driver/settings.hpp"
#include "engine/polyanya/back_line.hpp"
#include "engine/polyanya/polyanya.hpp"

namespace pathstar {
namespace {

constexpr std::uint64_t kWindowsPerPoll = 1 << 10;

// The links in the direction of the search, away from the sources.
std::vector<Link> links_of(const MeshLinks& links, bool outward) {
  std::vector<Link> ways;
  for (std::uint32_t number = 0; number < links.size(); ++number) {
    const Link& link = links.link(number);
    ways.push_back(outward ? link : Link{link.to, link.from, link.cost});
  }
  return ways;
}

std::vector<std::uint32_t> sources_on(const Mesh& mesh, const MeshFieldQuery& query) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < query.sources.size(); ++i) {
    if (!mesh.faces_at(query.sources[i]).empty()) numbers.push_back(i);
  }
  return numbers;
}

std::vector<Link> ends_of(const MeshFieldQuery& query, std::span<const std::uint32_t> numbers) {
  std::vector<Link> ends;
  for (const std::uint32_t i : numbers) {
    ends.push_back({query.sources[i], query.sources[i], query.costs.empty() ? 0.0 : query.costs[i]});
  }
  return ends;
}

}  // namespace

MeshField::MeshField(std::shared_ptr<const Mesh> mesh, const MeshLinks& links, const MeshFieldQuery& query,
                     const Progress& progress)
    : mesh_(std::move(mesh)),
      links_(*mesh_, links_of(links, query.outward), ends_of(query, sources_on(*mesh_, query))),
      first_source_(links.size()),
      numbers_(sources_on(*mesh_, query)) {
  if (mesh_->is_weighted()) throw std::invalid_argument("a field needs ground that costs the same everywhere");
  Settings settings;
  settings.max_cost = query.max_cost;
  settings.max_expansions = query.max_expansions;
  FoundWindows found(*mesh_);
  PolyanyaWorkspace workspace;
  Polyanya<WindowObserver> search(*mesh_, links_, first_source_, settings, workspace, {&found});
  const auto poll = [&] { return progress(static_cast<double>(found.reached) / std::max(mesh_->faces(), 1u)); };
  drive(search, poll, kWindowsPerPoll);
  known_to_ = std::min(search.known_to(), query.max_cost);
  expanded_ = search.stats().expanded;
  keep(found, workspace.roots);
}

void MeshField::keep(const FoundWindows& found, const std::vector<PolyanyaRoot>& roots) {
  roots_.reserve(roots.size());
  for (const PolyanyaRoot& each : roots) {
    const std::uint32_t source = each.previous != kNone ? roots_[each.previous].source
                                                        : numbers_[each.vertex - mesh_->vertices() - 1 - first_source_];
    roots_.push_back({each.vertex, each.previous, source, each.g});
  }
  first_.assign(mesh_->faces() + 1, 0);
  for (const FieldWindow& window : found.windows) ++first_[window.face + 1];
  for (Face face = 0; face < mesh_->faces(); ++face) first_[face + 1] += first_[face];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  windows_.resize(found.windows.size());
  for (const FieldWindow& window : found.windows) windows_[next[window.face]++] = window;
}

const Point& MeshField::at(Vertex vertex) const noexcept {
  return vertex < mesh_->vertices() ? mesh_->point(vertex) : links_.link(vertex - mesh_->vertices() - 1).to;
}

MeshField::Way MeshField::best(const Point& place) const {
  Way best;
  for (const Face face : mesh_->faces_at(place)) {
    for (std::uint32_t row = first_[face]; row < first_[face + 1]; ++row) {
      if (windows_[row].least > best.cost) break;
      const Way way = way_through(windows_[row], place);
      if (way.root == kNone) continue;
      if (way.cost > best.cost || (way.cost == best.cost && roots_[way.root].source >= roots_[best.root].source)) {
        continue;
      }
      best = way;
    }
  }
  return best.cost <= with_rounding(known_to_) ? best : Way{};
}

// The way to a place that lies in the polygon of a window: straight, or around an end of its interval.
MeshField::Way MeshField::way_through(const FieldWindow& window, const Point& place) const noexcept {
  const auto& [interval, face, least] = window;
  const Root& root = roots_[interval.root];
  const auto around = [&](Vertex corner) {
    return Way{root.g + distance(at(root.vertex), at(corner)) + distance(at(corner), place), interval.root, corner};
  };
  if (interval.edge != kLinkEnd) {
    const auto side = [&](const Bound& bound) { return orientation(at(bound.from), at(bound.to), place); };
    if (interval.right.from != kNone && side(interval.right) < 0) {
      const Vertex corner = mesh_->target(interval.edge);
      if (!interval.right.ends_at(corner)) return {};
      return wraps(root, corner, mesh_->walls(corner).clockwise, -1) ? around(corner) : Way{};
    }
    if (interval.left.from != kNone && side(interval.left) > 0) {
      const Vertex corner = mesh_->origin(interval.edge);
      if (!interval.left.ends_at(corner)) return {};
      return wraps(root, corner, mesh_->walls(corner).counterclockwise, 1) ? around(corner) : Way{};
    }
  }
  return {root.g + distance(at(root.vertex), place), interval.root, kNone};
}

// Whether a way from a root may turn at a corner, around the wall on that side.
bool MeshField::wraps(const Root& root, Vertex corner, Vertex wall, int side) const noexcept {
  return wall != kNone && corner != root.vertex && orientation(at(root.vertex), at(corner), at(wall)) == side;
}

std::vector<double> MeshField::costs(std::span<const Point> places) const {
  std::vector<double> costs;
  costs.reserve(places.size());
  for (const Point& place : places) costs.push_back(best(place).cost);
  return costs;
}

std::vector<std::uint32_t> MeshField::nearest(std::span<const Point> places) const {
  std::vector<std::uint32_t> sources;
  sources.reserve(places.size());
  for (const Point& place : places) {
    const Way way = best(place);
    sources.push_back(way.root == kNone ? kNone : roots_[way.root].source);
  }
  return sources;
}

std::vector<Point> MeshField::line(const Point& place) const {
  const Way way = best(place);
  if (way.root == kNone) return {};
  BackLine back(place);
  if (way.corner != kNone) back.go(at(way.corner));
  for (std::uint32_t root = way.root; root != kNone; root = roots_[root].previous) {
    const Vertex vertex = roots_[root].vertex;
    back.go(at(vertex));
    if (vertex > mesh_->vertices() && roots_[root].previous != kNone) {
      back.cross(links_.link(vertex - mesh_->vertices() - 1));
    }
  }
  return back.points();
}

std::vector<Point> MeshField::turns(std::span<const Point> places) const {
  std::vector<Point> turns;
  turns.reserve(places.size());
  for (const Point& place : places) {
    const std::vector<Point> points = line(place);
    turns.push_back(points.size() > 1 ? points[1] : place);
  }
  return turns;
}

std::size_t MeshField::nbytes() const noexcept {
  return roots_.size() * sizeof(Root) + windows_.size() * sizeof(FieldWindow) + first_.size() * sizeof(std::uint32_t);
}

}  // namespace pathstar
