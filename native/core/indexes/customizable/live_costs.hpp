// The costs of a hierarchy, kept up to date with the edits of a space.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "engine/driver/poll.hpp"
#include "indexes/common/known_steps.hpp"
#include "indexes/common/section.hpp"
#include "indexes/customizable/costs/customization.hpp"
#include "indexes/customizable/frame.hpp"
#include "indexes/customizable/openings/openings.hpp"
#include "indexes/customizable/query/customizable_query.hpp"

namespace pathstar {

class LiveCosts {
 public:
  // `costs`: of the frame's arcs, in memory that the caller owns. The first edit copies them.
  LiveCosts(const Frame& frame, ArcCosts costs) : frame_(frame), costs_(costs) {}
  // The same with unshared costs. Edits change them in place.
  LiveCosts(const Frame& frame, std::shared_ptr<OwnedArcCosts> costs) : frame_(frame) { use(std::move(costs)); }

  // The nodes with steps that are not links, of saved costs.
  void restore(const KnownSteps& steps, std::span<const Node> foreign);

  Ground ground() const noexcept { return {frame_, costs_, openings_}; }
  std::vector<Section> sections() const;

  // Whether every step of the space is a link of the frame, or leads from an opening or to one.
  bool complete() const noexcept { return complete_; }

  // Follows an edit after which the steps of these nodes may differ; false if the poll stopped it. Then it has to
  // follow an edit of all nodes next.
  bool follow(const KnownSteps& steps, std::span<const Node> nodes, unsigned threads, const Poll& poll);
  bool follow_all(const KnownSteps& steps, unsigned threads, const Poll& poll);

 private:
  void look_for_foreign(const KnownSteps& steps, Node node);
  void follow_openings(const KnownSteps& steps, std::span<const std::uint32_t> touched);
  OwnedArcCosts& own();
  void use(std::shared_ptr<OwnedArcCosts> costs);

  const Frame& frame_;
  ArcCosts costs_;
  std::shared_ptr<const void> owner_;
  std::shared_ptr<OwnedArcCosts> own_;  // none while the caller owns them
  std::set<Node> foreign_;              // nodes with steps that are not links
  Openings openings_;
  bool complete_ = true;
  std::vector<KnownStep> known_;
};

}  // namespace pathstar
