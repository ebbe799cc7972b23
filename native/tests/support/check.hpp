// The test harness: TEST(name) { ... CHECK(condition); CHECK_EQUAL(left, right); ... }
//
// A failed check is printed with its place, and the test goes on. The program fails if any check did, or if none was
// made.
#pragma once

#include <sstream>
#include <string>
#include <string_view>

namespace pathstar::testing {

using Body = void (*)();

// Registers a test; returns a value so that it can initialise a global.
bool add_test(std::string_view name, Body body);

// Counts a check; prints `what` if it failed.
void report(bool passed, const char* file, int line, std::string_view what);

template <class Left, class Right>
void report_equal(const Left& left, const Right& right, const char* file, int line, std::string_view what) {
  if (left == right) return report(true, file, line, what);
  std::ostringstream text;
  text.precision(17);
  text << what << " (" << +left << " against " << +right << ")";
  report(false, file, line, text.str());
}

}  // namespace pathstar::testing

#define TEST(name)                                                                   \
  static void test_##name();                                                         \
  static const bool added_##name = pathstar::testing::add_test(#name, &test_##name); \
  static void test_##name()

#define CHECK(condition) pathstar::testing::report(static_cast<bool>(condition), __FILE__, __LINE__, #condition)

#define CHECK_EQUAL(left, right) \
  pathstar::testing::report_equal((left), (right), __FILE__, __LINE__, #left " == " #right)
