// The source of a space of cells, whose edits the space follows.
#pragma once

#include <vector>

#include "spaces/types.hpp"

namespace pathstar {

// One cell's new content.
struct CellEdit {
  Node node;
  bool walkable;
  double cost;  // ignored by a space without costs
};

class CellSource {
 public:
  virtual ~CellSource() = default;

  // Whether there is something to take.
  virtual bool behind() const noexcept = 0;

  // What brings the space up to date, each node at most once.
  virtual std::vector<CellEdit> take() = 0;

  // The space has taken over what take() returned: until then it is behind.
  virtual void taken() noexcept = 0;
};

}  // namespace pathstar
