"""The rest of what a program calls: grids and nodes of pathfinding, errors of pyastar2d, linked objects."""

from __future__ import annotations

import math
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.compat import arcade, pathfinding, pyastar2d, skimage, tcod, untold


class TestPathfinding:
    def test_a_grid_follows_its_nodes(self) -> None:
        grid = pathfinding.Grid(3, 2)
        finder = pathfinding.AStarFinder(diagonal_movement=pathfinding.DiagonalMovement.always)
        ends = grid.node(0, 0), grid.node(2, 0)
        assert len(finder.find_path(*ends, grid)[0]) == 3
        grid.node(1, 0).walkable = False
        assert [tuple(node) for node in finder.find_path(*ends, grid)[0]] == [(0, 0), (1, 1), (2, 0)]
        grid.node(1, 0).walkable = True
        grid.node(1, 1).weight = 9
        assert finder.find_path(*ends, grid)[0][1] == grid.node(1, 0)
        assert (grid.walkable(1, 1), grid.walkable(5, 5), grid.inside(2, 1)) == (True, False, True)

    def test_joined_borders(self) -> None:
        grid = pathfinding.Grid(matrix=[[1, 0, 1, 1]])
        grid.set_passable_left_right_border()
        path, _ = pathfinding.DijkstraFinder().find_path(grid.node(0, 0), grid.node(2, 0), grid)
        assert [node.x for node in path] == [0, 3, 2]

    def test_an_inverse_matrix(self) -> None:
        grid = pathfinding.Grid(matrix=[[0, 1, 0]], inverse=True)
        assert (grid.walkable(0, 0), grid.walkable(1, 0), repr(grid)) == (
            True,
            False,
            "<Grid width=3 height=1>",
        )
        assert pathfinding.BiAStarFinder().find_path(grid.node(0, 0), grid.node(2, 0), grid)[0] == []

    def test_mistakes_are_named(self) -> None:
        grid = pathfinding.Grid(2, 2)
        with pytest.raises(ps.PlaceError, match=r"\(2, 0\) lies outside of a grid of 2 x 2"):
            grid.node(2, 0)
        with pytest.raises(ps.PlaceError, match=r"\(-1, 0\) lies outside of a grid of 2 x 2"):
            grid.update_node(-1, 0, walkable=False)
        with pytest.raises(ps.CostError, match="must be positive"):
            grid.update_node(0, 0, weight=0)
        for weight in (math.nan, "x", [1]):
            with pytest.raises(ps.CostError, match="must be positive"):
                grid.update_node(0, 0, weight=weight)  # type: ignore[arg-type]
        with pytest.raises(ps.OptionError, match="width is -1; allowed: a whole number from 0"):
            pathfinding.Grid(-1, 2)
        with pytest.raises(ps.PlaceTypeError, match=r"the place is \(None, 0\); allowed: a column and a row"):
            grid.node(None, 0)
        ends, finder = (grid.node(0, 0), grid.node(1, 1)), pathfinding.AStarFinder()
        with pytest.raises(ps.PlaceTypeError, match=r"end is \(1, 1\); allowed: a node, such as grid\.node"):
            finder.find_path(ends[0], (1, 1), grid)
        with pytest.raises(ps.OptionError, match="grid is None; allowed: a Grid"):
            finder.find_path(*ends, None)
        with pytest.raises(ps.OptionError, match="diagonal_movement is 7"):
            pathfinding.AStarFinder(diagonal_movement=7).find_path(grid.node(0, 0), grid.node(1, 1), grid)


class TestPyastar2d:
    def test_mistakes_are_named(self) -> None:
        with pytest.raises(ps.CostError, match=r"must be 1, but one is 0\.5"):
            pyastar2d.astar_path([[1, 0.5]], (0, 0), (0, 1))
        with pytest.raises(ps.PlaceError, match=r"goal \(2, 0\) lies outside"):
            pyastar2d.astar_path(np.ones((2, 2)), (0, 0), (2, 0))
        with pytest.raises(ps.OptionError, match="heuristic_override is 77; allowed: a Heuristic"):
            pyastar2d.astar_path(np.ones((2, 2)), (0, 0), (1, 0), heuristic_override=77)

    def test_no_path_is_none(self) -> None:
        assert pyastar2d.astar_path([[1, np.inf, 1]], (0, 0), (0, 2)) is None


@pytest.mark.parametrize("point", [None, (5,), "ab", (math.nan, 5), (math.inf, 5)])
def test_arcade_names_what_is_no_point(point: Any) -> None:
    field = SimpleNamespace(grid_size=10, left=0, right=2, bottom=0, top=1, barrier_list=[])
    with pytest.raises(ps.PlaceTypeError, match=r"end_point is .*; allowed: two finite numbers"):
        arcade.astar_calculate_path((5, 5), point, field)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"grid_size": 0}, "its squares have no size"),
        ({"grid_size": math.nan}, "its squares have no size"),
        ({"right": None}, "NoneType"),
        ({"top": 2**40}, "the board has more squares than"),
        ({"top": 2**70}, ""),
        ({"barrier_list": None}, "barrier_list=None"),
        ({"barrier_list": [None]}, ""),
        ({"barrier_list": [(1,)]}, r"a square is \(x, y\)"),
    ],
)
def test_arcade_names_what_is_no_barrier_list(given: dict[str, Any], reason: str) -> None:
    field = {"grid_size": 10, "left": 0, "right": 2, "bottom": 0, "top": 1, "barrier_list": []}
    with pytest.raises(
        ps.OptionError, match=f"{reason}.*allowed: an object with grid_size, a number above 0"
    ):
        arcade.astar_calculate_path((5, 5), (25, 5), SimpleNamespace(**{**field, **given}))
    with pytest.raises(ps.OptionError, match=r"astar_barrier_list is None: .* 'grid_size'; allowed"):
        arcade.astar_calculate_path((5, 5), (25, 5), None)


def test_arcade_starts_on_a_barrier_and_stays_inside() -> None:
    field = SimpleNamespace(grid_size=16, left=-2, right=2, bottom=-1, top=1, barrier_list=[(-2, 0), (9, 9)])
    path = arcade.astar_calculate_path((-30, 5), (39, 5), field)
    assert path == [(x * 16, 0) for x in range(-2, 3)]
    assert arcade.astar_calculate_path((-30, 5), (60, 5), field) is None
    assert arcade.astar_calculate_path((0, 0), (-30, 5), field) is None


@pytest.mark.parametrize("diagonal", [True, False])
def test_arcade_steps_in_from_just_outside(diagonal: bool) -> None:
    theirs = pytest.importorskip("arcade.paths").astar_calculate_path
    field = SimpleNamespace(grid_size=10, left=1, right=4, bottom=-3, top=0, barrier_list=[(1, 0), (3, -2)])
    goal, found = (35, -25), []
    for x in range(-15, 75, 10):
        for y in range(-55, 35, 10):
            path, expected = (
                find((x, y), goal, field, diagonal) for find in (arcade.astar_calculate_path, theirs)
            )
            assert (path is None) == (expected is None), (x, y)
            if path is not None:
                assert (path[0], path[-1], len(path)) == (expected[0], expected[-1], len(expected)), (x, y)
                found.append((x, y))
    assert {(5, -15), (5, -35)} & set(found) == ({(5, -15), (5, -35)} if diagonal else {(5, -15)})


class Node:
    """A node of the articles; two at the same place are equal, and it has no hash."""

    def __init__(self, x: int, y: int, traversable: bool) -> None:
        self.x, self.y, self.traversable = x, y, traversable
        self.g = self.h = self.f = -1.0
        self.parent: Node | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and (self.x, self.y) == (other.x, other.y)

    __hash__ = None  # type: ignore[assignment]


def linked(free: np.ndarray) -> tuple[dict[tuple[int, int], Node], Any]:
    """Return nodes for squares, and a function that returns the nodes around one, including itself."""
    nodes = {(x, y): Node(x, y, bool(free[y, x])) for y, x in np.ndindex(free.shape)}

    def connected(node: Node) -> list[Node]:
        near = [(node.x + dx, node.y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        return [nodes[place] for place in near if place in nodes]

    return nodes, connected


@pytest.mark.parametrize("heuristic", [untold.euclidean, untold.diagonal])
@pytest.mark.parametrize("seed", range(6))
def test_linked_objects(seed: int, heuristic: Any) -> None:
    free = np.random.default_rng(seed).random((9, 11)) > 0.3
    free[0, 0] = free[8, 10] = True
    nodes, connected = linked(free)
    path = untold.find_path(nodes[0, 0], nodes[10, 8], connected, heuristic)
    expected = ps.find_path(ps.Grid(free, moves=ps.Moves(corners="free")), (0, 0), (10, 8))
    assert (path is not None) == bool(expected)
    if path is None:
        return
    assert path[-1].g == pytest.approx(expected.cost)
    assert path[0].parent is None
    for parent, node in pairwise(path):
        assert node.parent is parent
        assert node.g == pytest.approx(parent.g + heuristic(parent, node))
        assert node.h == pytest.approx(heuristic(node, nodes[10, 8]))
        assert node.f == pytest.approx(node.g + node.h)


def test_linked_objects_without_a_path() -> None:
    nodes, connected = linked(np.array([[True, False, True]]))
    assert untold.find_path(nodes[0, 0], nodes[2, 0], connected) is None
    assert untold.find_path(nodes[0, 0], nodes[0, 0], connected) == [nodes[0, 0]]
    assert (
        untold.manhattan(nodes[0, 0], nodes[2, 0])
        == 2
        == math.ceil(untold.diagonal(nodes[2, 0], nodes[0, 0]))
    )


def no_nodes(returned: Any) -> Any:
    return lambda node: returned


def a_distance(returned: Any) -> Any:
    return lambda node, other: returned


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        ({"connected_nodes": None}, ps.OptionError, "connected_nodes is None; it must be a function"),
        ({"heuristic": "euclidean"}, ps.OptionError, "heuristic is 'euclidean'; it must be a function"),
        (
            {"first": (0, 0)},
            ps.OptionError,
            r"first is \(0, 0\); allowed: objects with x, y and traversable",
        ),
        ({"destination": None}, ps.OptionError, "destination is None; allowed: objects with x, y and trav"),
        (
            {"connected_nodes": no_nodes(None)},
            ps.OptionError,
            r"connected_nodes\(.*\) is None; allowed: a list",
        ),
        (
            {"connected_nodes": no_nodes([7])},
            ps.OptionError,
            r"connected_nodes\(.*\) holds 7; allowed: objects with x",
        ),
        (
            {"connected_nodes": no_nodes([SimpleNamespace(traversable=True, x=1)])},
            ps.OptionError,
            "no attribute 'y'; a node has x and y, two numbers",
        ),
        (
            {"first": SimpleNamespace(traversable=True, x="0", y=0), "heuristic": untold.manhattan},
            ps.OptionError,
            "no distance lies between .*unsupported operand.*; a node has x and y, two numbers",
        ),
        ({"heuristic": a_distance(None)}, ps.CostError, r"heuristic\(.*\) is None; allowed: a number from 0"),
        ({"heuristic": a_distance(-1)}, ps.CostError, r"heuristic\(.*\) is -1; allowed: a number from 0"),
        (
            {"heuristic": a_distance(math.nan)},
            ps.CostError,
            r"heuristic\(.*\) is nan; allowed: a number from 0",
        ),
    ],
)
def test_what_linked_objects_lack_is_named(changed: Any, error: type[Exception], message: str) -> None:
    nodes, connected = linked(np.ones((1, 3), bool))
    asked = {"first": nodes[0, 0], "destination": nodes[2, 0], "connected_nodes": connected}
    with pytest.raises(error, match=message):
        untold.find_path(**{**asked, **changed})


def test_linked_objects_may_be_measured_by_other_attributes() -> None:
    stops = {name: SimpleNamespace(name=name, traversable=True) for name in "abc"}
    after = {"a": "bc", "b": "c", "c": ""}
    path = untold.find_path(
        stops["a"],
        stops["c"],
        lambda stop: (stops[name] for name in after[stop.name]),
        lambda stop, other: (ord(stop.name) - ord(other.name)) ** 2,
    )
    assert path is not None
    assert [stop.name for stop in path] == ["a", "b", "c"]


def test_what_the_functions_of_linked_objects_raise_passes_through() -> None:
    nodes, connected = linked(np.ones((1, 3), bool))
    with pytest.raises(ZeroDivisionError):
        untold.find_path(nodes[0, 0], nodes[2, 0], connected, lambda node, other: 1 / 0)


@pytest.mark.parametrize("costs", ["x", [[1, 2], [3]], np.zeros((0, 3)), [["a"]], np.array(1.0), object()])
@pytest.mark.parametrize(
    "called",
    [
        lambda costs: skimage.route_through_array(costs, (0, 0), (0, 0)),
        lambda costs: pyastar2d.astar_path(costs, (0, 0), (0, 0)),
        lambda costs: tcod.AStar(costs).get_path(0, 0, 0, 0),
        lambda costs: pathfinding.Grid(matrix=costs).node(0, 0),
    ],
)
def test_what_is_no_array_of_costs_is_refused(called: Any, costs: Any) -> None:
    with pytest.raises(ps.PathstarError):
        called(costs)


@pytest.mark.parametrize("place", [None, 5, (), ("a", 0), (math.nan, 0), (0, 0, 0)])
@pytest.mark.parametrize(
    "called",
    [
        lambda place: skimage.route_through_array(np.ones((2, 3)), place, (0, 0)),
        lambda place: pyastar2d.astar_path(np.ones((2, 3)), (0, 0), place),
        lambda place: tcod.Pathfinder(
            tcod.SimpleGraph(cost=np.ones((2, 3)), cardinal=1, diagonal=1)
        ).add_root(place),
    ],
)
def test_what_is_no_place_is_refused(called: Any, place: Any) -> None:
    with pytest.raises(ps.PathstarError):
        called(place)
