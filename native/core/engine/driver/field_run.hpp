// A search from some nodes to all others: its query, and how its kernel is stepped whatever the view.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "paths/field.hpp"
#include "spaces/types.hpp"

namespace pathstar {

struct FieldQuery {
  std::vector<Node> sources;
  std::vector<double> first_costs;  // what the search begins with at each source; empty: nothing
  bool back = false;                // whether ways lead to the sources

  double first_cost(std::size_t source) const noexcept { return first_costs.empty() ? 0.0 : first_costs[source]; }
};

// When the search may stop.
struct FieldLimits {
  std::vector<Node> stops;  // it may when the costs of all these are known
  double max_cost = std::numeric_limits<double>::infinity();
  std::uint64_t max_expansions = std::numeric_limits<std::uint64_t>::max();

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
  // Costs below it are known for certain.
  virtual double floor() const noexcept = 0;
  virtual double cost(Node node) const noexcept = 0;
  virtual std::uint64_t expanded() const noexcept = 0;
  // Writes down what is known so far. `last`: the run will not be used again, so its memory may be taken.
  virtual void write(Field& field, bool last) = 0;
};

// A run that is kept so that it can be resumed. One thread at a time uses it.
struct FieldState {
  std::mutex mutex;
  std::unique_ptr<FieldRun> run;
  std::uint64_t revision = 0;  // of the space that it is right for
};

}  // namespace pathstar
