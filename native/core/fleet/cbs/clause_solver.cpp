#include "fleet/cbs/clause_solver.hpp"

#include <algorithm>
#include <utility>

namespace pathstar::fleet {
namespace {

constexpr std::uint32_t kNotThere = ~std::uint32_t{0};
constexpr std::size_t kRestart = 64;  // contradictions in the shortest run
constexpr double kFade = 1 / 0.95;    // each reward is larger than the last by this factor
constexpr double kLargest = 1e100;

// 1, 1, 2, 1, 1, 2, 4, 1, ...: how long each run is (Luby, Sinclair and Zuckerman 1993).
std::size_t luby(std::size_t turn) {
  std::size_t size = 1;
  while (size < turn + 1) size = 2 * size + 1;
  while (size != turn + 1) {
    size /= 2;
    turn %= size;
  }
  return (size + 1) / 2;
}

}  // namespace

inline ClauseSolver::Value ClauseSolver::value(Literal literal) const noexcept { return values_[literal.code()]; }

Literal ClauseSolver::add_variable(bool preferred) {
  const auto variable = static_cast<std::uint32_t>(preferred_.size());
  watches_.resize(watches_.size() + 2);
  values_.resize(values_.size() + 2, Value::open);
  reasons_.push_back(kNoClause);
  set_at_.push_back(0);
  preferred_.push_back(preferred);
  seen_.push_back(false);
  scores_.push_back(0);
  place_.push_back(kNotThere);
  push(variable);
  return {variable, false};
}

void ClauseSolver::add_clause(std::span<const Literal> literals) {
  undo(0);
  learned_.clear();
  for (const Literal literal : literals) {
    if (value(literal) == Value::is_true) return;
    if (value(literal) == Value::open) learned_.push_back(literal);
  }
  if (learned_.empty()) {
    is_contradictory_ = true;
  } else if (learned_.size() == 1) {
    assign(learned_[0], kNoClause);
  } else {
    store(learned_);
  }
}

// The first two literals are watched.
ClauseSolver::Clause ClauseSolver::store(std::span<const Literal> literals) {
  const auto clause = static_cast<Clause>(arena_.size());
  const auto size = static_cast<std::uint32_t>(literals.size());
  arena_.emplace_back(size / 2, size % 2 != 0);
  arena_.insert(arena_.end(), literals.begin(), literals.end());
  watches_[literals[0].code()].push_back({clause, literals[1]});
  watches_[literals[1].code()].push_back({clause, literals[0]});
  return clause;
}

void ClauseSolver::assign(Literal literal, Clause reason) {
  values_[literal.code()] = Value::is_true;
  values_[(!literal).code()] = Value::is_false;
  reasons_[literal.variable()] = reason;
  set_at_[literal.variable()] = level();
  trail_.push_back(literal);
}

ClauseSolver::Clause ClauseSolver::propagate() {
  while (propagated_ < trail_.size()) {
    const Literal gone = !trail_[propagated_++];
    auto& watches = watches_[gone.code()];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < watches.size(); ++i) {
      const Watch watch = watches[i];
      if (value(watch.other) == Value::is_true) {
        watches[kept++] = watch;
        continue;
      }
      const auto literals = literals_of(watch.clause);
      if (literals[0] == gone) std::swap(literals[0], literals[1]);
      if (value(literals[0]) == Value::is_true) {
        watches[kept++] = {watch.clause, literals[0]};
        continue;
      }
      const auto next = std::find_if(literals.begin() + 2, literals.end(),
                                     [&](Literal literal) { return value(literal) != Value::is_false; });
      if (next != literals.end()) {
        std::swap(literals[1], *next);
        watches_[literals[1].code()].push_back({watch.clause, literals[0]});
        continue;
      }
      watches[kept++] = {watch.clause, literals[0]};
      if (value(literals[0]) == Value::is_false) {
        while (++i < watches.size()) watches[kept++] = watches[i];
        watches.resize(kept);
        return watch.clause;
      }
      assign(literals[0], watch.clause);
    }
    watches.resize(kept);
  }
  return kNoClause;
}

void ClauseSolver::undo(std::uint32_t to) {
  if (level() <= to) return;
  while (trail_.size() > levels_[to]) {
    const Literal literal = trail_.back();
    trail_.pop_back();
    values_[literal.code()] = values_[(!literal).code()] = Value::open;
    preferred_[literal.variable()] = !literal.is_negated();
    push(literal.variable());
  }
  levels_.resize(to);
  propagated_ = trail_.size();
}

// Goes back from the contradiction to the one literal of this level that, with earlier levels, implies it.
void ClauseSolver::learn(Clause contradicted) {
  learned_.assign(1, Literal());
  std::vector<std::uint32_t> marked;
  std::size_t open = 0, at = trail_.size();
  Clause clause = contradicted;
  Literal literal;
  do {
    for (const Literal cause : literals_of(clause)) {
      const std::uint32_t variable = cause.variable();
      if (seen_[variable] || set_at_[variable] == 0 || (clause != contradicted && cause == literal)) continue;
      seen_[variable] = true;
      marked.push_back(variable);
      reward(variable);
      if (set_at_[variable] == level()) {
        ++open;
      } else {
        learned_.push_back(cause);
      }
    }
    while (!seen_[trail_[--at].variable()]) {
    }
    literal = trail_[at];
    seen_[literal.variable()] = false;
    clause = reasons_[literal.variable()];
  } while (--open > 0);
  learned_[0] = !literal;
  std::erase_if(learned_, [&](Literal cause) { return cause != learned_[0] && is_implied(cause); });
  for (const std::uint32_t variable : marked) seen_[variable] = false;
  reward_ *= kFade;
  undo(level_to_go_back_to());
  assign(learned_[0], learned_.size() > 1 ? store(learned_) : kNoClause);
}

// The highest level of the other literals of the learned clause; one of that level becomes the second.
std::uint32_t ClauseSolver::level_to_go_back_to() {
  std::uint32_t back = 0;
  for (std::size_t i = 1; i < learned_.size(); ++i) {
    if (set_at_[learned_[i].variable()] <= back) continue;
    back = set_at_[learned_[i].variable()];
    std::swap(learned_[1], learned_[i]);
  }
  return back;
}

// Whether the other literals of a learned clause imply this one.
bool ClauseSolver::is_implied(Literal literal) {
  const Clause reason = reasons_[literal.variable()];
  if (reason == kNoClause) return false;
  const auto causes = literals_of(reason);
  return std::all_of(causes.begin(), causes.end(), [&](Literal cause) {
    return cause == !literal || seen_[cause.variable()] || set_at_[cause.variable()] == 0;
  });
}

// Finds the assumptions that together imply that one of them is false.
void ClauseSolver::explain(Literal failed) {
  refuted_.assign(1, failed);
  if (set_at_[failed.variable()] == 0) return;
  seen_[failed.variable()] = true;
  for (std::size_t at = trail_.size(); at-- > levels_[0];) {
    const std::uint32_t variable = trail_[at].variable();
    if (!seen_[variable]) continue;
    seen_[variable] = false;
    if (reasons_[variable] == kNoClause) {
      refuted_.push_back(trail_[at]);
      continue;
    }
    for (const Literal cause : literals_of(reasons_[variable])) {
      if (cause.variable() != variable && set_at_[cause.variable()] > 0) seen_[cause.variable()] = true;
    }
  }
  seen_[failed.variable()] = false;
}

// Sets one more variable, assumptions first. False if an assumption cannot hold; sets none if all are set.
bool ClauseSolver::decide(std::span<const Literal> assumptions) {
  while (level() < assumptions.size()) {
    const Literal next = assumptions[level()];
    if (value(next) == Value::is_false) {
      explain(next);
      return false;
    }
    levels_.push_back(trail_.size());
    if (value(next) == Value::is_true) continue;
    assign(next, kNoClause);
    return true;
  }
  while (!heap_.empty()) {
    const std::uint32_t variable = pop();
    const Literal next(variable, !preferred_[variable]);
    if (value(next) != Value::open) continue;
    levels_.push_back(trail_.size());
    assign(next, kNoClause);
    return true;
  }
  return true;
}

Verdict ClauseSolver::solve(std::span<const Literal> assumptions, std::size_t most_work) {
  refuted_.clear();
  undo(0);
  std::size_t work = 0, run = 0, restart = kRestart * luby(0);
  while (!is_contradictory_) {
    const Clause contradicted = propagate();
    if (contradicted == kNoClause) {
      const std::size_t set = trail_.size();
      if (!decide(assumptions)) return Verdict::refuted;
      if (trail_.size() > set) continue;
      undo(0);
      return Verdict::satisfied;
    }
    if (level() == 0) {
      is_contradictory_ = true;
      break;
    }
    learn(contradicted);
    if (++work >= most_work) {
      undo(0);
      return Verdict::unknown;
    }
    if (work >= restart) {
      undo(0);
      restart += kRestart * luby(++run);
    }
  }
  return Verdict::refuted;
}

void ClauseSolver::reward(std::uint32_t variable) {
  scores_[variable] += reward_;
  if (scores_[variable] > kLargest) {
    for (double& score : scores_) score /= kLargest;
    reward_ /= kLargest;
  }
  if (place_[variable] != kNotThere) sift_up(place_[variable]);
}

void ClauseSolver::push(std::uint32_t variable) {
  if (place_[variable] != kNotThere) return;
  place_[variable] = static_cast<std::uint32_t>(heap_.size());
  heap_.push_back(variable);
  sift_up(heap_.size() - 1);
}

std::uint32_t ClauseSolver::pop() {
  const std::uint32_t top = heap_[0];
  place_[top] = kNotThere;
  const std::uint32_t last = heap_.back();
  heap_.pop_back();
  if (!heap_.empty()) {
    heap_[0] = last;
    place_[last] = 0;
    sift_down(0);
  }
  return top;
}

void ClauseSolver::sift_up(std::size_t place) {
  const std::uint32_t variable = heap_[place];
  while (place > 0 && scores_[heap_[(place - 1) / 2]] < scores_[variable]) {
    heap_[place] = heap_[(place - 1) / 2];
    place_[heap_[place]] = static_cast<std::uint32_t>(place);
    place = (place - 1) / 2;
  }
  heap_[place] = variable;
  place_[variable] = static_cast<std::uint32_t>(place);
}

void ClauseSolver::sift_down(std::size_t place) {
  const std::uint32_t variable = heap_[place];
  for (std::size_t child = 2 * place + 1; child < heap_.size(); child = 2 * place + 1) {
    if (child + 1 < heap_.size() && scores_[heap_[child + 1]] > scores_[heap_[child]]) ++child;
    if (scores_[heap_[child]] <= scores_[variable]) break;
    heap_[place] = heap_[child];
    place_[heap_[place]] = static_cast<std::uint32_t>(place);
    place = child;
  }
  heap_[place] = variable;
  place_[variable] = static_cast<std::uint32_t>(place);
}

}  // namespace pathstar::fleet
