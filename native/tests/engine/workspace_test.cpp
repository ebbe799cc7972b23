// A workspace forgets the previous query without being cleared, for any number of queries.
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
      if (query == 0) both.arrive_and_wait();  // so that each thread has one
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

TEST(a_thread_that_holds_a_lock_shared_does_not_wait_for_itself) {
  SpaceMutex mutex, other;
  const auto throws = [&] {
    try {
      const std::unique_lock alone(mutex);
      return false;
    } catch (const EditInSearch&) {
      return true;
    }
  };
  {
    const std::shared_lock outer(mutex);
    {
      const std::shared_lock inner(mutex), beside(other);
      CHECK(mutex.held_here() && other.held_here());
    }
    CHECK(mutex.held_here() && !other.held_here());
    CHECK(throws());
    const std::unique_lock alone(other);
    bool elsewhere = true;
    std::thread([&] { elsewhere = mutex.held_here(); }).join();
    CHECK(!elsewhere);
  }
  CHECK(!mutex.held_here() && !throws());
}

TEST(an_edit_is_not_let_in_by_a_thread_that_goes_on_holding_the_lock) {
  SpaceMutex mutex;
  std::shared_lock outer(mutex);
  std::thread edit([&] { const std::unique_lock alone(mutex); });
  while (!mutex.wanted()) std::this_thread::yield();
  mutex.let_in();  // returns, although the edit waits for this thread
  CHECK(mutex.wanted());
  outer.unlock();
  edit.join();
  CHECK(!mutex.wanted());
}

TEST(a_workspace_grows_with_its_queries) {
  Workspace<double> workspace;
  workspace.begin(2);
  workspace.records()[1].mark = workspace.closed_mark();
  workspace.begin(1000);
  for (int node = 0; node < 1000; ++node) CHECK(workspace.records()[node].mark < workspace.open_mark());
}

namespace {

// Begins a query, marks all records as closed, and returns their address.
const Record<double>* fill(Workspace<double>& workspace, std::uint32_t size) {
  workspace.begin(size);
  for (std::uint32_t node = 0; node < size; ++node) workspace.records()[node].mark = workspace.closed_mark();
  return workspace.records();
}

bool has_seen_nothing(Workspace<double>& workspace) {
  for (std::size_t node = 0; node < workspace.size(); ++node) {
    if (workspace.records()[node].mark >= workspace.open_mark()) return false;
  }
  return true;
}

// Runs in a new thread, which has no records yet.
template <class Body>
void in_new_thread(const Body& body) {
  std::thread(body).join();
}

}  // namespace

TEST(the_next_workspace_of_a_thread_takes_over_the_records) {
  in_new_thread([] {
    const Record<double>* had = nullptr;
    for (const std::uint32_t size : {5000u, 3000u, 5000u}) {
      Workspace<double> workspace;
      workspace.begin(size);
      CHECK(has_seen_nothing(workspace));
      CHECK_EQUAL(workspace.size(), std::size_t{5000});
      CHECK(had == nullptr || workspace.records() == had);
      had = fill(workspace, size);
    }
    Workspace<double> first, second;
    CHECK(fill(first, 5000) == had);
    CHECK(fill(second, 5000) != had);
  });
}

TEST(records_taken_over_are_old_after_any_number_of_queries) {
  in_new_thread([] {
    std::uint32_t size = 1;
    for (std::uint32_t round = 0; round < 400; ++round) {
      size = (size * 1664525 + 1013904223) % 9000 + 1;  // of three classes, smaller and larger than the last
      Workspace<double> workspace;
      for (std::uint32_t query = 0; query <= round % 4; ++query) {
        workspace.begin(size);
        CHECK(has_seen_nothing(workspace));
        fill(workspace, size);
        if (round % 8 == 0) workspace.extend(static_cast<std::uint32_t>(workspace.size()) + 1);
      }
    }
  });
}

TEST(a_space_leaves_the_records_of_its_first_query_to_others_and_keeps_later_ones) {
  in_new_thread([] {
    Pool<Workspace<double>> first, second;
    const Record<double>* const had = fill(*first.take(), 5000);
    for (int query = 0; query < 2; ++query) {
      const auto lease = second.take();
      CHECK(fill(*lease, 5000) == had);
    }
    const Record<double>* kept = nullptr;
    for (int query = 0; query < 3; ++query) {
      const auto lease = first.take();
      lease->begin(5000);
      CHECK(has_seen_nothing(*lease));
      CHECK(lease->records() != had);
      CHECK(kept == nullptr || lease->records() == kept);
      kept = fill(*lease, 5000);
    }
  });
}

TEST(a_small_workspace_holds_no_records_of_a_large_one) {
  in_new_thread([] {
    for (const std::uint32_t size : {1u << 19, 1u << 17, 1u << 13, 2048u}) {
      Workspace<double> workspace;
      workspace.begin(size);
    }
    Workspace<double> small, larger;
    small.begin(100);
    CHECK_EQUAL(small.size(), std::size_t{2048});
    larger.begin(2049);
    CHECK_EQUAL(larger.size(), std::size_t{1} << 13);
  });
}

TEST(records_above_the_bound_are_not_kept) {
  in_new_thread([] {
    constexpr std::uint32_t kMost = 1u << 19;
    Workspace<double>().begin(kMost + 1);
    Workspace<double> workspace;
    workspace.begin(kMost - 1);
    CHECK_EQUAL(workspace.size(), std::size_t{kMost - 1});
  });
}

TEST(a_workspace_may_outlive_the_spare_records_of_its_thread) {
  in_new_thread([] {
    static thread_local Workspace<double> late;  // made before the spare records, so it ends after them
    late.begin(10);
    CHECK(has_seen_nothing(late));
    Workspace<double> other;
    other.begin(10);
  });
}
