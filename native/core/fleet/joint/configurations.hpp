// The configurations that a search has found, each stored once: the cells of all units at one time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "fleet/common/problem.hpp"
#include "fleet/joint/pibt.hpp"

namespace pathstar::fleet {

// A constraint: where one unit must go. With the constraints before it, it fixes several units.
struct PlacedUnit {
  std::int32_t before;  // in the same queue; -1 for none
  std::uint32_t depth;
  Fixed fixed;
};

struct Configuration {
  std::unique_ptr<Spot[]> cells;
  std::unique_ptr<float[]> priorities;
  std::unique_ptr<Unit[]> order;  // the units, highest priority first; made at the first visit
  Configuration* parent = nullptr;
  std::int64_t loss = 0;   // from the start to here
  std::int64_t bound = 0;  // on the remaining loss: the sum of distances
  std::vector<PlacedUnit> constraints;
  std::size_t visits = 0;             // how many constraints were used; the first is the empty one
  std::vector<Configuration*> links;  // known successors; only for LaCAM*
  Configuration* same_hash = nullptr;
};

class Configurations {
 public:
  Configurations(const Problem& problem, const Pibt& pibt) : problem_(&problem), pibt_(&pibt) {}

  // nullptr if it is not known.
  Configuration* find(std::span<const Spot> cells) const;
  Configuration& add(std::span<const Spot> cells, Configuration* parent);

  bool is_goal(const Configuration& node) const noexcept { return node.bound == 0; }
  // How many units do not stay at their goals in a step from one configuration to another.
  std::int64_t loss(const Configuration& from, const Configuration& to) const noexcept;
  std::span<const Unit> order(Configuration& node) const;
  std::span<const Spot> cells(const Configuration& node) const noexcept { return {node.cells.get(), units()}; }
  std::size_t units() const noexcept { return problem_->units(); }
  std::size_t size() const noexcept { return nodes_.size(); }
  Configuration& operator[](std::size_t i) noexcept { return *nodes_[i]; }
  bool is_full() const noexcept { return size() * units() * kBytes > kMostBytes; }

  // Each unit's path from the start to a configuration.
  Paths paths_to(const Configuration& last) const;

 private:
  static constexpr std::size_t kBytes = 12;
  static constexpr std::size_t kMostBytes = std::size_t{3} << 30;

  std::uint64_t hash(std::span<const Spot> cells) const noexcept;
  void set_priorities(Configuration& node) const;

  const Problem* problem_;
  const Pibt* pibt_;
  std::vector<std::unique_ptr<Configuration>> nodes_;
  std::unordered_map<std::uint64_t, Configuration*> by_hash_;
};

}  // namespace pathstar::fleet
