#include "goals/team_pursuit.hpp"

#include <cstddef>

namespace pathstar {
namespace {

// Whose move it is: the fleeing unit, or a pursuer: 1, 2, ...
using Player = std::uint32_t;
constexpr Player kFleeing = 0;

class TeamPursuit {
 public:
  TeamPursuit(const PursuitGround& ground, std::size_t pursuers)
      : places_(static_cast<std::uint32_t>(ground.places())), steps_to_(ground.places()), options_(ground.places(), 1) {
    for (std::size_t player = 0; player <= pursuers + 1; ++player) {
      strides_.push_back(player == 0 ? 1 : strides_.back() * places_);
    }
    turns_.assign((pursuers + 1) * strides_.back(), kNeverCaught);
    left_.assign(strides_.back(), 0);
    for (std::uint32_t place = 0; place < places_; ++place) {
      steps_to_[place].push_back(place);
      for (std::uint32_t i = ground.begins[place]; i < ground.begins[place + 1]; ++i) {
        ++options_[place];
        if (ground.ends[i] != PursuitGround::kBeyond) steps_to_[ground.ends[i]].push_back(place);
      }
    }
  }

  // Settles all states, those that end soonest first.
  void solve(const Stop& stop) {
    Pause pause(stop);
    for (std::size_t places = 0; places < left_.size(); ++places) {
      for (Player mover = 0; is_caught(places) && mover <= pursuers(); ++mover) settle({places, mover}, 0);
    }
    for (std::uint32_t turns = 0; turns < waiting_.size(); ++turns) {
      for (std::size_t i = 0; i < waiting_[turns].size(); ++i) {
        if (pause()) return;
        const TeamState state = waiting_[turns][i];
        spread(state, turns);
      }
      std::vector<TeamState>().swap(waiting_[turns]);
    }
  }

  std::uint32_t after(std::uint32_t fleeing, std::span<const std::uint32_t> pursuers) const noexcept {
    std::size_t places = fleeing;
    for (std::size_t i = 0; i < pursuers.size(); ++i) places += pursuers[i] * strides_[i + 1];
    return turns_[number({places, 1})];
  }

 private:
  // The places of all units, as one number, and the unit that moves next.
  struct TeamState {
    std::size_t places;
    Player mover;
  };

  Player pursuers() const noexcept { return static_cast<Player>(strides_.size() - 2); }
  std::size_t number(const TeamState& state) const noexcept { return state.mover * left_.size() + state.places; }
  std::uint32_t place_of(std::size_t places, Player player) const noexcept {
    return static_cast<std::uint32_t>(places / strides_[player] % places_);
  }
  bool is_caught(std::size_t places) const noexcept {
    for (Player player = 1; player <= pursuers(); ++player) {
      if (place_of(places, player) == place_of(places, kFleeing)) return true;
    }
    return false;
  }

  void settle(const TeamState& state, std::uint32_t turns) {
    std::uint32_t& known = turns_[number(state)];
    if (known != kNeverCaught) return;
    known = turns;
    if (waiting_.size() <= turns) waiting_.resize(turns + 1);
    waiting_[turns].push_back(state);
  }

  // Looks at the states that may have led to a state. A turn is counted when the first pursuer moves.
  void spread(const TeamState& state, std::uint32_t turns) {
    const Player moved = state.mover == kFleeing ? pursuers() : state.mover - 1;
    const std::uint32_t place = place_of(state.places, moved);
    for (const std::uint32_t from : steps_to_[place]) {
      const TeamState before{state.places + from * strides_[moved] - place * strides_[moved], moved};
      if (moved != kFleeing) {
        settle(before, turns + (moved == 1 ? 1 : 0));
      } else if (++left_[before.places] == options_[from]) {
        settle(before, turns);  // caught whatever it does; the longest option has come last
      }
    }
  }

  std::uint32_t places_;
  std::vector<std::size_t> strides_;                  // of each player's place in a state
  std::vector<std::vector<std::uint32_t>> steps_to_;  // by place, the places before; waiting is a step
  std::vector<std::uint16_t> options_;                // by place, the number of options there
  std::vector<std::uint32_t> turns_;                  // by state
  std::vector<std::uint16_t> left_;              // by state of the fleeing unit: options known to end in being caught
  std::vector<std::vector<TeamState>> waiting_;  // by turns, to be looked at
};

}  // namespace

std::vector<std::uint32_t> turns_until_caught(const PursuitGround& ground, std::uint32_t fleeing,
                                              std::span<const std::uint32_t> pursuers, const Stop& stop) {
  TeamPursuit pursuit(ground, pursuers.size());
  pursuit.solve(stop);
  std::vector<std::uint32_t> first;
  for (std::uint32_t i = ground.begins[fleeing]; i < ground.begins[fleeing + 1]; ++i) {
    const std::uint32_t place = ground.ends[i];
    first.push_back(place == PursuitGround::kBeyond ? kNeverCaught : pursuit.after(place, pursuers));
  }
  first.push_back(pursuit.after(fleeing, pursuers));
  return first;
}

}  // namespace pathstar
