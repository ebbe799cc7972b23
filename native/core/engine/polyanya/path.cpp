// The path from root to root, once the goal is reached.
#include "engine/polyanya/back_line.hpp"
#include "engine/polyanya/base.hpp"

namespace pathstar {

PathResult PolyanyaBase::result() const {
  PathResult result;
  result.status = status_;
  result.stats = stats_;
  if (status_ != Status::found) return result;
  BackLine back(goal_);
  result.cost = 0.0;
  for (std::uint32_t root = last_root_; root != kNone; root = work_.roots[root].previous) {
    const Vertex vertex = work_.roots[root].vertex;
    back.go(at(vertex));
    if (link_of(vertex) != kNone) back.cross(links_.link(link_of(vertex)));
  }
  const auto& points = back.points();
  auto link = back.crossed().rbegin();
  result.line.reserve(2 * points.size());
  for (std::size_t i = points.size(); i-- > 0;) {
    result.line.push_back(points[i].x);
    result.line.push_back(points[i].y);
    if (i == 0) break;
    const bool links = link != back.crossed().rend() && link->first == i - 1;
    result.cost += links ? (link++)->second : distance(points[i], points[i - 1]);
  }
  result.length = points.size();
  return result;
}

}  // namespace pathstar
