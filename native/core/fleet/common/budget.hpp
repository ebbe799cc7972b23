// The time limit of a solver, which also holds for the tables that it needs.
#pragma once

#include <chrono>
#include <functional>

namespace pathstar::fleet {

// Thrown when the time is up. Earlier results stay valid.
struct OutOfTime {};

// The time limit of a solver. Checking it is cheap enough for loops whose turns take microseconds.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  Budget(double seconds, std::function<bool()> stop);

  bool over() { return over_ || (asked_++ % kInterval == 0 && look()); }
  bool look();  // the same, but always reads the clock
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  double limit() const noexcept { return limit_; }
  // A budget that ends after a share of the remaining time.
  Budget part(double share) const;

 private:
  static constexpr unsigned kInterval = 16;

  Clock::time_point begin_;
  double limit_;
  std::function<bool()> stop_;
  unsigned asked_ = 0;
  bool over_ = false;
};

// Ends work on a table, which may cover a very large map, when the time of its solver is up.
class TableGuard {
 public:
  static constexpr unsigned kInterval = 1u << 15;  // cells between two checks

  // The budget must outlive its use here; nullptr means no limit.
  void watch(Budget* budget) noexcept { budget_ = budget; }
  // Throws OutOfTime.
  void look() const {
    if (budget_ != nullptr && budget_->look()) throw OutOfTime();
  }

 private:
  Budget* budget_ = nullptr;
};

}  // namespace pathstar::fleet
