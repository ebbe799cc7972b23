// The common part of searches for lines in any direction: their steps, their end and their result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/any_angle/sight.hpp"
#include "engine/driver/search.hpp"
#include "engine/driver/settings.hpp"

namespace pathstar {

class LineSearch : public Search {
 public:
  LineSearch(const Settings& settings, std::size_t columns) : most_(settings.max_expansions), columns_(columns) {}

  Status step(std::uint64_t budget) final;
  void stop() final {
    if (status_ == Status::running) status_ = Status::limit;
  }
  Status status() const final { return status_; }
  PathResult result() const final;

 protected:
  // Takes the next entry from the open list; false if that was no expansion. Without an entry there is no path.
  virtual bool expand_next() = 0;
  // The line that was found, from the goal back to the start. Its points are centres and corners of cells.
  virtual std::vector<LinePoint> line_back() const = 0;
  virtual double cost() const = 0;

  // Counts an expansion; false, and the search ends, if that exceeds the limit.
  bool count_expansion() {
    if (stats_.expanded == most_) {
      status_ = Status::limit;
      return false;
    }
    ++stats_.expanded;
    return true;
  }

  Status status_ = Status::running;
  SearchStats stats_;

 private:
  std::uint64_t most_;
  std::size_t columns_;  // of a point of the line: 2 or 3
};

}  // namespace pathstar
