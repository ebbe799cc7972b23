// A workspace forgets the query before without being cleared, for as many queries as there may be.
#include "engine/driver/workspace.hpp"

#include <array>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "engine/driver/pool.hpp"
#include "spaces/space_mutex.hpp"
#include "support/check.hpp"

using namespace pathstar;

TEST(a_new_query_has_seen_nothing) {
  Workspace<double> workspace;
  for (int query = 0; query < 4; ++query) {
    workspace.begin(3);
    CHECK(workspace.records()[1].mark < workspace.open_mark());
    CHECK_EQUAL(workspace.closed_mark(), workspace.open_mark() + 1);
    workspace.records()[1].mark = workspace.closed_mark();
  }
}

TEST(query_numbers_wrap_around) {
  Workspace<double> workspace;
  workspace.begin(3);
  workspace.records()[0].mark = workspace.closed_mark();
  std::uint64_t queries = 1;
  for (std::uint32_t last = 0; workspace.open_mark() > last; ++queries) {
    last = workspace.open_mark();
    if (last == ~std::uint32_t{0} - 1) workspace.records()[2].mark = workspace.closed_mark();
    workspace.begin(3);
  }
  CHECK(queries > std::uint64_t{1} << 30);
  for (int node = 0; node < 3; ++node) CHECK(workspace.records()[node].mark < workspace.open_mark());
}

TEST(a_pool_lends_a_workspace_again) {
  Pool<Workspace<double>> pool;
  Workspace<double>* first = nullptr;
  {
    const auto lease = pool.take();
    first = &*lease;
    const auto other = pool.take();
    CHECK(&*other != first);
  }
  const auto one = pool.take();
  const auto two = pool.take();
  CHECK(&*one == first || &*two == first);
}

TEST(a_thread_gets_back_what_it_had) {
  Pool<int> pool;
  std::barrier both(2);
  using Had = std::array<const int*, 5>;
  const auto work = [&](Had& had) {
    for (std::size_t query = 0; query < had.size(); ++query) {
      const auto lease = pool.take();
      had[query] = &*lease;
      if (query == 0) both.arrive_and_wait();  // so that each has one
    }
  };
  Had mine{}, other{};
  std::thread first([&] { work(mine); }), second([&] { work(other); });
  first.join();
  second.join();
  CHECK(mine[0] != other[0]);
  for (std::size_t query = 1; query < mine.size(); ++query) {
    CHECK(mine[query] == mine[0]);
    CHECK(other[query] == other[0]);
  }
}

TEST(a_thread_takes_what_another_left) {
  Pool<int> pool;
  const int* made = nullptr;
  std::thread([&] { made = &*pool.take(); }).join();
  CHECK(&*pool.take() == made);
}

TEST(an_edit_waits_for_all_readers) {
  SpaceMutex mutex;
  int value = 0;
  std::atomic<bool> wrong{false};
  const auto read = [&] {
    for (int i = 0; i < 2000; ++i) {
      const std::shared_lock reading(mutex);
      if (value % 2 != 0) wrong = true;
    }
  };
  std::thread first(read), second(read);
  for (int i = 0; i < 500; ++i) {
    const std::unique_lock alone(mutex);
    ++value;
    ++value;
  }
  first.join();
  second.join();
  CHECK(!wrong);
}

TEST(a_workspace_grows_with_its_queries) {
  Workspace<double> workspace;
  workspace.begin(2);
  workspace.records()[1].mark = workspace.closed_mark();
  workspace.begin(1000);
  for (int node = 0; node < 1000; ++node) CHECK(workspace.records()[node].mark < workspace.open_mark());
}
