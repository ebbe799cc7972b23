// Fields over any view: the kernel behind FieldRun, the loop that runs it to its limits, and the same search recorded.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/driver/drive.hpp"
#include "engine/driver/field_run.hpp"
#include "engine/driver/poll.hpp"
#include "engine/driver/pool.hpp"
#include "engine/driver/workspaces.hpp"
#include "engine/searches/any_view.hpp"
#include "engine/searches/one_to_all.hpp"
#include "traces/recorder.hpp"

namespace pathstar {

// The places to stop at: place i has the nodes ends[i - 1] to ends[i] - 1 of `nodes`, any of which will do.
struct StopGroups {
  std::vector<Node> nodes;
  std::vector<std::size_t> ends;

  std::span<const Node> group(std::size_t i) const noexcept {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(nodes).subspan(begin, ends[i] - begin);
  }
};

// Runs the kernel to the limits. `last`: the run will not be used again.
Field run_field(FieldRun& run, const StopGroups& stops, const FieldLimits& limits, const Poll& poll, bool last);

// Best-first search without a goal. Over AnyView alone, compiled once (field_runs.cpp).
template <class Cost>
PathResult record_field(const AnyView<Cost>& view, const FieldQuery& query, const StopGroups& stops,
                        const FieldLimits& limits, Recorder& recorder, const Poll& poll,
                        Pool<Workspace<Cost>>& workspaces);

template <class View>
class FieldRunOver final : public FieldRun {
 public:
  using Cost = typename View::Cost;

  FieldRunOver(const View& view, const FieldQuery& query, std::shared_ptr<Workspaces> workspaces)
      : view_(view),
        workspaces_(std::move(workspaces)),
        lease_(workspaces_->of<Cost>().take()),
        parents_(view.slots(), kNoNode),
        kernel_(view, seeds(query), lease_->open, std::vector<Cost>(view.slots(), OneToAll<View>::kInfinity),
                parents_) {}

  bool step(std::uint64_t budget) override { return kernel_.step(budget); }
  bool done() const noexcept override { return kernel_.done(); }
  double floor() const noexcept override { return real(kernel_.floor()); }
  double cost(Node node) const noexcept override { return real(kernel_.cost(node)); }
  std::uint64_t expanded() const noexcept override { return kernel_.expanded(); }

  void write(Field& field, bool last) override {
    field.expanded = kernel_.expanded();
    field.parents = last ? std::move(parents_) : parents_;
    if constexpr (std::is_same_v<Cost, double>) {
      field.costs = last ? std::move(kernel_.costs()) : kernel_.costs();
    } else {
      field.costs.resize(view_.slots());
      for (Node node = 0; node < view_.slots(); ++node) field.costs[node] = cost(node);
    }
  }

 private:
  using Seed = typename OneToAll<View>::Seed;

  double real(Cost cost) const noexcept {
    return cost < OneToAll<View>::kInfinity ? view_.to_double(cost) : std::numeric_limits<double>::infinity();
  }

  // First costs are doubles; a view of whole units has none (spaces/real_view.hpp).
  static std::vector<Seed> seeds(const FieldQuery& query) {
    std::vector<Seed> seeds;
    seeds.reserve(query.sources.size());
    for (std::size_t i = 0; i < query.sources.size(); ++i) {
      seeds.push_back({static_cast<Cost>(query.first_cost(i)), query.sources[i]});
    }
    return seeds;
  }

  View view_;
  std::shared_ptr<Workspaces> workspaces_;
  typename Pool<Workspace<Cost>>::Lease lease_;
  std::vector<Node> parents_;
  OneToAll<View> kernel_;
};

}  // namespace pathstar
