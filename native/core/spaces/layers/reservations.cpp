#include "spaces/layers/reservations.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "spaces/sole_owner.hpp"

namespace pathstar {
namespace {

// Computes the free times between the held ones.
void settle(PlaceTimes& times) {
  times.free.clear();
  double from = -kForever;
  for (const PlaceTimes::Part& part : times.held) {
    if (from < part.time.from) times.free.push_back({from, part.time.from});
    from = std::max(from, part.time.until);
  }
  if (from < kForever) times.free.push_back({from, kForever});
}

}  // namespace

Reservations::Reservations(const Ground& ground, bool following)
    : ground_(ground),
      flat_(ground.depth == 1 && ground.width > 2 && !ground.wrap_x && !ground.wrap_y),
      following_(following),
      least_halves_(following          ? 1
                    : ground.diagonals ? 2
                                       : 0),
      columns_(ground.width),
      rows_(ground.height),
      state_(std::make_shared<Snapshot>()) {
  state_->places.assign(kKinds, PageTree<PlaceTimes>(cells()));
}

std::shared_ptr<const Reservations::Snapshot> Reservations::snapshot() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Reservations::Snapshot& Reservations::own() {
  if (!is_sole_owner(state_)) state_ = std::make_shared<Snapshot>(*state_);
  return *state_;
}

std::uint64_t Reservations::reserve(std::span<const Held> list) {
  const std::lock_guard lock(mutex_);
  add_all(list, made_);
  return made_++;
}

std::optional<std::uint64_t> Reservations::claim(std::span<const Held> list, std::vector<Held>& conflicts) {
  const std::lock_guard lock(mutex_);
  conflicts = conflicts_now(list);
  if (!conflicts.empty()) return std::nullopt;
  add_all(list, made_);
  return made_++;
}

std::vector<Held> Reservations::conflicts(std::span<const Held> list) const {
  const std::lock_guard lock(mutex_);
  return conflicts_now(list);
}

std::vector<Held> Reservations::conflicts_now(std::span<const Held> list) const {
  std::vector<Held> found;
  for (const Held& wanted : list) {
    const PlaceTimes* const times = state_->times(wanted.place);
    if (times == nullptr) continue;
    const auto [from, until] = wanted.time;
    for (const PlaceTimes::Part& part : times->held) {
      if (part.time.from > from && part.time.from >= until) break;
      const bool meets = from < until ? part.time.from < until && from < part.time.until
                                      : part.time.from <= from && from < part.time.until;
      if (!meets) continue;
      found.push_back(
          {wanted.place, {std::max(from, part.time.from), std::min(until, part.time.until)}, part.reservation});
    }
  }
  return found;
}

void Reservations::add_all(std::span<const Held> list, std::uint64_t reservation) {
  Snapshot& state = own();
  for (const Held& part : list) add(state, {part.place, part.time, reservation});
}

void Reservations::add(Snapshot& state, const Held& part) {
  const auto [from, until] = part.time;
  if (!(from < until)) return;
  for (const double time : {from, until}) {
    if (std::isfinite(time)) state.latest = std::max(state.latest, std::abs(time));
  }
  PlaceTimes& times = state.places[part.place.halves].edit(part.place.cell.number);
  const auto later = [](double time, const PlaceTimes::Part& other) { return time < other.time.from; };
  const auto before = std::upper_bound(times.held.begin(), times.held.end(), from, later);
  times.held.insert(before, {part.time, part.reservation});
  settle(times);
  state.parts += part.place.halves == 0;
  places_of_[part.reservation].push_back(part.place);
}

template <class Gone>
void Reservations::remove(Snapshot& state, const GroundPlace& place, const Gone& gone) {
  PageTree<PlaceTimes>& places = state.places[place.halves];
  const PlaceTimes* const known = places.find(place.cell.number);
  if (known == nullptr || std::none_of(known->held.begin(), known->held.end(), gone)) return;
  PlaceTimes& times = places.edit(place.cell.number);
  const std::size_t erased = std::erase_if(times.held, gone);
  if (place.halves == 0) state.parts -= erased;
  if (times.held.empty()) {
    places.erase(place.cell.number);
  } else {
    settle(times);
  }
}

void Reservations::release(std::uint64_t reservation) {
  const std::lock_guard lock(mutex_);
  const auto held = places_of_.find(reservation);
  if (held == places_of_.end()) return;
  Snapshot& state = own();
  for (const GroundPlace& place : held->second) {
    remove(state, place, [&](const PlaceTimes::Part& part) { return part.reservation == reservation; });
  }
  places_of_.erase(held);
}

void Reservations::forget(double before) {
  const std::lock_guard lock(mutex_);
  Snapshot& state = own();
  const auto past = [before](const PlaceTimes::Part& part) { return part.time.until <= before; };
  for (auto held = places_of_.begin(); held != places_of_.end();) {
    std::erase_if(held->second, [&](const GroundPlace& place) {
      remove(state, place, past);
      const PlaceTimes* const times = state.times(place);
      return times == nullptr || std::none_of(times->held.begin(), times->held.end(),
                                              [&](const auto& part) { return part.reservation == held->first; });
    });
    held = held->second.empty() ? places_of_.erase(held) : std::next(held);
  }
}

void Reservations::restore(std::span<const Held> list, std::uint64_t made) {
  for (const Held& part : list) {
    const bool fits = part.place.cell.number < cells() && part.place.halves < kKinds && part.reservation < made;
    if (!fits)
      throw std::invalid_argument("a reservation is outside of the space, or has a number that was never given");
  }
  const std::lock_guard lock(mutex_);
  Snapshot& state = own();
  for (const Held& part : list) add(state, part);
  made_ = made;
}

std::vector<Held> Reservations::held() const {
  const std::lock_guard lock(mutex_);
  std::vector<GroundPlace> places;
  for (const auto& [reservation, its] : places_of_) places.insert(places.end(), its.begin(), its.end());
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::vector<Held> list;
  for (const GroundPlace& place : places) {
    for (const PlaceTimes::Part& part : state_->times(place)->held)
      list.push_back({place, part.time, part.reservation});
  }
  return list;
}

std::uint64_t Reservations::made() const {
  const std::lock_guard lock(mutex_);
  return made_;
}

std::uint64_t Reservations::copied() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t copied = 0;
  for (const PageTree<PlaceTimes>& places : state_->places) copied += places.copied();
  return copied;
}

}  // namespace pathstar
