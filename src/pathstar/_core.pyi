"""
pathstar's native core. Use the package pathstar: names in here may change.
"""

from collections.abc import Iterable, Sequence
import enum
from typing import Annotated, Any, overload

import numpy
import numpy.typing
from numpy.typing import NDArray

import pathstar.paths.path
import pathstar.spaces.base


@overload
def mark_nonzero(numbers: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> tuple[int, bool]: ...

@overload
def mark_nonzero(numbers: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> tuple[int, bool]: ...

@overload
def mark_nonzero(numbers: Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> tuple[int, bool]: ...

@overload
def mark_nonzero(numbers: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> tuple[int, bool]: ...

@overload
def mark_nonzero(numbers: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> tuple[int, bool]: ...

@overload
def mark_nonzero(numbers: Annotated[NDArray[numpy.uint16], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> tuple[int, bool]: ...

@overload
def mark_nonzero(numbers: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> tuple[int, bool]: ...

@overload
def mark_nonzero(numbers: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> tuple[int, bool]: ...

@overload
def mark_nonzero(numbers: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> tuple[int, bool]: ...

@overload
def mark_nonzero(numbers: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], marks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> tuple[int, bool]:
    """
    Marks the numbers other than 0 and NaN. Returns the index of the first one, or -1, and whether they differ.
    """

class LayerKind(enum.Enum):
    passable = 0

    cost = 1

    terrain = 2

    extra = 3

class Refusal(enum.Enum):
    negative_cost = 1

    no_code = 2

    unknown_code = 3

    opened_without_cost = 4

    no_layer = 5

class CostPlan:
    def __init__(self, map: Map, base: float, by_code: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], weights: Sequence[tuple[str, float, bool]], largest: bool, floor: float) -> None: ...

def costs_of_risks(chances: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
    """-log(1 - p); -infinity for numbers outside [0, 1]."""

class MapChange:
    def __init__(self, before: int, after: int, cells: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def before(self) -> int: ...

    @property
    def after(self) -> int: ...

    @property
    def names(self) -> list[str]: ...

    def cells(self) -> NDArray[numpy.uint32]: ...

    def values(self, layer: str) -> numpy.typing.NDArray[Any]: ...

    def add_bytes(self, arg0: str, arg1: LayerKind, arg2: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], /) -> None: ...

    def add_numbers(self, arg0: str, arg1: LayerKind, arg2: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], /) -> None: ...

    def __len__(self) -> int: ...

class Map:
    def __init__(self, width: int, height: int, passable: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], known: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], open: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], revision: int) -> None: ...

    @property
    def revision(self) -> int: ...

    def add_bytes(self, arg0: str, arg1: LayerKind, arg2: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], /) -> None: ...

    def add_numbers(self, arg0: str, arg1: LayerKind, arg2: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], /) -> None: ...

    def add_near_walls(self, name: str, by_square: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], reach: int) -> None:
        """
        by_square: the value of a cell, by the square of twice its distance to a wall.
        """

    def remove(self, name: str) -> None: ...

    def fade(self, layer: str, factor: float, least: float) -> MapChange | None:
        """None if the layer is gone."""

    def layer(self, name: str) -> numpy.typing.NDArray[Any]:
        """A view [h, w] that follows edits."""

    def edit_simply(self, layer: object, region: object, are_places: bool, value: object, is_array: bool) -> MapChange | tuple[Refusal, int, float] | None: ...

    def edit_rectangle(self, layer: str, first: int, rows: int, columns: int, values: NDArray[numpy.float64]) -> MapChange | tuple[Refusal, int, float]: ...

    def edit_cells(self, layer: str, cells: NDArray[numpy.uint32], values: NDArray[numpy.float64]) -> MapChange | tuple[Refusal, int, float]:
        """The change, or (reason, cell, value) if the edit is refused."""

class Corners(enum.Enum):
    no_cut = 0

    no_squeeze = 1

    free = 2

class CostRule(enum.Enum):
    enter = 0

    mean = 1

class HeuristicKind(enum.Enum):
    zero = 0

    manhattan = 1

    octile = 2

    euclidean = 3

    chebyshev = 4

    great_circle = 5

    hex = 6

    given = 7

    landmarks = 8

class Moves:
    def __init__(self, directions: int, corners: Corners, straight: float, diagonal: float) -> None: ...

def nodes_of(places: object, width: int, height: int) -> numpy.typing.NDArray[numpy.uint32] | None: ...

def consistency_factor(heuristic: HeuristicKind, moves: Moves) -> float: ...

class Grid:
    def __init__(self, width: int, height: int, walkable: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], cost: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, moves: Moves, cost_rule: CostRule, borrow: bool) -> None: ...

    @staticmethod
    def sized(ground: Grid, side: int, radius: float) -> Grid:
        """
        Where units of side x side cells fit, or discs of a radius. It follows edits of the ground.
        """

    def update(self, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], walkable: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], cost: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def follow(self, arg: MapSource, /) -> None: ...

    def catch_up(self) -> None: ...

    @property
    def revision(self) -> int: ...

    def untouched(self, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], revision: int) -> int:
        """How many of the nodes come before the first one near an edit since."""

    @property
    def has_cost(self) -> bool: ...

    @property
    def jumps_fit(self) -> bool: ...

    def jump_point_density(self) -> float:
        """
        The number of successors of all jump points, per walkable cell. The grid must satisfy jumps_fit.
        """

    def passing_jump_point_density(self) -> float:
        """The same, without bitmaps that later edits have to update."""

    @property
    def corner_rule(self) -> tuple[int, bool]: ...

    @property
    def min_cost(self) -> float: ...

    @property
    def max_cost(self) -> float: ...

    def include_cost(self, cost: float) -> None:
        """Widens min_cost and max_cost so that they include a cost."""

    def steps_from(self, node: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float64]]:
        """Returns (nodes, costs)."""

    def steps_to(self, node: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float64]]:
        """Returns (nodes, costs)."""

    def visible_from(self, node: int, walls: bool) -> NDArray[numpy.uint8]:
        """Which cells a cell sees, a byte for each."""

    def walkable(self) -> Annotated[NDArray[numpy.uint8], dict(writable=False)]: ...

    def legal(self) -> Annotated[NDArray[numpy.uint8], dict(writable=False)]: ...

    def cost(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]: ...

class MapSource:
    def __init__(self) -> None: ...

    def add_floor(self, map: Map | None, costs: CostPlan | None, revision: int, first: int) -> None:
        """map: None if it is not available; the floor is then never behind."""

    def revision(self, floor: int) -> int: ...

    def stand_at(self, floor: int, revision: int) -> None: ...

    @property
    def rebuilds(self) -> int: ...

class EdgeRules:
    def __init__(self) -> None: ...

    def add_slope(self, maps: Sequence[Map], layer: str, height: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], up: float, down: float, most_up: float, most_down: float) -> None: ...

    def add_drift(self, maps: Sequence[Map], layers: Sequence[str], across: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], along: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], upward: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None) -> None: ...

    def numbers(self) -> list[NDArray[numpy.float64]]: ...

    def numbers_at(self, node: int) -> list[float]:
        """The same for one cell."""

class Tiling(enum.Enum):
    square = 0

    odd_r = 1

    even_r = 2

    odd_q = 3

    even_q = 4

    triangle = 5

class RegularGrid:
    def __init__(self, sides: Sequence[int], tiling: Tiling, wrap: tuple[bool, bool], walkable: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], cost: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, steps: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], corners: Corners, spacing: Sequence[float], cost_rule: CostRule, exits: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, closed: Annotated[NDArray[numpy.uint32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], portals: Annotated[NDArray[numpy.uint32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], portal_costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], rules: EdgeRules | None) -> None: ...

    def update(self, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], walkable: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], cost: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def set_links(self, closed: Annotated[NDArray[numpy.uint32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], portals: Annotated[NDArray[numpy.uint32], dict(shape=(None, 2), order='C', device='cpu', writable=False)], portal_costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def consistency_factor(self, arg: HeuristicKind, /) -> float: ...

    def follow(self, arg: MapSource, /) -> None: ...

    def catch_up(self) -> None: ...

    @property
    def revision(self) -> int: ...

    def untouched(self, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], revision: int) -> int:
        """How many of the nodes come before the first one near an edit since."""

    @property
    def has_cost(self) -> bool: ...

    @property
    def min_cost(self) -> float: ...

    @property
    def max_cost(self) -> float: ...

    def steps_from(self, node: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float64]]:
        """Returns (nodes, costs)."""

    def steps_to(self, node: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float64]]:
        """Returns (nodes, costs)."""

    def walkable(self) -> Annotated[NDArray[numpy.uint8], dict(writable=False)]: ...

    def cost(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]: ...

class Waypoints:
    def __init__(self, grid: Grid, points: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> None: ...

    def catch_up(self) -> None: ...

    @property
    def revision(self) -> int: ...

    @property
    def edges(self) -> int: ...

    @property
    def largest_cost(self) -> float: ...

    def steps_from(self, node: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float64]]:
        """Returns (nodes, costs)."""

    def steps_to(self, node: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float64]]:
        """Returns (nodes, costs)."""

    def sees(self, a: int, b: int) -> bool:
        """Whether the line from one cell to another is free now."""

class Turning:
    @overload
    def __init__(self, ground: Grid, turns: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        turns: the cost of each turn, row by row: a row for each step, with a column for each next step.
        """

    @overload
    def __init__(self, ground: RegularGrid, turns: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def revision(self) -> int: ...

    def steps_from(self, node: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float64]]:
        """Returns (nodes, costs)."""

    def steps_to(self, node: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float64]]:
        """Returns (nodes, costs)."""

    @property
    def max_turn_cost(self) -> float: ...

class Graph:
    def __init__(self, offsets: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], metric: HeuristicKind, positions: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None, cost_per_distance: float) -> None: ...

    def set_costs(self, sources: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def add_edges(self, sources: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def remove_edges(self, sources: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def add_nodes(self, count: int, positions: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def remove_nodes(self, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def restore_nodes(self, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], positions: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def first_missing(self, sources: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        The number of the first of these edges that the graph does not have, or their number if it has all.
        """

    def free(self, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint8]:
        """Which of these nodes were not removed."""

    @property
    def revision(self) -> int: ...

    @property
    def size(self) -> int: ...

    @property
    def edges(self) -> int: ...

    @property
    def largest_cost(self) -> float: ...

    @property
    def cost_per_distance(self) -> float: ...

    @property
    def least_consistent_edge(self) -> tuple[int, int, float]:
        """Its ends and its cost."""

    @property
    def consistency_factor(self) -> float: ...

    def steps_from(self, node: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float64]]:
        """Returns (nodes, costs)."""

    def steps_to(self, node: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float64]]:
        """Returns (nodes, costs)."""

    def offsets(self) -> Annotated[NDArray[numpy.uint32], dict(writable=False)]: ...

    def targets(self) -> Annotated[NDArray[numpy.uint32], dict(writable=False)]: ...

    def costs(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]: ...

class Custom:
    def __init__(self, neighbors: object, heuristic: object | None, takes_goal: bool, test: object | None, max_cost: float, wrong: object) -> None: ...

    @property
    def size(self) -> int: ...

    def steps_from(self, node: int) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float64]]:
        """Returns (nodes, costs)."""

    def number(self, name: object | None) -> int: ...

    def name(self, node: int) -> object: ...

class Reservations:
    def __init__(self, sides: tuple[int, int, int], wrap: tuple[bool, bool], diagonals: bool, following: bool) -> None: ...

    @property
    def following(self) -> bool: ...

    @property
    def made(self) -> int: ...

    @property
    def copied(self) -> int:
        """How many pages and rows were copied for snapshots."""

    def reserve(self, cells: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], froms: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], untils: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int: ...

    def release(self, reservation: int) -> None: ...

    def forget(self, before: float) -> None: ...

    def held(self) -> tuple[NDArray[numpy.uint32], NDArray[numpy.uint8], NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.uint64]]:
        """Returns (cells, halves, froms, untils, reservations)."""

    def restore(self, cells: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], halves: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], froms: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], untils: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], reservations: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu', writable=False)], made: int) -> None: ...

class Timed:
    @overload
    def __init__(self, space: Grid, table: Reservations, stay: float) -> None: ...

    @overload
    def __init__(self, space: RegularGrid, table: Reservations, stay: float) -> None: ...

    @overload
    def __init__(self, space: Turning, table: Reservations, stay: float) -> None: ...

    @property
    def now(self) -> float: ...

    @now.setter
    def now(self, arg: float, /) -> None: ...

    def claim(self, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], times: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], stay: float, force: bool) -> tuple[int | None, tuple[NDArray[numpy.uint32], NDArray[numpy.uint8], NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.uint64]]]:
        """
        Returns the number of the reservation, or None and what is in its way, as `Reservations.held` returns it.
        """

    def conflicts(self, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], times: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], stay: float) -> tuple[NDArray[numpy.uint32], NDArray[numpy.uint8], NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.uint64]]: ...

    def steps_from(self, node: int, time: float) -> tuple[NDArray[numpy.uint32], NDArray[numpy.float64]]:
        """Returns (nodes, costs)."""

def ticks_until_caught(begins: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], ticks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], fleeing: int, pursuers: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint32]:
    """
    When the fleeing unit is caught, by its first action: its steps, then waiting; 2**32 - 1 for never.
    """

def turns_until_caught(begins: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], ticks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], fleeing: int, pursuers: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint32]:
    """The same for steps of one tick each and pursuers that cooperate."""

@overload
def component_labels(grid: Grid) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
    """
    Labels (size,): 0 = not walkable, else 1, 2, ... by island; and how many cells have each.
    """

@overload
def component_labels(grid: RegularGrid) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
    """The same for cells that steps connect, even in one direction only."""

def dead_end_labels(grid: Grid, tell: object | None) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
    """
    Labels (size,): 0 = in no dead end, else 1, 2, ... by dead end; and how many cells have each.
    """

def lost_path(grid: Grid, labels: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], tell: object | None) -> tuple[int, int] | None:
    """
    Two nodes whose path a search misses if it skips all labelled cells but those with the labels of its ends.
    """

class SquareClearance:
    def __init__(self, grid: Grid) -> None: ...

    def values(self) -> Annotated[NDArray[numpy.uint32], dict(writable=False)]: ...

class DiscClearance:
    def __init__(self, grid: Grid) -> None: ...

    def values(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]: ...

def fixed_place(place: pathstar.spaces.base.Place) -> pathstar.spaces.base.Place:
    """A place that its owner cannot change, with plain Python numbers."""

class Status(enum.Enum):
    """What became of a search."""

    RUNNING = 0
    """not finished yet"""

    FOUND = 1
    """the goal was reached"""

    NO_PATH = 2
    """no path exists"""

    BLOCKED_START = 3
    """the start is not walkable"""

    BLOCKED_GOAL = 4
    """the goal is not walkable"""

    LIMIT = 5
    """stopped by a limit before the outcome was known"""

class PathResult:
    def __init__(self, status: Status, cost: float, corners: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], corner_rule: tuple[int, bool], *, counts: tuple[int, int, int] = (0, 0, 0), seconds: float = 0.0, times: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, revision: int = 0, restarts: int = 0, line: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None, bound: float = float('inf'), columns: int = 2) -> None: ...

    @property
    def restarts(self) -> int: ...

    @property
    def revision(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def bound(self) -> float: ...

    @property
    def counts(self) -> tuple[int, int, int]: ...

    def corners(self) -> NDArray[numpy.uint32]: ...

    @property
    def is_line(self) -> bool: ...

    def line(self) -> NDArray[numpy.float64]: ...

    @property
    def columns(self) -> int: ...

    @property
    def corner_rule(self) -> tuple[int, bool]: ...

class AnsweredPath:
    """A result with its query; Path derives from it."""

    def __init__(self, result: PathResult, space: object, start: object | None, goal: object | None, method: object) -> None: ...

    @property
    def space(self) -> pathstar.spaces.base.Space: ...

    @property
    def start(self) -> pathstar.spaces.base.Place: ...

    @property
    def goal(self) -> pathstar.spaces.base.Place: ...

    @property
    def method(self) -> pathstar.paths.path.Method: ...

    @property
    def core(self) -> PathResult: ...

    @property
    def status(self) -> Status: ...

    @property
    def cost(self) -> float: ...

    def __len__(self) -> int: ...

    def __bool__(self) -> bool: ...

    @property
    def points(self) -> numpy.typing.NDArray[Any]: ...

    @property
    def nodes(self) -> numpy.typing.NDArray[numpy.uint32]: ...

    @property
    def times(self) -> NDArray[numpy.float64]: ...

class PathMaker:
    def __init__(self, type: object, space: object, method: object) -> None: ...

class Field:
    @property
    def costs(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]: ...

    @property
    def parents(self) -> Annotated[NDArray[numpy.uint32], dict(writable=False)]: ...

    @property
    def nearest(self) -> Annotated[NDArray[numpy.uint32], dict(writable=False)] | None: ...

    @property
    def known_to(self) -> float: ...

    @property
    def expanded(self) -> int: ...

    @property
    def revision(self) -> int: ...

def chain(parents: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], node: int) -> NDArray[numpy.uint32]:
    """The nodes of the path from a node."""

@overload
def step_numbers(space: Grid, parents: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], outward: bool) -> NDArray[numpy.uint8]: ...

@overload
def step_numbers(space: RegularGrid, parents: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], outward: bool) -> NDArray[numpy.uint8]: ...

@overload
def step_numbers(space: Turning, parents: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], outward: bool) -> NDArray[numpy.uint8]: ...

@overload
def step_numbers(space: Graph, parents: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], outward: bool) -> NDArray[numpy.uint8]: ...

class Flow:
    def __init__(self, grid: Grid, numbers: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def directions(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, None))], int]:
        """
        Returns the directions, and the index of the first row outside, or the number of rows if there is none.
        """

class CellSteps:
    @overload
    def __init__(self, space: Grid, parents: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @overload
    def __init__(self, space: RegularGrid, parents: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @overload
    def next(self, places: Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None))], int]:
        """
        Returns the next places, and the index of the first row outside, or the number of rows if there is none.
        """

    @overload
    def next(self, places: Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None))], int]: ...

class EventType(enum.Enum):
    """What an event of a trace says."""

    SOURCE = 0
    """the start was put on the open list"""

    DESTINATION = 1
    """the goal of the search"""

    EXPAND = 2
    """a node was taken from the open list and closed"""

    GENERATE = 3
    """a node was put on the open list"""

    UPDATE = 4
    """a better path to a node was found"""

    END = 5
    """the search is over"""

    RESTART = 6
    """the space was edited near what was searched: the search begins again"""

    MEET = 7
    """
    two searches met at a node: g is the cost of the path over it, the cheapest so far
    """

    PRUNE = 8
    """a node was closed, but not expanded: no path over it can be cheaper"""

    DEEPEN = 9
    """a round of iterative deepening begins: g is its bound"""

    FORGET = 10
    """a node is neither open nor closed any more"""

    REVERT = 11
    """a forgotten node is still open, by the path found before"""

    KNOWN = 12
    """a node is closed since an earlier search, which is repaired"""

    RAISE = 13
    """
    the path to a node is gone: it is open, with its cost by another path, or its cost when it was closed
    """

    BEND = 14
    """a node does not see its parent: it stays open, with another one"""

class Recorder:
    def __init__(self, most_events: int) -> None: ...

    @property
    def full(self) -> bool: ...

    def __len__(self) -> int: ...

    def events(self) -> Annotated[NDArray[numpy.uint8], dict(writable=False)]:
        """
        The events so far as raw bytes (n, 32). The recorder must not record while they are used.
        """

class IntervalRecorder(Recorder):
    def __init__(self, most_events: int) -> None: ...

    def intervals(self) -> NDArray[numpy.float64]:
        """
        What nodes of the events are, float64 (n, 8): the left end of an interval, the right one and the root, each as x and y; the row of cells or the polygon beyond, -1 for the goal, or -2 for a root alone; and the row whose root comes before, or -1.
        """

def failed_jump_scans(grid: Grid, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], parents: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], goal: int) -> NDArray[numpy.uint32]:
    """
    The scans of jump point search that find nothing, for nodes that it expands, each with its parent: the number of the expansion and the last cell of the scan, uint32 (n, 2). The grid is one that jumps_fit.
    """

class OpenKind(enum.Enum):
    automatic = 0

    bucket = 1

    heap = 2

    sorted = 3

    unsorted = 4

    fifo = 5

    none = 6

class Ties(enum.Enum):
    larger_g = 0

    smaller_g = 1

    last = 2

    first = 3

class Loop(enum.Enum):
    best_first = 0

    bidirectional = 1

    iterative_deepening = 2

    anytime_repairing = 3

class CellMask:
    def __init__(self, allowed: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """A byte for each cell of the ground, other than 0 where a query may go."""

    def allows(self, node: int) -> bool: ...

    def __reduce__(self) -> tuple[object, ...]: ...

class GoalSet:
    def __init__(self, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """The nodes where a query may end."""

class Settings:
    def __init__(self, loop: Loop, use_g: bool, weight: float, heuristic: HeuristicKind, open: OpenKind, ties: Ties, jumps: bool, skip_dead_ends: bool, improve: bool, max_expansions: int) -> None: ...

    @property
    def mask(self) -> CellMask: ...

    @mask.setter
    def mask(self, arg: CellMask | None, /) -> None: ...

    @property
    def max_expansions(self) -> int: ...

    @max_expansions.setter
    def max_expansions(self, arg: int, /) -> None: ...

    @property
    def max_cost(self) -> float: ...

    @max_cost.setter
    def max_cost(self, arg: float, /) -> None: ...

    @property
    def max_seconds(self) -> float: ...

    @max_seconds.setter
    def max_seconds(self, arg: float, /) -> None: ...

    @property
    def partial(self) -> bool: ...

    @partial.setter
    def partial(self, arg: bool, /) -> None: ...

    @property
    def stop_at_opened(self) -> bool: ...

    @stop_at_opened.setter
    def stop_at_opened(self, arg: bool, /) -> None: ...

    @property
    def goals(self) -> GoalSet: ...

    @goals.setter
    def goals(self, arg: GoalSet | None, /) -> None: ...

    @property
    def once(self) -> bool:
        """Whether to skip work that only pays for later searches of the space."""

    @once.setter
    def once(self, arg: bool, /) -> None: ...

    def copy(self) -> Settings: ...

class FieldQuery:
    def __init__(self, sources: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], first_costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], back: bool, mask: CellMask | None, threads: int = 1) -> None: ...

class FieldLimits:
    def __init__(self, stops: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], max_cost: float, max_expansions: int, write: bool = True) -> None: ...

class FieldState:
    def __init__(self) -> None: ...

    @property
    def repairs(self) -> int:
        """How often it was repaired after edits."""

    @property
    def rebuilds(self) -> int:
        """How often it was searched again from the beginning after edits."""

    @property
    def written(self) -> int:
        """The number of nodes with written memory."""

    def cost(self, node: int) -> float:
        """The cost of a node; infinity while it is not known for certain."""

    def costs(self, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
        """The costs of several nodes, as `cost` returns them."""

    def chain(self, node: int) -> NDArray[numpy.uint32]:
        """The nodes of the path from a node; none if its cost is not known."""

class Search:
    def step(self, budget: int) -> Status: ...

    def stop(self) -> None: ...

    @property
    def status(self) -> Status: ...

    def result(self) -> PathResult: ...

def find_points(blocked: Iterable[tuple[int, int]], first: tuple[int, int], last: tuple[int, int], moves: Moves, start: tuple[int, int], goal: tuple[int, int], settings: Settings, scale: float) -> list[tuple[int, int]]:
    """
    The places (x, y) of a path over squares without costs, multiplied by the scale; empty if there is no path.
    """

class Finder:
    @overload
    def __init__(self, space: Grid) -> None: ...

    @overload
    def __init__(self, space: Graph) -> None: ...

    @overload
    def __init__(self, space: RegularGrid) -> None: ...

    @overload
    def __init__(self, space: Waypoints) -> None: ...

    @overload
    def __init__(self, space: Turning) -> None: ...

    @overload
    def __init__(self, space: Timed) -> None: ...

    @overload
    def __init__(self, space: Custom) -> None: ...

    def find(self, start: int, goal: int, settings: Settings) -> PathResult: ...

    def find_between(self, start: object, goal: object, settings: Settings, maker: PathMaker) -> pathstar.paths.path.Path | None:
        """
        The same for places that are tuples of two ints within a plain grid; None for any others.
        """

    def find_nearest(self, start: int, count: int, settings: Settings) -> tuple[Status, list[PathResult]]:
        """
        Returns (status, paths): the paths to the nearest `count` of the settings' goals.
        """

    def search(self, start: int, goal: int, settings: Settings) -> Search: ...

    def record(self, start: int, goal: int, settings: Settings, recorder: Recorder) -> Search: ...

    def field(self, query: FieldQuery, limits: FieldLimits, kept: FieldState | None, tell: object | None = None) -> Field:
        """
        A kept field is continued, or follows edits of the space. Sources that are not walkable are ignored.
        """

    def record_field(self, query: FieldQuery, limits: FieldLimits, recorder: Recorder) -> PathResult: ...

    def open_kind(self, settings: Settings) -> OpenKind: ...

    def open_order(self, settings: Settings) -> OpenKind: ...

class TooManyPartsError(Exception):
    pass

class WrongOrderError(Exception):
    pass

class IndexKind(enum.Enum):
    jump_table = 0

    subgoal = 1

    hub_labels = 2

    contraction_hierarchies = 3

    landmarks = 4

    customizable = 5

    hierarchy = 6

class IndexState(enum.Enum):
    current = 0

    weaker = 1

    stale = 2

class Entrances(enum.Enum):
    few = 0

    all = 1

class LandmarkChoice(enum.Enum):
    farthest = 0

    avoid = 1

class BuildCheckpoint:
    def __init__(self) -> None: ...

    def restore(self, sections: Sequence[tuple[str, Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]]], grid: Grid) -> None: ...

    def sections(self) -> list[tuple[str, NDArray[numpy.uint8]]]:
        """
        A copy of what is done. Call it during a progress report of the build, or after it.
        """

class Index(Finder):
    @property
    def state(self) -> IndexState: ...

    @property
    def edited(self) -> float: ...

    @property
    def rebuilds(self) -> int: ...

    def sections(self) -> list[tuple[str, NDArray[numpy.uint8]]]:
        """Its data: pairs of a name and an array of bytes."""

@overload
def build_index(kind: IndexKind, space: Grid, threads: int, most_bytes: int, landmarks: int, choice: LandmarkChoice, entrances: Entrances, tell: object | None, pause: float, order: Index | None = None, checkpoint: BuildCheckpoint | None = None) -> Index: ...

@overload
def build_index(kind: IndexKind, space: Graph, threads: int, most_bytes: int, landmarks: int, choice: LandmarkChoice, entrances: Entrances, tell: object | None, pause: float, order: Index | None = None, checkpoint: BuildCheckpoint | None = None) -> Index: ...

@overload
def build_index(kind: IndexKind, space: RegularGrid, threads: int, most_bytes: int, landmarks: int, choice: LandmarkChoice, entrances: Entrances, tell: object | None, pause: float, order: Index | None = None, checkpoint: BuildCheckpoint | None = None) -> Index:
    """
    An index, or None if it would take more bytes. Reports its progress at most every `pause` seconds.
    """

@overload
def open_index(kind: IndexKind, space: Grid, sections: Sequence[tuple[str, Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]]]) -> Index: ...

@overload
def open_index(kind: IndexKind, space: Graph, sections: Sequence[tuple[str, Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]]]) -> Index: ...

@overload
def open_index(kind: IndexKind, space: RegularGrid, sections: Sequence[tuple[str, Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]]]) -> Index:
    """The index that these sections hold."""

class PathLegs:
    def next(self) -> PathResult:
        """The next leg, on the grid as it is now."""

    def step(self, budget: int) -> PathResult:
        """
        Works for about `budget` expansions. Returns the next leg, or `running` while it is not found.
        """

    @property
    def place(self) -> int:
        """The node where the last leg ended."""

    @property
    def arrived(self) -> bool: ...

def legs_of(index: Index, start: int, goal: int) -> PathLegs:
    """A path from an index of clusters, leg by leg."""

def bounded_look_up(index: Index, search: Finder, columns: int, nearest: int) -> Finder:
    """
    A finder that looks up long paths whose bound is at most the weight, and searches for the others.
    """

def find_many(finder: Finder, starts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], settings: Settings, costs_only: bool, threads: int, tell: object | None) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint8], NDArray[numpy.uint64], NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.uint64], NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.uint32], NDArray[numpy.float64]]:
    """
    Returns (costs, statuses, counts, seconds, bounds, revisions, offsets, corner_offsets, corners, times).
    """

def write_points(corners: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], corner_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], width: int, diagonals: bool, threads: int, points: Annotated[NDArray[numpy.int32], dict(shape=(None, 2), order='C', device='cpu')]) -> None:
    """Writes the places of all cells of paths given by their corners."""

def write_nodes(corners: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], corner_offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], width: int, diagonals: bool, threads: int, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu')]) -> None:
    """Writes the nodes of all cells of paths given by their corners."""

def cost_matrix(finder: Finder, starts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], pair: Settings, threads: int) -> NDArray[numpy.float64]:
    """The costs row by row, one row for each start."""

def find_k_paths(finder: Finder, start: int, goal: int, k: int, settings: Settings, tell: object | None) -> list[PathResult]: ...

class Replanning(enum.Enum):
    afresh = 0

    repair = 1

    automatic = 2

class Root(enum.Enum):
    goal = 0

    start = 1

    walking_start = 2

    each_start = 3

class Replanner:
    @overload
    def __init__(self, space: Grid, finder: Finder, settings: Settings, replanning: Replanning, root: Root, start: int, goal: int) -> None: ...

    @overload
    def __init__(self, space: RegularGrid, finder: Finder, settings: Settings, replanning: Replanning, root: Root, start: int, goal: int) -> None: ...

    @overload
    def __init__(self, space: Graph, finder: Finder, settings: Settings, replanning: Replanning, root: Root, start: int, goal: int) -> None: ...

    @overload
    def __init__(self, space: Turning, finder: Finder, settings: Settings, replanning: Replanning, root: Root, start: int, goal: int) -> None: ...

    def move(self, start: int) -> None: ...

    def aim(self, goal: int) -> None: ...

    @property
    def start(self) -> int: ...

    @property
    def goal(self) -> int: ...

    def update(self) -> int:
        """
        Replans if the path may have changed. Returns how often it has planned.
        """

    def record(self, recorder: Recorder) -> int:
        """
        Repairs the search and records each step. Returns how often it has planned.
        """

    def path(self) -> PathResult:
        """The path from the unit's place at the last update."""

    def next(self) -> int:
        """
        The node after the start; 2**32 - 1 at the goal, and if there is no path.
        """

    @property
    def repaired(self) -> bool:
        """Whether the last plan was a repair."""

    @property
    def counts(self) -> tuple[int, int, int, int, int]:
        """(searches, repairs, kept, restarts, expanded)"""

class Mesh:
    def __init__(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], corners: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    @property
    def is_weighted(self) -> bool: ...

    def costs(self) -> NDArray[numpy.float64]: ...

    @property
    def size(self) -> int: ...

    @property
    def components(self) -> int: ...

    def polygons(self) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint32], NDArray[numpy.int64]]: ...

    def neighbours(self) -> NDArray[numpy.int64]: ...

    def component_labels(self) -> NDArray[numpy.uint32]: ...

    def faces_at(self, place: tuple[float, float]) -> list[int]: ...

    def nearest(self, place: tuple[float, float]) -> tuple[float, float]: ...

    def line_cost(self, start: tuple[float, float], end: tuple[float, float]) -> float:
        """Infinite if the line leaves the mesh."""

    def look(self, start: tuple[float, float], end: tuple[float, float]) -> tuple[bool, tuple[float, float]]:
        """Whether the start sees the end, and how far it sees."""

class MeshPart:
    """Merged polygons, a part of a mesh."""

    def __init__(self, points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], corners: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

def join_parts(parts: Sequence[MeshPart]) -> Mesh:
    """
    A mesh of the parts of a plane that was cut along lines parallel to its axes.
    """

def merge_polygons(points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], corners: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint32], NDArray[numpy.int64], NDArray[numpy.float64]]:
    """Merges polygons of the same cost."""

def stitch_polygons(points: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], corners: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint32], NDArray[numpy.int64]]: ...

def rectangles(walkable: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], width: int) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint32], NDArray[numpy.int64]]: ...

class MeshField:
    @property
    def known_to(self) -> float: ...

    @property
    def expanded(self) -> int: ...

    @property
    def windows(self) -> int: ...

    @property
    def nbytes(self) -> int: ...

    def costs(self, places: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]: ...

    def nearest(self, places: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint32]:
        """2**32 - 1 for none."""

    def turns(self, places: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
        """Where each place's path turns first, or ends."""

    def line(self, place: tuple[float, float]) -> NDArray[numpy.float64]:
        """The points from a place to its source."""

class MeshFinder:
    def __init__(self, mesh: Mesh, begins: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], revision: int) -> None:
        """Each row of begins, ends and costs is one direction of a link."""

    def find(self, start: tuple[float, float], goal: tuple[float, float], settings: Settings) -> PathResult: ...

    def find_between(self, start: object, goal: object, settings: Settings, maker: PathMaker) -> pathstar.paths.path.Path | None:
        """
        The same for places that are tuples of two finite numbers; None for any others.
        """

    def search(self, start: tuple[float, float], goal: tuple[float, float], settings: Settings) -> Search: ...

    def field(self, sources: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], costs: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], outward: bool, max_cost: float, max_expansions: int, tell: object | None = None) -> MeshField: ...

    def open_kind(self, settings: Settings) -> OpenKind: ...

    def open_order(self, settings: Settings) -> OpenKind: ...

@overload
def record_intervals(finder: MeshFinder, start: tuple[float, float], goal: tuple[float, float], settings: Settings, recorder: IntervalRecorder) -> Search:
    """A search that records its intervals."""

@overload
def record_intervals(finder: Finder, start: int, goal: int, settings: Settings, recorder: IntervalRecorder) -> Search:
    """A search by Anya that records its intervals."""

def find_lines(finder: MeshFinder, starts: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.float64], dict(shape=(None, 2), order='C', device='cpu', writable=False)], settings: Settings, costs_only: bool, threads: int, tell: object | None) -> tuple[NDArray[numpy.float64], NDArray[numpy.uint8], NDArray[numpy.uint64], NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.uint64], NDArray[numpy.int64], NDArray[numpy.float64]]:
    """
    Returns (costs, statuses, counts, seconds, bounds, revisions, offsets, points).
    """

class FleetOutcome(enum.Enum):
    solved = 0

    unsolvable = 1

    limit = 2

class FleetSolver(enum.Enum):
    automatic = 0

    lacam = 1

    lacam_star = 2

    prioritised = 3

    lns2 = 4

    cbs = 5

    tswap = 6

class FleetGround:
    @property
    def cells(self) -> int: ...

    def is_free(self, nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint8]: ...

@overload
def fleet_ground(space: Grid, sides: Sequence[int], durations: bool) -> tuple[FleetGround, tuple[int, int, float] | None]: ...

@overload
def fleet_ground(space: RegularGrid, sides: Sequence[int], durations: bool) -> tuple[FleetGround, tuple[int, int, float] | None]: ...

@overload
def fleet_ground(space: Graph, sides: Sequence[int], durations: bool) -> tuple[FleetGround, tuple[int, int, float] | None]: ...

@overload
def fleet_weights(space: Grid, ground: FleetGround, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]: ...

@overload
def fleet_weights(space: RegularGrid, ground: FleetGround, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]: ...

@overload
def fleet_weights(space: Graph, ground: FleetGround, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]: ...

class FleetLifelong:
    @property
    def time(self) -> int: ...

    @property
    def waiting(self) -> int: ...

    def nodes(self) -> NDArray[numpy.int64]: ...

    def tasks(self) -> NDArray[numpy.int64]: ...

    def add_tasks(self, stops: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Task i has stops[offsets[i]:offsets[i + 1]], at least one."""

    def step(self, count: int, seconds: float) -> None:
        """Makes `count` steps; `seconds` limits the repairs of each."""

    def visits(self) -> NDArray[numpy.int64]:
        """
        Rows (time, unit, node, task, stop, is_last) of the stops since the last call.
        """

def fleet_lifelong(ground: FleetGround, starts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], following: bool, guided: bool, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], window: int, repairs: int, most_bytes: int, seed: int, before: FleetLifelong | None) -> FleetLifelong:
    """Takes over the tasks, the order and the clock of `before`."""

def fleet_plan(ground: FleetGround, starts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], following: bool, stay: bool, exchange: bool, solver: FleetSolver, seed: int, improve: bool, within: float, time_limit: float, tell: object | None) -> tuple[FleetOutcome, NDArray[numpy.int64], NDArray[numpy.uint32], NDArray[numpy.int32], int, NDArray[numpy.float64], int]:
    """
    Returns (outcome, nodes by unit and step, goals, shortest, proven bound, seconds and sums of costs, iterations). -1 stands for no node and for no path.
    """

class FleetImprovements:
    def run(self, within: float, seconds: float) -> tuple[FleetOutcome, NDArray[numpy.int64], NDArray[numpy.uint32], NDArray[numpy.int32], int, NDArray[numpy.float64], int]:
        """Returns the same as fleet_plan."""

def fleet_improvements(ground: FleetGround, starts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], goals: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], offsets: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], nodes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], following: bool, stay: bool, seed: int) -> FleetImprovements: ...

class CrowdAvoidance(enum.Enum):
    reciprocal = 0

    density = 1

class CrowdRules:
    """How the units of a crowd move."""

    def __init__(self, dt: float, horizon: float, wall_horizon: float, neighbours: int, seed: int, threads: int) -> None: ...

class CrowdStepper:
    """Moves units that walk freely over a grid of squares."""

    def __init__(self, width: int, height: int, walkable: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def depths(self, positions: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
        """How deep each disc is in a wall; 0 if it is in none."""

    def step(self, positions: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], velocities: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], wishes: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], radii: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], speeds: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], priorities: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], targets: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], near_target: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], settled: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], rules: CrowdRules, avoidance: CrowdAvoidance) -> tuple[NDArray[numpy.float64], NDArray[numpy.float64], NDArray[numpy.uint8]]:
        """
        Returns positions, velocities, and a byte for each unit that says whether it has settled. Rows that are NaN are units that were removed.
        """

class StopFlag:
    """Ends the work of other threads."""

    def __init__(self) -> None: ...

    def raise_(self) -> None:
        """Ends the work."""

class Pace(enum.Enum):
    """How the cost of walking depends on the slope."""

    none = 0

    tobler = 1

    langmuir = 2

    marquez_perez = 3

    irmischer_clarke = 4

    rees = 5

    herzog = 6

    table = 7

class StepRule:
    """The cost of a step on a raster."""

    def __init__(self, directions: int, corners: Corners, pace: Pace, add: bool, inward: bool, lengths: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], scale: float, slopes: Sequence[float], paces: Sequence[float]) -> None: ...

class RasterGround32:
    """A region of a raster: costs, heights, margins."""

    def __init__(self, cost: Annotated[NDArray[numpy.float32], dict(shape=(None, None), device='cpu', writable=False)], elevation: Annotated[NDArray[numpy.float32], dict(shape=(None, None), device='cpu', writable=False)] | None, nodata: float, margins: tuple[int, int, int, int], joined: bool) -> None: ...

    def wave(self, rule: StepRule, costs: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu')], cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], stops: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], limit: float, horizon: float = float('inf'), flag: StopFlag | None = None) -> tuple[float, int, int, int, NDArray[numpy.int64]]:
        """
        Lowers costs to the least. Returns the limit, settlements, visits, cells newly reached and cells left.
        """

    def spread(self, rule: StepRule, costs: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu', writable=False)], nearest: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), device='cpu', writable=False)] | None, labels: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), device='cpu')], cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], flag: StopFlag | None = None) -> None:
        """Lowers labels along tight steps."""

    def directions(self, rule: StepRule, costs: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu', writable=False)], nearest: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), device='cpu', writable=False)] | None, hops: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), device='cpu', writable=False)] | None, codes: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), device='cpu')], flag: StopFlag | None = None) -> int:
        """Writes directions. Returns how many cells have none."""

class RasterGround64:
    """A region of a raster: costs, heights, margins."""

    def __init__(self, cost: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu', writable=False)], elevation: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu', writable=False)] | None, nodata: float, margins: tuple[int, int, int, int], joined: bool) -> None: ...

    def wave(self, rule: StepRule, costs: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu')], cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], starts: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], stops: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], limit: float, horizon: float = float('inf'), flag: StopFlag | None = None) -> tuple[float, int, int, int, NDArray[numpy.int64]]:
        """
        Lowers costs to the least. Returns the limit, settlements, visits, cells newly reached and cells left.
        """

    def spread(self, rule: StepRule, costs: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu', writable=False)], nearest: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), device='cpu', writable=False)] | None, labels: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), device='cpu')], cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], numbers: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], flag: StopFlag | None = None) -> None:
        """Lowers labels along tight steps."""

    def directions(self, rule: StepRule, costs: Annotated[NDArray[numpy.float64], dict(shape=(None, None), device='cpu', writable=False)], nearest: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), device='cpu', writable=False)] | None, hops: Annotated[NDArray[numpy.uint32], dict(shape=(None, None), device='cpu', writable=False)] | None, codes: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), device='cpu')], flag: StopFlag | None = None) -> int:
        """Writes directions. Returns how many cells have none."""

def read_rows(file: int, begin: int, apart: int, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), device='cpu')]) -> bool:
    """
    Reads rows of bytes that begin `apart` bytes from each other in a file. False if the file ends before.
    """

def write_rows(file: int, begin: int, apart: int, values: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), device='cpu', writable=False)]) -> None:
    """
    Writes rows of bytes that begin `apart` bytes from each other in a file.
    """

def pace_of(pace: Pace, slope: float, slopes: Sequence[float], paces: Sequence[float]) -> float:
    """The pace on a slope."""

def raster_moves() -> list[tuple[int, int]]:
    """Rows down and columns to the right, by direction code less 1."""

class LineRule:
    """Which lines a unit may follow over a grid, and what they cost."""

    def __init__(self, ground: Grid, grid: Grid, radius: float, side: int) -> None:
        """ground: holds the walls; grid: holds the costs of a unit at a cell."""

    def free(self, line: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint8]:
        """A byte for each part of a line of points x, y."""

    def costs(self, line: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]: ...

    def clearance(self, line: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], most: float) -> float:
        """How far a line keeps from walls, but at most `most`."""

    def pull(self, line: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], dearer: bool) -> NDArray[numpy.uint32]:
        """The numbers of the points that remain."""

class AnyAngle(enum.Enum):
    theta = 0

    lazy_theta = 1

    anya = 2

def any_angle_finder(ground: Grid, grid: Grid, radius: float, side: int, kind: AnyAngle) -> Finder: ...

def any_angle_box_finder(boxes: RegularGrid, kind: AnyAngle) -> Finder: ...

@overload
def straightest(space: Grid, start: int, goal: int, cost: float, heuristic: HeuristicKind, weight: float, mask: CellMask | None, turns: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint32]: ...

@overload
def straightest(space: RegularGrid, start: int, goal: int, cost: float, heuristic: HeuristicKind, weight: float, mask: CellMask | None, turns: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint32]:
    """
    The nodes of the cheapest path that turns least; none if no path is that cheap any more.
    """
