// Searches on lattices.
#include <memory>
#include <mutex>

#include "analysis/components.hpp"
#include "engine/space_finder.hpp"
#include "spaces/views.hpp"

namespace pathstar {
namespace {

class LatticeFinder final : public SpaceFinder<LatticeFinder, Lattice> {
 public:
  explicit LatticeFinder(std::shared_ptr<const Lattice> lattice) : SpaceFinder(std::move(lattice)) {}

  template <class Body>
  decltype(auto) view_of(Node goal, const Settings& settings, Body&& body) const {
    return pathstar::view_of(*space_, goal, settings.heuristic, settings.weight, body);
  }

  template <class Body>
  decltype(auto) back_view_of(Node goal, const Settings& settings, Body&& body) const {
    return pathstar::back_view_of(*space_, goal, settings.heuristic, settings.weight, body);
  }

  template <class Body>
  decltype(auto) with_view(Node, Node goal, const Settings& settings, Body&& body) const {
    return view_of(goal, settings, body);
  }

  template <class Body>
  decltype(auto) with_both_views(Node start, Node goal, const Settings& settings, Body&& body) const {
    return body(LatticeView(*space_, goal, settings.heuristic, settings.weight),
                BackwardLatticeView(*space_, start, settings.heuristic, settings.weight));
  }

  Status look_ahead(Node start, Node goal) {
    if (const Status known = blocked(start, goal); known != Status::running) return known;
    if (start == goal) return Status::found;
    const std::shared_ptr<const Labels> labels = known();
    const bool apart = labels && labels->revision == space_->revision() && !labels->components.same(start, goal);
    return apart ? Status::no_path : Status::running;
  }

  // The first search that finds no path pays for the labels that spare the next one.
  void not_found() {
    const std::shared_lock reading(space_->mutex());
    const std::shared_ptr<const Labels> labels = known();
    if (labels && labels->revision == space_->revision()) return;
    auto made = std::make_shared<const Labels>(*space_);
    const std::lock_guard lock(mutex_);
    labels_ = std::move(made);
  }

  double steepness(const Settings& settings) const noexcept {
    return settings.weight * space_->norms().steepness(settings.heuristic);
  }

  CornerRule rule() const noexcept { return {}; }

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

}  // namespace

std::unique_ptr<Finder> make_finder(std::shared_ptr<const Lattice> lattice) {
  return std::make_unique<LatticeFinder>(std::move(lattice));
}

}  // namespace pathstar
