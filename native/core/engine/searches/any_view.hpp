// A view with its type erased, for searches that spend their time elsewhere, so that each engine is compiled once for
// all spaces instead of once for each.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "engine/driver/answer.hpp"
#include "paths/result.hpp"
#include "spaces/node_visit.hpp"
#include "spaces/step_range.hpp"
#include "spaces/types.hpp"
#include "spaces/view.hpp"

namespace pathstar {

template <class CostType>
class AnyView {
 public:
  using Cost = CostType;

  static constexpr Capabilities kCapabilities{.any = true};

  template <class View>
  explicit AnyView(const View& view)
      : largest_rise_(pathstar::largest_rise(view)),
        keeps_nodes_(pathstar::keeps_nodes(view)),
        own_slots_(View::kCapabilities.jumps),
        face_(std::make_shared<const Behind<View>>(view)) {
    static_assert(Searchable<View>);
  }

  std::uint32_t slots() const { return face_->slots(); }
  Slot slot(Node node) const { return own_slots_ ? face_->slot(node) : Slot{node}; }
  bool keeps_nodes() const { return keeps_nodes_; }
  int largest_rise() const { return largest_rise_; }
  Node from_space(Node node) const { return face_->from_space(node); }
  Node to_space(Node node) const { return face_->to_space(node); }
  Cost estimate(Node node) const { return face_->estimate(node); }
  StepRange<Cost> steps() const { return face_->steps(); }
  double to_double(Cost cost) const { return face_->to_double(cost); }
  void write_answer(std::vector<Node> chain, PathResult& result) const { face_->write(std::move(chain), result); }

  template <class Visit>
  void successors(Node node, Node parent, Visit&& visit) const {
    visit_in_batches<Cost>([&](NodeVisit<Cost>& steps) { face_->successors(node, parent, steps); }, visit);
  }

 private:
  struct Face {
    virtual ~Face() = default;
    virtual std::uint32_t slots() const = 0;
    virtual Slot slot(Node node) const = 0;
    virtual Node from_space(Node node) const = 0;
    virtual Node to_space(Node node) const = 0;
    virtual Cost estimate(Node node) const = 0;
    virtual StepRange<Cost> steps() const = 0;
    virtual double to_double(Cost cost) const = 0;
    virtual void write(std::vector<Node>&& chain, PathResult& result) const = 0;
    virtual void successors(Node node, Node parent, NodeVisit<Cost>& steps) const = 0;
  };

  template <class View>
  struct Behind final : Face {
    explicit Behind(const View& given) : view(given) {}
    std::uint32_t slots() const override { return view.slots(); }
    Slot slot(Node node) const override { return view.slot(node); }
    Node from_space(Node node) const override { return view.from_space(node); }
    Node to_space(Node node) const override { return view.to_space(node); }
    Cost estimate(Node node) const override { return view.estimate(node); }
    StepRange<Cost> steps() const override { return view.steps(); }
    double to_double(Cost cost) const override { return view.to_double(cost); }
    void write(std::vector<Node>&& chain, PathResult& result) const override {
      pathstar::write_answer(view, std::move(chain), result);
    }
    void successors(Node node, Node parent, NodeVisit<Cost>& steps) const override {
      view.successors(node, parent, steps);
    }
    View view;
  };

  int largest_rise_;
  bool keeps_nodes_;
  bool own_slots_;  // only the numbers of jump points differ from those of nodes
  std::shared_ptr<const Face> face_;
};

template <class View>
AnyView(const View&) -> AnyView<typename View::Cost>;

static_assert(Searchable<AnyView<std::int64_t>> && WritesAnswer<AnyView<std::int64_t>>);
static_assert(Searchable<AnyView<double>> && WritesAnswer<AnyView<double>>);

}  // namespace pathstar
