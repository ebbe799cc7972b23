#include "indexes/contraction/contraction_index.hpp"

#include <chrono>
#include <shared_mutex>
#include <utility>

namespace pathstar {

ContractionIndex::ContractionIndex(std::shared_ptr<const Graph> graph, std::uint64_t revision, HierarchyTables tables)
    : graph_(std::move(graph)), revision_(revision), tables_(std::move(tables)) {}

PathResult ContractionIndex::look_up(Node start, Node goal, const Poll&) const { return answer(start, goal, true); }

PathResult ContractionIndex::look_up_cost(Node start, Node goal, const Poll&) const {
  return answer(start, goal, false);
}

PathResult ContractionIndex::answer(Node start, Node goal, bool corners) const {
  const auto begin = std::chrono::steady_clock::now();
  const std::shared_lock reading(graph_->mutex());
  if (graph_->revision() != revision_) throw StaleIndex();
  const auto query = queries_.take([&] { return std::make_unique<ContractionQuery>(tables_); });
  PathResult result = query->find(tables_.number_of[start], tables_.number_of[goal], corners);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace pathstar
