#include "fleet/common/bridges.hpp"

#include <algorithm>

namespace pathstar::fleet {
namespace {

class BridgeSearch {
 public:
  explicit BridgeSearch(const Ground& ground)
      : ground_(ground), number_(ground.cells(), 0), low_(ground.cells(), 0), is_bridge_(ground.moves()) {}

  std::vector<bool> run() {
    for (Spot cell = 0; cell < ground_.cells(); ++cell) {
      if (number_[cell] == 0) search(cell);
    }
    return std::move(is_bridge_);
  }

 private:
  struct Frame {
    Spot cell, parent;
    std::size_t next = 0;  // of the neighbours
  };

  // Depth first, with an explicit stack. The low number of a cell is the least number that its subtree reaches without
  // the move from its parent. If that is the cell's own number, the move is a bridge.
  void search(Spot root) {
    std::vector<Frame> stack;
    const auto enter = [&](Spot cell, Spot parent) {
      number_[cell] = low_[cell] = ++count_;
      stack.push_back({cell, parent});
    };
    enter(root, root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const Spot cell = frame.cell, parent = frame.parent;
      const std::span<const Spot> out = ground_.next(cell), in = ground_.previous(cell);
      if (frame.next == out.size() + in.size()) {
        stack.pop_back();
        low_[parent] = std::min(low_[parent], low_[cell]);
        if (cell != root && low_[cell] == number_[cell]) note(parent, cell);
        continue;
      }
      const Spot beside = frame.next < out.size() ? out[frame.next] : in[frame.next - out.size()];
      ++frame.next;
      if (beside == parent) continue;
      if (number_[beside] == 0) {
        enter(beside, cell);
      } else {
        low_[cell] = std::min(low_[cell], number_[beside]);
      }
    }
  }

  void note(Spot one, Spot other) {
    for (const auto& [from, to] : {std::pair{one, other}, std::pair{other, one}}) {
      if (const Move move = ground_.move(from, to); move != kNoMove) is_bridge_[move] = true;
    }
  }

  const Ground& ground_;
  std::vector<std::uint32_t> number_, low_;  // by cell; numbers from 1 in the order in which cells are entered
  std::vector<bool> is_bridge_;
  std::uint32_t count_ = 0;
};

}  // namespace

std::vector<bool> bridges_of(const Ground& ground) { return BridgeSearch(ground).run(); }

}  // namespace pathstar::fleet
