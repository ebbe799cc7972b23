#include "spaces/jumps/failed_scans.hpp"

#include <cstdint>
#include <shared_mutex>

#include "spaces/cells/grid.hpp"
#include "spaces/jumps/jump_view.hpp"

namespace pathstar {

namespace {

class ScanView : public JumpView {
 public:
  ScanView(const Grid& grid, Node goal)
      : JumpView(grid, grid.jump_bitmaps(), goal, HeuristicKind::zero, 0.0), grid_(grid) {}

  // Calls found(end) for each run from a node that stops nowhere.
  template <class Found>
  void failed(Node node, Node parent, Found&& found) const {
    const int x = static_cast<int>(x_of(node)), y = static_cast<int>(y_of(node));
    const Scan<Found> scan{*this, x, y, found};
    if (parent == kNoNode) return from_start(scan);
    after(arrival(x - static_cast<int>(x_of(parent)), y - static_cast<int>(y_of(parent))), x, y, scan);
  }

 private:
  template <class Found>
  struct Scan {
    const ScanView& view;
    int x, y;
    Found& found;

    template <int DX, int DY>
    void straight() const {
      bool stops = false;
      const auto stop = [&](Node, Cost) { stops = true; };
      view.straight<DX, DY>(x, y, stop);
      view.straight_to_goal<DX, DY>(x, y, stop);
      if (!stops) tell(x, y, view.run_length<DX, DY>(x, y), DX, DY);
    }
    template <int DX, int DY>
    void slanted() const {
      bool stops = false;
      const auto stop = [&](Node, Cost) { stops = true; };
      const int length = view.slanted<DX, DY>(x, y, stop);
      view.slanted_to_goal<DX, DY>(x, y, length, stop);
      if (!stops) tell(x, y, length, DX, DY);
    }
    void tell(int from_x, int from_y, int length, int dx, int dy) const {
      if (length > 0) found(view.to_space(view.at(from_x + dx * length, from_y + dy * length)));
    }
  };

  // The number of cells that a straight run passes before the wall at its end.
  template <int DX, int DY>
  int run_length(int x, int y) const {
    int length = 0;
    while (free(x + DX * (length + 1), y + DY * (length + 1))) ++length;
    return length;
  }

  bool free(int x, int y) const {
    const bool inside =
        x >= 1 && y >= 1 && x <= static_cast<int>(grid_.width()) && y <= static_cast<int>(grid_.height());
    return inside && grid_.walkable(to_space(at(x, y)));
  }

  const Grid& grid_;
};

}  // namespace

std::vector<FailedScan> failed_scans(const Grid& grid, std::span<const Node> nodes, std::span<const Node> parents,
                                     Node goal) {
  const std::shared_lock reading(grid.mutex());
  const ScanView view(grid, goal);
  std::vector<FailedScan> scans;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const Node parent = parents[i] == kNoNode ? kNoNode : view.from_space(parents[i]);
    view.failed(view.from_space(nodes[i]), parent, [&](Node end) { scans.push_back({i, end}); });
  }
  return scans;
}

}  // namespace pathstar
