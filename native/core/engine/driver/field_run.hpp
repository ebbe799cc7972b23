// A search from some nodes to all others: its query, and the steps of its kernel, for any view.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "paths/field.hpp"
#include "spaces/layers/cell_mask.hpp"
#include "spaces/types.hpp"

namespace pathstar {

struct FieldQuery {
  std::vector<Node> sources;
  std::vector<double> first_costs;       // the cost at which each source begins; empty: 0
  bool back = false;                     // whether paths lead to the sources
  std::vector<std::uint32_t> numbers;    // the number of each source in Field::nearest; empty: 0, 1, 2, ...
  std::shared_ptr<const CellMask> mask;  // the cells that paths may enter; null: all
  unsigned threads = 1;                  // the most that may work, if that pays

  double first_cost(std::size_t source) const noexcept { return first_costs.empty() ? 0.0 : first_costs[source]; }
  std::uint32_t number(std::size_t source) const noexcept {
    return numbers.empty() ? static_cast<std::uint32_t>(source) : numbers[source];
  }
};

// When the search may stop.
struct FieldLimits {
  std::vector<Node> stops;  // it may stop once the costs of all these are known
  double max_cost = std::numeric_limits<double>::infinity();
  std::uint64_t max_expansions = std::numeric_limits<std::uint64_t>::max();
  bool write = true;                    // else the search is stepped in short pieces, and its results are not written
  std::atomic<double>* done = nullptr;  // the fraction done, for other threads to read

  bool none() const noexcept {
    return stops.empty() && max_cost == std::numeric_limits<double>::infinity() &&
           max_expansions == std::numeric_limits<std::uint64_t>::max();
  }
};

class FieldRun {
 public:
  virtual ~FieldRun() = default;
  // Expands about `budget` nodes; false when nothing is left.
  virtual bool step(std::uint64_t budget) = 0;
  virtual bool done() const noexcept = 0;
  // Costs below it are final.
  virtual double floor() const noexcept = 0;
  virtual double cost(Node node) const noexcept = 0;
  virtual Node parent(Node node) const noexcept = 0;
  virtual std::uint32_t size() const noexcept = 0;      // the number of nodes
  virtual std::uint64_t expanded() const noexcept = 0;  // after an edit, also the nodes that its repair visited
  virtual std::uint64_t written() const noexcept = 0;   // the number of nodes with written memory
  // Returns the costs known so far.
  virtual void write(Field& field) = 0;
};

// A kept run, to continue it or to follow edits of its space. Only one thread at a time may use it.
struct FieldState {
  std::mutex mutex;
  std::unique_ptr<FieldRun> run;
  std::uint64_t revision = 0;  // of the space for which it holds
  std::uint64_t repairs = 0;   // the number of times that it followed edits by local work
  std::uint64_t rebuilds = 0;  // and by a search from the beginning

  // The number of nodes with written memory.
  std::uint64_t written() {
    const std::scoped_lock turn(mutex);
    return run ? run->written() : 0;
  }
  // The cost of a node, or infinity until it is final.
  double cost(Node node) {
    const std::scoped_lock turn(mutex);
    return known_cost(node);
  }
  // The same for several nodes, at one revision.
  std::vector<double> costs(std::span<const Node> nodes) {
    std::vector<double> costs(nodes.size(), std::numeric_limits<double>::infinity());
    const std::scoped_lock turn(mutex);
    if (!run) return costs;
    const double floor = run->floor();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i] >= run->size()) continue;
      if (const double cost = run->cost(nodes[i]); cost < floor) costs[i] = cost;
    }
    return costs;
  }
  // The nodes from one to the end of its path; none if its cost is not known.
  std::vector<Node> chain(Node node) {
    std::vector<Node> nodes;
    const std::scoped_lock turn(mutex);
    if (known_cost(node) == std::numeric_limits<double>::infinity()) return nodes;
    for (; node != kNoNode; node = run->parent(node)) nodes.push_back(node);
    return nodes;
  }

 private:
  double known_cost(Node node) const noexcept {
    const bool known = run && node < run->size() && run->cost(node) < run->floor();
    return known ? run->cost(node) : std::numeric_limits<double>::infinity();
  }
};

}  // namespace pathstar
