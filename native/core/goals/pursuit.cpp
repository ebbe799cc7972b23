#include "goals/pursuit.hpp"

#include <algorithm>
#include <utility>

namespace pathstar {
namespace {

struct Move {
  std::uint32_t place;
  std::int32_t ticks;
};

// The moves to each place, or from each: all steps within the part, and waiting.
class MoveLists {
 public:
  explicit MoveLists(std::size_t places) : of_(places) {
    for (std::uint32_t place = 0; place < places; ++place) of_[place].push_back({place, 1});
  }
  void add(std::uint32_t place, Move move) { of_[place].push_back(move); }
  std::span<const Move> at(std::uint32_t place) const noexcept { return of_[place]; }

 private:
  std::vector<std::vector<Move>> of_;
};

// The places of both, and the lead of the pursuer's time. The one that is behind moves next; if they are even, the
// fleeing unit does.
struct State {
  std::uint32_t fleeing;
  std::uint32_t pursuer;
  std::int32_t lead;
};

class Pursuit {
 public:
  explicit Pursuit(const PursuitGround& ground)
      : size_(static_cast<std::uint32_t>(ground.places())),
        moves_to_(ground.places()),
        most_(*std::max_element(ground.ticks.begin(), ground.ticks.end())),
        options_(ground.places(), 1),
        caught_(std::size_t{size_} * size_ * 2 * static_cast<std::size_t>(most_), kNeverCaught),
        left_(caught_.size()) {
    for (std::uint32_t place = 0; place < size_; ++place) {
      for (std::uint32_t i = ground.begins[place]; i < ground.begins[place + 1]; ++i) {
        ++options_[place];
        if (ground.ends[i] != PursuitGround::kBeyond) moves_to_.add(ground.ends[i], {place, ground.ticks[i]});
      }
    }
  }

  // Settles all states, those that end soonest first.
  void solve(const Stop& stop) {
    Pause pause(stop);
    for (std::uint32_t place = 0; place < size_; ++place) {
      for (std::int32_t lead = -most_; lead < most_; ++lead) settle({place, place, lead}, 0);
    }
    for (std::size_t ticks = 0; ticks < waiting_.size(); ++ticks) {
      for (std::size_t i = 0; i < waiting_[ticks].size(); ++i) {
        if (pause()) return;
        const State state = waiting_[ticks][i];
        if (caught_[number(state)] == ticks) spread(state, static_cast<std::uint32_t>(ticks));
      }
      std::vector<State>().swap(waiting_[ticks]);
    }
  }

  std::uint32_t after(std::uint32_t fleeing, std::uint32_t pursuer, std::int32_t ticks) const noexcept {
    return caught_[number({fleeing, pursuer, -ticks})];
  }

 private:
  std::size_t number(const State& state) const noexcept {
    const auto lead = static_cast<std::size_t>(state.lead + most_);
    return (lead * size_ + state.pursuer) * size_ + state.fleeing;
  }

  void settle(const State& state, std::uint32_t ticks) {
    std::uint32_t& known = caught_[number(state)];
    if (known <= ticks) return;
    known = ticks;
    if (waiting_.size() <= ticks) waiting_.resize(ticks + 1);
    waiting_[ticks].push_back(state);
  }

  // Looks at the states that may have led to a state.
  void spread(const State& state, std::uint32_t ticks) {
    for (const Move& move : moves_to_.at(state.pursuer)) {
      const State before{state.fleeing, move.place, state.lead - move.ticks};
      if (before.lead < 0 && before.lead >= -most_) settle(before, ticks + static_cast<std::uint32_t>(move.ticks));
    }
    for (const Move& move : moves_to_.at(state.fleeing)) {
      const State before{move.place, state.pursuer, state.lead + move.ticks};
      if (before.lead < 0 || before.lead >= most_ || before.fleeing == before.pursuer) continue;
      // Caught only once all its options end so; the one that is settled last lasts longest.
      if (++left_[number(before)] == options_[before.fleeing]) settle(before, ticks);
    }
  }

  std::uint32_t size_;
  MoveLists moves_to_;
  std::int32_t most_;                        // ticks of a step
  std::vector<std::uint16_t> options_;       // by place, the number of options there
  std::vector<std::uint32_t> caught_;        // by state
  std::vector<std::uint16_t> left_;          // by state, the options known to end in being caught
  std::vector<std::vector<State>> waiting_;  // by ticks, to be looked at
};

}  // namespace

std::vector<std::uint32_t> ticks_until_caught(const PursuitGround& ground, std::uint32_t fleeing,
                                              std::span<const std::uint32_t> pursuers, const Stop& stop) {
  Pursuit pursuit(ground);
  pursuit.solve(stop);
  std::vector<std::uint32_t> first;
  const auto add = [&](std::uint32_t place, std::int32_t ticks) {
    std::uint32_t least = kNeverCaught;
    if (place != PursuitGround::kBeyond) {
      for (const std::uint32_t pursuer : pursuers) least = std::min(least, pursuit.after(place, pursuer, ticks));
    }
    first.push_back(least);
  };
  for (std::uint32_t i = ground.begins[fleeing]; i < ground.begins[fleeing + 1]; ++i) {
    add(ground.ends[i], ground.ticks[i]);
  }
  add(fleeing, 1);
  return first;
}

}  // namespace pathstar
