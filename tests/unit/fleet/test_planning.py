"""Plans for many units: known hard cases, and what is rejected."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

import pathstar as ps
from oracle.joint import least_sum_of_costs
from pathstar.fleet import SOLVERS, UnitStatus
from unit.fleet.worlds import FOUR, grid_of, random_problem, steps_of

GIVEN = [row.name for row in SOLVERS.values() if not row.exchanges]
COMPLETE = ("lacam", "lacam-star", "cbs")
RING = [(0, 0), (1, 0), (1, 1), (0, 1)]


def planned(space, starts, goals, **options):
    """Return a plan that the checker accepts."""
    plan = ps.fleet.plan(space, starts, goals, **{"time_limit": 20.0, "improve": False, **options})
    if plan:
        found = ps.fleet.check(space, plan, starts, goals)
        assert found, found.problem
        assert (found.sum_of_costs, found.makespan) == (plan.sum_of_costs, plan.makespan)
        bounds = plan.lower_bound, plan.proven_bound
        exchanged = plan.options["assignment"] == "exchangeable"
        assert (bounds[::-1] if exchanged else bounds) == tuple(sorted(bounds))
        assert max(bounds) <= plan.sum_of_costs
    return plan


@pytest.mark.parametrize("solver", COMPLETE)
@pytest.mark.parametrize(
    ("text", "starts", "goals"),
    [
        ("..... ##.##", [(0, 0), (4, 0)], [(4, 0), (0, 0)]),  # a corridor with one bay
        ("... .#. ...", [(0, 0), (2, 2)], [(2, 2), (0, 0)]),
        (".... #.##", [(0, 0), (3, 0)], [(3, 0), (0, 0)]),
        ("... ...", [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)], [(2, 1), (1, 1), (0, 1), (2, 0), (1, 0)]),
        ("...", [(0, 0), (1, 0)], [(1, 0), (2, 0)]),  # a goal that is a start
    ],
)
def test_hard_cases(solver, text, starts, goals):
    assert planned(grid_of(text), starts, goals, solver=solver)


@pytest.mark.parametrize("solver", [*COMPLETE, "auto"])
@pytest.mark.parametrize("following", ["allowed", "forbidden"])
@pytest.mark.parametrize(
    ("text", "starts", "goals"),
    [
        ("...", [(0, 0), (2, 0)], [(2, 0), (0, 0)]),  # head-on in a dead end
        ("..", [(0, 0), (1, 0)], [(1, 0), (0, 0)]),  # no room at all
        ("...", [(0, 0), (1, 0)], [(2, 0), (1, 0)]),  # a parked unit on the only path
    ],
)
def test_what_has_no_plan_ends_and_says_so(solver, following, text, starts, goals):
    plan = planned(grid_of(text), starts, goals, solver=solver, following=following)
    assert plan.status is ps.Status.NO_PATH
    assert not plan
    assert (plan.statuses != UnitStatus.UNREACHABLE).all()


def test_a_full_ring_turns_where_following_is_allowed():
    grid = grid_of(".. ..")
    goals = RING[1:] + RING[:1]
    assert planned(grid, RING, goals).sum_of_costs == 4
    assert planned(grid, RING, goals, following="forbidden").status is ps.Status.NO_PATH


def test_crossing_crowds():
    grid = ps.Grid(np.ones((30, 30)), moves=FOUR)
    left = [(x, y) for x in range(4) for y in range(25)]
    right = [(29 - x, y) for x, y in left]
    plan = planned(grid, left + right, right + left)
    assert len(plan) == 200
    assert plan


@pytest.mark.parametrize("solver", ["auto", *GIVEN])
def test_one_unit_takes_the_shortest_way(solver):
    grid = grid_of("....# .##.. .....")
    plan = planned(grid, [(0, 0)], [(4, 2)], solver=solver)
    assert plan.sum_of_costs == plan.lower_bound == 6


@pytest.mark.parametrize("solver", ["auto", *GIVEN])
def test_no_units(solver):
    plan = planned(grid_of(".."), np.empty((0, 2), int), np.empty((0, 2), int), solver=solver)
    assert plan
    assert plan.nodes.shape == (0, 1)
    assert plan.positions.shape == (0, 1, 2)
    assert plan.makespan == plan.sum_of_costs == 0


@pytest.mark.parametrize("solver", GIVEN)
@pytest.mark.parametrize("at_goal", ["stay", "leave"])
@pytest.mark.parametrize("following", ["allowed", "forbidden"])
@pytest.mark.parametrize("seed", range(8))
def test_random_worlds(solver, at_goal, following, seed):
    moves = FOUR if seed % 2 else ps.Moves()
    grid, starts, goals = random_problem(seed, sides=(4, 8), most=6, moves=moves)
    planned(grid, starts, goals, solver=solver, following=following, at_goal=at_goal, time_limit=0.5)


@pytest.mark.parametrize("following", ["allowed", "forbidden"])
@pytest.mark.parametrize("seed", range(60))
def test_optima_are_those_of_a_search_over_joint_states(seed, following):
    grid, starts, goals = random_problem(seed)
    nodes = grid.nodes_of(starts).tolist(), grid.nodes_of(goals).tolist()
    optimum = least_sum_of_costs(steps_of(grid), *nodes, following=following == "allowed")
    plan = planned(grid, starts, goals, solver="cbs", following=following, time_limit=5.0)
    if not plan:
        assert optimum is None
        return
    assert plan.proven_bound <= optimum <= plan.sum_of_costs
    assert plan.proven_bound == plan.sum_of_costs or plan.seconds >= 5.0


@pytest.mark.parametrize("solver", ["lacam", "lns2", "prioritised"])
def test_a_plan_only_gets_cheaper(solver):
    random = np.random.default_rng(1)
    grid = ps.Grid(random.random((12, 12)) > 0.1, moves=FOUR)
    areas = ps.islands(grid)
    places = np.argwhere(areas.labels == areas.largest)[:, ::-1]
    starts, goals = (random.permutation(places)[:20] for _ in range(2))
    plan = planned(grid, starts, goals, solver=solver, time_limit=1.0, improve=True)
    assert plan
    sums = plan.history[:, 1]
    assert (np.diff(sums) < 0).all()
    assert sums[-1] == plan.sum_of_costs <= sums[0]


@pytest.mark.parametrize("solver", ["lacam", "cbs"])
def test_a_plan_that_is_good_enough_ends_the_work(solver):
    grid = ps.Grid(np.ones((10, 10)), moves=FOUR)
    places = grid.places_of(np.random.default_rng(3).permutation(100))
    plan = planned(grid, places[:12], places[-12:], solver=solver, within=3.0, improve=True)
    assert plan.seconds < 10.0
    assert plan.sum_of_costs <= 3.0 * plan.proven_bound


def scattered(seed, units, *, side=20, walls=0.2, moves=FOUR):
    """Return a grid with walls, and scattered starts and goals."""
    random = np.random.default_rng(seed)
    grid = ps.Grid(random.random((side, side)) > walls, moves=moves)
    areas = ps.islands(grid)
    places = np.argwhere(areas.labels == areas.largest)[:, ::-1]
    return grid, random.permutation(places)[:units], random.permutation(places)[:units]


def test_a_bound_that_the_first_plan_meets_to_the_last_digit_is_met():
    rounded = 0
    for seed in range(12):
        problem = scattered(seed, 14)
        first = planned(*problem, solver="lacam")
        within = first.sum_of_costs / first.proven_bound
        rounded += within * first.proven_bound < first.sum_of_costs
        plan = planned(*problem, solver="lacam", improve=True, within=within)
        assert plan.iterations == first.iterations
        assert plan.sum_of_costs == first.sum_of_costs
    assert rounded, "no ratio was rounded down"


def test_few_units_with_much_room_get_a_cheaper_plan_at_once():
    sums = []
    for seed in range(20):
        problem = scattered(seed, 12)
        sums.append([planned(*problem, solver=name).sum_of_costs for name in ("auto", "lns2", "lacam")])
    default, repair, configurations = np.sum(sums, axis=0)
    assert default == repair < configurations


def test_the_default_proves_that_two_cannot_pass_in_a_long_corridor():
    plan = planned(grid_of("." * 60), [(0, 0), (59, 0)], [(59, 0), (0, 0)])
    assert plan.status is ps.Status.NO_PATH


@pytest.mark.parametrize("following", ["allowed", "forbidden"])
@pytest.mark.parametrize("seed", range(10))
def test_goals_that_may_be_exchanged(seed, following):
    moves = FOUR if seed % 2 else ps.Moves()
    grid, starts, goals = scattered(seed, 15, side=8, walls=0.15, moves=moves)
    plan = planned(grid, starts, goals, assignment="exchangeable", following=following)
    assert plan
    assert sorted(plan.goals.tolist()) == sorted(grid.nodes_of(goals).tolist())


def least_sum_of_ways(space, starts, goals):
    """Return the least sum of distances over all assignments that let each unit reach its goal."""
    ways = ps.cost_matrix(space, starts, goals)
    rows, columns = linear_sum_assignment(np.where(np.isfinite(ways), ways, 1e6))
    return ways[rows, columns].sum()


@pytest.mark.parametrize("improve", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_the_bound_of_exchangeable_goals_is_the_least_sum_of_ways(seed, improve):
    grid, starts, goals = scattered(seed, 5 + 12 * (seed % 6), walls=0.3 * (seed % 3 > 0))
    plan = planned(
        grid, starts, goals, assignment="exchangeable", improve=improve, time_limit=5.0, within=1.2
    )
    assert plan.proven_bound == least_sum_of_ways(grid, starts, goals)
    assert plan.proven_bound > sum(ps.cost_matrix(grid, starts, goals).min(axis=1))


def test_the_bound_counts_only_goals_within_reach():
    grid = grid_of("....#.... ....#....")
    starts, goals = [(0, 0), (5, 0), (1, 1)], [(8, 1), (3, 0), (3, 1)]
    assert planned(grid, starts, goals, assignment="exchangeable").proven_bound == 3 + 4 + 2
    plan = planned(grid, [*starts, (0, 1)], [*goals, (7, 0)], assignment="exchangeable")
    assert plan.status is ps.Status.NO_PATH
    going = np.flatnonzero(plan.statuses != UnitStatus.UNREACHABLE)
    some = [[*starts, (0, 1)][unit] for unit in going]
    assert plan.proven_bound == least_sum_of_ways(grid, some, grid.places_of(plan.goals[going]))


def test_the_bound_of_a_crowd_of_exchangeable_goals_is_the_sum_of_the_nearest():
    grid = ps.Grid(np.ones((40, 40)), moves=FOUR)
    places = grid.places_of(np.random.default_rng(4).permutation(40 * 40))
    starts, goals = places[:1501], places[-1501:]
    plan = planned(grid, starts, goals, assignment="exchangeable", time_limit=60.0)
    assert plan.proven_bound == ps.cost_matrix(grid, starts, goals).min(axis=1).sum()


def test_a_corridor_that_only_an_exchange_solves():
    grid = grid_of(".....")
    starts, goals = [(0, 0), (1, 0)], [(4, 0), (3, 0)]
    assert not planned(grid, starts, goals)
    assert planned(grid, starts, goals, assignment="exchangeable", improve=True).sum_of_costs == 6


@pytest.mark.parametrize("order", [1, -1])
def test_the_first_of_a_line_takes_the_farthest_goal(order):
    grid = grid_of("." * 90)
    starts, goals = [(29 - x, 0) for x in range(30)][::order], [(60 + x, 0) for x in range(30)]
    plan = planned(grid, starts, goals, assignment="exchangeable")
    assert (plan.sum_of_costs, plan.makespan) == (30 * 60, 60)
    assert plan.goals.tolist() == list(range(89, 59, -1))[::order]


@pytest.mark.parametrize(("following", "most"), [("allowed", 1.04), ("forbidden", 1.2)])
def test_units_of_exchangeable_goals_are_rarely_held_up(following, most):
    sums = []
    for seed in range(20):
        problem = scattered(seed, 40, side=14, moves=FOUR if seed % 2 else ps.Moves())
        plan = planned(*problem, assignment="exchangeable", following=following)
        sums.append([plan.sum_of_costs, plan.lower_bound])
    total, alone = np.sum(sums, axis=0)
    assert total < most * alone


@pytest.mark.parametrize(
    ("text", "starts", "goals", "unreachable"),
    [
        (".#.", [(0, 0)], [(2, 0)], 1),
        (".#..", [(0, 0), (2, 0)], [(2, 0), (3, 0)], 1),
        ("..#..#..", [(0, 0), (1, 0), (3, 0)], [(0, 0), (4, 0), (3, 0)], 1),  # two goals beside one unit
    ],
)
def test_goals_that_no_exchange_brings_within_reach(text, starts, goals, unreachable):
    plan = planned(grid_of(text), starts, goals, assignment="exchangeable")
    assert plan.status is ps.Status.NO_PATH
    assert (plan.statuses == UnitStatus.UNREACHABLE).sum() == unreachable


def test_goals_are_shared_out_so_that_one_way_streets_lead_to_each():
    streets = ["aA", "bB", "cA", "a1", "1B", "b2", "2C"]  # A is nearest to a and c, and B to b
    graph = ps.Graph.from_edges([(*street, 1) for street in streets])
    plan = planned(graph, list("abc"), list("ABC"), assignment="exchangeable", time_limit=2.0)
    assert plan.goals.tolist() == graph.nodes_of(list("BCA")).tolist()


def test_progress_is_the_part_of_the_time_that_is_used():
    parts: list[float] = []
    corridor, ends = grid_of("." * 12), [(0, 0), (11, 0)]
    plan = ps.fleet.plan(corridor, ends, ends[::-1], solver="lns2", time_limit=0.4, progress=parts.append)
    assert plan.status is ps.Status.LIMIT
    assert len(parts) > 3
    assert parts == sorted(parts)
    assert 0 <= parts[0] < 0.9 < parts[-1] == 1.0


def test_an_exception_in_progress_cancels_a_plan():
    parts: list[float] = []

    def cancel(part: float) -> None:
        parts.append(part)
        raise KeyError("enough")

    ends = [(0, 0), (11, 0)]
    with pytest.raises(KeyError, match="enough"):
        ps.fleet.plan(grid_of("." * 12), ends, ends[::-1], solver="lns2", time_limit=60.0, progress=cancel)
    assert len(parts) == 1
    assert parts[0] < 1
    with pytest.raises(ps.OptionError, match="progress is 5"):
        ps.fleet.plan(grid_of("..."), [(0, 0)], [(2, 0)], progress=5)  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_plan():
    grid = ps.Grid(np.ones((8, 8)), moves=FOUR)
    random = np.random.default_rng(5)
    places = random.permutation(64)
    ends = [grid.places_of(part) for part in (places[:30], places[30:60])]
    plans = [planned(grid, *ends, seed=seed).nodes.tolist() for seed in (1, 1, 2)]
    assert plans[0] == plans[1]
    assert plans[0] != plans[2]


def test_a_goal_that_is_walled_in():
    grid = grid_of("...# ..#. ...#")
    plan = planned(grid, [(0, 0), (1, 0)], [(3, 1), (2, 0)])
    assert plan.status is ps.Status.NO_PATH
    assert plan.statuses.tolist() == [UnitStatus.UNREACHABLE, UnitStatus.ARRIVED]
    assert plan.nodes.tolist() == [[0, 0], [1, 2]]


@pytest.mark.parametrize("solver", [*SOLVERS, "auto"])
@pytest.mark.parametrize("following", ["allowed", "forbidden"])
def test_units_with_a_way_go_where_another_one_has_none(solver, following):
    grid = grid_of("....#. ....#. ....#.")
    starts, goals = [(0, 0), (1, 0), (0, 2)], [(3, 0), (5, 0), (3, 2)]
    assignment = "exchangeable" if solver == "tswap" else "given"
    plan = planned(grid, starts, goals, solver=solver, following=following, assignment=assignment)
    assert plan.status is ps.Status.NO_PATH
    assert not len(plan.history)
    reached, stuck = UnitStatus.ARRIVED, UnitStatus.UNREACHABLE
    if solver == "tswap":  # any two units may get them
        assert sorted(plan.statuses.tolist()) == [reached, reached, stuck]
        return
    assert plan.statuses.tolist() == [reached, stuck, reached]
    assert (plan.nodes[1] == grid.nodes_of(starts)[1]).all()
    assert plan.costs.tolist() == [5, -1, 3]
    assert (plan.lower_bound, plan.proven_bound >= 8) == (6, True)


@pytest.mark.parametrize(
    ("assignment", "at_goal"), [("given", "stay"), ("given", "leave"), ("exchangeable", "stay")]
)
@pytest.mark.parametrize("seed", range(25))
def test_those_without_a_way_are_walls_to_the_others(seed, assignment, at_goal):
    random = np.random.default_rng(seed)
    walkable = random.random((6, 9)) > 0.15
    walkable[:, 5] = False
    places = np.argwhere(walkable)[:, ::-1]
    starts, goals = (random.permutation(places)[:6] for _ in range(2))
    grid = ps.Grid(walkable, moves=FOUR)
    plan = planned(grid, starts, goals, assignment=assignment, at_goal=at_goal)
    stands = plan.statuses != UnitStatus.ARRIVED
    if plan:
        assert not stands.any()
        return
    assert (plan.nodes[stands] == grid.nodes_of(starts)[stands, None]).all()
    ends = grid.places_of(plan.goals)
    left = walkable.copy()
    left[tuple(starts[stands].T[::-1])] = False
    gone = plan.nodes[~stands], starts[~stands], ends[~stands]
    assert ps.fleet.check(ps.Grid(left, moves=FOUR), *gone, at_goal=at_goal)
    for start, end in zip(starts[stands], ends[stands], strict=True):
        around = left.copy()
        around[start[1], start[0]] = True
        assert not ps.find_path(ps.Grid(around, moves=FOUR), tuple(start), tuple(end))


def test_a_unit_whose_goal_is_where_another_one_is_stuck_stays():
    plan = planned(grid_of("...#. ...#."), [(2, 0), (0, 0), (0, 1)], [(4, 0), (2, 0), (2, 1)])
    assert plan.statuses.tolist() == [UnitStatus.UNREACHABLE, UnitStatus.ON_THE_WAY, UnitStatus.ARRIVED]
    assert plan.nodes[1].tolist() == [0] * 3
    assert plan.shortest.tolist() == [-1, 2, 2]


def test_no_time_at_all():
    plan = planned(grid_of("..."), [(0, 0)], [(2, 0)], time_limit=0)
    assert plan.status is ps.Status.LIMIT
    assert plan.statuses.tolist() == [UnitStatus.ON_THE_WAY]
    assert plan.shortest.tolist() == [0]


def test_other_spaces():
    rings = ps.HexGrid(np.ones((4, 4)))
    assert planned(rings, [(0, 0), (3, 3)], [(3, 3), (0, 0)])
    house = ps.VoxelGrid(np.ones((2, 2, 3)))
    plan = planned(house, [(0, 0, 0), (2, 1, 1)], [(2, 1, 1), (0, 0, 0)])
    assert plan.positions.shape[2] == 3
    graph = ps.Graph.from_edges([("a", "b"), ("b", "c"), ("b", "d")], directed=False)
    plan = planned(graph, ["a", "c"], ["c", "a"])
    assert plan.nodes.shape[0] == 2
    with pytest.raises(ps.SpaceError, match=r"a Graph has no positions; plan\.nodes"):
        plan.positions  # noqa: B018


def test_edits_of_the_map_count():
    level = ps.Map(np.ones((2, 3)))
    grid = level.grid(FOUR)
    assert planned(grid, [(0, 0), (2, 0)], [(2, 0), (0, 0)])
    level.edit("passable", (1, 1), False)
    assert not planned(grid, [(0, 0), (2, 0)], [(2, 0), (0, 0)])


def test_the_steps_of_a_space_are_read_once_for_each_revision():
    level = ps.Map(np.ones((2, 3)))
    grid = level.grid(FOUR)
    seen = []
    for passable in (True, False, True):
        level.edit("passable", (1, 1), passable)
        for _ in range(2):
            assert bool(planned(grid, [(0, 0), (2, 0)], [(2, 0), (0, 0)])) is passable
            seen.append(grid.cache.fleet_ground[0])
    assert [after is before for before, after in pairwise(seen)] == [True, False, True, False, True]


def test_units_that_share_a_goal_and_leave_there():
    for seed in range(20):
        space, starts, goals = scattered(seed, 12)
        shared = np.tile(goals[:3], (4, 1))
        plan = planned(space, starts, shared, at_goal="leave", solver="lns2")
        assert plan
        assert plan.lower_bound == planned(space, starts, shared, at_goal="leave", solver="lacam").lower_bound


@pytest.mark.parametrize(
    ("starts", "goals", "options", "words"),
    [
        ([(0, 0), (0, 0)], [(1, 0), (2, 0)], {}, r"starts\[0\] and starts\[1\] are both \(0, 0\)"),
        ([(0, 0), (1, 0)], [(2, 0), (2, 0)], {}, r"goals\[0\] and goals\[1\] are both \(2, 0\)"),
        ([(0, 1)], [(2, 0)], {}, r"starts\[0\] is \(0, 1\), which is not walkable"),
        ([(0, 0)], [(0, 1)], {}, r"goals\[0\] is \(0, 1\), which is not walkable"),
        ([(0, 0)], [], {}, "1 start and 0 goals were given"),
        ([(0, 0)] * 9, [(0, 0)] * 9, {}, "there are 9 units; the space has room for 5"),
        ([(0, 0)], [(2, 0)], {"solver": "lacan"}, "did you mean 'lacam'"),
        ([(0, 0)], [(2, 0)], {"solver": np.array(["cbs", "pibt"])}, "unknown solver"),
        ([(0, 0)], [(2, 0)], {"following": "yes"}, "unknown following 'yes'"),
        ([(0, 0)], [(2, 0)], {"at_goal": "go"}, "unknown at_goal 'go'"),
        ([(0, 0)], [(2, 0)], {"time_limit": float("nan")}, "time_limit is nan"),
        ([(0, 0)], [(2, 0)], {"time_limit": -1}, "time_limit is -1"),
        ([(0, 0)], [(2, 0)], {"seed": -1}, "seed is -1"),
        ([(0, 0)], [(2, 0)], {"improve": 1}, "improve is 1"),
        ([(0, 0)], [(2, 0)], {"within": 0.9}, "within is 0.9; allowed: a finite number from 1"),
        ([(0, 0)], [(2, 0)], {"within": "5 %"}, "within is '5 %'"),
        ([(0, 0)], [(2, 0)], {"assignment": "mine"}, "unknown assignment 'mine'"),
        ([(0, 0)], [(2, 0)], {"solver": "tswap"}, "tswap is not for given goals"),
        ([(0, 0)], [(2, 0)], {"solver": "cbs", "assignment": "exchangeable"}, "allowed: auto, tswap"),
    ],
)
def test_mistakes(starts, goals, options, words):
    with pytest.raises(ps.OptionError, match=words):
        ps.fleet.plan(grid_of("... #.."), starts, np.array(goals).reshape(-1, 2), **options)


@pytest.mark.parametrize(
    ("space", "words"),
    [
        (ps.Grid(np.ones((3, 3)), moves=ps.Moves(directions=16)), "not 16 directions"),
        (ps.Grid(np.ones((3, 3))).sized(2), "not a Sized"),
        (ps.Timed(ps.Grid(np.ones((3, 3)))), "not a Timed"),
        (ps.Grid(np.ones((2, 2)), cost=[[1, 2], [1, 1]]), r"to \(1, 1\) costs 1\.\d+; where steps differ"),
        (ps.Graph.from_edges([(0, 1, 1.0), (1, 2, 2.5)]), "costs 2.5; where steps differ"),
        (np.ones((3, 3)), "a space is needed"),
    ],
)
def test_spaces_that_do_not_fit(space, words):
    ends = ([0], [2]) if isinstance(space, ps.Graph) else ([(0, 0)], [(1, 1)])
    with pytest.raises(ps.SpaceError, match=words):
        ps.fleet.plan(space, *ends)


def test_a_plan_is_saved_and_read(tmp_path):
    grid = grid_of("... ...")
    plan = planned(grid, [(0, 0), (2, 0)], [(2, 0), (0, 0)])
    plan.save(tmp_path / "units.npz")
    again = ps.fleet.load_plan(tmp_path / "units.npz", grid)
    assert again.nodes.tolist() == plan.nodes.tolist()
    assert (again.status, again.options, again.proven_bound) == (plan.status, plan.options, plan.proven_bound)
    assert ps.fleet.check(grid, again, [(0, 0), (2, 0)], [(2, 0), (0, 0)])
    with pytest.raises(ps.OptionError, match="made for another space"):
        ps.fleet.load_plan(tmp_path / "units.npz", grid_of("... .#."))
    with pytest.raises(ps.SpaceError, match="a space is needed"):
        ps.fleet.load_plan(tmp_path / "units.npz", None)
    for other in (ps.Custom(lambda node: []), ps.Turning(grid), ps.Timed(grid)):
        with pytest.raises(ps.SpaceError, match=f"plan needs a Grid .*not a {type(other).__name__}"):
            ps.fleet.load_plan(tmp_path / "units.npz", other)


def test_a_plan_with_a_seed_of_numpy_is_saved(tmp_path):
    grid = grid_of("...")
    planned(grid, [(0, 0)], [(2, 0)], seed=np.uint64(3)).save(tmp_path / "units.npz")
    assert ps.fleet.load_plan(tmp_path / "units.npz", grid).options["seed"] == 3


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: data[:100], lambda data: b"x" * 50])
def test_a_damaged_file_is_refused(tmp_path, damage):
    grid = grid_of("...")
    file = tmp_path / "units.npz"
    planned(grid, [(0, 0)], [(2, 0)]).save(file)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(ps.MapFormatError, match=r"a plan that Plan\.save wrote"):
        ps.fleet.load_plan(file, grid)


def test_more_tables_than_fit_are_refused_before_the_work():
    grid = ps.Grid(np.ones((40, 50)), moves=FOUR)
    starts, goals = grid.places_of(np.arange(30)), grid.places_of(np.arange(1000, 1030))
    with pytest.raises(
        ps.MapLimitError, match=r"30 goals over 2,000 places take 120,000 bytes, more than 119,999"
    ):
        ps.fleet.plan(grid, starts, goals, max_bytes=119_999)
    assert ps.fleet.plan(grid, starts, goals, max_bytes=120_000, improve=False)
    with pytest.raises(ps.OptionError, match="max_bytes is -1"):
        ps.fleet.plan(grid, starts, goals, max_bytes=-1)


def test_a_ring_without_a_way_out_is_no_room_to_pass():
    """Behind the two units that face each other, one-way steps lead into a ring."""
    ring = [("gate", 1), (1, 2), (2, 3), (3, 1)]
    corridor = [("end", "door"), ("door", "end"), ("door", "gate"), ("gate", "door")]
    graph = ps.Graph.from_edges([*corridor, *ring])
    starts, goals = ["gate", "door"], ["end", 1]
    assert not ps.fleet.plan(graph, starts, goals, time_limit=0.2)
    fleet = ps.fleet.Lifelong(graph, starts)
    fleet.add_tasks(goals)
    fleet.step(10)
    assert fleet.time == 10


def test_a_crowd_that_may_not_follow_finds_a_plan() -> None:
    grid = ps.Grid(np.ones((12, 12)), moves=FOUR)
    places = np.random.default_rng(5).permutation(np.argwhere(grid.walkable)[:, ::-1])
    starts, goals = places[:60], places[-60:]
    plan = planned(grid, starts, goals, solver="lacam", following="forbidden")
    assert plan.status is ps.Status.FOUND
