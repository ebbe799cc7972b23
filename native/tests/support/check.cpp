#include "support/check.hpp"

#include <cstdio>
#include <exception>
#include <utility>
#include <vector>

namespace pathstar::testing {
namespace {

// A function, as tests add themselves while globals are initialised, in no known order.
std::vector<std::pair<std::string_view, Body>>& tests() {
  static std::vector<std::pair<std::string_view, Body>> all;
  return all;
}

struct Tally {
  int checks = 0;
  int failures = 0;
};

Tally& tally() {
  static Tally counts;
  return counts;
}

}  // namespace

bool add_test(std::string_view name, Body body) {
  tests().emplace_back(name, body);
  return true;
}

void report(bool passed, const char* file, int line, std::string_view what) {
  ++tally().checks;
  if (passed) return;
  ++tally().failures;
  std::fprintf(stderr, "%s:%d: failed: %.*s\n", file, line, static_cast<int>(what.size()), what.data());
}

}  // namespace pathstar::testing

int main() {
  using namespace pathstar::testing;
  for (const auto& [name, body] : tests()) {
    const Tally before = tally();
    try {
      body();
    } catch (const std::exception& error) {
      report(false, "uncaught exception", 0, error.what());
    }
    const bool passed = tally().failures == before.failures && tally().checks > before.checks;
    if (tally().checks == before.checks) ++tally().failures;
    std::printf("%s %.*s (%d checks)\n", passed ? "ok  " : "FAIL", static_cast<int>(name.size()), name.data(),
                tally().checks - before.checks);
  }
  return tally().failures == 0 && tally().checks > 0 ? 0 : 1;
}
