"""Crowds: thousands of units that walk freely, without squares of their own."""

from __future__ import annotations

import copy
import threading
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.engine.options import checked_threads
from pathstar.errors import ArrayError, OptionError, PlaceError, SpaceError, counted
from pathstar.fleet.crowd.bodies import Bodies, checked_numbers, checked_points
from pathstar.fleet.crowd.targets import Target, sides_of
from pathstar.fleet.world.ground.ways import Ground, ground_of
from pathstar.fleet.world.unit import NOBODY, checked_positive
from pathstar.maps.arguments import checked_name, checked_whole
from pathstar.maps.costs import CostModel
from pathstar.maps.map import Map
from pathstar.maps.regions import checked_place
from pathstar.paths.crowds import are_many
from pathstar.paths.field import Field
from pathstar.spaces.grid import Grid
from pathstar.spaces.moves import Moves

# How units avoid each other.
AVOIDANCE = {
    "orca": _core.CrowdAvoidance.reciprocal,
    "density": _core.CrowdAvoidance.density,
}
_MOST_NEIGHBOURS = 20
_FASTEST = 1e6  # squares in one unit of time


class Crowd:
    """Units that walk freely over a map: discs at any point, of any radius, heading wherever the way is free.

    The square (x, y) has its centre at the point (x, y). No unit gets into a wall, whatever pushes it. With
    ``avoidance="orca"`` units foresee for some time how others move, and each makes half of the effort to
    stay clear of the other; where there is no room left, bodies may overlap a little. With ``"density"`` they
    slow down where it is dense and drift away from where it is too dense, which takes about a tenth of the
    time; bodies overlap where a crowd presses.

    Units give way by moving, never by planning: in a corridor too narrow for two, units that meet stay where
    they are. If that matters, use a `World`.

    The same calls give the same crowd, on any number of threads. The crowd follows edits of `map`; a unit
    that an edit buries stays until its square is free again. Many threads may use it at once: calls that
    change it wait for one another.

    Args:
        space: A `Map`, or a `Grid` of 4 or 8 directions, which is copied.
        seed: Keeps units from mirroring each other; a whole number from 0 to 2**32 - 1.
        avoidance: ``"orca"`` or ``"density"``, as above.
        neighbours: With ``"orca"``, how many others a unit looks at, the nearest first: 0 to 20.
        horizon: With ``"orca"``, how long ahead units foresee each other's movement.
        wall_horizon: With ``"orca"``, the same for walls.
        threads: The number of threads; None means one per processor.

    Attributes:
        map: The map.
        positions: float64 ``(n, 2)``, columns x and y, a row for each unit ever added; NaN once removed.
        velocities: float64 ``(n, 2)``: the velocity of each in the last step.
        settled: bool ``(n,)``: which have arrived, and stand unless others push them aside.
        cut_off: bool ``(n,)``: which had no way to their target in the last step.
        now: The time.

    Raises:
        SpaceError: The space is neither a map nor such a grid.
        OptionError: An option is not allowed.

    Example:
        >>> import numpy as np
        >>> import pathstar as ps
        >>> crowd = ps.fleet.Crowd(ps.Map(np.ones((20, 40))))
        >>> west = crowd.add([(3, y) for y in range(5, 15)])
        >>> east = crowd.add([(36, y) for y in range(5, 15)])
        >>> crowd.go(west, (36, 10))
        >>> crowd.go(east, (3, 10))
        >>> for _ in range(600):
        ...     crowd.step(0.1)
        >>> bool(crowd.settled.all()), bool((crowd.positions[west, 0] > 30).all())
        (True, True)
    """

    def __init__(
        self,
        space: Map | Grid,
        seed: int = 0,
        *,
        avoidance: str = "orca",
        neighbours: int = 10,
        horizon: float = 2.0,
        wall_horizon: float = 0.25,
        threads: int | None = None,
    ) -> None:
        self._avoidance = checked_name("avoidance", avoidance, AVOIDANCE)
        self._seed = checked_whole("seed", seed, 0)
        self._neighbours = checked_whole("neighbours", neighbours, 0)
        if self._neighbours > _MOST_NEIGHBOURS or self._seed >= 2**32:
            raise OptionError(
                f"neighbours is {neighbours!r} and seed {seed!r}; allowed: 0 to {_MOST_NEIGHBOURS}, and 0 to "
                f"2**32 - 1"
            )
        self._horizon = checked_positive("horizon", horizon)
        self._wall_horizon = checked_positive("wall_horizon", wall_horizon)
        self._threads = checked_threads(threads)
        self._ground: Ground = ground_of(space, Moves(), {"default": CostModel()}, "a Crowd")
        self._bodies = Bodies()
        self._targets: list[Target] = []
        self._cut_off = np.empty(0, np.bool_)
        self._stepper: tuple[int, _core.CrowdStepper] | None = None
        self._lock = threading.Lock()
        self.now = 0.0

    @property
    def map(self) -> Map:
        """The map on which the units walk; its edits are followed."""
        return self._ground.map

    @property
    def positions(self) -> NDArray[np.float64]:
        """The positions of all units: float64 ``(n, 2)``, columns x and y; NaN for removed units."""
        positions: NDArray[np.float64] = self._bodies.positions.copy()
        return positions

    @property
    def velocities(self) -> NDArray[np.float64]:
        """The velocity of each unit in the last step: float64 ``(n, 2)``, squares per unit of time."""
        velocities: NDArray[np.float64] = self._bodies.velocities.copy()
        return velocities

    @property
    def radii(self) -> NDArray[np.float64]:
        """The radius of each unit: float64 ``(n,)``."""
        radii: NDArray[np.float64] = self._bodies.radii.copy()
        return radii

    @property
    def settled(self) -> NDArray[np.bool_]:
        """Which units have arrived: bool ``(n,)``."""
        return self._bodies.settled.astype(np.bool_)

    @property
    def cut_off(self) -> NDArray[np.bool_]:
        """Which units had no way to their target in the last step: bool ``(n,)``."""
        cut_off = np.zeros(len(self), np.bool_)
        cut_off[: len(self._cut_off)] = self._cut_off
        return cut_off

    def add(
        self, points: ArrayLike, *, radius: Any = 0.4, speed: Any = 1.0, priority: int = 0
    ) -> NDArray[np.int64]:
        """Add units, and return their numbers.

        Units that overlap push each other apart.

        Args:
            points: Numbers ``(n, 2)``, columns x and y; or one point.
            radius: The radius of the discs, in squares: one number, or one for each.
            speed: Squares per unit of time, up to a million; 0 for a post that others go round.
            priority: Units do not give way to others of lower priority.

        Returns:
            int64 ``(n,)``.

        Raises:
            PlaceError: A unit would be outside or in a wall; the message names its row.
            ArrayError, ArrayTypeError: The points are not such numbers.
            OptionError: An option is not allowed.
        """
        rows = checked_points(points, "points")
        radii = checked_numbers(radius, "radius", len(rows), least=0.0, above=True)
        speeds = checked_numbers(speed, "speed", len(rows), least=0.0, above=False, most=_FASTEST)
        rank = checked_whole("priority", priority, -(2**31), 2**31 - 1)
        with self._lock:
            self._check_room(rows, np.ascontiguousarray(np.broadcast_to(radii, len(rows))))
            first = len(self)
            self._bodies.add(rows, radii, speeds, rank)
            return np.arange(first, len(self))

    def _check_room(self, points: NDArray[np.float64], radii: NDArray[np.float64]) -> None:
        height, width = self.map.shape
        inside = ((points >= -0.5) & (points < (width - 0.5, height - 0.5))).all(axis=1)
        most = min(height, width) / 2
        if (radii > most).any():
            raise OptionError(
                f"radius is {radii.max():g}; allowed: up to {most:g}, half the map's shorter side"
            )
        if not inside.all():
            row = int(np.flatnonzero(~inside)[0])
            raise PlaceError(
                f"points[{row}] = {tuple(points[row].tolist())} lies outside the map: x goes from -0.5 to "
                f"{width - 0.5:g}, y from -0.5 to {height - 0.5:g}"
            )
        deep = self._native().depths(points.ravel(), radii) > 1e-9
        if deep.any():
            row = int(np.flatnonzero(deep)[0])
            raise PlaceError(
                f"a unit of radius {radii[row]:g} does not fit at points[{row}] = "
                f"{tuple(points[row].tolist())}: it would stand in a wall or over the border"
            )

    def go(self, units: Any, target: Any) -> None:
        """Send units to a target, each along the flow of one field for all of them.

        They settle on its square and around it, each next to those that have settled.

        Args:
            units: Numbers of units, or a bool for each unit ever added.
            target: A place ``(x, y)``; several equally good places; or a `Field` over the map.

        Raises:
            PlaceError, PlaceTypeError: A target is outside, a wall, or too narrow for a unit.
            OptionError: There is no such unit, or the field is outward.
            SpaceError: The field does not lie over plain squares of the map's shape.
        """
        rows = self._bodies.checked(units)
        aim = Target(self._ground.base("default", 0), self._goals(target))
        for side in np.unique(sides_of(self._bodies.radii[rows])).tolist():
            aim.field(side)
        with self._lock:
            self._bodies.checked(rows)  # raises if one was removed meanwhile
            used = set(self._bodies.targets.tolist())
            free = next((i for i in range(len(self._targets)) if i not in used), len(self._targets))
            self._targets[free : free + 1] = [aim]
            self._bodies.send(rows, free)

    def _goals(self, target: Any) -> NDArray[np.int64] | Field:
        if isinstance(target, Field):
            able = target.space.capabilities
            if not able.squares or target.space.shape != self.map.shape:
                raise SpaceError(
                    f"the field lies over {target.space!r}; allowed: plain squares of shape {self.map.shape}"
                )
            if target.outward:
                raise OptionError("the field is outward; a crowd walks along one with outward=False")
            return target
        places = list(target) if are_many(self._ground.base("default", 0), target) else [target]
        if not places:
            raise PlaceError("there is no target; go needs a place, or several")
        return np.array([checked_place(place, self.map.width, self.map.height, "target") for place in places])

    def walk(self, units: Any, velocities: ArrayLike) -> None:
        """Let units walk with given velocities, as far as others, walls and their speeds allow.

        Args:
            units: Numbers of units, or a bool for each unit ever added.
            velocities: Numbers ``(n, 2)`` up to a million, or two for all of them. Zeros make them stand.

        Raises:
            OptionError: There is no such unit.
            ArrayError, ArrayTypeError: The velocities are not such numbers.
        """
        rows = self._bodies.checked(units)
        wishes = checked_points(velocities, "velocities")
        if len(wishes) not in (1, len(rows)):
            raise OptionError(f"there are {len(wishes)} velocities for {len(rows)} units")
        if (fastest := np.abs(wishes).max(initial=0.0)) > _FASTEST:
            raise ArrayError(f"velocities holds {fastest:g}; allowed: up to {_FASTEST:g}")
        with self._lock:
            self._bodies.send(self._bodies.checked(rows), NOBODY, wishes)

    def remove(self, units: Any) -> None:
        """Remove units; their numbers are not used again.

        Raises:
            OptionError: There is no such unit.
        """
        with self._lock:
            self._bodies.remove(self._bodies.checked(units))

    def step(self, dt: float) -> None:
        """Let time pass. Each call is one step of movement: for units of speed 1, use 0.05 to 0.25.

        Raises:
            OptionError: dt is not a finite number above 0.
        """
        lasts = checked_positive("dt", dt)
        with self._lock:
            self._step(lasts)

    def _step(self, lasts: float) -> None:
        bodies = self._bodies
        wishes, near = self._wishes(lasts)
        rules = _core.CrowdRules(
            lasts, self._horizon, max(self._wall_horizon, lasts), self._neighbours, self._seed, self._threads
        )
        bodies.positions, bodies.velocities, bodies.settled = self._native().step(
            bodies.positions.ravel(),
            bodies.velocities.ravel(),
            wishes.ravel(),
            bodies.radii,
            bodies.speeds,
            bodies.priorities,
            bodies.targets,
            near,
            bodies.settled,
            rules,
            AVOIDANCE[self._avoidance],
        )
        self.now += lasts

    def _wishes(self, dt: float) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
        """Settle units at their targets; return how all want to move, and which may settle beside others."""
        bodies = self._bodies
        wishes = bodies.wishes.copy()
        near = np.zeros(len(self), np.uint8)
        settled = bodies.settled.copy()
        self._cut_off = np.zeros(len(self), np.bool_)
        for number, target in enumerate(self._targets):
            crowd = np.flatnonzero(bodies.targets == number)
            walking = crowd[settled[crowd] == 0]
            # With foresight, units settle beside settled ones; by density, the area must grow with them.
            filling = crowd if self._avoidance == "orca" else crowd[settled[crowd] != 0]
            area = float((4 * bodies.radii[filling] ** 2).sum())
            sides = sides_of(bodies.radii[walking])
            for side in np.flatnonzero(np.bincount(sides)).tolist():
                rows = walking[sides == side]
                seen = target.look(side, bodies.positions[rows], bodies.speeds[rows], dt, area)
                wishes[rows], near[rows], self._cut_off[rows] = seen.wishes, seen.near, seen.cut_off
                settled[rows[seen.there]] = 1
                wishes[rows[seen.there]] = 0.0
        bodies.settled = settled
        return wishes, near

    def _native(self) -> _core.CrowdStepper:
        """Return the native crowd over the map as it is now."""
        revision = self.map.revision
        if self._stepper is None or self._stepper[0] != revision:
            walkable = self._ground.plain(1).walkable
            height, width = walkable.shape
            self._stepper = revision, _core.CrowdStepper(width, height, walkable.ravel().astype(np.uint8))
        return self._stepper[1]

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:  # the copies stay as they are while the caller writes them
            copies = {"_bodies": copy.copy(self._bodies), "_targets": list(self._targets)}
            return {**self.__dict__, **copies, "_stepper": None, "_lock": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=threading.Lock())

    def __len__(self) -> int:
        return len(self._bodies)

    def __repr__(self) -> str:
        living = int((~np.isnan(self._bodies.positions[:, 0])).sum())
        return (
            f"Crowd({self.map!r}, {counted(living, 'unit')}, time {self.now:g}, avoidance {self._avoidance})"
        )
