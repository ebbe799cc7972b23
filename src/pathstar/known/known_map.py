"""The map that one player knows."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, CostError, OptionError, PlaceError, SpaceError, unknown_name
from pathstar.known.next_cells import cells_ahead
from pathstar.known.sight import cells_within, seen_from
from pathstar.maps.arguments import as_number, checked_name, checked_switch, checked_whole
from pathstar.maps.edits import refused
from pathstar.maps.layers import numbers_of
from pathstar.maps.map import Map
from pathstar.maps.regions import checked_place
from pathstar.planners.fields import distance_field
from pathstar.spaces.base import Place, Space
from pathstar.spaces.moves import Moves
from pathstar.spaces.places import checked_places
from pathstar.spaces.source import follows

UNSEEN = ("free", "blocked")


class KnownMap:
    """What one player has seen of a map; the player's units share it.

    It keeps a map of its own, `map`, in which cells that were never seen count as free or as blocked.
    Searches use spaces made from that map, so nothing of the true map can get into them. Cells that are no
    longer in sight are believed to be as they were until they are seen again.

    Args:
        truth: The true map; or None if the unit has sensors of its own, whose readings `observe` takes.
        shape: ``(height, width)``, if there is no true map.
        unseen: What cells that were never seen count as: ``"free"`` or ``"blocked"``.
        unseen_cost: The cost of a free one in the layer ``cost``. If it is not 1, `map` has that layer even
            if the true map has not; seen cells then cost 1. The cost of the cheapest terrain multiplies it.
        corners: The corner rule of lines of sight.

    Attributes:
        map: The known map. It follows `reveal` and `observe`; any other edit of it misleads the player. It
            may get layers of the player's own, such as learned danger.

    Raises:
        OptionError: An unknown name, or both or none of truth and shape.
        CostError: The cost is not a number from 0.
        ArrayError: The shape is not that of a map.

    Example:
        >>> import pathstar as ps
        >>> truth = ps.Map([[1, 1, 0, 1], [1, 1, 1, 1]])
        >>> known = KnownMap(truth)
        >>> grid = known.map.grid()
        >>> ps.find_path(grid, (0, 0), (3, 0)).cost
        3.0
        >>> known.reveal((0, 0), radius=2).tolist()
        [[2, 0]]
        >>> round(ps.find_path(grid, (0, 0), (3, 0)).cost, 3)
        4.414
    """

    def __init__(
        self,
        truth: Map | None = None,
        *,
        shape: tuple[int, int] | None = None,
        unseen: str = "free",
        unseen_cost: float = 1.0,
        corners: str = "no_cut",
    ) -> None:
        if (truth is None) == (shape is None):
            raise OptionError("a KnownMap needs a true map, or the shape of the map to come: one of the two")
        _check_truth(truth)
        checked_name("value of unseen", unseen, UNSEEN)
        cost = as_number(unseen_cost)
        if cost is None or not 0 <= cost < math.inf:
            raise CostError(f"unseen_cost is {unseen_cost!r}; allowed: a number from 0")
        self._truth = truth
        self.unseen = unseen
        self._moves = Moves(corners=corners)
        template = Map(_open_ground(shape)) if truth is None else truth
        self._map = _unseen_map(template, unseen == "free", cost)
        self._prices_unseen = template.cost is None and self._map.cost is not None
        own = [*self._map.derived, *["cost"] * self._prices_unseen]
        self._shared = [name for name in self._map.layers if name not in own]
        self._seen = np.zeros(template.shape, bool)
        self._sightings: list[NDArray[np.int64]] = []

    @property
    def map(self) -> Map:
        """The known map; always the same object, because spaces and units follow it."""
        return self._map

    @property
    def truth(self) -> Map | None:
        """The true map, or None; may be set to another map of the same shape and layers.

        What was seen of the old map is believed until it is seen again.

        Raises:
            OptionError: It is not a map.
            ArrayError: It has another shape.
            SpaceError: It has other layers.
        """
        return self._truth

    @truth.setter
    def truth(self, truth: Map | None) -> None:
        _check_truth(truth)
        if truth is not None and truth.shape != self._seen.shape:
            raise ArrayError(
                f"the true map has the shape {truth.shape}, the known one {self._seen.shape}; make another "
                "KnownMap for it"
            )
        if truth is not None and (odd := {*truth.layers} ^ {*self._shared, *self.map.derived}):
            names = ", ".join(sorted(odd))
            raise SpaceError(f"the other true map has other layers than the KnownMap: {names}")
        self._truth = truth

    @property
    def seen(self) -> NDArray[np.bool_]:
        """The cells seen at any time: a read-only view ``bool[h, w]``."""
        view: NDArray[np.bool_] = self._seen.view()
        view.flags.writeable = False
        return view

    def seen_after(self, sighting: int) -> tuple[NDArray[np.int64], int]:
        """Return the cells first seen since a sighting, and the number of the next sighting.

        Args:
            sighting: A number that an earlier call returned; 0 for all seen cells.

        Returns:
            The numbers of the cells, int64 ``(n,)``, and the number for the next call.

        Raises:
            OptionError: It is not a whole number from 0 to that of the next sighting.

        Example:
            >>> known = KnownMap(shape=(2, 3))
            >>> known.observe([(1, 0), (0, 1)]).tolist()
            []
            >>> known.seen_after(0)
            (array([1, 3]), 1)
        """
        count = len(self._sightings)
        news = self._sightings[checked_whole("sighting", sighting, 0, count) :]
        return (np.concatenate(news) if news else np.empty(0, np.int64)), count

    @property
    def frontier(self) -> NDArray[np.bool_]:
        """The seen and free cells that share a side with an unseen one, ``bool[h, w]``."""
        beside = np.zeros_like(self._seen)
        beside[1:] |= ~self._seen[:-1]
        beside[:-1] |= ~self._seen[1:]
        beside[:, 1:] |= ~self._seen[:, :-1]
        beside[:, :-1] |= ~self._seen[:, 1:]
        frontier: NDArray[np.bool_] = beside & self._seen & self.map.passable
        return frontier

    def reveal(self, place: Place, radius: float | None = None, *, sight: bool = False) -> NDArray[np.int32]:
        """See the true map from a place.

        Args:
            place: Where to look from, ``(x, y)``.
            radius: How far, in cells between centres; None means as far as the lines of sight reach.
            sight: Whether walls block the view. A cell is seen if a straight line to its centre is free,
                apart from the cell itself, under the corner rule; so free cells see each other or neither
                does.

        Returns:
            The cells that differ from what was believed, int32 ``(n, 2)``.

        Raises:
            OptionError: Neither a radius nor sight, or a radius below 0.
            PlaceError, PlaceTypeError: It is not a place of the map.
            SpaceError: There is no true map to look at.
        """
        truth = self._checked_truth()
        x, y = checked_place(place, truth.width, truth.height)
        far = None if radius is None else as_number(radius)
        by_sight = checked_switch("sight", sight)
        if not by_sight if radius is None else far is None or not far >= 0:
            raise OptionError(f"radius is {radius!r}; allowed: a number from 0, or None with sight=True")
        if not by_sight:
            assert far is not None
            rows, columns = cells_within(truth.shape, (x, y), far)
        else:
            rows, columns = seen_from(truth.passable, self._moves, (x, y), far)
        cells = rows.astype(np.int64) * truth.width + columns
        return self._learn(cells, {name: truth.layers[name].ravel()[cells] for name in self._shared})

    def observe(self, places: ArrayLike, **values: Any) -> NDArray[np.int32]:
        """Take a sensor's readings of some cells.

        Args:
            places: Cells ``(n, 2)``, columns x and y.
            **values: For each sensed layer, one value for all cells, or ``(n,)``: ``passable=[True, False]``,
                ``cost=3``.

        Returns:
            The cells that differ from what was believed, int32 ``(n, 2)``.

        Raises:
            ArrayError: The arrays differ in length, contradict each other about a cell, or hold a number that
                does not fit the layer or a terrain code that is not in the legend.
            CostError: A cost is negative, or a passable cell has a cost that is not finite.
            OptionError: The map has no such layer.
            PlaceError, PlaceTypeError: A place lies outside, or is not made of whole numbers.

        Example:
            >>> known = KnownMap(shape=(2, 3))
            >>> known.observe([(0, 0), (1, 0)], passable=[True, False]).tolist()
            [[1, 0]]
        """
        x, y = checked_places(places, "places", self.map.width, self.map.height).T
        cells = y.astype(np.int64) * self.map.width + x
        said = {}
        for name, value in values.items():
            if name not in self._shared:
                raise unknown_name("layer", name, self._shared)
            array = np.asarray(numbers_of(value, name))
            if array.ndim > 1 or array.size not in (1, len(cells)):
                raise ArrayError(
                    f"{name} has {array.size} values for {len(cells)} places; allowed: 1, or as many"
                )
            said[name] = np.broadcast_to(_as_layer(name, array, self.map.layers[name].dtype), cells.shape)
        first, row = np.unique(cells, return_index=True, return_inverse=True)[1:]
        for name, array in said.items():
            wrong = np.flatnonzero(~_same(array, array[first][row]))
            if wrong.size:
                place = (int(x[wrong[0]]), int(y[wrong[0]]))
                raise ArrayError(f"places[{wrong[0]}] says of {place} another {name} than a row before it")
        self._check_said(cells, said)
        return self._learn(cells, said)

    def is_final(self, space: Space, start: Place) -> bool:
        """Return whether what cannot be reached from a place now is truly out of reach.

        It is, if no unseen cell that counts as blocked is next to a reachable one, also through portals and
        across joined borders; as long as the true map stays as it was seen.

        Args:
            space: A space over `map`.
            start: The place.

        Raises:
            SpaceError: The space is not one over `map`, or has floors.
            PlaceError, PlaceTypeError: It is not a place of the space.
        """
        self.check_space(space)
        node = np.array([space.node_of(start)], np.uint32)
        if not space.is_free(node)[0]:
            return bool(self._seen.ravel()[space.cells_of(node)[0]])
        costs = distance_field(space, [start], outward=True).costs.ravel()
        nodes = np.flatnonzero(np.isfinite(costs)).astype(np.uint32)
        reached = np.zeros(self._seen.size, bool)
        reached[space.cells_of(nodes)] = True
        ahead = cells_ahead(space, reached.reshape(self._seen.shape))
        return not (ahead & ~self._seen & ~self.map.passable).any()

    def check_space(self, space: Any) -> None:
        """Check that a space lies over `map`, as any other might show the truth, and has no floors.

        Raises:
            SpaceError: It is not over the map, or it has floors.
        """
        if not follows(space, self.map.id):
            raise SpaceError(f"{space!r} does not follow the map that is known; make it from known.map")
        if len(space.ground.shape) != self.map.passable.ndim:
            raise SpaceError(
                f"{space!r} has floors; a known map is one floor: search on known.map.grid() or "
                "known.map.hexgrid()"
            )

    def _checked_truth(self) -> Map:
        if self.truth is None:
            raise SpaceError("this KnownMap has no true map to look at; tell it what was sensed by observe()")
        self._follow_layers(self.truth)
        return self.truth

    def _follow_layers(self, truth: Map) -> None:
        """Take over the layers that the true map got or lost; new ones hold 0 until they are seen."""
        lost = [name for name in self._shared if name not in truth.layers]
        for name in lost:
            self.map.remove_layer(name)
        self._shared = [name for name in self._shared if name not in lost]
        for name in [name for name in truth.layers if name not in self.map.layers]:
            self.map.add_layer(name, truth.derived.get(name, np.zeros(truth.shape)))
            if name not in truth.derived:
                self._shared.append(name)

    def _check_said(self, cells: NDArray[np.int64], said: dict[str, NDArray[Any]]) -> None:
        """Check everything that an edit of the map would refuse, before the first edit."""
        cost = said.get("cost")
        if cost is None and self.map.cost is not None:
            cost = self.map.cost.ravel()[cells]
        if cost is not None:
            self._refuse(_core.Refusal.negative_cost, cost < 0, cells, cost)
            opened = said.get("passable", np.zeros(cells.shape, bool))
            self._refuse(_core.Refusal.opened_without_cost, opened & ~np.isfinite(cost), cells, cost)
        if "terrain" in said and self.map.legend:
            unknown = ~np.isin(said["terrain"], list(self.map.legend))
            self._refuse(_core.Refusal.unknown_code, unknown, cells, said["terrain"])

    def _refuse(
        self, reason: _core.Refusal, wrong: NDArray[np.bool_], cells: NDArray[np.int64], said: NDArray[Any]
    ) -> None:
        for row in np.flatnonzero(wrong)[:1].tolist():
            raise refused(self.map, reason, int(cells[row]), float(said[row]))

    def _learn(self, cells: NDArray[np.int64], values: dict[str, NDArray[Any]]) -> NDArray[np.int32]:
        """Edit what differs: first cells that close, last cells that open, which need a finite cost."""
        fresh = cells[~self._seen.ravel()[cells]]
        if fresh.size:
            self._seen.ravel()[fresh] = True
            self._sightings.append(np.unique(fresh))
        if self._prices_unseen:
            values = {"cost": np.ones(cells.shape), **values}
        changed = [self._edit("passable", cells, values, only=False)]
        changed += [self._edit(name, cells, values) for name in values if name != "passable"]
        changed.append(self._edit("passable", cells, values))
        y, x = np.divmod(np.unique(np.concatenate(changed)), self.map.width)
        places: NDArray[np.int32] = np.stack([x, y], axis=-1).astype(np.int32)
        return places

    def _edit(
        self,
        layer: str,
        cells: NDArray[np.int64],
        values: dict[str, NDArray[Any]],
        *,
        only: bool | None = None,
    ) -> NDArray[np.int64]:
        """Edit the cells of one layer that differ, or only those with one value; return them."""
        if layer not in values:
            return cells[:0]
        new = values[layer]
        differs = ~_same(self.map.layers[layer].ravel()[cells], new)
        if only is not None:
            differs &= new == only
        y, x = np.divmod(cells[differs], self.map.width)
        if len(x):
            self.map.edit(layer, np.stack([x, y], axis=-1), new[differs])
        return cells[differs]

    def __repr__(self) -> str:
        share = 100 * self._seen.mean()
        return f"KnownMap({self.map.width} x {self.map.height}, {share:.3g} % seen, unseen {self.unseen})"


def _open_ground(shape: Any) -> NDArray[np.bool_]:
    try:
        height, width = (operator.index(side) for side in shape)
        if min(height, width) < 1:
            raise ValueError
        return np.ones((height, width), bool)
    except (TypeError, ValueError, MemoryError) as error:
        raise ArrayError(
            f"shape is {shape!r}; allowed: (height, width), two whole numbers from 1 that fit into memory"
        ) from error


def _check_truth(truth: Any) -> None:
    if truth is not None and not isinstance(truth, Map):
        raise OptionError(f"truth is {truth!r}; allowed: a Map, or None")


def _as_layer(name: str, values: NDArray[Any], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return values in the type of a layer; numbers that do not fit raise an error."""
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        fits = (values >= limits.min) & (values <= limits.max) & (np.floor(values) == values)
        if not fits.all():
            odd = values[~fits].ravel()[0]
            raise ArrayError(
                f"{name} holds {odd!s}; allowed: whole numbers from {limits.min} to {limits.max}"
            )
    return values.astype(dtype)


def _unseen_map(truth: Map, free: bool, cost: float) -> Map:
    """Return a map with the layers and rules of another map, in which nothing was seen."""
    arrays: dict[str, Any] = {}
    for name, layer in truth.layers.items():
        if name not in ("passable", "cost", "terrain"):
            arrays[name] = truth.derived.get(name, np.zeros(layer.shape, layer.dtype))
    return Map(
        np.full(truth.shape, free),
        cost=np.full(truth.shape, cost) if truth.cost is not None or (free and cost != 1) else None,
        terrain=None if truth.terrain is None else np.full(truth.shape, _easiest(truth), np.uint8),
        layers=arrays,
        legend=truth.legend,
        name=truth.name,
        profiles=truth.profiles,
    )


def _easiest(truth: Map) -> int:
    """Return the code of the walkable terrain that costs least."""
    walkable = {code: terrain for code, terrain in truth.legend.items() if terrain.walkable}
    if not walkable:
        raise PlaceError("no terrain of the legend can be entered, so no unseen cell can count as free")
    return min(walkable, key=lambda code: (walkable[code].cost, code))


def _same(one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which values are equal; NaN equals NaN."""
    same: NDArray[np.bool_] = (one == other) | ((one != one) & (other != other))
    return same
