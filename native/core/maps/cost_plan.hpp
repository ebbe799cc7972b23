// How the layers of a map make one cost for each cell.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "maps/layer.hpp"

namespace pathstar {

// The cost of a chance of harm, such that the cheapest path has the best chance of survival: the chance to get through
// a path is the product of those of its steps. A number below 0 or over 1 is not a chance, and costs -infinity.
inline double cost_of_risk(double chance) noexcept {
  if (chance < 0.0 || chance > 1.0) return -std::numeric_limits<double>::infinity();
  return chance == 0.0 ? 0.0 : -std::log1p(-chance);
}

// base * cost * terrain + the sum, or the largest, of weight * layer.
struct CostPlan {
  struct Weighed {
    std::shared_ptr<const Layer> layer;
    double weight;
    bool is_risk = false;  // the layer holds chances of harm

    double operator()(Cell cell) const noexcept {
      const double value = layer->numbers[cell.number];
      return weight * (is_risk ? cost_of_risk(value) : value);
    }
  };
  double base = 1.0;
  std::shared_ptr<const Layer> cost;     // or none
  std::shared_ptr<const Layer> terrain;  // or none
  std::array<double, 256> by_code{};
  std::vector<Weighed> weighed;
  bool largest = false;  // only the largest of the weighed layers counts
  double floor = 0.0;    // the minimum cost of a cell; less is refused

  double operator()(Cell cell) const noexcept {
    double sum = base;
    if (cost) sum *= cost->numbers[cell.number];
    if (terrain) sum *= by_code[terrain->bytes[cell.number]];
    if (largest) return weighed.empty() ? sum : sum + largest_at(cell);
    for (const Weighed& one : weighed) sum += one(cell);
    return sum;
  }

 private:
  // NaN where a layer is NaN, which closes the cell.
  double largest_at(Cell cell) const noexcept {
    double most = -std::numeric_limits<double>::infinity();
    for (const Weighed& one : weighed) {
      const double part = one(cell);
      if (part > most || std::isnan(part)) most = part;
    }
    return most;
  }
};

}  // namespace pathstar
