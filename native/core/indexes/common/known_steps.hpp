// The steps of any view behind one interface, for builds: the engine is compiled once for all of them, and a call for
// each node takes little time compared with the search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

#include "engine/searches/any_view.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

struct KnownStep {
  Node to;
  double cost;
  auto operator<=>(const KnownStep&) const = default;
};

class KnownSteps {
 public:
  // The view's space must outlive this.
  template <class Cost>
  explicit KnownSteps(const AnyView<Cost>& view)
      : nodes_(view.slots()),
        range_{view.to_double(view.steps().smallest), view.to_double(view.steps().largest), view.steps().mixed} {
    if constexpr (std::is_integral_v<Cost>) unit_ = view.to_double(1);
    fill_ = [view](Node node, std::vector<KnownStep>& steps) {
      view.successors(node, kNoNode, [&](Node next, Cost cost) { steps.push_back({next, view.to_double(cost)}); });
    };
  }

  std::uint32_t nodes() const noexcept { return nodes_; }
  StepRange<double> range() const noexcept { return range_; }
  // All costs are whole multiples of it; 0 if there is none.
  double unit() const noexcept { return unit_; }

  void fill(Node node, std::vector<KnownStep>& steps) const {
    steps.clear();
    fill_(node, steps);
  }

 private:
  std::uint32_t nodes_;
  StepRange<double> range_;
  double unit_ = 0.0;
  std::function<void(Node, std::vector<KnownStep>&)> fill_;
};

// A view of known steps for searches. Floor converts their costs to the search's numbers.
template <class CostType, class Floor>
class KnownStepsView {
 public:
  using Cost = CostType;

  static constexpr Capabilities kCapabilities{};

  explicit KnownStepsView(const KnownSteps& known, Floor floor = {})
      : known_(&known), floor_(floor), steps_(std::make_shared<std::vector<KnownStep>>()) {}

  std::uint32_t slots() const noexcept { return known_->nodes(); }
  Slot slot(Node node) const noexcept { return {node}; }
  Node from_space(Node node) const noexcept { return node; }
  Node to_space(Node node) const noexcept { return node; }
  Cost estimate(Node) const noexcept { return Cost{0}; }

  template <class Visit>
  void successors(Node node, Node /*parent*/, Visit&& visit) const {
    known_->fill(node, *steps_);
    for (const KnownStep& step : *steps_) visit(step.to, floor_(step.cost));
  }

  StepRange<Cost> steps() const noexcept {
    const StepRange<double> range = known_->range();
    return {floor_(range.smallest), floor_(range.largest), range.mixed};
  }
  double to_double(Cost cost) const noexcept { return static_cast<double>(cost); }

 private:
  const KnownSteps* known_;
  Floor floor_;
  std::shared_ptr<std::vector<KnownStep>> steps_;  // kept to reuse its memory; a search expands one node at a time
};
static_assert(HasSuccessors<KnownStepsView<double, std::identity>>);

}  // namespace pathstar
