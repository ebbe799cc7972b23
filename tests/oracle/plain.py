"""Dijkstra's algorithm in forty plain lines, straight from the rules, to compare every search with."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import cache, partial
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

Place = Hashable

STEPS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]
KNOWN: WeakKeyDictionary = WeakKeyDictionary()  # the arrays and the steps of each space
MOST_BLOCKED = {"no_cut": 0, "no_squeeze": 1, "free": 2}


def neighbours(space, place: Place) -> Iterator[tuple[Place, float]]:
    """Every legal step from a place, with its cost."""
    kinds = {
        "Turning": of_turning,
        "Sized": of_bodies,
        "Round": of_discs,
        "Grid": of_grid if getattr(space, "is_plain", False) else of_boxes,
        "VoxelGrid": of_boxes,
        "Graph": of_graph,
        "HexGrid": of_hexes,
        "TriangleGrid": of_triangles,
        "Custom": of_functions,
    }
    return kinds[type(space).__name__](space, place)


def is_free(space, place: Place) -> bool:
    """Whether a unit may stand at a place."""
    if type(space).__name__ in ("Timed", "Turning"):
        return is_free(space.ground, place[: len(space.ground.shape)])
    if type(space).__name__ == "Sized":
        return body_stands(space, place)
    if type(space).__name__ == "Round":
        return disc_fits(space, place)
    if type(space).__name__ == "Waypoints":
        return is_free(space.grid, place)
    return not hasattr(space, "walkable") or bool(space.walkable[place[::-1]])


def of_turning(space, place: tuple[int, ...]) -> Iterator[tuple[Place, float]]:
    """Every step of the ground, with the cost of the turn to it, by the angle between two steps."""
    x, y, heading = place
    ground = space.ground
    for cell, cost in neighbours(ground, (x, y)):
        through = [
            price for entrance, exit_, price in ground.links.portals if (entrance, exit_) == ((x, y), cell)
        ]
        if cost in through:
            yield (*cell, 0), cost
            continue
        number = next(n for n in range(len(ground.directions)) if lands(ground, (x, y), n) == cell)
        turn = 0.0
        if heading:
            between = abs(bearing(ground, heading - 1) - bearing(ground, number)) % math.tau
            between = min(between, math.tau - between)
            turn = space.turn_costs[round(between * len(ground.directions) / math.tau)]
        if turn < math.inf:
            yield (*cell, number + 1), cost + turn


def of_bodies(space, place: tuple[int, int]) -> Iterator[tuple[Place, float]]:
    """Every step of a unit of several squares."""
    x, y = place
    for number, (dx, dy) in enumerate(space.ground.directions):
        following = x + dx, y + dy
        if all(stands(space.ground, (x + ax, y + ay)) for ax, ay in on_the_way(space.side, dx, dy)):
            yield following, space.ground.moves.lengths[number] * body_factor(space, place, following)


@cache
def on_the_way(side: int, dx: int, dy: int) -> set[tuple[int, int]]:
    """The squares, relative to its own, that a unit covers during a step, sampled at a dozen moments."""
    way = [(Fraction(dx * t, 12), Fraction(dy * t, 12)) for t in range(13)]
    return {cell for point in way for cell in below(side, point)}


def body_stands(space, place: tuple[int, int]) -> bool:
    """Whether all squares below a unit can be entered."""
    return all(stands(space.ground, cell) for cell in below(space.side, place))


def below(side: int, point: tuple[Any, Any]) -> list[tuple[int, int]]:
    """The squares that a unit covers at least partly."""
    across, down = (range(math.floor(at), math.ceil(at + side)) for at in point)
    return [(x, y) for y in down for x in across]


def body_factor(space, place: tuple[int, int], following: tuple[int, int]) -> float:
    """The factor of the squares below a unit on the length of a step."""
    cost = space.ground.cost
    if cost is None:
        return 1.0
    ends = [following] if space.ground.cost_model == "enter" else [place, following]
    cells = [cell for end in ends for cell in below(space.side, end)]
    return math.fsum(float(cost[y, x]) for x, y in cells) / len(cells)


def of_discs(space, place: tuple[int, int]) -> Iterator[tuple[Place, float]]:
    """Every step of a disc, which on its diagonal steps has to fit on the cells beside them, too."""
    x, y = place
    for number, (dx, dy) in enumerate(space.ground.directions):
        over = {(x, y), (x + dx, y), (x, y + dy), (x + dx, y + dy)}
        if all(disc_fits(space, each) for each in over):
            ends = [(x + dx, y + dy), *([(x, y)] if space.ground.cost_model == "mean" else [])]
            factor = sum(map(partial(disc_mean, space), ends)) / len(ends)
            yield (x + dx, y + dy), space.ground.moves.lengths[number] * factor


def disc_fits(space, place: tuple[int, int]) -> bool:
    """Whether every square nearer than the radius can be entered."""
    x, y = place
    reach = math.ceil(space.radius) + 1
    return all(
        stands(space.ground, (x + dx, y + dy))
        for dx in range(-reach, reach + 1)
        for dy in range(-reach, reach + 1)
        if max(abs(dx) - 0.5, 0) ** 2 + max(abs(dy) - 0.5, 0) ** 2 < space.radius**2
    )


def disc_mean(space, place: tuple[int, int]) -> float:
    """The mean cost of the cells whose centres a disc covers."""
    if space.ground.cost is None:
        return 1.0
    rows, columns = np.indices(space.ground.shape)
    covered = (columns - place[0]) ** 2 + (rows - place[1]) ** 2 <= space.radius**2
    return math.fsum(space.ground.cost[covered]) / int(covered.sum())


def bearing(ground, number: int) -> float:
    """The angle of a direction in the plane."""
    if hasattr(ground, "layout"):
        here = ground.to_axial((10, 10))
        there = ground.from_axial(tuple(a + d for a, d in zip(here, ground.directions[number], strict=True)))
        (x, y), (nx, ny) = centre_of(ground.layout, 10, 10), centre_of(ground.layout, *there)
        return math.atan2(ny - y, nx - x)
    dx, dy = ground.directions[number]
    return math.atan2(dy, dx)


def lands(ground, cell: tuple[int, int], number: int) -> tuple[int, int]:
    """The cell that a direction leads to, over joined borders too."""
    by = ground.directions[number]
    if hasattr(ground, "layout"):
        axial = ground.to_axial(cell)
        to = ground.from_axial(tuple(a + d for a, d in zip(axial, by, strict=True)))
    else:
        to = tuple(a + d for a, d in zip(cell, by, strict=True))
    sides = (ground.width, ground.height)
    return tuple(
        at % side if name in ground.links.wrap else at for at, side, name in zip(to, sides, "xy", strict=True)
    )


def of_functions(space, place: Hashable) -> Iterator[tuple[Hashable, float]]:
    """What the caller's function returns."""
    return iter(space.neighbors(place))


def of_graph(graph, name: Hashable) -> Iterator[tuple[Hashable, float]]:
    """Every edge of a node."""
    node = graph.node_of(name)
    for edge in range(graph.offsets[node], graph.offsets[node + 1]):
        yield graph.places_of([graph.targets[edge]]).tolist()[0], float(graph.costs[edge])


def of_hexes(hexes, place: tuple[int, int]) -> Iterator[tuple[Place, float]]:
    """Every cell whose centre is at the distance of a neighbour: measured in the plane, not looked up."""
    x, y = place
    here = centre_of(hexes.layout, x, y)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            there = centre_of(hexes.layout, x + dx, y + dy)
            if not 0.9 < math.dist(here, there) < 1.1:
                continue
            angle = math.atan2(here[1] - there[1], there[0] - here[0])
            first = 0 if hexes.layout.endswith("r") else -math.pi / 6
            number = round((angle - first) / (math.pi / 3)) % 6
            yield from linked(hexes, place, (x + dx, y + dy), number, 1.0)
    yield from through_portals(hexes, place)


def centre_of(layout: str, x: int, y: int) -> tuple[float, float]:
    """The centre of a hexagon in a plane whose y points down; neighbours are 1 apart."""
    shoved = 0.5 if (y if layout.endswith("r") else x) % 2 == (layout.startswith("odd")) else 0.0
    slant = math.sqrt(3) / 2
    return (x + shoved, y * slant) if layout.endswith("r") else (x * slant, y + shoved)


def of_triangles(space, place: tuple[int, int]) -> Iterator[tuple[Place, float]]:
    """Every triangle that shares two corners with this one, computed from the coordinates of the corners."""
    x, y = place
    for number, (dx, dy) in enumerate([(-1, 0), (1, 0), (0, 1), (0, -1)]):
        if len(corners_of(x, y) & corners_of(x + dx, y + dy)) == 2:
            yield from linked(space, place, (x + dx, y + dy), min(number, 2), 1.0)
    yield from through_portals(space, place)


def corners_of(x: int, y: int) -> set[tuple[int, int]]:
    """The corners of a triangle, in halves of its side and in rows."""
    if (x + y) % 2 == 0:
        return {(x + 1, y), (x, y + 1), (x + 2, y + 1)}
    return {(x, y), (x + 2, y), (x + 1, y + 1)}


def middle_of(space, place: tuple[int, ...]) -> tuple[float, ...]:
    """The centre of a cell; for a triangle, the mean of its corners."""
    if hasattr(space, "layout"):
        return centre_of(space.layout, *place)
    if type(space).__name__ != "TriangleGrid":
        return place
    across, down = zip(*corners_of(*place), strict=True)
    return sum(across) / 3 / 2, sum(down) / 3 * math.sqrt(3) / 2


def of_boxes(space, place: tuple[int, ...]) -> Iterator[tuple[Place, float]]:
    """Every step among squares with links, or boxes, through free ones."""

    @cache
    def beside(by: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(a + d for a, d in zip(place, by, strict=True))

    @cache
    def free(by: tuple[int, ...]) -> bool:
        return stands(space, beside(by))

    for number, by in enumerate(space.directions):
        if free(by) and passes(space, by, free):
            crossed = [beside(cell) for cell in between(by)]
            yield from linked(space, place, beside(by), number, length_of(space, by), crossed)
    yield from through_portals(space, place)


def length_of(space, by: tuple[int, ...]) -> float:
    """The length of a step: by the sides of a box, or by the moves."""
    if hasattr(space, "spacing"):
        return math.hypot(*(d * side for d, side in zip(by, space.spacing, strict=True)))
    moves = space.moves
    return [moves.straight, moves.diagonal, moves.knight][sum(map(abs, by)) - 1]


def passes(space, by: tuple[int, ...], free: Callable[[tuple[int, ...]], bool]) -> bool:
    """Whether the corner rule allows a step, by walking along its line or through its box.

    `free`: whether a unit may stand on the cell at this offset.
    """
    corners = space.moves.corners if hasattr(space, "moves") else space.corners
    if corners == "free" or sum(map(abs, by)) == 1:
        crossed = between(by)
        return not crossed or any(map(free, crossed))
    if corners == "no_cut":
        return all(map(free, touched(by)))
    box = [cell for cell in itertools.product(*(range(min(0, d), max(0, d) + 1) for d in by)) if free(cell)]
    reached = {tuple(0 for _ in by)}
    for _ in box:
        reached |= {cell for cell in box for other in reached if math.dist(cell, other) == 1}
    return by in reached


@cache
def touched(by: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The cells that the straight line of a step meets, sampled at a dozen points."""
    box = itertools.product(*(range(min(0, d), max(0, d) + 1) for d in by))
    line = [[Fraction(d * t, 12) for d in by] for t in range(13)]
    return {
        cell
        for cell in box
        for point in line
        if all(abs(p - c) <= Fraction(1, 2) for p, c in zip(point, cell, strict=True))
    }


def between(by: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The cells that a knight's move crosses between its ends; no other step crosses any."""
    return touched(by) - {by, tuple(0 for _ in by)} if max(map(abs, by)) == 2 else set()


def stands(space, place: tuple[int, ...]) -> bool:
    """Whether a unit may stand at a place, which may be beyond a joined border."""
    sides = space.shape[::-1]
    at = inside(space, place)
    return all(0 <= p < side for p, side in zip(at, sides, strict=True)) and bool(space.walkable[at[::-1]])


def inside(space, place: tuple[int, ...]) -> tuple[int, ...]:
    """The same place, on this side of joined borders."""
    joined = space.links.wrap
    if not joined:
        return place
    return tuple(
        p % side if name in joined else p
        for p, side, name in zip(place, space.shape[::-1], "xyz", strict=False)
    )


def linked(
    space, place: Place, following: Place, number: int, length: float, crossed: Iterable[Place] = ()
) -> Iterator[tuple[Place, float]]:
    """The step number `number` from a place, if it is allowed; `following` may be beyond a joined border."""
    links, sides = space.links, space.shape[::-1]
    joined = inside(space, following)
    if not all(0 <= at < side for at, side in zip(joined, sides, strict=True)):
        return
    closed = (joined, place) in links.one_way or joined == place
    barred = links.exits is not None and not links.exits[place[::-1]] & 2**number
    if space.walkable[joined[::-1]] and not closed and not barred:
        cost = ruled(space, place, following, joined, length * factor(space, place, joined, crossed))
        if cost < math.inf:
            yield joined, cost


def ruled(space, place: Place, following: Place, joined: Place, cost: float) -> float:
    """The cost of a step with slopes and drifts; `following` is its end before crossing a joined border."""
    rules = space.links.edges.frozen() if space.links.edges else ()
    climbs = 0.0
    for rule in rules:
        if type(rule).__name__ == "Drift":
            ends = [middle_of(space, at) for at in (place, following)]
            way = np.subtract(ends[1], ends[0]) * getattr(space, "spacing", 1)
            fields = [field for field in (rule.x, rule.y, rule.z) if field is not None]
            drift = [(field[place[::-1]] + field[joined[::-1]]) / 2 for field in fields]
            speed = 1 + np.dot(way[: len(drift)], drift) / np.linalg.norm(way)
            cost = cost / speed if speed > 0 else math.inf
        else:
            rise = rule.height[joined[::-1]] - rule.height[place[::-1]]
            allowed = -rule.most_down <= rise <= rule.most_up
            climbs += (max(rise, 0) * rule.up + max(-rise, 0) * rule.down) if allowed else math.inf
    return cost + climbs


def through_portals(space, place: Place) -> Iterator[tuple[Place, float]]:
    """Every portal whose entrance this is."""
    for entrance, exit_, cost in space.links.portals:
        if entrance == place and space.walkable[exit_[::-1]]:
            yield exit_, cost


def factor(space, place: Place, following: Place, crossed: Iterable[Place] = ()) -> float:
    """The factor of the cells' costs on a step's length: the mean of those that are not blocked."""
    if space.cost is None:
        return 1.0
    cells = [following] if space.cost_model == "enter" else [place, following]
    cells += [inside(space, cell) for cell in crossed if stands(space, cell)]
    return math.fsum(float(space.cost[cell[::-1]]) for cell in cells) / len(cells)


def of_grid(grid, place: tuple[int, int]) -> Iterator[tuple[Place, float]]:
    """Every step to one of the eight cells around that the moves allow."""
    free: NDArray[np.bool_] = grid.walkable
    x, y = place
    for dx, dy in STEPS:
        nx, ny = x + dx, y + dy
        if not (0 <= nx < grid.width and 0 <= ny < grid.height and free[ny, nx]):
            continue
        length = grid.moves.straight
        if dx and dy:
            blocked = (not free[y, nx]) + (not free[ny, x])
            if grid.moves.directions == 4 or blocked > MOST_BLOCKED[grid.moves.corners]:
                continue
            length = grid.moves.diagonal
        if grid.cost is not None:
            here, there = grid.cost[y, x], grid.cost[ny, nx]
            length *= there if grid.cost_model == "enter" else (here + there) / 2
        yield (nx, ny), float(length)


def known_steps(space) -> Callable[[Place], list[tuple[Place, float]]]:
    """Every legal step from a place, computed once for all searches of a space in its present state.

    The cache is dropped when an array has changed, even if the space's revision has not. Functions are called
    each time, since their results may change.
    """
    if type(space).__name__ == "Custom":
        return lambda place: list(of_functions(space, place))
    ground = space
    while (lower := getattr(ground, "ground", ground)) is not ground:
        ground = lower
    arrays = [getattr(ground, name, None) for name in ("walkable", "cost", "costs")]
    now = (ground.revision, *(None if array is None else array.tobytes() for array in arrays))
    if KNOWN.get(space, (None, {}))[0] != now:
        KNOWN[space] = (now, {})
    known = KNOWN[space][1]

    def steps(place: Place) -> list[tuple[Place, float]]:
        if place not in known:
            known[place] = list(neighbours(space, place))
        return known[place]

    return steps


def closed(space, start: Place) -> Iterator[tuple[Place, float]]:
    """Every reachable place and the lowest cost to it, nearest first."""
    steps = known_steps(space)
    done: set[Place] = set()
    tie = itertools.count()  # names need not have an order
    queue = [(0.0, next(tie), start)] if is_free(space, start) else []
    while queue:
        cost, _, place = heapq.heappop(queue)
        if place in done:
            continue
        done.add(place)
        yield place, cost
        for following, step in steps(place):
            if following not in done:
                heapq.heappush(queue, (cost + step, next(tie), following))


def costs_from(space, start: Place) -> dict[Place, float]:
    """The lowest cost to every reachable place."""
    return dict(closed(space, start))


def cheapest(space, start: Place, goal: Place) -> float:
    """The lowest cost from start to goal; infinity where there is no path."""
    turning = type(space).__name__ == "Turning"
    found = (
        cost for place, cost in closed(space, start) if (arrived(place, goal) if turning else place == goal)
    )
    return next(found, math.inf)


def arrived(place: tuple[int, ...], goal: tuple[int, ...]) -> bool:
    """Whether a place is the goal's cell with the goal's heading; a heading of 0 stands for any."""
    return place[:2] == goal[:2] and (place[2] == goal[2] or 0 in (place[2], goal[2]))
