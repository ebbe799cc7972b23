// Which cells of a lattice hang together, kept until it is edited: between islands there is no path.
//
// The first search that finds no path pays for the labels that spare the next one.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "analysis/components.hpp"
#include "spaces/lattice.hpp"
#include "spaces/types.hpp"

namespace pathstar {

class KnownIslands {
 public:
  // Whether it is known that no path leads from one cell to the other.
  bool apart(const Lattice& lattice, Node a, Node b) {
    const std::shared_ptr<const Labels> labels = known();
    return labels && labels->revision == lattice.revision() && !labels->components.same(a, b);
  }

  // Must not run beside an edit.
  void learn(const Lattice& lattice) {
    const std::shared_ptr<const Labels> labels = known();
    if (labels && labels->revision == lattice.revision()) return;
    auto made = std::make_shared<const Labels>(lattice);
    const std::lock_guard lock(mutex_);
    labels_ = std::move(made);
  }

 private:
  struct Labels {
    explicit Labels(const Lattice& lattice) : revision(lattice.revision()), components(lattice) {}
    std::uint64_t revision;
    Components components;
  };

  std::shared_ptr<const Labels> known() {
    const std::lock_guard lock(mutex_);
    return labels_;
  }

  std::mutex mutex_;
  std::shared_ptr<const Labels> labels_;
};

}  // namespace pathstar
