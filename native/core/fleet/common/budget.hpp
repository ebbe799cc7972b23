// The time that a solver has, and how long work on the tables that it needs is part of it.
#pragma once

#include <chrono>
#include <functional>

namespace pathstar::fleet {

// The time is up. What was known before stays true.
struct OutOfTime {};

// The time that a solver has. Asking it is cheap enough for a loop of microseconds.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  Budget(double seconds, std::function<bool()> stop);

  bool over() { return over_ || (asked_++ % kInterval == 0 && look()); }
  bool look();  // the same, without waiting for the next turn
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  double limit() const noexcept { return limit_; }
  // Another budget that ends after a part of the time that is left, and no later than this one.
  Budget part(double share) const;

 private:
  static constexpr unsigned kInterval = 16;

  Clock::time_point begin_;
  double limit_;
  std::function<bool()> stop_;
  unsigned asked_ = 0;
  bool over_ = false;
};

// Ends work on a table, which may be as large as a continent, when the time of the solver that needs it is up.
class TableGuard {
 public:
  static constexpr unsigned kInterval = 1u << 15;  // cells between two looks

  // The budget must last until another one is given, or nullptr for no limit.
  void watch(Budget* budget) noexcept { budget_ = budget; }
  // Throws OutOfTime.
  void look() const {
    if (budget_ != nullptr && budget_->look()) throw OutOfTime();
  }

 private:
  Budget* budget_ = nullptr;
};

}  // namespace pathstar::fleet
