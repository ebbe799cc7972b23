"""The world: units on a map, their orders, and what becomes of them."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import NotCopied, OptionError, PlaceError, counted
from pathstar.fleet.world.events import Event
from pathstar.fleet.world.files import map_of, options_of, read_world, restore, write_world
from pathstar.fleet.world.giving import checked_unit, give
from pathstar.fleet.world.ground.danger import Loss, danger_of
from pathstar.fleet.world.ground.fog import checked_sight
from pathstar.fleet.world.ground.ways import checked_profiles, ground_of
from pathstar.fleet.world.properties import change, check_ground, check_lock_step, checked_properties
from pathstar.fleet.world.state import State
from pathstar.fleet.world.stepping import run
from pathstar.fleet.world.unit import (
    NEVER,
    NOBODY,
    Unit,
    UnitState,
    checked_heading,
    checked_positive,
    doing,
)
from pathstar.known.known_map import KnownMap
from pathstar.maps.arguments import checked_name, checked_number, checked_whole
from pathstar.maps.costs import CostModel
from pathstar.maps.map import Map
from pathstar.maps.regions import checked_place
from pathstar.spaces.grid import Grid
from pathstar.spaces.moves import Moves
from pathstar.spaces.reservations import FOLLOWING


class World(NotCopied):
    """Units that move on a map and avoid each other.

    The place of a unit is that of its upper left square; its size extends to the right and down.

    There are two models of movement. With ``following="forbidden"`` every unit has its own size and speed. A
    step lasts its length times the cost of the ground entered, divided by the speed; costs below 0.1 count as
    0.1. During a step the unit holds all squares that it sweeps, so bodies never touch. With
    ``following="allowed"`` all units take one square and step together, one step in each unit of time: a unit
    may enter a square as another leaves it, but two never change places or cross on diagonals.

    Planning treats units that stand, and those next to the unit, as walls if there is another way. Squares
    that nearby units have yet to walk cost more, so that groups spread; squares that they have walked do not.

    What happens depends only on the arguments, the orders, the changes and their times, not on how time is
    cut into steps.
    Edits of `map` are followed.

    Args:
        space: A `Map`, whose edits are followed, or a `Grid` of 4 or 8 directions, which is copied.
        seed: A whole number that breaks ties: another seed gives other waits.
        moves: 4 or 8 directions, corner rule and step costs; by default those of the grid, or `Moves()`.
        following: As above.
        profiles: Cost models by name, for units that pay for each layer in their own way. The profile
            ``"default"`` always exists.
        claim_radius: How near a unit must be for the squares ahead of it to cost more, in squares.
        claim_cost: The additional cost of such a square, for each of up to four units. Keep it below the cost
            of the detour that you would accept.
        sight: The range of sight, in squares; walls block the view. Each player then knows only what its
            units have seen. They plan with that, take unseen ground for free, and find another way when they
            see a wall. A player knows only those of other players' units that its own units see. None means
            that all know the whole map and all units.
        planning_rate: The number of squares that all units together may expand in one unit of time to find
            their ways; each search counts as 1000 more, and one that finds no way as only these 1000. Units
            whose turn has not come stand and wait, so a crowd of orders does not hold up a frame by more than
            one search. None lets all plan at once.
        danger_from_losses: ``(strength, radius, half_life)``: where a unit is removed, squares within the
            radius cost its player's units up to the strength more, and half of that after each half-life.
            None means that losses have no effect.

    Attributes:
        now: The time.

    Raises:
        SpaceError: The space is neither a map nor such a grid.
        OptionError: An option is not allowed.

    Example:
        >>> import pathstar as ps
        >>> world = ps.fleet.World(ps.Grid([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]]))
        >>> scout, wagon = world.add((0, 0)), world.add((3, 0), speed=0.5)
        >>> world.order(scout, "go", (3, 2))
        >>> world.order(wagon, "go", (0, 0))
        >>> [event.unit for event in world.step(20) if event.kind == "arrived"]
        [0, 1]
        >>> world.positions.tolist()
        [[3.0, 2.0], [0.0, 0.0]]
    """

    _instead = "save it, and load it as often as need be"

    def __init__(
        self,
        space: Map | Grid,
        seed: int = 0,
        *,
        moves: Moves | None = None,
        following: str = "forbidden",
        profiles: Mapping[str, CostModel] | None = None,
        claim_radius: int = 8,
        claim_cost: float = 1.0,
        sight: float | None = None,
        planning_rate: float | None = None,
        danger_from_losses: tuple[float, float, float] | None = None,
    ) -> None:
        self._options: dict[str, Any] = {
            "seed": checked_whole("seed", seed),
            "following": checked_name("following", following, FOLLOWING),
            "claim_radius": checked_whole("claim_radius", claim_radius, 0),
            "claim_cost": checked_number("claim_cost", claim_cost, 0, 1000),
            "sight": checked_sight(sight),
            "planning_rate": None
            if planning_rate is None
            else checked_positive("planning_rate", planning_rate),
        }
        ground = ground_of(space, moves, checked_profiles(profiles))
        claims = (self._options["claim_radius"], self._options["claim_cost"])
        self._state = State(
            ground,
            claims,
            lockstep=following == "allowed",
            seed=self._options["seed"],
            planning_rate=self._options["planning_rate"] or math.inf,
        )
        ground.set_sight(self._options["sight"])
        self._danger = danger_of(danger_from_losses)
        self._events: list[Event] = []

    @property
    def map(self) -> Map:
        """The map on which the units move; its edits are followed."""
        return self._state.ground.map

    @property
    def danger_from_losses(self) -> tuple[float, float, float] | None:
        """The danger of losses: strength, radius and half-life; setting it forgets the losses so far.

        Raises:
            OptionError: It is set to neither three numbers above 0 nor None.
        """
        return None if self._danger is None else self._danger.given

    @danger_from_losses.setter
    def danger_from_losses(self, danger: tuple[float, float, float] | None) -> None:
        made = danger_of(danger)
        if self._danger is not None:
            self._danger.forget(self._state.ground)
        self._danger = made

    @property
    def sight(self) -> float | None:
        """The range of sight; setting it forgets what units have seen so far.

        Raises:
            OptionError: It is set to neither a number from 1.5 nor None.
        """
        sight: float | None = self._options["sight"]
        return sight

    @sight.setter
    def sight(self, sight: float | None) -> None:
        self._options["sight"] = checked_sight(sight)
        self._state.set_sight(self._options["sight"])
        if self._danger is not None:
            self._danger.refresh(self._state.ground, self.now)

    def known(self, player: int) -> KnownMap:
        """Return what a player knows of the map, such as to draw fog.

        Raises:
            OptionError: All players know the whole map, because `sight` is None; or the player is not a whole
                number.
        """
        fog, number = self._state.ground.fog, checked_whole("player", player)
        if fog is None:
            raise OptionError("every player knows the whole map; give the world a sight to have fog")
        return fog.known(number)

    def visible(self, player: int) -> list[int]:
        """Return the units whose positions a player knows: its own and those that they see; without fog all.

        Raises:
            OptionError: The player is not a whole number.
        """
        number, units = checked_whole("player", player), self._state.units.values()
        return self._state.ground.known_to(number, units)

    @property
    def now(self) -> float:
        """The time: how long the world has been stepped."""
        return self._state.now

    @property
    def units(self) -> list[int]:
        """The numbers of all living units."""
        return list(self._state.units)

    @property
    def positions(self) -> NDArray[np.float64]:
        """The positions of all units: float64 ``(n, 2)``, columns x and y, a row for each unit ever added.

        Between two squares they are not whole numbers. The row of a removed unit is NaN.
        """
        return self._state.motion.positions(self.now)

    @property
    def headings(self) -> NDArray[np.float64]:
        """The headings of the units: float64 ``(n,)``, degrees clockwise from the right; NaN once removed."""
        motion = self._state.motion
        return np.array(motion.headings[: motion.count])

    @property
    def events(self) -> list[Event]:
        """The events of the last step, and since."""
        return [*self._events, *self._state.events]

    def add(
        self,
        place: tuple[int, int],
        *,
        size: int = 1,
        speed: float = 1.0,
        turn_rate: float | None = None,
        player: int = 0,
        profile: str = "default",
        priority: int = 0,
        heading: float = 0.0,
    ) -> int:
        """Add a unit, and return its number.

        Args:
            place: ``(x, y)`` of its upper left square.
            size: Its width and height in squares.
            speed: How many squares of cost 1 it goes in one unit of time.
            turn_rate: The degrees that it turns in one unit of time, before it steps; None means at once.
            player: Its player, a whole number. Units of one player make way for each other.
            profile: The name of one of the world's cost models.
            priority: Of two units in each other's way, the one of lower priority gives way.
            heading: The direction in which it faces, degrees clockwise from the right.

        Raises:
            PlaceError: The place is outside, or the unit would stand on a wall or on another unit.
            PlaceTypeError: The place is not a pair of whole numbers.
            OptionError: An option is not allowed; in lock step a size or speed other than 1, or a turn rate.
        """
        state = self._state
        x, y = checked_place(place, self.map.width, self.map.height)
        node = y * self.map.width + x
        properties = {
            "speed": speed,
            "turn_rate": turn_rate,
            "player": player,
            "profile": profile,
            "priority": priority,
        }
        unit = Unit(
            number=state.motion.count,
            size=checked_whole("size", size, 1),
            **checked_properties(state, properties),
            node=node,
            to=node,
            heading=checked_heading(heading),
        )
        self._check_room(unit, (x, y))
        state.units[unit.number] = unit
        state.occupancy.take(state.occupancy.footprint(node, unit.size), unit.number)
        state.motion.add(x, y, unit.heading)
        state.look(unit)
        return unit.number

    def _check_room(self, unit: Unit, place: tuple[int, int]) -> None:
        state = self._state
        check_lock_step(state, unit)
        if unit.size > min(self.map.shape):
            raise OptionError(
                f"size is {unit.size}; allowed: 1 to {min(self.map.shape)}, the map's shorter side"
            )
        check_ground(state, unit)
        others = state.occupancy.holders(state.occupancy.footprint(unit.node, unit.size), NOBODY)
        if others:
            raise PlaceError(f"a unit of size {unit.size} does not fit at {place}: unit {others[0]} is there")

    def change(self, units: int | Iterable[int], **properties: Any) -> None:
        """Change what one or several units are, such as units that are slowed or captured.

        A step under way ends as it began, at its old speed; the rest holds at once. Orders stay. A unit of
        another player or profile looks for a way again, with what it knows and pays from now on.

        Args:
            units: The number of a unit, or several.
            **properties: Some of ``speed``, ``turn_rate``, ``player``, ``profile`` and ``priority``, as for
                `add`. The size of a unit cannot change.

        Raises:
            OptionError: There is no such unit or property, or a property is not allowed; in lock step a speed
                other than 1, or a turn rate. Then no unit changes.
            PlaceError: With another profile, a unit would stand on a wall. Then no unit changes, either.

        Example:
            >>> import pathstar as ps
            >>> world = ps.fleet.World(ps.Grid([[1] * 9]))
            >>> scout = world.add((0, 0), speed=2)
            >>> world.order(scout, "go", (8, 0))
            >>> _ = world.step(1.25)
            >>> world.change(scout, speed=1)
            >>> _ = world.step(1.25)  # it is at the end of its step after a quarter
            >>> world.positions.tolist()
            [[4.0, 0.0]]
        """
        change(self._state, units, properties)

    def order(
        self, units: int | Iterable[int], kind: str, target: Any = None, *, formation: str | None = None
    ) -> None:
        """Give one or several units something to do; it replaces what they were doing.

        A step under way is completed first. Several units that ``go`` to one place fill the squares around
        it. In a formation they also go at the speed of the slowest that is still on the way.

        Args:
            units: The number of a unit, or several.
            kind: A name of `ORDERS`: ``"go"``, ``"follow"``, ``"chase"``, ``"flee"``, ``"patrol"`` or
                ``"stop"``.
            target: ``go``: a place; if it is a wall or taken, the nearest free one counts. ``chase``: a unit.
                ``flee``: a unit or several. ``patrol``: places, or the name of a route of the map.
                ``follow``: a unit, or a route as for ``patrol``. ``stop``: nothing.
            formation: For ``go``: ``"area"`` fills the squares nearest to the place, ``"line"``, ``"column"``
                and ``"wedge"`` draw up the units across or along their way. None is an area at full speed.

        Raises:
            OptionError: There is no such unit, order, formation or route; or there is no room for the group.
            PlaceError, PlaceTypeError: A place lies outside, or is not a place.
        """
        give(self._state, units, kind, target, formation)

    def step(self, dt: float) -> list[Event]:
        """Let time pass, and return the events since the last step, in order.

        Args:
            dt: The time to pass, from 0. How it is cut into steps does not matter.

        Raises:
            OptionError: dt is not a finite number from 0.
        """
        state, until = self._state, self.now + checked_number("dt", dt, 0)
        state.look_around()
        danger = self._danger
        while danger is not None and danger.due <= until:
            run(state, danger.due)
            danger.refresh(state.ground, danger.due)
        run(state, until)
        self._events, state.events = state.events, []
        return list(self._events)

    def remove(self, unit: int) -> None:
        """Remove a unit that was lost; its number is not used again.

        Raises:
            OptionError: There is no such unit.
        """
        state, lost = self._state, self._unit(unit)
        state.report("lost", lost)
        state.occupancy.free(state.occupancy.cells_of(lost), lost.number)
        state.motion.remove(lost.number)
        del state.units[lost.number]
        state.set_paces(state.formations([lost]))
        lost.in_line = NOBODY
        if self._danger is not None:
            self._danger.learn(state.ground, Loss(self.now, lost.player, *state.place(lost.node)))

    def unit(self, unit: int) -> UnitState:
        """Return the state of a unit: what it is doing, where it goes, and for whom it waits.

        Raises:
            OptionError: There is no such unit.
        """
        seen, place = self._unit(unit), self._state.place
        waits_for = seen.passer if seen.passer != NOBODY else seen.blocked_by
        return UnitState(
            place=place(seen.node),
            size=seen.size,
            speed=seen.speed,
            turn_rate=None if seen.turn_rate == NEVER else seen.turn_rate,
            player=seen.player,
            profile=seen.profile,
            priority=seen.priority,
            order=None if seen.order is None else seen.order.name,
            doing=doing(seen),
            goal=None if seen.goal == NOBODY else place(seen.goal),
            path=[place(node) for node in seen.coming],
            waits_for=waits_for if waits_for in self._state.units else None,
        )

    def foretell(self, unit: int, time: float) -> tuple[int, int]:
        """Return where a unit will be after some time, or where its step will lead, if nothing stops it.

        It counts the length of the steps of its path, the ground, its speed and its turns.

        Raises:
            OptionError: There is no such unit, or the time is not a finite number from 0.
        """
        state = self._state
        return state.place(state.foretold(self._unit(unit), checked_number("time", time, 0)))

    def save(self, file: str | os.PathLike[str]) -> None:
        """Save the map, the units and all that they are doing.

        Raises:
            OptionError: The name is not that of a file.
            OSError: The file cannot be written.
        """
        write_world(file, self._state, self._options, self._danger)

    @classmethod
    def load(cls, file: str | os.PathLike[str]) -> World:
        """Return a saved world, which goes on as if it had never been away.

        Raises:
            MapFormatError: The file is not such a world.
            OSError: The file cannot be read.
        """
        return read_world(file, cls._restored)

    @classmethod
    def _restored(cls, about: dict[str, Any], arrays: dict[str, Any]) -> World:
        world = cls(map_of(about, arrays), **options_of(about))
        restore(world._state, world._danger, about, arrays)
        return world

    def _unit(self, number: int) -> Unit:
        return checked_unit(self._state, number)

    def __repr__(self) -> str:
        units, following = counted(len(self.units), "unit"), self._options["following"]
        return f"World({self.map!r}, {units}, time {self.now:g}, following {following})"
