// The source of a space of cells: the space follows its edits.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

// One cell's new content.
struct CellEdit {
  Node node;
  bool walkable;
  double cost;  // ignored by a space without costs
};

// The nodes of some edits, in their order.
inline std::vector<Node> nodes_of(std::span<const CellEdit> edits) {
  std::vector<Node> nodes(edits.size());
  for (std::size_t i = 0; i < edits.size(); ++i) nodes[i] = edits[i].node;
  return nodes;
}

class CellSource {
 public:
  virtual ~CellSource() = default;

  // Whether there are edits to take.
  virtual bool behind() const noexcept = 0;

  // The edits that bring the space up to date, each node at most once.
  virtual std::vector<CellEdit> take() = 0;

  // Called once the space has applied the edits from take(); until then it is behind.
  virtual void taken() noexcept = 0;
};

}  // namespace pathstar
