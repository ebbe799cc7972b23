#include "indexes/customizable/live_costs.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "indexes/common/node_chunks.hpp"
#include "indexes/common/section_reader.hpp"
#include "indexes/customizable/costs/cost_repair.hpp"
#include "spaces/sole_owner.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kShare = 64;    // beyond one rank in this number, filling in all costs takes no longer
constexpr long kOwners = 2;           // of unshared costs: own_ and owner_
constexpr std::size_t kAlways = 256;  // up to this number a repair always pays

OwnedArcCosts copy_of(const ArcCosts& costs) {
  const auto all = [](const auto& numbers) { return std::vector(numbers.begin(), numbers.end()); };
  return {all(costs.up), all(costs.down), all(costs.up_hints), all(costs.down_hints)};
}

}  // namespace

void LiveCosts::restore(const KnownSteps& steps, std::span<const Node> foreign) {
  if (foreign.empty()) return;
  foreign_.insert(foreign.begin(), foreign.end());
  follow_openings(steps, {});
}

std::vector<Section> LiveCosts::sections() const {
  std::vector<Section> sections{section("up", costs_.up), section("down", costs_.down),
                                section("up_hints", costs_.up_hints), section("down_hints", costs_.down_hints)};
  for (Section& one : sections) one.owner = owner_;
  const auto foreign = std::make_shared<const std::vector<Node>>(foreign_.begin(), foreign_.end());
  sections.push_back(section("foreign", std::span(*foreign)));
  sections.back().owner = foreign;
  return sections;
}

bool LiveCosts::follow(const KnownSteps& steps, std::span<const Node> nodes, unsigned threads, const Poll& poll) {
  if (nodes.size() > std::max(kAlways, frame_.ranks() / kShare)) return follow_all(steps, threads, poll);
  std::vector<std::uint32_t> changed, touched;
  for (const Node node : nodes) {
    look_for_foreign(steps, node);
    if (frame_.rank_of(node) != kNoRank) changed.push_back(frame_.rank_of(node));
  }
  if (!repair_arc_costs(frame_, steps, changed, poll, own(), touched)) return false;
  follow_openings(steps, touched);
  return true;
}

bool LiveCosts::follow_all(const KnownSteps& steps, unsigned threads, const Poll& poll) {
  foreign_.clear();
  if (!each_node(steps.nodes(), poll, [&](Node node) { look_for_foreign(steps, node); })) return false;
  auto costs = std::make_shared<OwnedArcCosts>();
  if (!fill_arc_costs(frame_, steps, threads, [&](double) { return poll(); }, *costs)) return false;
  use(std::move(costs));
  std::vector<std::uint32_t> touched(frame_.blocks());
  std::iota(touched.begin(), touched.end(), 0u);
  follow_openings(steps, touched);
  return true;
}

void LiveCosts::follow_openings(const KnownSteps& steps, std::span<const std::uint32_t> touched) {
  complete_ = openings_.follow(frame_, steps, costs_, foreign_, touched);
}

void LiveCosts::look_for_foreign(const KnownSteps& steps, Node node) {
  if (frame_.knows(steps, node, known_)) {
    foreign_.erase(node);
  } else {
    foreign_.insert(node);
  }
}

// The costs, for writing. Shared costs no longer change.
OwnedArcCosts& LiveCosts::own() {
  if (own_ == nullptr || !is_sole_owner(own_, kOwners)) {
    use(std::make_shared<OwnedArcCosts>(copy_of(costs_)));
  }
  return *own_;
}

void LiveCosts::use(std::shared_ptr<OwnedArcCosts> costs) {
  own_ = std::move(costs);
  costs_ = own_->costs();
  owner_ = own_;
}

}  // namespace pathstar
