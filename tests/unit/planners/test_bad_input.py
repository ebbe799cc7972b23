"""Wrong arguments: each gives the right result or a clear error, before any search."""

from __future__ import annotations

import math
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import pathstar as ps

GRID = ps.Grid([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]])


@pytest.mark.parametrize(
    ("place", "error", "message"),
    [
        ((4, 0), ps.PlaceError, "(4, 0) lies outside the map of 4 x 3: x goes from 0 to 3, y from 0 to 2"),
        ((0, 3), IndexError, "(0, 3) lies outside"),
        ((-1, 0), ps.PlaceError, "(-1, 0) lies outside"),
        ((0, -1), ps.PlaceError, "(0, -1) lies outside"),
        ((2**70, 0), ps.PlaceError, "lies outside"),
        ((0.0, 1), ps.PlaceTypeError, "place must be two whole numbers (x, y), not (0.0, 1)"),
        ((math.nan, 1), TypeError, "whole numbers"),
        ((True, 1), ps.PlaceTypeError, "whole numbers"),
        (("0", "1"), ps.PlaceTypeError, "whole numbers"),
        ((1,), ps.PlaceTypeError, "two whole numbers"),
        ((1, 2, 0), ps.PlaceTypeError, "two whole numbers"),
        (7, ps.PlaceTypeError, "two whole numbers"),
        (None, ps.PlaceTypeError, "two whole numbers"),
        ("ab", ps.PlaceTypeError, "whole numbers"),
    ],
)
def test_wrong_places(place, error, message):
    for ends in ((place, (0, 0)), ((0, 0), place)):
        with pytest.raises(error) as raised:
            ps.find_path(GRID, *ends)
        assert message in str(raised.value)
        assert isinstance(raised.value, ps.PathstarError)


def test_a_row_and_a_column_in_the_wrong_order_are_noticed():
    wide = ps.Grid(np.ones((6, 9)))
    with pytest.raises(ps.PlaceError, match=r"\(5, 8\) lies outside .* is \(8, 5\) meant\?$"):
        ps.find_path(wide, (0, 0), (5, 8))
    with pytest.raises(ps.PlaceError, match=r"goals\[1\] = \(5, 8\) lies outside .* is \(8, 5\) meant\?$"):
        ps.find_paths(wide, [(0, 0), (0, 0)], [(1, 1), (5, 8)])
    with pytest.raises(ps.PlaceError, match=r"y from 0 to 5$"):
        ps.find_path(wide, (0, 0), (9, 8))


@pytest.mark.parametrize(
    ("make", "function"),
    [
        (lambda map, **given: map.grid(**given), "Map.grid"),
        (lambda map, **given: map.hexgrid(**given), "Map.hexgrid"),
        (ps.TriangleGrid.of, "TriangleGrid.of"),
        (lambda map, **given: ps.VoxelGrid.from_maps([map], **given), "VoxelGrid.from_maps"),
    ],
)
@pytest.mark.parametrize("argument", ["cost", "walkable", "edges"])
def test_what_a_map_determines_is_no_argument(make, function, argument):
    with pytest.raises(ps.OptionError, match=f"{function} takes no {argument}: .*costs="):
        make(ps.Map([[1, 1]]), **{argument: [[1, 1]]})


@pytest.mark.parametrize(("thing", "hint"), [(ps.Map([[1]]), "map.grid"), ([[1]], r"Grid\(array\)")])
def test_what_is_no_space_is_told_how_to_become_one(thing, hint):
    for call in (
        lambda: ps.find_path(thing, (0, 0), (0, 0)),
        lambda: ps.build_index(thing, "landmarks"),
        lambda: ps.dead_ends(thing),
    ):
        with pytest.raises(ps.SpaceError, match=hint):
            call()


@pytest.mark.parametrize("place", [np.array([3, 2]), (np.int8(3), np.uint64(2)), [3, 2]])
def test_whole_numbers_of_any_kind_are_places(place):
    assert ps.find_path(GRID, (0, 0), place).points[-1].tolist() == [3, 2]


def test_places_of_numpy_read_like_others():
    path = ps.find_path(GRID, (np.int64(0), np.uint8(0)), np.array([3, 2]))
    assert repr(path) == "Path((0, 0) to (3, 2): 6 places, cost 5)"
    search = ps.Planner(GRID).search((np.int64(0), 0), (3, 2))
    assert repr(search).startswith("Search((0, 0) to (3, 2): ")
    assert repr(ps.Replanner(GRID, (np.int64(0), 0), (3, 2))).endswith("(0, 0) to (3, 2), auto)")


@pytest.mark.parametrize("several", [[(1, 0), (2, 0)], ((1, 0), (2, 0), (2, 1)), np.array([[1, 0], [2, 0]])])
@pytest.mark.parametrize("space", [GRID, ps.Turning(GRID), ps.VoxelGrid(np.ones((1, 2, 3)))])
def test_several_places_for_a_goal_are_sent_to_the_goals(space, several):
    start = (0,) * len(space.shape) if space.noun == "box" else (0, 0)
    with pytest.raises(ps.PlaceTypeError, match=r"any of several places give ps\.goals\.any_of\(places\)"):
        ps.find_path(space, start, several)


def test_a_mask_in_place_of_places_says_how_to_list_them():
    mask = GRID.walkable
    with pytest.raises(ps.PlaceTypeError, match=r"the places of a mask are np\.argwhere\(mask\)\[:, ::-1\]"):
        ps.distance_field(GRID, mask)
    assert (ps.distance_field(GRID, np.argwhere(mask)[:, ::-1]).costs[mask] == 0).all()


def test_a_function_for_an_estimate_is_sent_to_search():
    with pytest.raises(ps.OptionError, match=r"heuristic is a function; .* ps\.search takes functions"):
        ps.find_path(GRID, (0, 0), (3, 2), heuristic=lambda node: 0.0)


def test_walls_and_ends_are_values():
    assert ps.find_path(GRID, (1, 1), (0, 0)).status is ps.Status.BLOCKED_START
    assert ps.find_path(GRID, (0, 0), (1, 1)).status is ps.Status.BLOCKED_GOAL
    assert ps.find_path(GRID, (2, 1), (2, 1)).status is ps.Status.BLOCKED_START
    same = ps.find_path(GRID, (0, 0), (0, 0))
    assert (len(same), same.cost, same.status) == (1, 0, ps.Status.FOUND)
    apart = ps.find_path(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0))
    assert (bool(apart), len(apart), apart.cost, apart.status) == (False, 0, math.inf, ps.Status.NO_PATH)
    assert apart.points.shape == (0, 2)
    assert apart.stats.expanded == 0, "islands show it without a search"
    assert list(apart) == []


@pytest.mark.parametrize(
    ("walkable", "error", "message"),
    [
        ([], ps.ArrayError, "(0,)"),
        (np.ones((0, 5)), ps.ArrayError, "at least one cell"),
        (np.ones((5, 0)), ps.ArrayError, "at least one cell"),
        (np.ones(5), ps.ArrayError, "not of shape (5,)"),
        (np.ones((2, 2, 2)), ps.ArrayError, "not of shape (2, 2, 2)"),
        (3, ps.ArrayError, "not of shape ()"),
        ([[1, 1], [1]], ps.ArrayError, "walkable cannot be made an array"),
        (np.array([[object()]]), ps.ArrayTypeError, "must hold bools, integers or floats, not object"),
        (["..#"], ps.ArrayTypeError, "<U3; of text, make [[char != '#' for char in line] for line in lines]"),
        (np.ones((2, 2), complex), TypeError, "complex128"),
        (np.ones((2, 2), "M8[s]"), ps.ArrayTypeError, "datetime64"),
        (None, ps.ArrayTypeError, "not object"),
    ],
)
def test_wrong_arrays(walkable, error, message):
    with pytest.raises(error) as raised:
        ps.Grid(walkable)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("cost", "error", "message"),
    [
        ([[1.0, -2.0, 1.0]], ps.CostError, "cost at (1, 0) is -2.0"),
        ([[1.0, -math.inf, 1.0]], ps.CostError, "(1, 0)"),
        ([[1.0, 1e200, 1.0]], ps.CostError, "at most 1e+100"),
        ([[1.0, 1.0]], ps.ArrayError, "cost has the shape (1, 2), walkable (1, 3)"),
        (["abc"], (ps.ArrayError, ps.ArrayTypeError), "cost"),
        (np.ones((1, 3), complex), ps.ArrayTypeError, "complex"),
    ],
)
def test_wrong_costs(cost, error, message):
    with pytest.raises(error) as raised:
        ps.Grid([[1, 1, 1]], cost=cost)
    assert message in str(raised.value)


def test_nan_and_infinite_costs_are_walls_and_zero_is_free():
    for wall in (math.nan, math.inf):
        grid = ps.Grid(np.ones((2, 3)), cost=[[1, wall, 1], [0, 0, 0]])
        assert grid.walkable.tolist() == [[True, False, True], [True, True, True]]
        path = ps.find_path(grid, (0, 0), (2, 0))
        assert path.points.tolist() == [[0, 0], [0, 1], [1, 1], [2, 1], [2, 0]]
        assert path.cost == 1


LAYOUTS = {
    "fortran": np.asfortranarray,
    "strided": lambda a: np.repeat(np.repeat(a, 2, 0), 3, 1)[::2, ::3],
    "reversed": lambda a: a[::-1, ::-1].copy()[::-1, ::-1],
    "transposed": lambda a: np.ascontiguousarray(a.T).T,
    "byte-swapped": lambda a: a.astype(a.dtype.newbyteorder()),
    "list": lambda a: a.tolist(),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["bool", "u1", "i1", "u8", "i8", "f2", "f4", "f8"])
def test_any_type_and_layout(layout, dtype):
    random = np.random.default_rng(5)
    walkable = (random.random((13, 17)) > 0.3).astype(dtype)
    cost = random.integers(0, 2 if dtype == "bool" else 9, (13, 17)).astype(dtype)
    plain = ps.Grid(walkable.astype(bool), cost=cost.astype(float))
    given = LAYOUTS[layout]
    grid = ps.Grid(given(walkable), cost=given(cost))
    np.testing.assert_array_equal(grid.walkable, plain.walkable)
    np.testing.assert_array_equal(grid.cost, plain.cost)


def test_read_only_arrays_and_dlpack():
    walkable = np.ones((2, 2))
    walkable.flags.writeable = False
    assert ps.find_path(ps.Grid(walkable), (0, 0), (1, 1))

    class OnlyDlpack:
        def __dlpack__(self, **options):
            return np.ones((2, 2)).__dlpack__(**options)

        def __dlpack_device__(self):
            return (1, 0)

    assert ps.Grid(OnlyDlpack()).walkable.all()


def test_a_grid_does_not_follow_the_callers_array():
    walkable = np.ones((2, 3), bool)
    grid = ps.Grid(walkable)
    walkable[:] = False
    assert grid.walkable.all()
    with pytest.raises(ValueError, match="read-only"):
        grid.walkable[0, 0] = False


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "astr"}, "unknown algorithm 'astr'; did you mean 'astar'?"),
        ({"algorithm": None}, "unknown algorithm None"),
        ({"heuristic": "octal"}, "did you mean 'octile'?"),
        ({"open_list": "heapq"}, "did you mean 'heap'?"),
        ({"open_list": "fifo"}, "only bfs uses it"),
        ({"ties": "bigger_g"}, "unknown tie rule"),
        ({"ties": "first", "open_list": "bucket"}, "has its own order"),
        ({"weight": -1}, "weight is -1"),
        ({"weight": math.nan}, "weight is nan"),
        ({"weight": math.inf}, "weight is inf"),
        ({"weight": "2"}, "weight is '2'"),
        (
            {"algorithm": "dijkstra", "heuristic": "octile"},
            "dijkstra uses no estimate, so it takes no heuristic",
        ),
        ({"algorithm": "bfs", "open_list": "heap"}, "bfs needs the open list 'fifo'"),
        ({"max_expansions": 0}, "max_expansions is 0"),
        ({"max_expansions": 2.5}, "max_expansions is 2.5"),
    ],
)
def test_wrong_options(options, message):
    with pytest.raises(ps.OptionError) as raised:
        ps.find_path(GRID, (0, 0), (1, 0), **options)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("made", "name"),
    [
        (lambda: ps.Planner(GRID), "index"),
        (lambda: ps.Planner(GRID), "space"),
        (lambda: ps.known.Walk(ps.known.KnownMap(ps.Map([[1, 1]])), (0, 0), (1, 0), radius=2), "goal"),
        (lambda: ps.jobs.TimeBoundedWalk(GRID, (0, 0), (3, 2)), "goal"),
    ],
)
def test_what_was_chosen_for_good_cannot_be_assigned(made, name):
    thing = made()
    before = getattr(thing, name)
    with pytest.raises(AttributeError, match=name):
        setattr(thing, name, (0, 0))
    assert getattr(thing, name) is before


@pytest.mark.parametrize("find", [ps.find_path, ps.find_paths, ps.trace])
@pytest.mark.parametrize(
    ("name", "allowed", "equal"),
    [
        ("weight", 1, True),
        ("max_expansions", 1, True),
        ("max_expansions", 2, 2.0),
        ("max_cost", 1.0, True),
        ("max_seconds", 1, True),
        ("skip_dead_ends", False, 0),
        ("partial", True, 1),
        ("partial", False, 0),
    ],
)
def test_an_option_equal_to_one_used_before_is_checked_too(find, name, allowed, equal):
    grid = ps.Grid([[1, 1]])
    ends = [(0, 0)], [(1, 0)]
    if find is not ps.find_paths:
        ends = (0, 0), (1, 0)
    for _ in range(2):
        find(grid, *ends, **{name: allowed})
        with pytest.raises(ps.OptionError, match=f"^{name} is {equal!r}; allowed: "):
            find(grid, *ends, **{name: equal})


def test_a_planner_takes_no_options_beside_its_own():
    for given in ({"weight": 1.0}, {"partial": 0}, {"skip_dead_ends": 0}, {"avoid": [(1, 0)]}):
        with pytest.raises(ps.OptionError, match="brings its own options"):
            ps.find_paths(ps.Planner(GRID), [(0, 0)], [(1, 0)], **given)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"directions": 6}, "directions is 6; allowed: 4, 8"),
        ({"corners": "no-cut"}, "did you mean 'no_cut'?"),
        ({"straight": 0}, "straight is 0"),
        ({"straight": math.nan}, "straight is nan"),
        ({"diagonal": -1}, "diagonal is -1"),
        ({"diagonal": "1"}, "diagonal is '1'"),
        ({"diagonal": 5000}, "at most 1000 times"),
    ],
)
def test_wrong_moves(arguments, message):
    with pytest.raises(ps.OptionError) as raised:
        ps.Moves(**arguments)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("thing", "hint"),
    [(np.ones((2, 2)), "Grid(array)"), (ps.Map([[1]]), "map.grid()"), (None, "a space is needed")],
)
def test_not_a_space(thing, hint):
    with pytest.raises(ps.SpaceError) as raised:
        ps.find_path(thing, (0, 0), (0, 0))
    assert hint in str(raised.value)


@pytest.mark.parametrize(
    ("starts", "goals", "error", "message"),
    [
        ([(0, 0)], [(0, 0), (1, 0)], ps.ArrayError, "1 start and 2 goals were given"),
        ([(0, 0), (9, 0)], [(0, 0), (1, 0)], ps.PlaceError, "starts[1] = (9, 0) lies outside"),
        ([(0, 0)], [(0, -1)], ps.PlaceError, "goals[0] = (0, -1)"),
        ([(0.0, 0.0)], [(0, 0)], ps.PlaceTypeError, "starts must hold whole numbers"),
        ([(0, 0, 0)], [(0, 0)], ps.ArrayError, "not of shape (1, 3)"),
        ((0, 0), (1, 0), ps.ArrayError, "not of shape (2,)"),
        ([(0, 0), (1,)], [(0, 0), (1, 0)], ps.ArrayError, "differ in length"),
    ],
)
def test_wrong_batches(starts, goals, error, message):
    with pytest.raises(error) as raised:
        ps.find_paths(GRID, starts, goals)
    assert message in str(raised.value)


@pytest.mark.parametrize("threads", [0, -1, 10**6, 1.5, "2", True])
def test_wrong_threads(threads):
    with pytest.raises(ps.OptionError, match="threads is"):
        ps.find_paths(GRID, [(0, 0)], [(1, 0)], threads=threads)


def test_an_empty_batch():
    paths = ps.find_paths(GRID, [], [])
    assert len(paths) == 0
    assert paths.offsets.tolist() == [0]


def test_more_cells_than_fit():
    huge = np.broadcast_to(np.ones(1, bool), (2**16, 2**16))
    with pytest.raises(ps.MapLimitError, match="at most 2147483647"):
        ps.Grid(huge)


def test_a_limit_stops_the_search():
    grid = ps.Grid(np.ones((50, 50)))
    path = ps.find_path(grid, (0, 0), (49, 20), algorithm="dijkstra", max_expansions=10)
    assert (path.status, bool(path), path.stats.expanded) == (ps.Status.LIMIT, False, 10)
    assert ps.trace(grid, (0, 0), (49, 20), max_events=100).path.status is ps.Status.LIMIT


def test_changes_come_in_order():
    map = ps.Map(np.ones((5, 5)))
    grid = map.grid(follow=False)
    first, second = map.edit("passable", (2, 2), False), map.edit("passable", (2, 3), False)
    with pytest.raises(ps.StaleError, match="stands at revision 0 of its map; the change leads from 1 to 2"):
        grid.update(second)
    grid.update(first)
    with pytest.raises(ps.StaleError, match="of another map"):
        grid.update(ps.Map(np.ones((5, 5))).edit("passable", (0, 0), False))
    with pytest.raises(ps.OptionError, match="made from arrays"):
        GRID.update(second)
    still = map.grid(follow=np.bool_(False))
    map.edit("passable", (4, 4), False)
    assert still.walkable[4, 4]
    with pytest.raises(ps.OptionError, match="follow is 1; allowed: True, False"):
        map.grid(follow=1)


def test_many_threads_on_one_planner():
    grid = ps.Grid(np.random.default_rng(3).random((200, 200)) > 0.3)
    planner = ps.Planner(grid)
    ends = [((x, 0), (199 - x, 199)) for x in range(0, 200, 7)]
    alone = [planner.find(*pair).cost for pair in ends]
    together: dict[int, list[float]] = {}

    def work(number: int) -> None:
        together[number] = [planner.find(*pair).cost for pair in ends]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(together[number] == alone for number in range(6))


# Each takes minutes, or much longer, unless something stops it.
CORNERS = "(0, 0), (w - 1, w - 1), algorithm='dijkstra', open_list='unsorted'"
ENDS = "np.zeros((10**5, 2), int), np.full((10**5, 2), w - 1), algorithm='dijkstra'"
LONG_CALLS = {
    "find_path": f"ps.find_path(grid, {CORNERS})",
    "find_paths": f"ps.find_paths(grid, {ENDS}, threads=1)",
    "find_paths on threads": f"ps.find_paths(grid, {ENDS}, threads=2)",
    "cost_matrix": "ps.cost_matrix(grid, np.zeros((10**4, 2), int), [(x, 0) for x in range(99)], threads=2)",
    "trace": f"ps.trace(grid, {CORNERS})",
}


@pytest.mark.skipif(
    sys.platform == "win32", reason="signals to a process of its own work otherwise on Windows"
)
@pytest.mark.parametrize("call", LONG_CALLS)
def test_other_threads_run_during_a_long_search_and_ctrl_c_stops_it(call):
    """A thread runs Python while another is in native code; as soon as it detects that, it sends Ctrl+C.

    It holds the GIL, and sees that the process uses the processor without it: that can only be the search. A
    search that keeps the GIL is never detected, and one that ignores Ctrl+C ends by itself, if ever.
    """
    program = f"""
        import os, signal, sys, threading, time, numpy as np, pathstar as ps
        w = 3000
        grid = ps.Grid(np.ones((w, w), bool))
        ps.find_path(grid, (0, 0), (1, 0))

        def others():
            return time.process_time() - time.thread_time()

        def native_code_runs():
            before, own = others(), time.thread_time()
            while time.thread_time() - own < 0.02:
                if others() - before > 0.002:
                    return True
            return False

        def interrupt():
            while not native_code_runs():
                time.sleep(0.001)  # lets the lock go
            os.kill(os.getpid(), signal.SIGINT)

        sys.setswitchinterval(10_000)
        threading.Thread(target=interrupt, daemon=True).start()
        try:
            {LONG_CALLS[call]}
        except KeyboardInterrupt:
            assert ps.find_path(grid, (0, 0), (5, 0)).cost == 5
            print("stopped")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.stdout.strip() == "stopped", done.stderr
    assert done.returncode in (0, -signal.SIGINT)


def test_switches_of_numpy_are_switches():
    path = ps.find_path(GRID, (0, 0), (3, 2), skip_dead_ends=np.bool_(True))
    assert path.cost == ps.find_path(GRID, (0, 0), (3, 2), skip_dead_ends=True).cost
    assert ps.find_paths(GRID, [(0, 0)], [(3, 2)], costs_only=np.bool_(True)).costs_only is True


def test_nodes_in_rows_of_different_lengths():
    graph = ps.Graph([0, 1, 1], [1], [2.0])
    with pytest.raises(ps.PlaceTypeError, match="nodes must be whole numbers; the rows given differ"):
        graph.places_of([[0, 1], [0]])


@pytest.mark.parametrize("nodes", [[1, 99], [-1, 0], np.array([2**40]), [0.5], None])
def test_only_nodes_of_a_grid_can_be_untouched(nodes):
    map = ps.Map([[1, 1, 1]])
    grid = map.grid()
    before = grid.revision
    map.edit("passable", (2, 0), False)
    with pytest.raises((ps.PlaceError, ps.PlaceTypeError), match=r"there is no node|must be whole numbers"):
        grid.untouched(nodes, before)
    assert grid.untouched([0, 1], before) == 1
