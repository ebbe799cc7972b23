"""A small zoo of spaces, each awkward in its own way."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from tests.oracle import plain, sight, timed

import pathstar as ps
from pathstar.spaces.base import place_list


def _random(seed: int, height: int, width: int, share_blocked: float) -> np.ndarray:
    return np.random.default_rng(seed).random((height, width)) >= share_blocked


def _costs(seed: int, shape: tuple[int, int], low: float, high: float) -> np.ndarray:
    return np.random.default_rng(seed).uniform(low, high, shape)


def _ridge() -> np.ndarray:
    """Two rooms connected only by a diagonal gap, for which the corner rules differ."""
    walkable = np.ones((7, 7), bool)
    walkable[3, :] = False
    walkable[3, 3] = True
    walkable[2, 2:5] = [False, True, False]
    walkable[2, 3] = False
    walkable[2, 4] = True
    return walkable


def grids() -> dict[str, ps.Grid]:
    """Every kind of grid: moves, corner rules, step costs, cost models, shapes."""
    field = _random(1, 24, 31, 0.3)
    zoo = {
        "one cell": ps.Grid([[1]]),
        "one row": ps.Grid([[1, 1, 1, 0, 1, 1]]),
        "one column": ps.Grid([[1], [1], [0], [1]]),
        "two columns": ps.Grid(_random(5, 40, 2, 0.2)),
        "all blocked": ps.Grid(np.zeros((4, 5), bool)),
        "open": ps.Grid(np.ones((17, 23), bool)),
        "open, 4 directions": ps.Grid(np.ones((11, 9), bool), moves=ps.Moves(directions=4)),
        "field, 4 directions": ps.Grid(field, moves=ps.Moves(directions=4)),
        "field, 10 and 14": ps.Grid(field, moves=ps.Moves(straight=10, diagonal=14)),
        "field, diagonal like straight": ps.Grid(field, moves=ps.Moves(diagonal=1)),
        "field, cheap diagonal": ps.Grid(field, moves=ps.Moves(diagonal=0.6)),
        "field, dear diagonal": ps.Grid(field, moves=ps.Moves(diagonal=3)),
        "field, diagonal like two": ps.Grid(field, moves=ps.Moves(diagonal=2)),
        "field, tiny steps": ps.Grid(field, moves=ps.Moves(straight=1e-9)),
    }
    for corners in ("no_cut", "no_squeeze", "free"):
        moves = ps.Moves(corners=corners)
        zoo[f"field, {corners}"] = ps.Grid(field, moves=moves)
        zoo[f"dense, {corners}"] = ps.Grid(_random(2, 30, 20, 0.45), moves=moves)
        zoo[f"ridge, {corners}"] = ps.Grid(_ridge(), moves=moves)
        for model in ("enter", "mean"):
            cost = _costs(3, field.shape, 1, 9)
            zoo[f"terrain, {corners}, {model}"] = ps.Grid(field, cost=cost, moves=moves, cost_model=model)
    for model in ("enter", "mean"):
        roads = np.where(_random(4, *field.shape, 0.2), 5.0, 0.25)
        zoo[f"roads, {model}"] = ps.Grid(field, cost=roads, cost_model=model)
        free = np.where(_random(6, *field.shape, 0.3), 2.0, 0.0)
        zoo[f"some cells free of cost, {model}"] = ps.Grid(field, cost=free, cost_model=model)
        holes = _costs(7, field.shape, 0.5, 3)
        holes[::5, ::3] = np.nan
        holes[::7, ::4] = np.inf
        zoo[f"costs with holes, {model}"] = ps.Grid(field, cost=holes, cost_model=model)
        steep = 10.0 ** _costs(8, field.shape, -4, 6)
        zoo[f"costs over ten decades, {model}"] = ps.Grid(field, cost=steep, cost_model=model)
        whole = np.floor(_costs(9, field.shape, 1, 4))
        moves = ps.Moves(directions=4, straight=10)
        zoo[f"whole costs, 4 directions, {model}"] = ps.Grid(field, cost=whole, moves=moves, cost_model=model)
    zoo["all costs zero"] = ps.Grid(field, cost=np.zeros(field.shape))
    return zoo


def graphs() -> dict[str, ps.Graph]:
    """Directed and not, named and not, with and without positions, with loops and parallel edges."""
    random = np.random.default_rng(21)
    ends = random.integers(0, 60, (150, 2))
    costs = random.uniform(0.5, 9, 150)
    places = random.uniform(-50, 50, (60, 2))
    lengths = np.linalg.norm(places[ends[:, 0]] - places[ends[:, 1]], axis=1)
    roads = np.column_stack([ends, lengths * random.uniform(1, 1.6, 150)])
    earth = np.column_stack([random.uniform(-180, 180, 60), random.uniform(-90, 90, 60)])
    flights = [(f"port {a}", f"port {b}", 1.0 + abs(a - b)) for a, b in ends.tolist()]
    ports = [f"port {number}" for number in range(60)]
    odd = [
        (0, 0, 0.0),
        (0, 1, 0.0),
        (0, 1, 5.0),
        (1, 2, 0.0),
        (2, 0, 1.0),
        (3, 2, 1.0),
        (1, 3, 1e9),
        (2, 3, 1e-9),
    ]
    return {
        "graph of one node": ps.Graph([0, 0], []),
        "graph without edges": ps.Graph([0, 0, 0, 0], []),
        "graph, directed": ps.Graph.from_edges(np.column_stack([ends, costs])),
        "graph, both ways": ps.Graph.from_edges(np.column_stack([ends, costs]), directed=False),
        "graph of roads": ps.Graph.from_edges(roads, directed=False, positions=places[: ends.max() + 1]),
        "graph on the earth": ps.Graph.from_edges(
            flights, directed=False, names=ports, positions=earth, metric="great_circle"
        ),
        "graph with odd edges": ps.Graph.from_edges(odd),
        "graph of tuples": ps.Graph.from_edges(
            [((0, "a"), (1, "b")), ((1, "b"), (0, "a")), ((1, "b"), (2,))]
        ),
    }


def hexgrids() -> dict[str, ps.HexGrid]:
    """Every layout, with costs, joined borders, portals and one-way rules."""
    field, random = _random(31, 18, 22, 0.3), np.random.default_rng(32)
    free = np.argwhere(field)[:, ::-1]
    portals = [
        (*ends, cost)
        for ends, cost in zip(free[random.integers(0, len(free), (6, 2))].tolist(), range(6), strict=True)
    ]
    many = [tuple(ends) for ends in free[random.integers(0, len(free), (90, 2))].tolist()]
    exits = random.integers(0, 64, field.shape)
    zoo = {
        "hexes, one cell": ps.HexGrid([[1]]),
        "hexes, one row": ps.HexGrid([[1, 1, 0, 1, 1]], wrap="x"),
        "hexes, two columns joined": ps.HexGrid(_random(33, 12, 2, 0.2), layout="odd-q", wrap="xy"),
        "hexes, portals": ps.HexGrid(field, portals=portals),
        "hexes, portals and costs": ps.HexGrid(field, portals=portals, cost=_costs(34, field.shape, 1, 5)),
        "hexes, many portals": ps.HexGrid(field, portals=many, layout="even-q"),
        "hexes, exits": ps.HexGrid(field, exits=exits, layout="even-r"),
        "hexes, exits, joined, mean": ps.HexGrid(
            field,
            exits=exits,
            layout="odd-q",
            wrap="xy",
            cost=_costs(35, field.shape, 0, 3),
            cost_model="mean",
        ),
        "hexes, one way": ps.HexGrid(np.ones((3, 4)), one_way=[((0, 0), (1, 0)), ((1, 1), (1, 0))], wrap="x"),
    }
    for layout in ("odd-r", "even-r", "odd-q", "even-q"):
        zoo[f"hexes, {layout}"] = ps.HexGrid(field, layout=layout)
        model, wrap = ("enter", "x") if layout.startswith("odd") else ("mean", "y")
        cost = _costs(36, field.shape, 0.5, 9)
        zoo[f"hexes, {layout}, {model}"] = ps.HexGrid(field, layout=layout, cost=cost, cost_model=model)
        zoo[f"hexes, {layout}, wrap {wrap}"] = ps.HexGrid(field, layout=layout, wrap=wrap)
        zoo[f"hexes, {layout}, wrap xy"] = ps.HexGrid(field, layout=layout, wrap="xy")
    return zoo


def triangles() -> dict[str, ps.TriangleGrid]:
    """Triangles with walls, costs, joined borders, portals and one-way rules."""
    field, random = _random(37, 18, 22, 0.25), np.random.default_rng(38)
    cost = _costs(39, field.shape, 0.5, 9)
    free = np.argwhere(field)[:, ::-1]
    portals = [
        (*ends, cost)
        for ends, cost in zip(free[random.integers(0, len(free), (6, 2))].tolist(), range(6), strict=True)
    ]
    exits = random.integers(0, 8, field.shape)
    return {
        "triangles, one": ps.TriangleGrid([[1]]),
        "triangles, one row": ps.TriangleGrid([[1, 1, 1, 0, 1, 1]], wrap="x"),
        "triangles, one column": ps.TriangleGrid(np.ones((7, 1))),
        "triangles, two columns joined": ps.TriangleGrid(_random(40, 12, 2, 0.2), wrap="xy"),
        "triangles, open": ps.TriangleGrid(np.ones((19, 9))),
        "triangles, walls": ps.TriangleGrid(field),
        "triangles, enter": ps.TriangleGrid(field, cost=cost),
        "triangles, mean, joined": ps.TriangleGrid(field, cost=cost, cost_model="mean", wrap="y"),
        "triangles, open, joined": ps.TriangleGrid(np.ones((14, 10)), wrap="xy"),
        "triangles, portals": ps.TriangleGrid(field, portals=portals),
        "triangles, exits, joined": ps.TriangleGrid(field, exits=exits, wrap="xy"),
        "triangles, one way": ps.TriangleGrid(
            np.ones((4, 4)), one_way=[((0, 0), (1, 0)), ((0, 1), (0, 0))], wrap="x"
        ),
    }


def number_steps(number: int) -> list[tuple[int, float]]:
    """Steps around 101 numbers; a function of the module, so that a space of it can be pickled."""
    return [(7 * number % 101, 1.0), ((number + 1) % 101, 2.5), (number, 0.0)]


def customs() -> dict[str, ps.Custom]:
    """Functions over the cells of a grid, over numbers, and over words; all nodes are known in advance."""
    grid = ps.Grid(_random(1, 9, 12, 0.25), cost=_costs(3, (9, 12), 1, 4))
    cells = place_list(grid.places_of(np.arange(grid.size)))

    def far(place: tuple[int, int], goal: tuple[int, int]) -> float:
        return float(max(abs(place[0] - goal[0]), abs(place[1] - goal[1])))

    def not_consistent(place: tuple[int, int], goal: tuple[int, int]) -> float:
        return far(place, goal) if sum(place) % 3 else 0.0

    @cache
    def cell_steps(place: tuple[int, int]) -> list[tuple[Any, float]]:
        return list(plain.of_grid(grid, place))

    zoo = {
        "custom, a grid": (ps.Custom(cell_steps), cells),
        "custom, a grid, estimated": (ps.Custom(cell_steps, far), cells),
        "custom, a grid, estimated not consistently": (ps.Custom(cell_steps, not_consistent), cells),
        "custom, numbers": (ps.Custom(number_steps), range(101)),
    }
    for space, nodes in zoo.values():
        space.nodes_of(list(nodes))
    return {name: space for name, (space, _) in zoo.items()}


def linked_grids() -> dict[str, ps.Grid]:
    """Sixteen directions, joined borders, portals and one-way rules, under every corner rule."""
    field, random = _random(41, 13, 14, 0.3), np.random.default_rng(42)
    free = np.argwhere(field)[:, ::-1]
    ends = free[random.integers(0, len(free), (5, 2))].tolist()
    portals = [(start, end, cost) for (start, end), cost in zip(ends, (0, 1.5, 3, 0.1, 40), strict=True)]
    cost = _costs(43, field.shape, 0.5, 6)
    zoo = {
        "sixteen, cheap knight": ps.Grid(field, moves=ps.Moves(directions=16, knight=1.2)),
        "sixteen, dear diagonal": ps.Grid(field, moves=ps.Moves(directions=16, diagonal=5, knight=1.9)),
        "sixteen, joined": ps.Grid(field, moves=ps.Moves(directions=16), wrap="xy"),
        "sixteen, narrow and joined": ps.Grid(
            _random(44, 20, 3, 0.2), moves=ps.Moves(directions=16, corners="free"), wrap="xy"
        ),
        "joined, one column": ps.Grid(np.ones((7, 1)), wrap="xy"),
        "joined, two rows": ps.Grid(_random(45, 2, 15, 0.2), wrap="y"),
        "portals, 4 directions": ps.Grid(field, moves=ps.Moves(directions=4), portals=portals),
        "portals, joined, mean": ps.Grid(field, portals=portals, wrap="x", cost=cost, cost_model="mean"),
        "portals and exits": ps.Grid(
            field, portals=portals, exits=random.integers(0, 256, field.shape), cost=cost
        ),
        "one way": ps.Grid(
            np.ones((3, 5)), one_way=[((x, y), (x + 1, y)) for x in range(4) for y in range(3)], wrap="y"
        ),
    }
    for corners in ("no_cut", "no_squeeze", "free"):
        moves = ps.Moves(directions=16, corners=corners)
        zoo[f"sixteen, {corners}"] = ps.Grid(field, moves=moves)
        zoo[f"sixteen, {corners}, enter"] = ps.Grid(field, moves=moves, cost=cost)
        zoo[f"sixteen, {corners}, mean"] = ps.Grid(field, moves=moves, cost=cost, cost_model="mean")
        zoo[f"joined, {corners}"] = ps.Grid(field, moves=ps.Moves(corners=corners), wrap="xy")
    return zoo


def voxels() -> dict[str, ps.VoxelGrid]:
    """All numbers of directions, corner rules and links, with boxes that are not cubes."""
    field, random = _random(51, 4 * 7, 6, 0.35).reshape(4, 7, 6), np.random.default_rng(52)
    cost = random.uniform(0.5, 5, field.shape)
    free = np.argwhere(field)[:, ::-1]
    stairs = [tuple(map(tuple, free[random.integers(0, len(free), 2)].tolist())) for _ in range(9)]
    zoo = {
        "voxels, one": ps.VoxelGrid([[[1]]]),
        "voxels, flat boxes": ps.VoxelGrid(field, spacing=(1, 1.5, 0.2)),
        "voxels, tall boxes, 18": ps.VoxelGrid(field, directions=18, spacing=(0.5, 2, 9)),
        "voxels, tall boxes, enter": ps.VoxelGrid(field, spacing=(0.5, 2, 9), cost=cost),
        "voxels, floors and stairs": ps.VoxelGrid(field, directions=8, stairs=stairs),
        "voxels, floors and dear stairs": ps.VoxelGrid(
            field, directions=4, stairs=[(*ends, 7) for ends in stairs], cost=cost, cost_model="mean"
        ),
        "voxels, joined": ps.VoxelGrid(field, wrap="xy", stairs=stairs[:2]),
        "voxels, exits": ps.VoxelGrid(
            field, directions=6, exits=random.integers(0, 64, field.shape), portals=stairs[:3]
        ),
    }
    for directions, corners in (
        (6, "no_cut"),
        (18, "no_squeeze"),
        (26, "no_cut"),
        (26, "no_squeeze"),
        (26, "free"),
    ):
        zoo[f"voxels, {directions}, {corners}"] = ps.VoxelGrid(field, directions=directions, corners=corners)
    return zoo


def turnings() -> dict[str, ps.Turning]:
    """Grids of every kind of heading, with turns that cost more and more, or are not allowed."""
    field = _random(61, 8, 9, 0.25)
    cost = _costs(62, field.shape, 0.5, 4)
    free = [tuple(cell) for cell in np.argwhere(field)[:, ::-1].tolist()]
    portals = [(free[0], free[-1], 2), (free[5], free[9], 0.5)]
    four = ps.Moves(directions=4)
    return {
        "turning, 4 directions": ps.Turning(ps.Grid(field, moves=four), 2.5),
        "turning, 8 directions": ps.Turning(ps.Grid(field), 0.3),
        "turning, no sharp turns": ps.Turning(ps.Grid(field, cost=cost), [0, 0.5, 2, np.inf, np.inf]),
        "turning, dear straight on": ps.Turning(
            ps.Grid(field, moves=ps.Moves(corners="free")), [3, 0, 1, 0, 2]
        ),
        "turning, joined, portals": ps.Turning(
            ps.Grid(field, moves=four, wrap="xy", portals=portals), [0, 1, 9]
        ),
        "turning, exits": ps.Turning(
            ps.Grid(field, exits=np.random.default_rng(63).integers(0, 256, field.shape)), 1
        ),
        "turning, hexes": ps.Turning(ps.HexGrid(field, layout="odd-q", cost=cost), 1.5),
        "turning, hexes, no U-turn": ps.Turning(ps.HexGrid(field, layout="even-r"), [0, 1, 1, np.inf]),
    }


def sizeds() -> dict[str, ps.spaces.Sized]:
    """Units of several squares on every kind of plain squares, up to as large as the map."""
    field, wide = _random(81, 17, 21, 0.08), _random(82, 22, 30, 0.03)
    four = ps.Moves(directions=4)
    zoo = {
        "sized, 2": ps.Grid(field).sized(2),
        "sized, 3": ps.Grid(wide).sized(3),
        "sized, 5, open": ps.Grid(np.ones((12, 9))).sized(5),
        "sized, as large as the map": ps.Grid(np.ones((3, 5))).sized(3),
        "sized, nowhere": ps.Grid([[1, 0, 1], [1, 1, 0], [0, 1, 1]]).sized(2),
        "sized, 4 directions": ps.Grid(field, moves=four).sized(2),
        "sized, 10 and 14": ps.Grid(wide, moves=ps.Moves(straight=10, diagonal=14)).sized(4),
    }
    for corners in ("no_squeeze", "free"):  # rules for units of one square only
        zoo[f"sized, {corners}"] = ps.Grid(field, moves=ps.Moves(corners=corners)).sized(2)
    for model in ("enter", "mean"):
        cost = _costs(83, field.shape, 0, 7)
        cost[4:6, 3] = np.nan
        zoo[f"sized, costs, {model}"] = ps.Grid(field, cost=cost, cost_model=model).sized(2)
    return zoo


def ruled_grids() -> dict[str, ps.Grid | ps.HexGrid | ps.TriangleGrid | ps.VoxelGrid]:
    """Cells with slopes, limits of slopes, and drifts, also with costs, links and knight's moves."""
    field, random = _random(91, 12, 14, 0.2), np.random.default_rng(92)
    height = random.uniform(0, 5, field.shape)
    height[3, 4] = np.nan
    hill = ps.maps.Slope(height, up=1.5, down=0.25)
    cliffs = ps.maps.Slope(height, up=1, most_up=1.5, most_down=3)
    wind = ps.maps.Drift(*random.uniform(-0.9, 0.9, (2, *field.shape)))
    cost = _costs(93, field.shape, 0, 4)
    knights = ps.Moves(directions=16)
    building = _random(94, 3 * 7, 6, 0.25).reshape(3, 7, 6)
    lift = ps.maps.Drift(*random.uniform(-0.6, 0.6, (3, *building.shape)))
    ramps = ps.maps.Slope(random.uniform(0, 5, building.shape), up=1.5, down=0.25, most_up=3)
    return {
        "hill": ps.Grid(field, edges=[hill]),
        "cliffs, 4 directions": ps.Grid(field, moves=ps.Moves(directions=4), edges=[cliffs]),
        "wind": ps.Grid(field, edges=[wind]),
        "wind on a hill, costs, joined": ps.Grid(field, cost=cost, wrap="xy", edges=[wind, hill]),
        "hill, knights, mean": ps.Grid(field, cost=cost, cost_model="mean", moves=knights, edges=[hill]),
        "hexes, wind on a hill": ps.HexGrid(field, edges=[wind, hill], portals=[((0, 0), (9, 9), 1.0)]),
        "hexes, wind, odd-q, joined": ps.HexGrid(field, layout="odd-q", wrap="xy", edges=[wind], cost=cost),
        "triangles, wind on a hill": ps.TriangleGrid(
            field, edges=[wind, hill], portals=[((0, 0), (9, 9), 1.0)]
        ),
        "triangles, wind among cliffs, joined": ps.TriangleGrid(
            field, wrap="xy", edges=[cliffs, wind], cost=cost, cost_model="mean"
        ),
        "voxels, ramps and draughts": ps.VoxelGrid(building, spacing=(1, 1.5, 0.8), edges=[lift, ramps]),
    }


def rounds() -> dict[str, ps.spaces.Round]:
    """Discs on every kind of plain squares, from smaller than a cell to as large as the map."""
    field, wide = _random(86, 13, 17, 0.06), _random(87, 16, 22, 0.02)
    zoo = {
        "round, small": ps.Grid(field, moves=ps.Moves(corners="free")).sized(radius=0.5),
        "round, 0.8": ps.Grid(field).sized(radius=0.8),
        "round, 1.5": ps.Grid(wide).sized(radius=1.5),
        "round, 2.6, open": ps.Grid(np.ones((12, 9))).sized(radius=2.6),
        "round, as large as the map": ps.Grid(np.ones((3, 5))).sized(radius=1.5),
        "round, 4 directions": ps.Grid(wide, moves=ps.Moves(directions=4)).sized(radius=1.2),
    }
    for model in ("enter", "mean"):
        cost = _costs(88, wide.shape, 0, 7)
        cost[4, 3] = np.nan
        zoo[f"round, costs, {model}"] = ps.Grid(wide, cost=cost, cost_model=model).sized(radius=1.2)
    return zoo


def turning_sizeds() -> dict[str, ps.Turning]:
    """Units with a size and a heading."""
    field = _random(84, 9, 11, 0.06)
    cost = _costs(85, field.shape, 0.5, 4)
    four = ps.Moves(directions=4)
    return {
        "turning, sized": ps.Turning(ps.Grid(field).sized(2), 0.7),
        "turning, on a hill": ps.Turning(
            ps.Grid(field, edges=[ps.maps.Slope(_costs(86, field.shape, 0, 3), up=1)]), 0.7
        ),
        "turning, round": ps.Turning(ps.Grid(field).sized(radius=1.1), 0.7),
        "turning, sized, 4 directions": ps.Turning(ps.Grid(field, moves=four).sized(2), [0, 1, np.inf]),
        "turning, sized, costs": ps.Turning(ps.Grid(field, cost=cost, cost_model="mean").sized(3), 0.3),
    }


def waypoints() -> dict[str, ps.spaces.Waypoints]:
    """Random points on grids of every corner rule, no points, and one on every free cell."""
    field, random = _random(71, 9, 10, 0.25), np.random.default_rng(72)
    free = np.argwhere(field)[:, ::-1]
    some = free[random.choice(len(free), 9, replace=False)]
    rooms = np.ones((9, 11), bool)
    rooms[:, 5] = False
    rooms[4, 5] = True
    small = _random(73, 4, 5, 0.2)
    zoo = {
        "waypoints, none": ps.waypoints(ps.Grid(field), []),
        "waypoints, one row": ps.waypoints(ps.Grid([[1, 1, 1, 0, 1, 1]]), [(1, 0), (4, 0)]),
        "waypoints, 4 directions, long steps": ps.waypoints(
            ps.Grid(field, moves=ps.Moves(directions=4, straight=2.5)), some
        ),
        "waypoints, in a door": ps.waypoints(ps.Grid(rooms), [(5, 4), (2, 2), (8, 6)]),
        "waypoints, everywhere": ps.waypoints(ps.Grid(small), np.argwhere(small)[:, ::-1]),
    }
    for corners in ("no_cut", "no_squeeze", "free"):
        zoo[f"waypoints, {corners}"] = ps.waypoints(ps.Grid(field, moves=ps.Moves(corners=corners)), some)
    return zoo


def timeds() -> dict[str, ps.Timed]:
    """Grids with reservations: all cells are free now, and none is reserved for ever."""
    field = _random(71, 7, 8, 0.25)
    random = np.random.default_rng(72)
    cells = random.permutation(np.argwhere(field)[:, ::-1])[:20]
    begins = random.integers(1, 5, 20)
    taken = np.column_stack([cells, begins, begins + random.integers(1, 4, 20)])
    later = taken + np.array([0, 0, 6, 6.5])
    cost = _costs(73, field.shape, 1, 3)
    first, last = (tuple(cell) for cell in np.argwhere(field)[[0, -1], ::-1].tolist())
    four, even = ps.Moves(directions=4), ps.Moves(diagonal=1)
    zoo = {
        "timed, 4 directions": ps.Timed(ps.Grid(field, moves=four), reserved=taken),
        "timed, 8 directions": ps.Timed(ps.Grid(field), reserved=taken),
        "timed, nothing taken": ps.Timed(ps.Grid(field, cost=cost)),
        "timed, costs": ps.Timed(ps.Grid(field, cost=cost), reserved=taken, stay=0),
        "timed, free corners": ps.Timed(
            ps.Grid(field, moves=ps.Moves(corners="free")), reserved=taken, stay=2
        ),
        "timed, later": ps.Timed(ps.Grid(field, moves=four), reserved=later, now=6.25, stay=1),
        "timed, joined, portals": ps.Timed(
            ps.Grid(field, wrap="xy", portals=[(first, last, 2), (last, first, 0.5)]), reserved=taken
        ),
        "timed, hexes": ps.Timed(ps.HexGrid(field, layout="even-q"), reserved=taken),
        "timed, following": ps.Timed(ps.Grid(field, moves=even), reserved=taken, following="allowed", stay=3),
        "timed, turning": ps.Timed(ps.Turning(ps.Grid(field), cost=0.5), reserved=taken),
        "timed, turning, hexes": ps.Timed(ps.Turning(ps.HexGrid(field), cost=[0, 1, 2, 3]), reserved=taken),
        "timed, sized": ps.Timed(ps.Grid(field).sized(2), reserved=taken, stay=1),
        "timed, turning, sized": ps.Timed(ps.Turning(ps.Grid(field).sized(2), 0.5), reserved=taken, stay=2),
        "timed, voxels": ps.Timed(
            ps.VoxelGrid(np.stack([field] * 2)), reserved=np.insert(taken, 2, 0, axis=1)
        ),
    }
    zoo["timed, 8 directions"].claim([(*first, 1), (*first, 5)], stay=3, force=True)
    return zoo


def spaces() -> dict[str, Any]:
    """Every kind of space."""
    return {
        **grids(),
        **graphs(),
        **hexgrids(),
        **triangles(),
        **linked_grids(),
        **voxels(),
        **turnings(),
        **sizeds(),
        **rounds(),
        **ruled_grids(),
        **turning_sizeds(),
        **timeds(),
        **waypoints(),
        **customs(),
    }


ZOO = spaces()  # one for all tests, so that the oracle runs only once


def swept() -> dict[str, Any]:
    """The spaces over which one search can cover all places."""
    ends = ps.Custom, ps.Timed, ps.spaces.Waypoints
    return {name: space for name, space in ZOO.items() if not isinstance(space, ends)}


@cache
def truth(space: str) -> dict[tuple, float]:
    """The oracle's cost of every query on a space of the zoo."""
    ground = ZOO[space]
    kind = {ps.spaces.Waypoints: sight, ps.Timed: timed}.get(type(ground), plain)
    return {(start, goal): kind.cheapest(ground, start, goal) for start, goal in queries(ground)}


def queries(space: Any, count: int = 8) -> list[tuple[Any, Any]]:
    """Some pairs of places, with walls among them."""
    nodes = np.random.default_rng(11).integers(0, space.size, 2 * count)
    places = place_list(space.places_of([0, space.size - 1, *nodes]))
    return list(zip(places[::2], places[1::2], strict=True))
