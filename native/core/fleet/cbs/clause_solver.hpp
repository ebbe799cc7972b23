// Decides whether Boolean variables can be set so that every clause holds: conflict-driven clause learning.
//
// A clause is a list of literals; at least one must be true. The search sets one variable after another and derives
// what the clauses imply. A contradiction becomes a new clause, which forbids its cause, and the search jumps back as
// far as that clause allows. Clauses and variables may be added between two searches; learned clauses stay.
//
// Use it for problems of a few thousand variables, many of them alike: plain backtracking would meet each contradiction
// again and again, this search only once.
//
// Complete. Exponential in the worst case; the work is limited.
//
// Reference: Marques-Silva and Sakallah 1999, GRASP: a search algorithm for propositional satisfiability. Moskewicz,
// Madigan, Zhao, Zhang and Malik 2001, Chaff, for watched literals and the order of variables. Eén and Sörensson 2003,
// An extensible SAT-solver, for assumptions. Differs from them: learned clauses are never forgotten.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pathstar::fleet {

// A variable, or its negation.
class Literal {
 public:
  Literal() = default;
  Literal(std::uint32_t variable, bool is_negated) : code_(2 * variable + is_negated) {}

  std::uint32_t variable() const noexcept { return code_ / 2; }
  bool is_negated() const noexcept { return code_ % 2 != 0; }
  std::uint32_t code() const noexcept { return code_; }
  Literal operator!() const noexcept { return {variable(), !is_negated()}; }
  bool operator==(const Literal&) const = default;

 private:
  std::uint32_t code_ = 0;
};

enum class Verdict : std::uint8_t {
  satisfied,
  refuted,
  unknown,  // gave up after too much work
};

class ClauseSolver {
 public:
  // A new variable, as its literal. The search tries the preferred value first.
  Literal add_variable(bool preferred);
  void add_clause(std::span<const Literal> literals);

  // Looks for values that satisfy all clauses and assumptions. The work is counted in contradictions.
  Verdict solve(std::span<const Literal> assumptions, std::size_t most_work);
  // After Verdict::satisfied: the value of a literal.
  bool holds(Literal literal) const noexcept {
    if (values_[literal.code()] != Value::open) return values_[literal.code()] == Value::is_true;
    return preferred_[literal.variable()] != literal.is_negated();
  }
  // After Verdict::refuted: assumptions that cannot all hold.
  std::span<const Literal> refuted() const noexcept { return refuted_; }

 private:
  using Clause = std::uint32_t;  // where it begins in arena_: its size, then its literals
  static constexpr Clause kNoClause = ~Clause{0};

  enum class Value : std::uint8_t { open, is_true, is_false };
  struct Watch {
    Clause clause;
    Literal other;  // if it is true, the clause holds
  };

  std::span<Literal> literals_of(Clause clause) noexcept { return {arena_.data() + clause + 1, arena_[clause].code()}; }
  Value value(Literal literal) const noexcept;
  std::uint32_t level() const noexcept { return static_cast<std::uint32_t>(levels_.size()); }

  Clause store(std::span<const Literal> literals);
  void assign(Literal literal, Clause reason);
  Clause propagate();  // returns the contradicted clause, or kNoClause
  void undo(std::uint32_t level);
  void learn(Clause contradicted);
  std::uint32_t level_to_go_back_to();
  bool is_implied(Literal literal);
  void explain(Literal failed);
  bool decide(std::span<const Literal> assumptions);

  void reward(std::uint32_t variable);
  void push(std::uint32_t variable);
  std::uint32_t pop();
  void sift_up(std::size_t place);
  void sift_down(std::size_t place);

  bool is_contradictory_ = false;  // without any assumption
  std::vector<Literal> arena_;
  std::vector<std::vector<Watch>> watches_;  // by the literal that becomes false
  std::vector<Value> values_;                // by literal
  std::vector<Clause> reasons_;              // by variable
  std::vector<std::uint32_t> set_at_;        // level, by variable
  std::vector<bool> preferred_, seen_;
  std::vector<Literal> trail_;       // the literals that are set, in order
  std::vector<std::size_t> levels_;  // where each begins in trail_
  std::size_t propagated_ = 0;
  std::vector<Literal> learned_, refuted_;
  // A heap of variables by how often they took part in recent contradictions.
  std::vector<double> scores_;
  std::vector<std::uint32_t> heap_;
  std::vector<std::uint32_t> place_;  // in heap_
  double reward_ = 1;
};

}  // namespace pathstar::fleet
