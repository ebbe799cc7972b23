"""A layer of a map that shows what sources spread, such as units, fires or towers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar._core import fixed_place
from pathstar.errors import ArrayError, OptionError, counted
from pathstar.influence.spreads import SPREADS
from pathstar.maps.arguments import checked_name, checked_number
from pathstar.maps.change import Change
from pathstar.maps.costs import COMPOSITIONS
from pathstar.maps.falloffs import Falloff, fallen
from pathstar.maps.layered import checked_layer_name
from pathstar.maps.map import Map
from pathstar.maps.regions import checked_place
from pathstar.maps.stamps import checked_radius
from pathstar.progress import Progress, Tell, reporting, tell_of
from pathstar.spaces.moves import Moves

Window = tuple[slice, slice]


class Source:
    """A source of influence; `Influence.add` makes one.

    Attributes:
        strength: The value of its own cell; a negative one attracts paths if costs weigh the layer.
    """

    __slots__ = (
        "_falloff",
        "_place",
        "_radius",
        "_spread",
        "_strength",
        "changed",
        "values",
        "walls",
        "window",
    )

    def __init__(
        self, place: tuple[int, int], strength: float, radius: float, spread: str, falloff: str | Falloff
    ) -> None:
        self._place = place
        self._strength = strength
        self._radius = radius
        self._spread = SPREADS[spread]
        self._falloff = falloff
        self.changed = True
        self.window: Window = (slice(0, 0), slice(0, 0))
        self.values: NDArray[np.float64] = np.zeros((0, 0))
        self.walls: NDArray[np.bool_] = np.zeros((0, 0), bool)

    def __repr__(self) -> str:
        strength, radius = f"strength {self._strength:g}", f"radius {self._radius:g}"
        return f"Source({self._place}, {strength}, {radius}, {self._spread.name})"

    @property
    def place(self) -> tuple[int, int]:
        """Where it is; setting it moves the source at the next update."""
        return self._place

    @place.setter
    def place(self, place: tuple[int, int]) -> None:
        fixed = fixed_place(place)
        if fixed != self._place:
            self._place = fixed
            self.changed = True

    @property
    def strength(self) -> float:
        """The value of its own cell; a new value counts from the next update on."""
        return self._strength

    @strength.setter
    def strength(self, strength: float) -> None:
        self._strength = checked_number("strength", strength)
        self.changed = True

    def follow_walls(self, map: Map) -> None:
        """Note whether walls that matter to it have changed."""
        if self._spread.sees_walls and not np.array_equal(self.walls, map.passable[self.window]):
            self.changed = True

    def spread(self, map: Map, moves: Moves) -> None:
        """Compute the values of the cells around it as they are now; an exception leaves it as it was."""
        x, y = place = checked_place(self._place, map.width, map.height, "the place of a source")
        reach = self._spread.reach(self._radius, moves)
        window = (_around(y, reach, map.height), _around(x, reach, map.width))
        walls = np.array(map.passable[window])
        inside = (x - window[1].start, y - window[0].start)
        distances = self._spread.distances(walls, inside, self._radius, moves)
        shares = np.clip(distances / max(self._radius, 1e-9), 0, 1)
        values = np.where(distances <= self._radius, self._strength * fallen(self._falloff, shares), 0.0)
        self._place, self.window, self.walls, self.values = place, window, walls, values
        self.changed = False


class Influence:
    """A layer of a map that holds what sources spread around them, and follows them as they move.

    You can move sources at any time. Call `update` once per frame: it recomputes the sources that changed,
    and edits only the cells whose values changed. Spaces made from the map follow.

    Args:
        map: The map.
        layer: The name of the layer. It is added if the map lacks it; otherwise its values are replaced.
        compose: The value of a cell that several sources reach: their ``"sum"``, or their ``"max"``. With
            ``"max"`` all strengths are positive.
        moves: How a source walks, for those that spread by walking: by default 8 directions. Its corner rule
            also decides what is seen.
        threshold: Cells that would change by no more than this are left as they are.

    Raises:
        OptionError: An argument is not one of these, or the layer is passable, cost or terrain, or follows
            from other layers.

    Example:
        >>> import pathstar as ps
        >>> map = ps.Map([[1, 1, 1, 0, 1]])
        >>> danger = ps.influence.Influence(map, "danger")
        >>> guard = danger.add((1, 0), strength=4, radius=2, spread="walk")
        >>> danger.update()
        Change(danger, 3 cells, revision 1 to 2)
        >>> map.layers["danger"].tolist()
        [[2.0, 4.0, 2.0, 0.0, 0.0]]
        >>> guard.place = (0, 0)
        >>> danger.update().values.tolist()
        [4.0, 2.0, 0.0]
    """

    def __init__(
        self,
        map: Map,
        layer: str = "influence",
        *,
        compose: str = "sum",
        moves: Moves | None = None,
        threshold: float = 0.0,
    ) -> None:
        if not isinstance(map, Map):
            raise OptionError(f"map is {map!r}; allowed: a Map")
        if moves is not None and not isinstance(moves, Moves):
            raise OptionError(f"moves is {moves!r}; allowed: a Moves, such as Moves(directions=4), or None")
        small = checked_number("threshold", threshold, 0)
        self.map = map
        self.layer = checked_layer_name(layer)
        self.compose = checked_name("composition", compose, COMPOSITIONS)
        self.threshold = small
        self._moves = Moves() if moves is None else moves
        self._sources: list[Source] = []
        self._left: list[Window] = []  # where sources were before they moved away or were removed
        if layer not in map.layers:
            map.add_layer(layer, np.zeros(map.shape))
        map.edit(layer, (slice(None), slice(None)), 0.0)
        self._seen = map.revision

    def __repr__(self) -> str:
        return f"Influence({self.layer}, {counted(len(self._sources), 'source')}, {self.compose})"

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources, in the order in which they were added."""
        return tuple(self._sources)

    def add(
        self,
        place: tuple[int, int],
        strength: float,
        radius: float,
        *,
        spread: str = "straight",
        falloff: str | Falloff = "linear",
    ) -> Source:
        """Add a source, which counts from the next update on.

        Args:
            place: Where it is, ``(x, y)``.
            strength: The value of its own cell.
            radius: How far it reaches, in cells; for walking, in lengths of steps.
            spread: A name of `SPREADS`: ``"straight"``, ``"walk"`` or ``"sight"``.
            falloff: A name of `pathstar.maps.falloffs.FALLOFFS`, or a function of the distance as a share of
                the radius.

        Raises:
            PlaceError, PlaceTypeError: It is not a place of the map.
            OptionError: Another argument is not allowed, such as a strength below 0 with ``compose="max"``.
        """
        place = checked_place(place, self.map.width, self.map.height)
        checked_name("spread", spread, SPREADS)
        fallen(falloff, np.zeros((2, 3)))  # not square, so that no wrong shape passes
        source = Source(place, checked_number("strength", strength), checked_radius(radius), spread, falloff)
        self._check_sign(source)
        self._sources.append(source)
        return source

    def remove(self, source: Source) -> None:
        """Remove a source; what it spread vanishes at the next update.

        Raises:
            OptionError: It is not a source of this influence.
        """
        if not isinstance(source, Source) or source not in self._sources:
            raise OptionError("this source was not added here, or was removed before")
        self._sources.remove(source)
        self._left.append(source.window)

    def update(self, progress: Progress = None) -> Change | None:
        """Bring the layer up to date with the sources, and with the walls that matter to them.

        Args:
            progress: Called with the fraction of the sources that are spread, from 0.0 to 1.0; True shows a
                bar on the terminal. An exception in the function leaves the layer as it was; the next update
                will bring it up to date.

        Returns:
            The change; None if nothing changed.

        Raises:
            PlaceError, PlaceTypeError: A source was moved to something that is not a place of the map.
            OptionError: With ``compose="max"`` a strength was set below 0; the map no longer has the layer;
                or progress is neither a function nor True, False or None.
        """
        checked_name("layer of influence", self.layer, self.map.layers)
        with reporting(progress, "influence") as tell:
            self._respread(tell)
        if not self._left:
            return None
        cells, values = self._recomposed(self._left)
        change = self.map.edit_cells(self.layer, cells, values) if len(cells) else None
        self._left = []
        self._seen = self.map.revision
        return change

    def _respread(self, tell: Tell | None) -> None:
        """Spread the sources that changed, and note where they were and are."""
        edited = self.map.revision != self._seen
        for number, source in enumerate(self._sources):
            if edited:
                source.follow_walls(self.map)
            if source.changed:
                self._check_sign(source)
                before = source.window
                source.spread(self.map, self._moves)
                self._left += _joined(before, source.window)
            tell_of(tell, (number + 1) / len(self._sources))
        self._seen = self.map.revision

    def _recomposed(self, touched: list[Window]) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """Return the cells of some windows whose values have changed, each once, and their values."""
        held = self.map.layers[self.layer]
        cells, values = [np.zeros(0, np.uint32)], [np.zeros(0)]
        bounds = np.array([_bounds(source.window) for source in self._sources], np.int64).reshape(-1, 4)
        for window in touched:
            new = self._composed(window, [self._sources[number] for number in _meeting(window, bounds)])
            rows, columns = np.nonzero(np.abs(new - held[window]) > self.threshold)
            numbers = (rows + window[0].start) * self.map.width + columns + window[1].start
            cells.append(numbers.astype(np.uint32))
            values.append(new[rows, columns])
        found, first = np.unique(np.concatenate(cells), return_index=True)
        return found, np.concatenate(values)[first]

    def _composed(self, window: Window, sources: list[Source]) -> NDArray[np.float64]:
        """Return the values of a window from the sources that reach it, added up in their order."""
        total = np.zeros([part.stop - part.start for part in window])
        for source in sources:
            inner, own = zip(*_shared(window, source.window), strict=True)
            part = source.values[own]
            total[inner] = total[inner] + part if self.compose == "sum" else np.maximum(total[inner], part)
        return total

    def _check_sign(self, source: Source) -> None:
        if self.compose == "max" and source.strength < 0:
            raise OptionError(
                f"strength is {source.strength!r}; allowed with compose='max', which shows nothing below 0: "
                "numbers from 0 up"
            )


def risk(chances: Any) -> NDArray[np.float64]:
    """Return costs for chances of harm, so that the cheapest path has the best chance of survival.

    A unit survives a step with probability ``1 - p``, and a path with the product over its steps.
    ``-log(1 - p)`` turns the product into a sum. ``CostModel(risks=...)`` does the same for a layer of
    chances.

    Args:
        chances: An array of any shape with numbers from 0 to 1; 1 costs infinity.

    Raises:
        ArrayError: A number lies outside.

    Example:
        >>> risk([0, 0.5, 1]).round(3).tolist()
        [0.0, 0.693, inf]
    """
    from pathstar import _core
    from pathstar.maps.layers import numbers_of, values_of

    values = values_of(numbers_of(chances, "chances"))
    if not ((values >= 0) & (values <= 1)).all():
        raise ArrayError("chances holds a number outside 0 to 1; allowed: numbers from 0 to 1")
    return _core.costs_of_risks(values.ravel()).reshape(values.shape)


def _around(at: int, reach: int, length: int) -> slice:
    return slice(max(at - reach, 0), min(at + reach + 1, length))


def _bounds(window: Window) -> tuple[int, int, int, int]:
    rows, columns = window
    return rows.start, rows.stop, columns.start, columns.stop


def _meeting(window: Window, bounds: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return which of some windows, one in each row, share cells with a window."""
    top, bottom, left, right = _bounds(window)
    tops, bottoms, lefts, rights = bounds.T
    return np.flatnonzero((tops < bottom) & (bottoms > top) & (lefts < right) & (rights > left))


def _joined(one: Window, other: Window) -> list[Window]:
    """Return two windows, or the one around both if that has no more cells than both together."""
    rows, columns = (
        slice(min(a.start, b.start), max(a.stop, b.stop)) for a, b in zip(one, other, strict=True)
    )
    around = rows, columns
    cells = [math.prod(part.stop - part.start for part in window) for window in (one, other, around)]
    return [around] if cells[2] <= cells[0] + cells[1] else [one, other]


def _shared(window: Window, other: Window) -> Iterator[tuple[slice, slice]]:
    """Yield for each axis the part that two windows share, relative to each of them."""
    for a, b in zip(window, other, strict=True):
        begin = max(a.start, b.start)
        end = max(min(a.stop, b.stop), begin)
        yield slice(begin - a.start, end - a.start), slice(begin - b.start, end - b.start)
