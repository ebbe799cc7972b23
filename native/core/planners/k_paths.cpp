#include "planners/k_paths.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <utility>

#include "spaces/layers/spur_path_view.hpp"

namespace pathstar {
namespace {

// A path, and where it leaves the one that it was derived from.
struct Candidate {
  PathResult result;
  std::vector<Node> nodes;
  std::size_t leaves = 0;

  bool operator<(const Candidate& other) const noexcept {
    if (result.cost != other.result.cost) return result.cost < other.result.cost;
    return nodes < other.nodes;
  }
};

class Yen {
 public:
  // places: the number of places of the space; see Finder::places.
  Yen(Finder::Held& space, std::uint32_t places, Node goal, std::size_t k, const Settings& settings,
      const Progress& progress)
      : space_(space), places_(places), goal_(goal), k_(k), settings_(settings), poll_([this, &progress] {
          return stopped_ = stopped_ || progress(static_cast<double>(paths_.size()) / static_cast<double>(k_));
        }) {}

  // The paths in the order in which they are found. Sorting them would put a tie that only a larger k finds before
  // others.
  std::vector<PathResult> run(Node start) {
    const Field field = space_.costs_to(goal_, poll_);
    if (stopped_) return {};  // then the field may have no costs at all
    spur_path_.left = field.costs.values();
    spur_path_.closed.assign(field.costs.size(), 0);
    mark(goal_, 1);  // it is entered as requested
    spur_path_.closed[goal_] = 0;
    const Node root[1] = {start};
    look(root, {});
    while (!stopped_ && paths_.size() < k_ && !waiting_.empty()) {
      paths_.push_back(std::move(waiting_.extract(waiting_.begin()).value()));
      if (paths_.size() < k_) leave(paths_.back());
    }
    std::vector<PathResult> results;
    for (Candidate& path : paths_) results.push_back(std::move(path.result));
    return results;
  }

  bool stopped() const noexcept { return stopped_; }

 private:
  // Looks for the best spur path from each node of a path that has none yet.
  void leave(const Candidate& path) {
    std::vector<std::size_t> shared;  // how many initial nodes each path shares with this one
    for (const Candidate& other : paths_) {
      const auto [mine, its] =
          std::mismatch(path.nodes.begin(), path.nodes.end(), other.nodes.begin(), other.nodes.end());
      shared.push_back(static_cast<std::size_t>(mine - path.nodes.begin()));
    }
    for (std::size_t at = path.leaves; at + 1 < path.nodes.size() && !poll_(); ++at) {
      std::vector<Node> barred;
      for (std::size_t i = 0; i < paths_.size(); ++i) {
        if (shared[i] > at) barred.push_back(paths_[i].nodes[at + 1]);
      }
      look(std::span(path.nodes).first(at + 1), barred);
    }
  }

  void look(std::span<const Node> root, std::span<const Node> barred) {
    spur_path_.root = root;
    spur_path_.barred = barred;
    for (const Node node : root) mark(node, 1);
    PathResult result = space_.spur_path(goal_, settings_, spur_path_, poll_);
    for (const Node node : root) mark(node, 0);
    if (result.status != Status::found) return;
    std::vector<Node> nodes = result.nodes();
    waiting_.insert({std::move(result), std::move(nodes), root.size() - 1});
  }

  // Closes or opens all nodes of a place.
  void mark(Node node, std::uint8_t closed) noexcept {
    if (places_ == 0) {
      spur_path_.closed[node] = closed;
      return;
    }
    for (std::size_t other = node % places_; other < spur_path_.closed.size(); other += places_) {
      spur_path_.closed[other] = closed;
    }
  }

  Finder::Held& space_;
  std::uint32_t places_;
  Node goal_;
  std::size_t k_;
  Settings settings_;
  bool stopped_ = false;
  Poll poll_;
  SpurPath spur_path_;
  std::vector<Candidate> paths_;
  std::set<Candidate> waiting_;
};

}  // namespace

std::vector<PathResult> find_k_paths(Finder& finder, Node start, Node goal, std::size_t k, const Settings& settings,
                                     const Progress& progress, bool& stopped) {
  const Poll stop = [&] { return stopped = stopped || progress(0.0); };
  const auto held = finder.hold(stop);  // all paths are of one revision
  if (stopped) return {};
  const PathResult first = held->find(start, goal, settings, stop);
  if (stopped || first.status != Status::found) return {};
  if (first.length == 1) return {first};  // one is there
  Yen yen(*held, finder.places(), goal, k, settings, progress);
  std::vector<PathResult> paths = yen.run(start);
  stopped = yen.stopped();
  return paths;
}

}  // namespace pathstar
