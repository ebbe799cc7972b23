// A workspace forgets the query before without being cleared, for as many queries as there may be.
#include "engine/workspace.hpp"

#include "engine/workspace_pool.hpp"
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
  const auto pool = std::make_shared<WorkspacePool<double>>();
  Workspace<double>* first = nullptr;
  {
    const auto lease = pool->take();
    first = &*lease;
    const auto other = pool->take();
    CHECK(&*other != first);
  }
  const auto one = pool->take();
  const auto two = pool->take();
  CHECK(&*one == first || &*two == first);
}

TEST(a_lease_outlives_its_pool_s_owner) {
  auto pool = std::make_shared<WorkspacePool<double>>();
  const auto lease = pool->take();
  pool.reset();
  (*lease).begin(8);
  CHECK((*lease).records()[7].mark < (*lease).open_mark());
}

TEST(a_workspace_grows_with_its_queries) {
  Workspace<double> workspace;
  workspace.begin(2);
  workspace.records()[1].mark = workspace.closed_mark();
  workspace.begin(1000);
  for (int node = 0; node < 1000; ++node) CHECK(workspace.records()[node].mark < workspace.open_mark());
}
