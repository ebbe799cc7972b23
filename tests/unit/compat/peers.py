"""Other packages and their stand-ins: one board for both, one rule for the costs of both paths."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pyastar2d
import skimage.graph
import tcod.path
from arcade.paths import astar_calculate_path
from numpy.typing import NDArray
from pathfinding.core.diagonal_movement import DiagonalMovement
from pathfinding.core.grid import Grid
from pathfinding.finder.dijkstra import DijkstraFinder

from pathstar import compat

Cells = list[tuple[int, int]]
Step = Callable[[float, float, bool], float]


class Board(NamedTuple):
    """Costs ``[h, w]``, 0 for walls, and two free cells by row and column."""

    costs: NDArray[np.float64]
    start: tuple[int, int]
    goal: tuple[int, int]


class Peer(NamedTuple):
    """One function of another package.

    Attributes:
        own: Returns the cells of pathstar's path; none if there is no path.
        theirs: The same for the other package.
        step: The cost of a step, by the costs of the cells that it leaves and enters, and whether it is
            diagonal.
        prepare: Converts a board to the arguments of both.
    """

    own: Callable[[Any], Cells]
    theirs: Callable[[Any], Cells]
    step: Step
    prepare: Callable[[Board], Any] = lambda board: board


def random_board(chance: np.random.Generator) -> Board:
    """Return a board of random size, density of walls and kind of costs."""
    shape = chance.integers(2, 22, 2)
    kind = chance.integers(3)
    costs = (np.ones(shape), chance.integers(1, 10, shape), chance.integers(1, 5, shape) / 4 + 1)[kind]
    costs = costs * (chance.random(shape) >= chance.random() * 0.45)
    ends = [tuple(int(chance.integers(side)) for side in shape) for _ in range(2)]
    for end in ends:
        costs[end] = 1  # as tcod's path2d treats it
    return Board(costs.astype(np.float64), ends[0], ends[1])


def cost_of(path: Cells, board: Board, step: Step) -> float:
    """Return the cost of a path, after checking that it goes from start to goal over free neighbours."""
    if not path:
        return np.inf
    assert path[0] == board.start
    assert path[-1] == board.goal
    assert all(board.costs[cell] > 0 for cell in path)
    total = 0.0
    for here, there in pairwise(path):
        across = [abs(a - b) for a, b in zip(here, there, strict=True)]
        assert max(across) == 1
        total += step(float(board.costs[here]), float(board.costs[there]), sum(across) == 2)
    return total


def compare(peer: Peer, board: Board) -> None:
    """Raise AssertionError unless the own path costs no more."""
    given = peer.prepare(board)
    own, theirs = (cost_of(find(given), board, peer.step) for find in (peer.own, peer.theirs))
    assert own <= theirs * (1 + 1e-6), f"{own} > {theirs} on {board}"


def entered(diagonal: float, straight: float = 1.0) -> Step:
    return lambda here, there, is_diagonal: there * (diagonal if is_diagonal else straight)


def left(diagonal: float, straight: float) -> Step:
    return lambda here, there, is_diagonal: here * (diagonal if is_diagonal else straight)


def by_mean(here: float, there: float, is_diagonal: bool) -> float:
    return (here + there) / 2 * (2**0.5 if is_diagonal else 1)


def route(module: Any, **options: Any) -> Callable[[Board], Cells]:
    def find(board: Board) -> Cells:
        costs = np.where(board.costs > 0, board.costs, -1)
        try:
            return list(module.route_through_array(costs, board.start, board.goal, **options)[0])
        except ValueError:
            return []

    return find


def star2d(module: Any, diagonal: bool) -> Callable[[Board], Cells]:
    def find(board: Board) -> Cells:
        weights = np.where(board.costs > 0, board.costs, np.inf).astype(np.float32)
        path = module.astar_path(weights, board.start, board.goal, allow_diagonal=diagonal)
        return [] if path is None else list(map(tuple, path.tolist()))

    return find


def tcod_astar(kind: Any, diagonal: float) -> Callable[[Board], Cells]:
    def find(board: Board) -> Cells:
        path = kind(board.costs.astype(np.float32), diagonal).get_path(*board.start, *board.goal)
        return [board.start, *path] if path or board.start == board.goal else []

    return find


def tcod_dijkstra(kind: Any, diagonal: float) -> Callable[[Board], Cells]:
    def find(board: Board) -> Cells:
        paths = kind(board.costs.astype(np.float32), diagonal)
        paths.set_goal(*board.start)
        path = paths.get_path(*board.goal)
        return [board.start, *path] if path or board.start == board.goal else []

    return find


def tcod_graph(module: Any, cardinal: int, diagonal: int) -> Callable[[Board], Cells]:
    def find(board: Board) -> Cells:
        costs = np.ceil(board.costs).astype(np.int32)
        finder = module.Pathfinder(module.SimpleGraph(cost=costs, cardinal=cardinal, diagonal=diagonal))
        finder.add_root(board.start)
        path = list(map(tuple, finder.path_to(board.goal).tolist()))
        return path if path[0] == board.start else []

    return find


def tcod_path2d(module: Any) -> Callable[[Board], Cells]:
    def find(board: Board) -> Cells:
        ends = {"start_points": [board.start], "end_points": [board.goal]}
        path = module.path2d(np.ceil(board.costs).astype(np.int32), **ends, cardinal=70, diagonal=99)
        return list(map(tuple, path.tolist()))

    return find


def listed(board: Board) -> tuple[list[list[float]], Cells]:
    """Return the costs as lists, and the ends as column and row."""
    return board.costs.tolist(), [(column, row) for row, column in (board.start, board.goal)]


def finder_path(grids: Any, kind: Any, diagonal: int) -> Callable[[tuple[list[list[float]], Cells]], Cells]:
    def find(given: tuple[list[list[float]], Cells]) -> Cells:
        matrix, ends = given
        grid = grids(matrix=matrix)
        path, _ = kind(diagonal_movement=diagonal).find_path(*(grid.node(*end) for end in ends), grid)
        return [(node.y, node.x) for node in path]

    return find


def field_of(board: Board) -> tuple[Any, Any, Any]:
    """Return two points in pixels, and a stand-in for a list of barriers in arcade."""
    rows, columns = board.costs.shape
    barriers = [(int(x), int(y)) for y, x in np.argwhere(board.costs == 0)]
    field = SimpleNamespace(
        grid_size=8, left=0, right=columns - 1, bottom=0, top=rows - 1, barrier_list=barriers
    )
    (row, column), (to_row, to_column) = board.start, board.goal
    return (column * 8 + 3, row * 8 + 3), (to_column * 8, to_row * 8), field


def arcade_path(function: Any, diagonal: bool) -> Callable[[tuple[Any, Any, Any]], Cells]:
    def find(given: tuple[Any, Any, Any]) -> Cells:
        path = function(*given, diagonal)
        return [] if path is None else [(y // 8, x // 8) for x, y in path]

    return find


def ceiled(step: Step) -> Step:
    return lambda here, there, is_diagonal: step(np.ceil(here), np.ceil(there), is_diagonal)


def either(
    of: Callable[..., Callable[[Board], Cells]], own: Any, theirs: Any, *options: Any, step: Step
) -> Peer:
    return Peer(of(own, *options), of(theirs, *options), step)


_NEVER, _ALWAYS = DiagonalMovement.never, DiagonalMovement.always
_SOME, _NONE = DiagonalMovement.if_at_most_one_obstacle, DiagonalMovement.only_when_no_obstacle
PEERS: dict[str, Peer] = {
    "skimage": Peer(route(compat.skimage), route(skimage.graph), by_mean),
    "skimage-entered": Peer(
        *(route(module, geometric=False) for module in (compat.skimage, skimage.graph)), entered(1)
    ),
    "skimage-straight": Peer(
        *(route(module, fully_connected=False) for module in (compat.skimage, skimage.graph)), by_mean
    ),
    "pyastar2d": either(star2d, compat.pyastar2d, pyastar2d, False, step=entered(1)),
    "pyastar2d-diagonal": either(star2d, compat.pyastar2d, pyastar2d, True, step=entered(1)),
    "tcod-astar": either(tcod_astar, compat.tcod.AStar, tcod.path.AStar, 1.41, step=entered(1.41)),
    "tcod-astar-straight": either(tcod_astar, compat.tcod.AStar, tcod.path.AStar, 0.0, step=entered(1)),
    "tcod-dijkstra": either(
        tcod_dijkstra, compat.tcod.Dijkstra, tcod.path.Dijkstra, 1.41, step=entered(1.41)
    ),
    "tcod-pathfinder": either(tcod_graph, compat.tcod, tcod.path, 2, 3, step=ceiled(entered(3, 2))),
    # It searches from the end, so a step costs as much as the cell that it leaves.
    "tcod-path2d": either(tcod_path2d, compat.tcod, tcod.path, step=ceiled(left(99, 70))),
    "arcade": Peer(
        arcade_path(compat.arcade.astar_calculate_path, True),
        arcade_path(astar_calculate_path, True),
        lambda here, there, is_diagonal: 1.42 if is_diagonal else 1.0,
        field_of,
    ),
    "arcade-straight": Peer(
        arcade_path(compat.arcade.astar_calculate_path, False),
        arcade_path(astar_calculate_path, False),
        lambda here, there, is_diagonal: 1.0,
        field_of,
    ),
    **{
        f"pathfinding-{rule}": Peer(
            finder_path(compat.pathfinding.Grid, compat.pathfinding.AStarFinder, rule),
            finder_path(Grid, DijkstraFinder, rule),
            entered(2**0.5),
            listed,
        )
        for rule in (_NEVER, _ALWAYS, _SOME, _NONE)
    },
}
