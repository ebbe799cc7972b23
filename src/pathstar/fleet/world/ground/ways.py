"""How units find their ways: a search over the ground with the other units stamped on it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError, SpaceError
from pathstar.fleet.world.ground.fog import Fog
from pathstar.fleet.world.occupancy import Occupancy
from pathstar.fleet.world.unit import Unit
from pathstar.maps.arguments import checked_mapping
from pathstar.maps.costs import CostModel
from pathstar.maps.map import Map
from pathstar.planners.planner import Planner
from pathstar.spaces.base import Space
from pathstar.spaces.grid import Grid, grid_of_map
from pathstar.spaces.moves import Moves, checked_moves

# The cost of a cell on which a unit stands. A way around, however long, is cheaper.
IN_THE_WAY = 1e6
# At most this many units count at one cell, or a crowd would go a long way round a busy bridge.
MOST_CLAIMS = 4
# Its order does not depend on earlier searches, so a world that was saved goes on the same.
_OPEN_LIST = "heap"
_DIRECTIONS = (4, 8)

Nodes = NDArray[np.uint32]


class Stamps(NamedTuple):
    """The changes that other units make to the ground of a search.

    Attributes:
        nodes: uint32 ``(n,)``: the cells, in order.
        extra: float64 ``(n,)``: their additional costs.
        walls: uint8 ``(n,)``: 1 if a unit is in the way.
    """

    nodes: Nodes
    extra: NDArray[np.float64]
    walls: NDArray[np.uint8]


class Ground:
    """The map as units see it: a grid and a planner for each profile, player and size, made on first use.

    Args:
        map: The map, whose edits are followed.
        moves: Directions, corner rule and step costs.
        profiles: Cost models by name.

    Attributes:
        map, moves, profiles: As given.
        danger: The layer of each player that has learned danger.
        fog: What the players have seen; None if all know the map.
    """

    def __init__(self, map: Map, moves: Moves, profiles: dict[str, CostModel]) -> None:
        self.map = map
        self.moves = moves
        self.profiles = profiles
        self._plain: dict[int, Grid] = {}
        self._grids: dict[tuple[str, int | None, str], Grid] = {}
        self._planners: dict[tuple[str, int, str, int], Planner] = {}
        self.danger: dict[int, str] = {}
        self.fog: Fog | None = None

    def set_sight(self, sight: float | None) -> None:
        """Let each player know only what its units see from now on; with None all know the map."""
        self.forget_danger()
        self.fog = None if sight is None else Fog(self.map, self.moves, sight)

    def map_of(self, player: int) -> Map:
        """Return the map with which the units of a player plan."""
        return self.map if self.fog is None else self.fog.known(player).map

    def revision_for(self, unit: Unit) -> int:
        """Return the revision of the map with which a unit plans."""
        return self.map_of(unit.player).revision

    def knows(self, unit: Unit, other: Unit) -> bool:
        """Return whether a unit knows where another unit is: one of its player, or in sight."""
        return self.fog is None or other.player == unit.player or self.fog.sees(unit, other)

    def sees_place(self, unit: Unit, node: int) -> bool:
        """Return whether a unit sees who stands at a place."""
        return self.fog is None or self.fog.sees_place(unit, node)

    def knows_plan(self, unit: Unit, other: Unit) -> bool:
        """Return whether a unit knows where another unit is going: in fog only those of its player."""
        return self.fog is None or other.player == unit.player

    def known_to(self, player: int, units: Collection[Unit]) -> list[int]:
        """Return the units whose positions a player knows: its own, and in fog those in sight."""
        if self.fog is None:
            return [unit.number for unit in units]
        seen = self.fog.seen_by(player, units)
        return [unit.number for unit in units if unit.player == player or unit.number in seen]

    def plain(self, size: int) -> Grid:
        """Return the grid with the costs of the map alone, which tell how slow the ground truly is."""
        grid = self._plain.get(size)
        if grid is None:
            grid = grid_of_map(self.map, self.moves) if size == 1 else self.plain(1).sized(size)
            self._plain[size] = grid
        return grid

    def learn_danger(self, player: int, layer: str) -> None:
        """Let the units of a player pay for a layer of the map, from their next way on."""
        self.danger[player] = layer
        self._forget_grids()

    def forget_danger(self) -> None:
        """Remove what the players have learned from their maps."""
        for player, layer in self.danger.items():
            self.map_of(player).remove_layer(layer)
        self.danger.clear()
        self._forget_grids()

    def _forget_grids(self) -> None:
        self._grids.clear()
        self._planners.clear()

    def base(self, profile: str, player: int | None, corners: str = "") -> Grid:
        """Return the grid of squares for units of a player and profile; for None, the true one.

        Args:
            profile: The name of the profile.
            player: The player, or None.
            corners: The corner rule; by default that of the moves.
        """
        key = (profile, player, corners or self.moves.corners)
        grid = self._grids.get(key)
        if grid is None:
            map = self.map if player is None else self.map_of(player)
            moves = replace(self.moves, corners=key[2])
            grid = self._grids[key] = grid_of_map(map, moves, costs=self._costs(profile, player))
        return grid

    def _costs(self, profile: str, player: int | None) -> CostModel:
        model = self.profiles[profile]
        layer = None if player is None else self.danger.get(player)
        if layer is None:
            return model
        return replace(model, weights={**model.weights, layer: 1.0})

    def planner(self, unit: Unit, corners: str = "") -> Planner:
        """Return the planner of a unit: over squares, or over places where a larger unit fits."""
        return self._planner(unit.profile, unit.player, corners, unit.size)

    def _planner(self, profile: str, player: int, corners: str, size: int) -> Planner:
        key = (profile, player, corners, size)
        planner = self._planners.get(key)
        if planner is None:
            grid = self.base(profile, player, corners).sized(size)
            planner = self._planners[key] = Planner(grid, "astar", open_list=_OPEN_LIST)
        return planner

    @property
    def min_costs(self) -> list[tuple[Any, ...]]:
        """The arguments of `_planner` for each grid, and the least cost with which it estimates.

        A grid never raises it, as that would take a look at all cells. It decides which of equally cheap ways
        is found, so a world that was saved goes on the same only with it.
        """
        rows: list[tuple[Any, ...]] = [(*key, 1, grid.core.min_cost) for key, grid in self._grids.items()]
        for key, planner in self._planners.items():
            core: Any = planner.space.core
            rows.append((*key, core.min_cost))
        return rows

    def restore_min_costs(self, rows: list[Any]) -> None:
        """Let grids estimate with the least costs of a saved world."""
        for profile, player, corners, size, least in rows:
            grid = self.base(profile, player, corners)
            core: Any = grid.core if size == 1 else self._planner(profile, player, corners, size).space.core
            if 0 <= least < core.min_cost:
                core.include_cost(least)

    def grid(self, unit: Unit) -> Grid:
        """Return the grid on which a unit's place may be."""
        grid: Any = self.planner(unit).space
        return grid  # type: ignore[no-any-return]  # planners are made only over grids

    def fits(self, unit: Unit, node: int) -> bool:
        """Return whether a unit at a node would have no wall under it, as far as its player knows."""
        return bool(self.grid(unit).walkable.flat[node])

    def has_room(self, unit: Unit) -> bool:
        """Return whether there is truly no wall under a unit."""
        y, x = divmod(unit.node, self.map.width)
        below = self.base(unit.profile, None).walkable[y : y + unit.size, x : x + unit.size]
        return below.size == unit.size**2 and bool(below.all())

    def leads(self, unit: Unit, nodes: list[int]) -> bool:
        """Return whether a path can be walked on the map with which a unit plans."""
        grid, at = self.grid(unit), np.asarray(nodes)
        walkable = grid.walkable.ravel()
        if not walkable[at].all():
            return False
        beside = self._beside(at)
        doubtful = np.flatnonzero(~(walkable[beside[0]] & walkable[beside[1]])).tolist()
        return all(nodes[step + 1] in grid.node_steps_from(nodes[step])[0] for step in doubtful)

    def _beside(self, nodes: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the nodes to both sides of each step of a path; the ends of the step if it is straight."""
        rows, columns = np.divmod(nodes, self.map.width)
        return rows[:-1] * self.map.width + columns[1:], rows[1:] * self.map.width + columns[:-1]

    @contextmanager
    def leaving(self, unit: Unit) -> Iterator[None]:
        """Open the squares under a unit for a while, if some were closed, so that it finds a way out."""
        if self.fits(unit, unit.node):
            yield
            return
        core: Any = self.base(unit.profile, unit.player).core
        rows, columns = np.indices((unit.size, unit.size)).reshape(2, -1)
        below = (unit.node + rows * self.map.width + columns).astype(np.uint32)
        walkable, cost = core.walkable().ravel()[below].astype(np.uint8), core.cost().ravel()[below]
        core.update(below, np.ones_like(walkable), cost)
        try:
            yield
        finally:
            core.update(below, walkable, cost)

    def find(
        self, unit: Unit, goal: int, stamps: Stamps, *, through: bool, sweeps: bool
    ) -> tuple[list[int], int]:
        """Return the nodes of the cheapest way from where a unit stands, and the number of expanded nodes.

        If there is no way, there are no nodes, and none count as expanded. Walls under the unit do not count.

        Args:
            unit: The unit.
            goal: The node to reach.
            stamps: The changes that other units make for this search.
            through: Whether it may lead through units in the way, if there is no other way.
            sweeps: Whether a diagonal step needs the squares beside it free of units, whatever the corner
                rule says of walls.
        """
        with self.leaving(unit):
            nodes, expanded = self._found(unit, goal, stamps, through)
        if not (sweeps and self._brushes(nodes, stamps)):
            return nodes, expanded
        around, more = self._found(unit, goal, stamps, False, "no_cut")
        return around or nodes, expanded + more

    def _brushes(self, nodes: list[int], stamps: Stamps) -> bool:
        """Return whether a way leads over squares of units that are in the way, or diagonally past them."""
        if self.moves.corners == "no_cut" or not nodes:
            return False
        beside = np.concatenate(self._beside(np.asarray(nodes)))
        return bool(np.isin(beside, stamps.nodes[stamps.walls == 1]).any())

    def _found(
        self, unit: Unit, goal: int, stamps: Stamps, through: bool, corners: str = ""
    ) -> tuple[list[int], int]:
        width, planner = self.map.width, self.planner(unit, corners)
        ends = tuple((node % width, node // width) for node in (unit.node, goal))
        if not len(stamps.nodes):
            return _way_of(planner.find(*ends))
        core: Any = self.base(unit.profile, unit.player, corners).core
        before = core.cost().ravel()[stamps.nodes]
        walkable = core.walkable().ravel()[stamps.nodes].astype(np.uint8)
        try:
            core.update(stamps.nodes, walkable & ~stamps.walls, before + stamps.extra)
            path = planner.find(*ends)
            if not path and through and stamps.walls.any():
                core.update(stamps.nodes, walkable, before + stamps.extra + stamps.walls * IN_THE_WAY)
                path = planner.find(*ends)
        finally:
            core.update(stamps.nodes, walkable, before)
        return _way_of(path)


def _way_of(path: Any) -> tuple[list[int], int]:
    """Return the nodes of a path, and the number of nodes that its search expanded.

    The expansions of a search in vain depend on which components are known by then, so they do not count: a
    world that was saved goes on the same.
    """
    return (path.nodes.tolist(), path.stats.expanded) if path else ([], 0)


def ground_of(
    space: Any, moves: Moves | None, profiles: dict[str, CostModel], owner: str = "a World"
) -> Ground:
    """Return the ground of a map, or of a grid as it is now; errors name ``owner`` as the one who needs it.

    Raises:
        SpaceError: It is neither a map of squares nor a grid of plain squares.
        OptionError: The moves have 16 directions: units would walk through each other.
    """
    if (directions := checked_moves(moves).directions) not in _DIRECTIONS:
        raise OptionError(f"moves has {directions} directions; a World takes 4 or 8")
    if isinstance(space, Map) and space.hexagons is not None:
        raise SpaceError(f"{owner} needs squares; the cells of this map are hexagons, {space.hexagons}")
    if isinstance(space, Map):
        return Ground(space, moves or Moves(), profiles)
    capabilities = getattr(space, "capabilities", None)
    if capabilities is None or not capabilities.squares or space.ground is not space:
        given = space if isinstance(space, Space) else type(space).__name__
        raise SpaceError(
            f"{owner} needs a Map, or a Grid of 4 or 8 directions without joined borders, portals and "
            f"one-way rules, not {given}"
        )
    return Ground(Map(space.walkable, cost=space.cost), moves or space.moves, profiles)


def stamps_for(
    unit: Unit,
    units: Mapping[int, Unit],
    ground: Ground,
    occupancy: Occupancy,
    claims: tuple[int, float],
    spared: Collection[int],
) -> Stamps:
    """Return the changes that other units make to the ground while one plans.

    Units that stand, those that it saw stand, and units that touch it are in the way. For moving units within
    the claim radius, the cells that they have yet to enter cost more but stay walkable: a group spreads over
    several ways and still files through a single one.

    Args:
        unit: The unit that plans; its own cells and path cost it nothing.
        units: All living units by number.
        ground: What it knows of the others; units that it does not know of change nothing.
        occupancy: The cells.
        claims: The claim radius in cells, and the additional cost of a claimed cell.
        spared: The units that do not count, because it is on its way to them.
    """
    radius, cost = claims
    blocked = [] if unit.order is None else list(unit.order.strangers)
    claimed: list[int] = []
    for other in units.values():
        if other.stands and other is not unit and other.number not in spared and ground.knows(unit, other):
            blocked += occupancy.cells_of(other)
    for number in occupancy.near(unit, max(radius, 1)):
        other = units[number]
        if other.stands or number in spared or not ground.knows(unit, other):
            continue
        gap = occupancy.gap(unit, other)
        if gap == 0:
            blocked += occupancy.cells_of(other)
        if gap < radius and ground.knows_plan(unit, other):
            claimed += occupancy.footprints(other.coming, other.size)
    return _summed(blocked, claimed, cost)


def _summed(blocked: list[int], claimed: list[int], cost: float) -> Stamps:
    cells = np.asarray(blocked + claimed, np.uint32)
    nodes, where = np.unique(cells, return_inverse=True)
    walls = np.zeros(len(nodes), np.uint8)
    walls[where[: len(blocked)]] = 1
    counts = np.bincount(where[len(blocked) :], minlength=len(nodes))
    return Stamps(nodes, np.minimum(counts, MOST_CLAIMS) * cost, walls)


def checked_profiles(profiles: Mapping[str, CostModel] | None) -> dict[str, CostModel]:
    """Return cost models by name, including the one of units without a profile.

    Raises:
        OptionError: They are not cost models by name, or one has rules for edges.
    """
    checked: dict[str, CostModel] = {"default": CostModel()}
    for name, model in checked_mapping("profiles", profiles, "cost models by name").items():
        if not isinstance(name, str) or not isinstance(model, CostModel):
            raise OptionError(f"profiles has {name!r}: {model!r}; allowed: names, and a CostModel for each")
        if model.edges:
            raise OptionError(
                f"profile {name!r} has rules for edges; allowed in a World: costs of cells alone"
            )
        checked[name] = model
    return checked
