#include "engine/any_angle/theta.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/any_angle/line_search.hpp"

namespace pathstar {
namespace {

class ThetaSearch final : public LineSearch {
 public:
  using Entry = ThetaMemory::Entry;
  using Record = ThetaMemory::Record;

  ThetaSearch(const Grid& grid, const StraightLines& lines, Node start, Node goal, bool lazy, const Settings& settings,
              ThetaPool& pool)
      : LineSearch(settings),
        grid_(&grid),
        lines_(lines),
        start_(start),
        goal_(goal),
        lazy_(lazy && !grid.has_cost()),
        memory_(pool.take()) {
    begin();
  }

 private:
  static constexpr double kRounding = 1e-12;

  void begin() {
    ThetaMemory& memory = *memory_;
    if (memory.records.size() != grid_->size() || memory.search == std::numeric_limits<std::uint32_t>::max() / 2) {
      memory.records.assign(grid_->size(), {0.0, kNoNode, 0});
      memory.search = 0;
    }
    ++memory.search;
    memory.open.clear();
    improve(start_, start_, 0.0);
  }

  bool open_is_empty() const override { return memory_->open.empty(); }

  bool expand_next() override {
    ThetaMemory& memory = *memory_;
    std::pop_heap(memory.open.begin(), memory.open.end(), later);
    const Entry entry = memory.open.back();
    memory.open.pop_back();
    const Node node = entry.node;
    if (is_closed(node) || memory.records[node].g != entry.g) return false;
    if (lazy_ && !confirm(node)) return false;
    if (!count_expansion()) return false;
    ++memory.records[node].mark;
    if (node == goal_) {
      status_ = Status::found;
      return true;
    }
    grid_->each_neighbour(node, [&](Node next) {
      if (!is_closed(next)) relax(node, next);
    });
    return true;
  }

  std::vector<Point> line_back() const override {
    std::vector<Point> points{centre(goal_)};
    for (Node node = goal_; node != start_; points.push_back(centre(node))) node = memory_->records[node].parent;
    return points;
  }
  double cost() const override { return memory_->records[goal_].g; }

  // Whether a cell sees its parent. If not, it goes back to the open list below its best closed neighbour.
  bool confirm(Node node) {
    Record& record = memory_->records[node];
    if (lines_.free(centre(record.parent), centre(node))) return true;
    record.g = std::numeric_limits<double>::infinity();
    grid_->each_neighbour(node, [&](Node next) {
      if (is_closed(next)) improve(node, next, memory_->records[next].g + lines_.cost(centre(next), centre(node)));
    });
    return false;
  }

  void relax(Node node, Node next) {
    const Node parent = memory_->records[node].parent;
    if (lazy_) {  // sight is taken for granted, and looked for when the cell is closed
      improve(next, parent, memory_->records[parent].g + lines_.cost(centre(parent), centre(next)));
      return;
    }
    const bool sees = parent != node && lines_.free(centre(parent), centre(next));
    const double from_parent = sees ? memory_->records[parent].g + lines_.cost(centre(parent), centre(next))
                                    : std::numeric_limits<double>::infinity();
    // Without costs no way round is shorter than the straight line.
    const bool straight_wins = sees && !grid_->has_cost();
    const double by_step = straight_wins ? std::numeric_limits<double>::infinity()
                                         : memory_->records[node].g + lines_.cost(centre(node), centre(next));
    from_parent <= by_step ? improve(next, parent, from_parent) : improve(next, node, by_step);
  }

  void improve(Node node, Node parent, double g) {
    Record& record = memory_->records[node];
    const bool seen = record.mark >= 2 * memory_->search;
    if (seen && g >= record.g * (1.0 - kRounding)) return;
    ++(seen ? stats_.updated : stats_.generated);
    record = {g, parent, 2 * memory_->search};
    memory_->open.push_back({g + estimate(node), g, node});
    std::push_heap(memory_->open.begin(), memory_->open.end(), later);
  }

  static bool later(const Entry& a, const Entry& b) noexcept { return a.f > b.f || (a.f == b.f && a.g < b.g); }
  bool is_closed(Node node) const noexcept { return memory_->records[node].mark == 2 * memory_->search + 1; }

  Point centre(Node node) const noexcept {
    return {static_cast<double>(node % grid_->width()), static_cast<double>(node / grid_->width())};
  }
  double estimate(Node node) const noexcept {
    const Point from = centre(node), to = centre(goal_);
    return lines_.min_cost() * std::hypot(from.x - to.x, from.y - to.y);
  }

  const Grid* grid_;
  StraightLines lines_;
  Node start_;
  Node goal_;
  bool lazy_;
  ThetaPool::Lease memory_;
};

}  // namespace

std::unique_ptr<Search> theta_search(const Grid& grid, const StraightLines& lines, Node start, Node goal, bool lazy,
                                     const Settings& settings, ThetaPool& pool) {
  return std::make_unique<ThetaSearch>(grid, lines, start, goal, lazy, settings, pool);
}

}  // namespace pathstar
