#include "indexes/common/bounded_look_up.hpp"

#include <algorithm>
#include <utility>

namespace pathstar {
namespace {

class BoundedLookUp final : public Finder {
 public:
  BoundedLookUp(std::shared_ptr<Index> index, std::shared_ptr<Finder> search, std::uint32_t columns,
                std::uint32_t nearest)
      : index_(std::move(index)), search_(std::move(search)), columns_(columns), nearest_(nearest) {}

  Extent extent() const noexcept override { return search_->extent(); }

  PathResult find(Node start, Node goal, const Settings& settings, const Poll& poll) override {
    if (distance(start, goal) < nearest_) return search_->find(start, goal, settings, poll);
    const PathResult looked_up = index_->find(start, goal, settings, poll);
    const bool proven = looked_up.status == Status::found && looked_up.bound <= settings.weight;
    const bool settled = looked_up.status != Status::found && looked_up.status != Status::limit;
    if (proven || settled) return looked_up;
    PathResult found = search_->find(start, goal, settings, poll);
    found.stats += looked_up.stats;
    found.seconds += looked_up.seconds;
    return found;
  }

  std::unique_ptr<Search> search(Node start, Node goal, const Settings& settings) override {
    return search_->search(start, goal, settings);
  }
  std::unique_ptr<Search> record(Node start, Node goal, const Settings& settings,
                                 std::shared_ptr<Recorder> recorder) override {
    return search_->record(start, goal, settings, std::move(recorder));
  }
  Field field(const FieldQuery& query, const FieldLimits& limits, const Poll& poll, FieldState* kept) override {
    return search_->field(query, limits, poll, kept);
  }
  PathResult record_field(const FieldQuery& query, const FieldLimits& limits, Recorder& recorder,
                          const Poll& poll) override {
    return search_->record_field(query, limits, recorder, poll);
  }
  NearestGoals find_nearest(Node start, std::size_t count, const Settings& settings, const Poll& poll) override {
    return search_->find_nearest(start, count, settings, poll);
  }
  OpenKind open_kind(const Settings& settings) const override { return search_->open_kind(settings); }
  OpenKind open_order(const Settings& settings) const override { return search_->open_order(settings); }

 private:
  // The larger of the columns and the rows between two nodes.
  std::uint32_t distance(Node start, Node goal) const noexcept {
    const auto between = [](std::uint32_t a, std::uint32_t b) { return std::max(a, b) - std::min(a, b); };
    return std::max(between(start % columns_, goal % columns_), between(start / columns_, goal / columns_));
  }

  std::shared_ptr<Index> index_;
  std::shared_ptr<Finder> search_;
  std::uint32_t columns_;
  std::uint32_t nearest_;
};

}  // namespace

std::shared_ptr<Finder> make_bounded_look_up(std::shared_ptr<Index> index, std::shared_ptr<Finder> search,
                                             std::uint32_t columns, std::uint32_t nearest) {
  return std::make_shared<BoundedLookUp>(std::move(index), std::move(search), columns, nearest);
}

}  // namespace pathstar
