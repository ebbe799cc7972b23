#include "indexes/customizable/live_costs.hpp"

#include <algorithm>
#include <utility>

#include "indexes/common/section_reader.hpp"
#include "indexes/customizable/cost_repair.hpp"

namespace pathstar {
namespace {

constexpr std::size_t kShare = 64;    // beyond one rank in this number, filling in all costs takes no longer
constexpr long kOwners = 2;           // of costs that nobody else holds: own_ and owner_
constexpr std::size_t kAlways = 256;  // up to here a repair always pays

}  // namespace

std::vector<Section> LiveCosts::sections() const {
  std::vector<Section> sections{section("up", costs_.up), section("down", costs_.down)};
  for (Section& one : sections) one.owner = owner_;
  return sections;
}

bool LiveCosts::follow(const KnownSteps& steps, std::span<const Node> nodes, unsigned threads, const Poll& poll) {
  if (nodes.size() > std::max(kAlways, frame_.ranks() / kShare)) return follow_all(steps, threads, poll);
  std::vector<std::uint32_t> changed;
  for (const Node node : nodes) {
    look_for_foreign(steps, node);
    if (frame_.rank_of(node) != kNoRank) changed.push_back(frame_.rank_of(node));
  }
  return repair_arc_costs(frame_, steps, changed, poll, own());
}

bool LiveCosts::follow_all(const KnownSteps& steps, unsigned threads, const Poll& poll) {
  for (Node node = 0; node < steps.nodes(); ++node) look_for_foreign(steps, node);
  auto costs = std::make_shared<OwnedArcCosts>();
  if (!fill_arc_costs(frame_, steps, threads, [&](double) { return poll(); }, *costs)) return false;
  use(std::move(costs));
  return true;
}

void LiveCosts::look_for_foreign(const KnownSteps& steps, Node node) {
  if (frame_.knows(steps, node, known_)) {
    foreign_.erase(node);
  } else {
    foreign_.insert(node);
  }
}

// The costs, for writing. Those that somebody else holds as well no longer change.
OwnedArcCosts& LiveCosts::own() {
  if (own_ == nullptr || own_.use_count() > kOwners) {
    use(std::make_shared<OwnedArcCosts>(
        OwnedArcCosts{{costs_.up.begin(), costs_.up.end()}, {costs_.down.begin(), costs_.down.end()}}));
  }
  return *own_;
}

void LiveCosts::use(std::shared_ptr<OwnedArcCosts> costs) {
  own_ = std::move(costs);
  costs_ = own_->costs();
  owner_ = own_;
}

}  // namespace pathstar
