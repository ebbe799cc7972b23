// A search that can be stepped, for any space and observer.
#pragma once

#include <cstdint>
#include <utility>

#include "paths/result.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class Search {
 public:
  virtual ~Search() = default;
  // Runs at most `budget` expansions.
  virtual Status step(std::uint64_t budget) = 0;
  // Ends a search that is under way, with status `limit`.
  virtual void stop() = 0;
  virtual Status status() const = 0;
  virtual PathResult result() const = 0;
  // Whether it has visited a node of the space; true if it cannot tell.
  virtual bool has_seen(Node) const { return true; }
};

// A search that was over before it began.
class SettledSearch final : public Search {
 public:
  explicit SettledSearch(PathResult result) : result_(std::move(result)) {}
  explicit SettledSearch(Status status) { result_.status = status; }
  Status step(std::uint64_t) override { return result_.status; }
  void stop() override {}
  Status status() const override { return result_.status; }
  PathResult result() const override { return result_; }

 private:
  PathResult result_;
};

}  // namespace pathstar
