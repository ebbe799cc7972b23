#include "indexes/contraction/contraction_index.hpp"

#include <chrono>
#include <shared_mutex>
#include <utility>

namespace pathstar {

ContractionIndex::ContractionIndex(std::shared_ptr<Graph> graph, std::uint64_t revision, HierarchyTables tables)
    : graph_(std::move(graph)), revision_(revision), tables_(std::move(tables)), stand_in_(graph_) {}

PathResult ContractionIndex::look_up(Node start, Node goal, const Poll& poll) const {
  return answer(start, goal, poll, true);
}

PathResult ContractionIndex::look_up_cost(Node start, Node goal, const Poll& poll) const {
  return answer(start, goal, poll, false);
}

IndexState ContractionIndex::state() const {
  return graph_->revision() == revision_ ? IndexState::current : IndexState::stale;
}

double ContractionIndex::edited() const {
  const std::shared_lock reading(graph_->mutex());
  return graph_->revision() == revision_ ? 0.0 : edited_share(*graph_, revision_);
}

PathResult ContractionIndex::answer(Node start, Node goal, const Poll& poll, bool corners) const {
  const auto begin = std::chrono::steady_clock::now();
  std::shared_lock reading(graph_->mutex());
  if (graph_->revision() != revision_) {
    reading.unlock();
    return stand_in_.find(start, goal, poll);
  }
  const auto query = queries_.take([&] { return std::make_unique<ContractionQuery>(tables_); });
  PathResult result = query->find(tables_.number_of[start], tables_.number_of[goal], corners);
  result.revision = revision_;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace pathstar
