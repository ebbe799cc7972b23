// The path from root to root, once the goal is reached.
#include <utility>
#include <vector>

#include "engine/polyanya/base.hpp"

namespace pathstar {

PathResult PolyanyaBase::result() const {
  PathResult result;
  result.status = status_;
  result.stats = stats_;
  if (status_ != Status::found) return result;
  std::vector<Point> back{goal_};
  std::size_t fixed = 1;  // how many points stay: the goal, and all up to the last link
  result.cost = 0.0;
  const auto go = [&](const Point& place) {
    if (place == back.back()) return;
    if (back.size() > fixed && orientation(back[back.size() - 2], back.back(), place) == 0) back.pop_back();
    back.push_back(place);
  };
  std::vector<std::pair<std::size_t, double>> crossed;  // links: the number of the point at its end, and its cost
  for (std::uint32_t root = last_root_; root != kNone; root = work_.roots[root].previous) {
    const Vertex vertex = work_.roots[root].vertex;
    go(at(vertex));
    if (link_of(vertex) == kNone) continue;
    const Link& link = links_.link(link_of(vertex));
    crossed.emplace_back(back.size() - 1, link.cost);
    back.push_back(link.from);
    fixed = back.size();
  }
  auto link = crossed.rbegin();
  for (std::size_t i = back.size(); i-- > 0;) {
    result.line.insert(result.line.end(), {back[i].x, back[i].y});
    if (i == 0) break;
    const bool links = link != crossed.rend() && link->first == i - 1;
    result.cost += links ? (link++)->second : distance(back[i], back[i - 1]);
  }
  result.length = back.size();
  return result;
}

}  // namespace pathstar
