#include "indexes/contraction/contraction_index.hpp"

#include <shared_mutex>
#include <utility>

namespace pathstar {

ContractionIndex::ContractionIndex(std::shared_ptr<Graph> graph, std::uint64_t revision, HierarchyTables tables)
    : LookUp(graph), graph_(std::move(graph)), revision_(revision), tables_(std::move(tables)) {}

double ContractionIndex::edited() const {
  const std::shared_lock reading = read();
  return graph_->revision() == revision_ ? 0.0 : edited_share(*graph_, revision_);
}

PathResult ContractionIndex::found(Node start, Node goal, Wanted wanted) const {
  const auto query = queries_.take([&] { return std::make_unique<ContractionQuery>(tables_); });
  PathResult result = query->find(tables_.number_of[start], tables_.number_of[goal], wanted);
  result.revision = revision_;
  return result;
}

}  // namespace pathstar
