#include "fuzz/ways.hpp"

#include <sstream>

#include "support/worlds.hpp"

namespace pathstar::fuzz {

std::string fault_of(const Way& way, Node start, Node goal, double best, const SumOf& sum_of) {
  const PathResult result = testing::find(*way.finder, start, goal, way.settings);
  if (best == kNever) return result.status == Status::found ? "finds a path where there is none" : "";
  if (result.status != Status::found) return "finds no path";
  const std::vector<Node> nodes = result.nodes();
  if (nodes.empty() || nodes.front() != start || nodes.back() != goal) return "ends elsewhere";
  const double sum = sum_of(nodes);
  const bool honest = testing::near(sum, result.cost);
  const bool right = way.optimal ? testing::near(sum, best) : sum >= best * (1.0 - 1e-9);
  if (honest && right) return "";  // a stream takes as long as a search
  std::ostringstream text;
  text.precision(17);
  if (!honest) text << "says " << result.cost << ", its steps cost " << sum;
  if (!right) text << " costs " << sum << ", the optimum is " << best;
  return text.str();
}

}  // namespace pathstar::fuzz
