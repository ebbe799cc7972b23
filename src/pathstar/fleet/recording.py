"""Recordings of units, moment by moment, for pictures and films of plans, worlds and crowds."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path as FilePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError, SpaceError, counted
from pathstar.fleet.crowd.crowd import Crowd
from pathstar.fleet.plans import ABSENT, Plan
from pathstar.fleet.player_views import KnownGround, PlayerView, watches_of
from pathstar.fleet.world.unit import checked_positive
from pathstar.fleet.world.world import World
from pathstar.lazy import load_lazily
from pathstar.maps.arguments import checked_whole
from pathstar.maps.map import Map
from pathstar.progress import Progress, Tell, reporting, tell_of

_MOST_MOMENTS = 100_000


@dataclass(eq=False)
class Recording:
    """Units at some moments. Made by `record`.

    Attributes:
        map: The map, as it was at the end.
        times: float64 ``(t,)``: the moments.
        positions: float64 ``(t, n, 2)``, columns x and y: the centres of the units; NaN for absent units.
        radii: float64 ``(n,)``: half their widths, in squares.
        players: int64 ``(n,)``: their players.
        waiting: bool ``(t, n)``: which units wait before their goals.
        left: int32 ``(t, n)``: the number of nodes of its path that each has yet to enter.
        routes: The paths in the order in which they were found: number of the moment, unit, nodes ``(k,)``.
        views: For a world in fog, what each player saw, by its number; see `seen_by`.
        known: In the view of a player, the ground as it was known at each moment; else None.

    Example:
        >>> import numpy as np
        >>> import pathstar as ps
        >>> grid = ps.Grid(np.ones((3, 5)), moves=ps.Moves(directions=4))
        >>> recording = ps.fleet.record(ps.fleet.plan(grid, [(0, 1), (4, 1)], [(4, 1), (0, 1)]))
        >>> recording.positions.shape[1:], recording.claims(0, 0)[-1].tolist()
        ((2, 2), 9)
    """

    map: Map
    times: NDArray[np.float64]
    positions: NDArray[np.float64]
    radii: NDArray[np.float64]
    players: NDArray[np.int64]
    waiting: NDArray[np.bool_]
    left: NDArray[np.int32]
    routes: list[tuple[int, int, NDArray[np.int64]]] = field(default_factory=list)
    views: dict[int, PlayerView] = field(default_factory=dict)
    known: KnownGround | None = None

    def __len__(self) -> int:
        return len(self.times)

    def __repr__(self) -> str:
        units, moments = counted(self.positions.shape[1], "unit"), counted(len(self), "moment")
        return f"Recording({units}, {moments}, {self.map!r})"

    def claims(self, moment: int, unit: int) -> NDArray[np.int64]:
        """Return the nodes that a unit had yet to enter at a moment, int64 ``(k,)``, the next one first.

        Raises:
            OptionError: There is no such moment or unit.
        """
        moment = checked_whole("moment", moment, 0, len(self) - 1)
        unit = checked_whole("unit", unit, 0, self.positions.shape[1] - 1)
        found = np.empty(0, np.int64)
        for begin, number, nodes in self.routes:
            if begin > moment:
                break
            if number == unit:
                found = nodes
        left = int(self.left[moment, unit])
        return found[len(found) - left :]

    def seen_by(self, player: int) -> Recording:
        """Return what one player saw of a world in fog, and nothing else.

        The map is the one that the player knew at each moment. Other players' units appear where the player's
        units saw them, but without their paths and whether they waited. Units that it never saw are absent
        all the time, and their sizes and players are left out.

        Args:
            player: Its number; it had units when the recording began.

        Raises:
            OptionError: There is no such player, or no fog.

        Example:
            >>> import pathstar as ps
            >>> world = ps.fleet.World(ps.Grid([[1, 1, 1, 0, 1, 1]]), sight=2)
            >>> scout, spy = world.add((0, 0)), world.add((5, 0), player=1)
            >>> recording = ps.fleet.record(world, 1)
            >>> seen = recording.seen_by(0)
            >>> seen.map.passable.tolist(), bool(np.isnan(seen.positions[:, spy]).all())
            ([[True, True, True, True, True, True]], True)
        """
        number = checked_whole("player", player)
        if number not in self.views:
            allowed = ", ".join(map(str, self.views)) or "None, as it is no recording of a World with a sight"
            raise OptionError(f"player is {number}; allowed: {allowed}")
        view, own = self.views[number], self.players == number
        positions = np.full(self.positions.shape, np.nan)
        for moment, units in enumerate(view.visible):
            positions[moment, units] = self.positions[moment, units]
        met = ~np.isnan(positions[..., 0]).all(axis=0)
        return replace(
            self,
            map=view.ground.at(len(self) - 1)[0],
            positions=positions,
            radii=np.where(met, self.radii, 0.5),
            players=np.where(met, self.players, number),
            waiting=self.waiting & own,
            left=self.left * own,
            routes=[route for route in self.routes if own[route[1]]],
            views={},
            known=view.ground,
        )

    def save(
        self,
        file: str | os.PathLike[str],
        *,
        player: int | None = None,
        progress: Progress = None,
        **options: Any,
    ) -> FilePath:
        """Save a film or a picture, in the format given by the file's suffix.

        Args:
            file: ``.html``: a page with a time slider, in which a click follows a unit. ``.gif``: a film.
                ``.png`` and ``.svg``: one moment.
            player: For a world in fog, the player whose view it is: what its units have not seen is dimmed,
                and shown as the player believes it to be; see `seen_by`. None shows the true map.
            progress: Called with the fraction done, up to 1.0; an exception cancels. True shows a bar.
            options: ``theme`` (``"light"``, ``"dark"``), ``cell`` (pixels per square), ``title``; ``follow``,
                the number of a unit whose claims are shaded; for one moment ``moment``, by default the last;
                for a GIF ``seconds``, its duration; ``lang``, the language of its text, a name in
                `pathstar.words.LANGUAGES`, by default ``"en"``. A page has a menu of all languages; ``lang``
                is its initial one, by default that of the browser.

        Returns:
            The file's path.

        Raises:
            OptionError: An unknown suffix or player, or an option that this format does not have.
            MissingExtraError: GIF and PNG without Pillow.
            OSError: The file cannot be written.
        """
        shown = self if player is None else self.seen_by(player)
        with reporting(progress, f"saving {counted(len(shown), 'moment')}") as tell:
            saved: FilePath = load_lazily("Recording.save")(shown, file, partial(tell_of, tell), **options)
        return saved

    def save_corridor(
        self,
        file: str | os.PathLike[str],
        places: Sequence[tuple[int, int]],
        *,
        player: int | None = None,
        **options: Any,
    ) -> FilePath:
        """Save a space-time diagram: how units move along some places, from left to right, as time goes down.

        Units that pass each other are lines that cross; a waiting unit is a line straight down.

        Args:
            file: A ``.png`` or ``.svg``.
            places: The squares of the corridor, in order.
            player: For a world in fog, the player whose view it is; see `seen_by`.
            options: ``theme``, ``title``, ``lang``.

        Raises:
            OptionError: An unknown suffix, option or player, or fewer than two places.
            PlaceError, PlaceTypeError: A place lies outside, or is not a place.
            MissingExtraError: PNG without Pillow.
            OSError: The file cannot be written.
        """
        shown = self if player is None else self.seen_by(player)
        saved: FilePath = load_lazily("Recording.save_corridor")(shown, file, places, **options)
        return saved


def record(
    thing: Plan | World | Crowd,
    time: float | None = None,
    every: float | None = None,
    *,
    progress: Progress = None,
) -> Recording:
    """Record a plan as it is, or a world or a crowd while stepping it.

    Args:
        thing: A `Plan` over squares, a `World` or a `Crowd`.
        time: How long to step a world or a crowd; None for a plan.
        every: The time between two moments; by default 0.25 in a world, 0.1 in a crowd. In a crowd each is
            one step.
        progress: Called with the fraction of the moments recorded, up to 1.0; an exception cancels, and the
            world or crowd stays as it is then. True shows a bar.

    Raises:
        SpaceError: The plan is not over squares.
        OptionError: A time is not a finite number above 0, or there would be more than 100,000 moments.
    """
    with reporting(progress, f"recording a {type(thing).__name__}") as tell:
        found = _recorded(thing, time, every, tell)
        tell_of(tell, 1.0)
    return found


def _recorded(
    thing: Plan | World | Crowd, time: float | None, every: float | None, tell: Tell | None
) -> Recording:
    if isinstance(thing, Plan):
        return _of_plan(thing)
    if not isinstance(thing, World | Crowd):
        raise SpaceError(f"record takes a Plan, a World or a Crowd, not {type(thing).__name__}")
    each = checked_positive("every", (0.25 if isinstance(thing, World) else 0.1) if every is None else every)
    moments = checked_positive("time", time) / each
    if moments > _MOST_MOMENTS:
        raise OptionError(f"{time} takes {moments:.0f} moments of {each}; allowed: {_MOST_MOMENTS:,}")
    steps = _steps(thing, round(moments), each, tell)
    return _of_world(thing, steps) if isinstance(thing, World) else _of_crowd(thing, steps)


def _steps(thing: World | Crowd, moments: int, every: float, tell: Tell | None) -> Iterator[None]:
    """Yield at each moment, after the step that leads to it."""
    yield
    for moment in range(moments):
        tell_of(tell, moment / moments)
        thing.step(every)
        yield


def _of_plan(plan: Plan) -> Recording:
    space: Any = plan.space
    if not space.capabilities.squares:
        raise SpaceError(f"a recording needs a plan over squares, not over a {space.kind.name}")
    at = np.where((plan.nodes == ABSENT)[..., None], np.nan, plan.positions).transpose(1, 0, 2)
    steps = plan.nodes.shape[1]
    ends = np.maximum(np.asarray(plan.costs), 0)
    left = np.maximum(ends[None, :] - np.arange(steps)[:, None], 0).astype(np.int32)
    still = np.zeros(left.shape, np.bool_)
    still[:-1] = (at[1:] == at[:-1]).all(axis=2) & (left[:-1] > 0)
    routes = [(0, unit, plan.nodes[unit, 1 : int(end) + 1]) for unit, end in enumerate(ends)]
    map = Map(space.walkable, cost=space.cost)
    count = len(plan)
    return Recording(
        map, np.arange(steps, dtype=float), at, np.full(count, 0.5), np.zeros(count, int), still, left, routes
    )


class _Watch:
    """The notes about each moment of a world."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.positions: list[NDArray[np.float64]] = []
        self.states: list[dict[int, tuple[bool, int]]] = []
        self.routes: list[tuple[int, int, NDArray[np.int64]]] = []
        self.sizes: dict[int, tuple[int, int]] = {}
        self._paths: dict[int, list[tuple[int, int]]] = {}

    def look(self, world: World) -> None:
        """Record the positions of all units, and the new paths."""
        moment, width = len(self.times), world.map.width
        states = {}
        for number in world.units:
            unit = world.unit(number)
            path, known = unit.path, self._paths.get(number, [])
            if path != known[len(known) - len(path) :]:
                nodes = np.array([y * width + x for x, y in path], np.int64)
                self._paths[number] = path
                self.routes.append((moment, number, nodes))
            states[number] = unit.doing in ("waiting", "making way"), len(path)
            self.sizes[number] = unit.size, unit.player
        self.times.append(world.now)
        self.positions.append(world.positions)
        self.states.append(states)


def _of_world(world: World, steps: Iterator[None]) -> Recording:
    watch, views = _Watch(), watches_of(world)
    for _ in steps:
        watch.look(world)
        for view in views:
            view.look(world)
    units = len(watch.positions[-1])
    shape = (len(watch.times), units)
    at = np.full((*shape, 2), np.nan)
    waiting, left = np.zeros(shape, np.bool_), np.zeros(shape, np.int32)
    sizes, players = np.ones(units), np.zeros(units, np.int64)
    for number, (size, player) in watch.sizes.items():
        sizes[number], players[number] = size, player
    for moment, (places, states) in enumerate(zip(watch.positions, watch.states, strict=True)):
        at[moment, : len(places)] = places
        for number, (waits, nodes) in states.items():
            waiting[moment, number], left[moment, number] = waits, nodes
    at += (sizes[:, None] - 1) / 2
    times, seen = np.array(watch.times), {view.player: view.view() for view in views}
    return Recording(world.map, times, at, sizes / 2, players, waiting, left, watch.routes, seen)


def _of_crowd(crowd: Crowd, steps: Iterator[None]) -> Recording:
    times, positions = [], []
    for _ in steps:
        times.append(crowd.now)
        positions.append(crowd.positions)
    shape = (len(times), len(crowd))
    return Recording(
        crowd.map,
        np.array(times),
        np.array(positions),
        crowd.radii,
        np.zeros(len(crowd), np.int64),
        np.zeros(shape, np.bool_),
        np.zeros(shape, np.int32),
    )
