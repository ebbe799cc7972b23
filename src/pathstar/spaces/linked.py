"""Edits of portals and one-way steps."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import OptionError, SpaceError
from pathstar.spaces.base import Place, Space, space_hint
from pathstar.spaces.links import (
    Links,
    PairsLike,
    PortalsLike,
    checked_links,
    closed_steps,
    node_ends,
    portal_arrays,
)


class LinkedCells(Space):
    """Cells whose portals and one-way steps can be edited.

    Each call is one edit; a call that raises changes nothing. Searches, components and layers follow at their
    next use. An edit waits for searches in other threads.

    Attributes:
        cost_model: What a step costs: ``"enter"`` or ``"mean"``.
        links: Joined borders, portals and one-way rules.
    """

    __slots__ = ("links",)

    cost_model: str
    links: Links

    @property
    @abstractmethod
    def directions(self) -> tuple[tuple[int, ...], ...]:
        """The steps that lead from a cell; the bits of ``exits`` follow their order."""

    @property
    def lengths(self) -> tuple[float, ...]:
        """The lengths of the steps, which multiply the costs of the cells."""
        return (1.0,)

    @property
    def may_squeeze(self) -> bool:
        """Whether a step may pass between two blocked cells."""
        return True

    @property
    def portal_cost(self) -> float:
        """The cost of a portal that names none: that of the shortest step."""
        return min(self.lengths)

    def consistency_factor(self, heuristic: str) -> float:
        """Return how much a heuristic falls, at most, per unit of a step's cost."""
        core: Any = self.core
        return float(core.consistency_factor(_core.HeuristicKind[heuristic]))

    def step_range(self) -> tuple[float, float]:
        """Return bounds for the cost of one step: the least and the most."""
        core: Any = self.core
        fixed = [cost for _, _, cost in self.links.portals]
        least, most = min(self.lengths) * core.min_cost, max(self.lengths) * core.max_cost
        return min([*fixed, least]), max([*fixed, most])

    @abstractmethod
    def is_step(self, start: Place, end: Place, wrap: str = "") -> bool:
        """Return whether one of the directions leads from one place to another, over joined borders too."""

    def add_portals(self, portals: PortalsLike) -> None:
        """Add portals: steps from one place to another, one way, whatever lies between.

        A call takes time in proportion to all existing portals, so add many in one call.

        Args:
            portals: ``(from, to)`` or ``(from, to, cost)`` each, as for a new grid.

        Raises:
            CostError: A cost is not a number from 0 up.
            OptionError: An entry is not a portal.
            PlaceError, PlaceTypeError: An end is not a place of the grid.
            SpaceError: It is a grid of plain squares.

        Example:
            >>> import pathstar as ps
            >>> hexes = ps.HexGrid([[1, 0, 1]])
            >>> hexes.add_portals([((0, 0), (2, 0), 3)])
            >>> ps.find_path(hexes, (0, 0), (2, 0)).cost
            3.0
        """
        added = checked_links(self, self.links.wrap, portals=portals).portals
        self._relink(self.links.joined(added))

    def remove_portals(self, ends: PairsLike) -> None:
        """Remove portals; all those with the same ends are removed.

        Args:
            ends: ``(from, to)`` each.

        Raises:
            OptionError: There is no such portal.
            PlaceError, PlaceTypeError: An end is not a place of the grid.
            SpaceError: It is a grid of plain squares.

        Example:
            >>> import pathstar as ps
            >>> hexes = ps.HexGrid([[1, 0, 1]], portals=[((0, 0), (2, 0))])
            >>> hexes.remove_portals([((0, 0), (2, 0))])
            >>> bool(ps.find_path(hexes, (0, 0), (2, 0)))
            False
        """
        there = {(start, end) for start, end, _ in self.links.portals}
        gone = _known_ends(self, ends, there, "portal")
        kept = tuple(portal for portal in self.links.portals if portal[:2] not in gone)
        self._relink(replace(self.links, portals=kept))

    def add_one_way(self, pairs: PairsLike) -> None:
        """Allow only one way between neighbours.

        Args:
            pairs: ``(from, to)`` each, as for a new grid: the step back is closed.

        Raises:
            OptionError: An entry is not a pair of neighbours.
            PlaceError, PlaceTypeError: An end is not a place of the grid.
            SpaceError: It is a grid of plain squares.

        Example:
            >>> import pathstar as ps
            >>> hexes = ps.HexGrid([[1, 1]])
            >>> hexes.add_one_way([((0, 0), (1, 0))])
            >>> bool(ps.find_path(hexes, (1, 0), (0, 0)))
            False
        """
        added = checked_links(self, self.links.wrap, one_way=pairs).one_way
        self._relink(replace(self.links, one_way=(*self.links.one_way, *added)))

    def remove_one_way(self, pairs: PairsLike) -> None:
        """Allow both ways between neighbours again.

        Args:
            pairs: ``(from, to)`` each, as they were given.

        Raises:
            OptionError: There is no such pair.
            PlaceError, PlaceTypeError: An end is not a place of the grid.
            SpaceError: It is a grid of plain squares.

        Example:
            >>> import pathstar as ps
            >>> hexes = ps.HexGrid([[1, 1]], one_way=[((0, 0), (1, 0))])
            >>> hexes.remove_one_way([((0, 0), (1, 0))])
            >>> ps.find_path(hexes, (1, 0), (0, 0)).cost
            1.0
        """
        gone = _known_ends(self, pairs, set(self.links.one_way), "one-way pair")
        kept = tuple(pair for pair in self.links.one_way if pair not in gone)
        self._relink(replace(self.links, one_way=kept))

    def _regular_grid(
        self,
        walkable: NDArray[np.bool_],
        cost: NDArray[np.float64] | None,
        tiling: _core.Tiling,
        steps: ArrayLike,
        *,
        corners: str = "free",
        spacing: tuple[float, float, float] = (1.0, 1.0, 1.0),
    ) -> _core.RegularGrid:
        """Make the native space of these cells, with the links that the space has.

        Args:
            walkable: Which cells may be entered, in the shape of the space.
            cost: Their costs, in the same shape; None if each costs 1.
            tiling: How the cells lie.
            steps: A row ``(dx, dy, dz, length)`` for each direction.
            corners: The corner rule.
            spacing: The distance between the centres of neighbours along x, y and z.
        """
        links = self.links
        ends, portal_costs = portal_arrays(self, links)
        width, height, depth = (*reversed(self.shape), 1)[:3]
        return _core.RegularGrid(
            sides=(width, height, depth),
            tiling=tiling,
            wrap=("x" in links.wrap, "y" in links.wrap),
            walkable=walkable.view(np.uint8).ravel(),
            cost=None if cost is None else cost.ravel(),
            steps=np.array(steps, np.float64),
            corners=_core.Corners[corners],
            spacing=spacing,
            cost_rule=_core.CostRule[self.cost_model],
            exits=None if links.exits is None else links.exits.ravel(),
            closed=closed_steps(self, links),
            portals=ends,
            portal_costs=portal_costs,
            rules=links.edges.core if links.edges else None,
        )

    def _relink(self, links: Links) -> None:
        core: Any = self.core
        if not isinstance(core, _core.RegularGrid):
            raise SpaceError(
                "a grid of plain squares has no portals and one-way steps to edit; make it with linkable=True"
            )
        ends, costs = portal_arrays(self, links)
        core.set_links(closed=closed_steps(self, links), portals=ends, portal_costs=costs)
        self.links = links


def _known_ends(
    space: LinkedCells, pairs: Iterable[Sequence[Any]], there: set[tuple[Place, Place]], what: str
) -> set[tuple[Place, Place]]:
    """Return the pairs of places, and check that all of them exist."""
    given = node_ends(space, pairs)
    for start, end in given:
        if (start, end) not in there:
            raise OptionError(f"there is no {what} from {start} to {end}")
    return set(given)


def cells_of(grid: object, what: str) -> _core.Grid | _core.RegularGrid:
    """Return the native grid of cells, for a function that works on no other space.

    Raises:
        SpaceError: It is not a grid of cells; the message says what needs one.

    Example:
        >>> import pathstar as ps
        >>> cells_of(ps.Map([[1, 1]]), "islands")
        Traceback (most recent call last):
        pathstar.errors.SpaceError: islands needs a Grid, HexGrid, TriangleGrid or VoxelGrid, not a Map; ask
        it for one: map.grid()
    """
    if not isinstance(grid, LinkedCells):
        is_layer = isinstance(grid, Space) and grid.ground is not grid
        hint = f"; ask what it lies over: {what}(space.ground)" if is_layer else space_hint(grid)
        given = f"a {type(grid).__name__}"
        raise SpaceError(f"{what} needs a Grid, HexGrid, TriangleGrid or VoxelGrid, not {given}{hint}")
    core: Any = grid.core
    native: _core.Grid | _core.RegularGrid = core
    return native
