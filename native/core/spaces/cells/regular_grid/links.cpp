// The edges of a RegularGrid that are not offsets: portals, and steps over joined borders.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <mutex>
#include <utility>
#include <vector>

#include "spaces/cells/regular_grid.hpp"

namespace pathstar {
namespace {

// The elements of one of two lists that are not in the other; repeated elements count separately.
template <class T>
std::vector<T> changed_between(std::vector<T> before, std::vector<T> after) {
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  std::vector<T> changed;
  std::set_symmetric_difference(before.begin(), before.end(), after.begin(), after.end(), std::back_inserter(changed));
  return changed;
}

}  // namespace

void RegularGrid::drop_extras() {
  for (const Extra& extra : extras_) words_[extra.from] &= ~kExtra;
  for (const Portal& portal : plan_.portals) words_[portal.to] &= ~kArrival;
  extras_.clear();
}

void RegularGrid::set_extras(const Stop& stop) {
  drop_extras();
  if (plan_.wrap_x || plan_.wrap_y) {
    Pause pause(stop);
    for (Node node = 0; node < size(); ++node) {
      if (pause()) return;
      const Offset here = cell(node);
      // Skips the inside of a row.
      if (far_from_border(here)) {
        node += width() - 2 * static_cast<Node>(reach_.dx) - 1;
      } else {
        add_over_border(node);
      }
    }
  }
  for (const Portal& portal : plan_.portals) {
    if (walkable(portal.from) && walkable(portal.to))
      extras_.push_back({portal.from, portal.to, 0.0, portal.cost, kPortal});
  }
  std::stable_sort(extras_.begin(), extras_.end(), [](const Extra& a, const Extra& b) { return a.from < b.from; });
  for (const Extra& extra : extras_) words_[extra.from] |= kExtra;
  for (const Portal& portal : plan_.portals) {
    if (walkable(portal.to)) words_[portal.to] |= kArrival;
  }
}

void RegularGrid::add_over_border(Node node) {
  const Offset here = cell(node);
  const int p = parity(here);
  each_step(legal_steps(node, here), [&](int d) {
    if (!over_border(here, d)) return;
    const Node to = at(here, moves_[p][static_cast<std::size_t>(d)]);
    if (to != node && !is_closed(node, to)) extras_.push_back({node, to, lengths_[d], 0.0, d});
  });
}

const RegularGrid::Extra* RegularGrid::first_extra(Node node) const noexcept {
  return std::lower_bound(extras_.data(), extras_.data() + extras_.size(), node,
                          [](const Extra& extra, Node wanted) { return extra.from < wanted; });
}

void RegularGrid::set_links(std::vector<Portal> portals, std::vector<std::pair<Node, Node>> closed) {
  const std::unique_lock alone(mutex());
  std::vector<Node> edited;
  const auto note = [&](const auto& changed, auto&& ends) {
    for (const auto& one : changed) {
      const auto [from, to] = ends(one);
      edited.insert(edited.end(), {from, to});
    }
    return !changed.empty();
  };
  const auto changes = note(changed_between(plan_.portals, portals),
                            [](const Portal& portal) { return std::pair(portal.from, portal.to); });
  if (changes) ++portal_edits_;
  drop_extras();
  plan_.portals = std::move(portals);
  std::sort(closed.begin(), closed.end());
  const auto steps = changed_between(plan_.closed, closed);
  plan_.closed = std::move(closed);
  note(steps, [](const std::pair<Node, Node>& step) { return step; });
  for (const auto& [from, to] : steps) set_words(cell(from), 1);
  prepare_inner();
  set_extras();
  for (std::size_t i = 0; plan_.rules && i < steps.size(); ++i) note_steps(steps[i].first);
  log_edit(edited, true);
}

}  // namespace pathstar
