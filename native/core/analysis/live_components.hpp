// The connected components of a space, kept current over its edits.
//
// Different components always mean that there is no path. Equal ones mean that there is one, if steps are reversible
// and while exact(). An edit that joins components takes effect at once. An edit that may split one leaves the question
// open until make_exact(), which walks from all nodes around the closed ones at the same time, one step of each in
// turn, until the walks within a former component have met or the smaller parts are exhausted. So it takes time in
// proportion to the smaller parts, or to the way around. If that exceeds a share of the space, all nodes are labelled
// again.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/grid_components.hpp"
#include "analysis/regular_grid_components.hpp"
#include "spaces/cells/grid.hpp"
#include "spaces/cells/regular_grid.hpp"
#include "spaces/compiler.hpp"
#include "spaces/graph/graph.hpp"
#include "spaces/slices.hpp"
#include "spaces/types.hpp"

namespace pathstar {

// Calls visit(other) for the nodes one step from or to a node.
template <class Visit>
void each_joined(const Grid& grid, Node node, Visit&& visit) {
  grid.each_neighbour(node, visit);
}
template <class Space, class Visit>
void each_joined(const Space& space, Node node, Visit&& visit) {
  const auto other = [&](Node to, double) { visit(to); };
  space.each_edge(node, other);
  space.each_edge_to(node, other);
}

template <class Space>
class LiveComponents {
 public:
  // Not to be used if it was stopped.
  explicit LiveComponents(const Space& space, const Stop& stop = never_stop) { label_all(space, stop); }

  bool same(Node a, Node b) const noexcept { return root(labels_[a]) == root(labels_[b]); }
  bool exact() const noexcept { return !all_in_doubt_ && in_doubt_.empty(); }

  // How often all nodes had to be labelled again.
  std::uint64_t relabelled() const noexcept { return relabelled_; }

  // Prefetches what same() will read about a node.
  PATHSTAR_INLINE void ask_for(Node node) const noexcept { prefetch(labels_.data(), node); }

  // After an edit of these nodes, in time proportional to their number. Not to be used afterwards if it was stopped.
  void update(const Space& space, std::span<const Node> edited, const Stop& stop = never_stop) {
    constexpr std::size_t kAhead = 32;  // nodes that are prefetched before their turn
    labels_.resize(space.size(), 0);
    const auto ask_ahead = [&](std::size_t i) {
      if (i + kAhead < edited.size()) ask_for(edited[i + kAhead]);
    };
    if constexpr (kOnlyWallsPart) {
      const bool straight = space.moves().corners != Corners::free;
      for (const Node node : note_cells(space, edited, ask_ahead)) {
        if (labels_[node] != 0) continue;
        straight ? join_opened<kStraightDirections>(space, node) : join_opened<kDirections.size()>(space, node);
      }
    } else {
      for (std::size_t i = 0; i < edited.size(); ++i) {
        ask_ahead(i);
        note(space, edited[i]);
      }
      for (const Node node : edited) {
        if (space.walkable(node)) join(space, node);
      }
    }
    if (in_doubt_.size() > share(space)) doubt_all();
    if (merged_.size() > most_labels_) relabel(space, stop);
  }

  // Not to be used afterwards if it was stopped.
  void make_exact(const Space& space, const Stop& stop = never_stop) {
    if (exact()) return;
    if (all_in_doubt_ || !Walk(*this, space).run()) return relabel(space, stop);
    in_doubt_.clear();
  }

 private:
  using Label = std::int32_t;

  // On a grid of squares, only closing a cell removes steps around it.
  static constexpr bool kOnlyWallsPart = std::is_same_v<Space, Grid>;

  static std::size_t share(const Space& space) noexcept { return space.size() / 8 + 256; }

  // Joins the components that the steps of a node connect, and of those around it whose steps its edit may have
  // changed.
  void join(const Space& space, Node node) {
    space.each_near(
        node, [&](Node near) { each_joined(space, near, [&](Node next) { merge(labels_[near], labels_[next]); }); });
  }

  // For a cell of a grid that has no label yet. Its own steps are enough: the diagonal steps that it opens beside
  // itself join only cells that its own steps join as well. So do its diagonal steps, if they need a free cell beside
  // them.
  template <std::size_t directions>
  void join_opened(const Grid& grid, Node node) {
    std::array<Label, directions> around;
    const std::uint8_t steps = grid.legal(node);
    Label label = 0;
    for (std::size_t d = 0; d < directions; ++d) {  // without a branch: which steps are legal cannot be predicted
      const std::int64_t step = std::int64_t{kDirections[d].dy} * grid.width() + kDirections[d].dx;
      const std::int64_t legal = steps >> d & 1;
      around[d] = labels_[static_cast<std::size_t>(node + step * legal)];
      label = std::max(label, around[d]);
    }
    bool alike = true;
    for (const Label other : around) alike &= (other == 0) | (other == label);
    if (!alike) {
      for (const Label other : around) label = other == 0 || other == label ? label : merge(label, other);
    }
    labels_[node] = label != 0 ? label : new_label();
  }

  void label_all(const Space& space, const Stop& stop) {
    labels_ = component_labels(space, stop);
    const Label most = labels_.empty() ? 0 : *std::max_element(labels_.begin(), labels_.end());
    merged_.resize(static_cast<std::size_t>(most) + 1);
    for (Label label = 0; label <= most; ++label) merged_[label] = label;
    most_labels_ = merged_.size() + share(space);
  }

  void relabel(const Space& space, const Stop& stop) {
    ++relabelled_;
    label_all(space, stop);
    in_doubt_.clear();
    all_in_doubt_ = false;
  }

  void doubt_all() {
    all_in_doubt_ = true;
    in_doubt_.clear();
  }

  void note(const Space& space, Node node) {
    if (!space.walkable(node)) {
      labels_[node] = 0;
    } else if (labels_[node] == 0) {
      labels_[node] = new_label();
    }
    if (!all_in_doubt_) in_doubt_.push_back(node);
  }

  // The same for cells of a grid of squares. Returns those that have opened; they have no label yet.
  template <class AskAhead>
  std::vector<Node> note_cells(const Grid& grid, std::span<const Node> edited, const AskAhead& ask_ahead) {
    std::vector<Node> opened(edited.size());
    std::size_t joins = 0, doubts = in_doubt_.size();
    in_doubt_.resize(doubts + edited.size());
    for (std::size_t i = 0; i < edited.size(); ++i) {
      ask_ahead(i);
      const Node node = edited[i];
      const bool open = grid.walkable_data()[node] != 0, labelled = labels_[node] != 0;
      opened[joins] = node;
      joins += open & !labelled;
      in_doubt_[doubts] = node;
      doubts += !open & labelled & !all_in_doubt_;
      labels_[node] *= open;
    }
    opened.resize(joins);
    in_doubt_.resize(doubts);
    return opened;
  }

  Label new_label() {
    merged_.push_back(static_cast<Label>(merged_.size()));
    return merged_.back();
  }

  Label root(Label label) const noexcept {
    while (merged_[label] != label) label = merged_[label];
    return label;
  }

  // Returns the root of both: the smaller one.
  Label merge(Label a, Label b) noexcept {
    const auto find = [&](Label label) {
      for (; merged_[label] != label; label = merged_[label]) merged_[label] = merged_[merged_[label]];
      return label;
    };
    a = find(a);
    b = find(b);
    return merged_[std::max(a, b)] = std::min(a, b);
  }

  // The walks from all nodes around those in doubt. Each begins with its own label, and gives it to the nodes that it
  // reaches; where two walks meet, their labels are merged. A walk that is exhausted has found a component. The last
  // remaining walk of a former component gets its old label back.
  class Walk {
   public:
    Walk(LiveComponents& known, const Space& space)
        : known_(known), space_(space), first_(static_cast<Label>(known.merged_.size())) {
      for (const Node node : known.in_doubt_) {
        if (kOnlyWallsPart && space.walkable(node)) continue;  // closed and reopened
        space.each_near(node, [&](Node near) {
          if (space.walkable(near)) begin_at(near);
        });
      }
    }

    // False if it went too far; then the labels are unusable.
    bool run() {
      const std::size_t most = share(space_);
      std::vector<std::size_t> active(fronts_.size());
      for (std::size_t i = 0; i < active.size(); ++i) active[i] = i;
      while (!active.empty()) {
        std::size_t kept = 0;
        for (const std::size_t front : active) {
          if (step(front)) active[kept++] = front;
        }
        active.resize(kept);
        if (seen_ > most) return false;
      }
      return true;
    }

   private:
    struct Front {
      std::size_t whole;        // the former component that it belongs to
      std::vector<Node> nodes;  // that it reached
      std::size_t next = 0;     // the first of them not expanded yet
    };
    // A former component.
    struct Whole {
      Label label;
      std::size_t walks = 0;  // that are not exhausted
    };

    void begin_at(Node node) {
      if (known_.labels_[node] >= first_) return;
      const Label before = known_.root(known_.labels_[node]);
      const auto [at, is_new] = whole_of_.try_emplace(before, wholes_.size());
      if (is_new) wholes_.push_back({before});
      ++wholes_[at->second].walks;
      fronts_.push_back({at->second, {node}});
      known_.labels_[node] = known_.new_label();
    }

    std::size_t front_of(Label label) const noexcept { return static_cast<std::size_t>(known_.root(label) - first_); }
    Label label_of(std::size_t front) const noexcept { return first_ + static_cast<Label>(front); }

    // Expands one more node. False if this walk is over.
    bool step(std::size_t number) {
      if (known_.root(label_of(number)) != label_of(number)) return false;  // it has met another
      Front& front = fronts_[number];
      Whole& whole = wholes_[front.whole];
      const bool last = whole.walks == 1;
      if (last) known_.merge(whole.label, label_of(number));
      if (last || front.next == front.nodes.size()) {
        --whole.walks;
        return false;
      }
      prefetch_around(number, front.nodes[front.next++]);
      return true;
    }

    void prefetch_around(std::size_t number, Node node) {
      each_joined(space_, node, [&](Node next) {
        if (known_.labels_[next] < first_) {
          known_.labels_[next] = label_of(number);
          fronts_[number].nodes.push_back(next);
          ++seen_;
        } else if (const std::size_t other = front_of(known_.labels_[next]); other != number) {
          number = meet(number, other);
        }
      });
    }

    // Merges two walks; returns which one continues.
    std::size_t meet(std::size_t a, std::size_t b) {
      const std::size_t one = std::min(a, b);
      Front &into = fronts_[one], &from = fronts_[std::max(a, b)];
      known_.merge(label_of(a), label_of(b));
      --wholes_[into.whole].walks;
      if (from.nodes.size() > into.nodes.size()) {
        std::swap(from.nodes, into.nodes);
        std::swap(from.next, into.next);
      }
      into.nodes.insert(into.nodes.end(), from.nodes.begin() + static_cast<std::ptrdiff_t>(from.next),
                        from.nodes.end());
      from.nodes = {};
      return one;
    }

    LiveComponents& known_;
    const Space& space_;
    Label first_;  // the first of the walks' labels
    std::vector<Front> fronts_;
    std::vector<Whole> wholes_;
    std::unordered_map<Label, std::size_t> whole_of_;
    std::size_t seen_ = 0;
  };

  std::vector<Label> labels_;   // per node; 0: not walkable since an edit
  std::vector<Label> merged_;   // per label: itself, or the smaller label it was merged into
  std::vector<Node> in_doubt_;  // what edits closed since the labels were exact
  bool all_in_doubt_ = false;
  std::size_t most_labels_ = 0;  // limit before all nodes are labelled again
  std::uint64_t relabelled_ = 0;
};

}  // namespace pathstar
