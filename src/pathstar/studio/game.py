"""The game mode of the page: a world of units on a copy of the board."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError, PlaceError
from pathstar.fleet.world.events import Event
from pathstar.fleet.world.unit import UnitState
from pathstar.fleet.world.world import World
from pathstar.spaces.moves import Moves
from pathstar.studio.boards import Board
from pathstar.studio.panels.painted import Painted, Place, paint
from pathstar.studio.refusals import StudioError
from pathstar.words import Say

LOSSES = (8.0, 4.0, 60.0)  # the cost that a lost unit adds around it, its reach, and its half-life
MOST_UNITS = 1000
SIGHT = 6.0  # squares: how far a unit sees in fog
PLANNING_RATE = 400_000.0  # squares that all units may expand in one unit of time
_SLICE = 0.05  # units of time between two looks at whether to stop
_OUTWARD = frozenset({"arrived", "caught", "lost"})  # what a player notices of units of others


@dataclass(frozen=True, slots=True)
class NewUnit:
    """A unit to add.

    Attributes:
        place: Where it begins.
        speed: Squares per unit of time.
        player: Its player.
    """

    place: Place
    speed: float = 1.0
    player: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """An order for some units; see `World.order`.

    Attributes:
        units: Their numbers.
        kind: The kind of the order.
        target: A place, several to walk along, the number of a unit, or None.
    """

    units: Sequence[int]
    kind: str
    target: Place | Sequence[Place] | int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What happens before time passes, and how much time.

    Attributes:
        dt: The time.
        add: New units. Those that find no room are left out: a page cannot know who stands in the fog.
        remove: Units that are lost.
        orders: Orders.
        painted: Squares whose ground has changed.
        look: A unit to report in detail, or None.
        danger: Whether lost units teach their player danger from now on; None leaves that as it is.
        viewer: The player through whose fog the board is seen; then the units of every player plan with what
            they have seen. None lifts the fog.
    """

    dt: float = 0.0
    add: Sequence[NewUnit] = ()
    remove: Sequence[int] = ()
    orders: Sequence[Order] = ()
    painted: Sequence[Painted] = ()
    look: int | None = None
    danger: bool | None = None
    viewer: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """The world after a turn; with a viewer, only what it sees.

    Attributes:
        now: The time.
        units: The numbers of the living units; with a viewer of its own and those in their sight.
        positions: ``(x, y)`` of each, between two squares while it steps.
        players: The player of each.
        doing: What each is doing, as `UnitState.doing`; with a viewer, other players' units only move or
            stand.
        waits_for: For whom each waits or makes way, as `UnitState.waits_for`; with a viewer, None for other
            players' units.
        events: The events; with a viewer, those of its own units, and what others show while in sight.
        look: The unit asked for in detail, or None; with a viewer one of its own.
        seen: What the viewer's units have seen so far, ``bool[h, w]``, or None without a viewer.
    """

    now: float
    units: list[int]
    positions: list[tuple[float, float]]
    players: list[int]
    doing: list[str]
    waits_for: list[int | None]
    events: list[Event] = field(default_factory=list)
    look: UnitState | None = None
    seen: NDArray[np.bool_] | None = None


class Game:
    """A world on a copy of a board, for one page.

    Args:
        board: The board: of squares.
        moves: How units move.
        danger: Whether the ground around a lost unit costs its player more for some time.

    Raises:
        OptionError: The board is not of squares.

    Example:
        >>> import numpy as np
        >>> from pathstar.studio.boards import Kind
        >>> board = Board(np.zeros((1, 3), np.uint16), (Kind(1.0),))
        >>> game = Game(board, Moves())
        >>> report = game.play(Turn(5, [NewUnit((0, 0))], orders=[Order([0], "go", (2, 0))]))
        >>> report.positions, [event.kind for event in report.events]
        ([(2.0, 0.0)], ['arrived'])
    """

    def __init__(self, board: Board, moves: Moves, *, danger: bool = False) -> None:
        if not board.upright:
            raise StudioError(Say("studio.game.squares"))
        losses = LOSSES if danger else None
        self._world = World(
            board.ground(), moves=moves, planning_rate=PLANNING_RATE, danger_from_losses=losses
        )
        self._turns = threading.Lock()
        self._last: tuple[int, Report] | None = None

    def play(
        self, turn: Turn, stop: Callable[[], bool] = lambda: False, *, number: int | None = None
    ) -> Report:
        """Apply what a page has changed, let time pass, and report.

        Args:
            turn: The turn.
            stop: Returns whether to end early; then less time passes, as the report says.
            number: The number of the turn. A page that missed the report sends the turn again with the same
                number: then nothing happens, and the report is the same. None is never the same.

        Raises:
            OptionError: There is no such unit or order, or there are too many units or orders.
            PlaceError: None of the new units finds room: each would stand on a wall, on another unit or
                outside.
        """
        with self._turns:
            if number is not None and self._last is not None and self._last[0] == number:
                return self._last[1]
            self._check_counts(turn)
            lost = self._apply(turn)
            report = self._report(self._pass(turn, lost, stop), turn.look, turn.viewer)
            self._last = None if number is None else (number, report)
            return report

    def _check_counts(self, turn: Turn) -> None:
        if len(self._world.units) + len(turn.add) > MOST_UNITS:
            raise StudioError(Say("studio.refused.game.units", {"most": MOST_UNITS}))
        if sum(len(order.units) for order in turn.orders) > MOST_UNITS:
            raise OptionError(f"a turn gives orders to at most {MOST_UNITS} units")

    def _pass(self, turn: Turn, lost: set[int], stop: Callable[[], bool]) -> list[Event]:
        """Let time pass in slices, which does not change what happens, and return the events to report.

        ``lost`` are the units whose loss in this turn the viewer notices.
        """
        world, events = self._world, list[Event]()
        end = world.now + turn.dt
        while True:
            events += self._noticed(world.step(min(_SLICE, end - world.now)), lost, turn.viewer)
            if world.now >= end or stop():
                return events

    def _noticed(self, events: list[Event], lost: set[int], viewer: int | None) -> list[Event]:
        """Return what a viewer notices of events that have just happened."""
        if viewer is None or not events:
            return events
        world, alive = self._world, set(self._world.units)
        known = self._known(viewer) | lost
        noticed = []
        for event in events:
            if event.unit in alive and world.unit(event.unit).player == viewer:
                noticed.append(event)
            elif event.unit in known and event.kind in _OUTWARD:
                noticed.append(event._replace(other=event.other if event.other in known else None))
        return noticed

    def _apply(self, turn: Turn) -> set[int]:
        """Apply what a page has changed, and return the units whose loss the viewer notices."""
        world = self._world
        if turn.danger is not None:
            world.danger_from_losses = LOSSES if turn.danger else None
        states = [world.unit(number) for number in world.units]
        standing = {state.place for state in states}
        standing |= {state.path[0] for state in states if state.doing == "moving"}
        paint(world.map, turn.painted, standing)
        sight = None if turn.viewer is None else SIGHT
        if world.sight != sight:
            world.sight = sight
        self._add(turn)
        known = self._known(turn.viewer) if turn.remove else set()
        for number in turn.remove:
            world.remove(number)
        for order in turn.orders:
            world.order(order.units, order.kind, order.target)
        return known.intersection(turn.remove)

    def _add(self, turn: Turn) -> None:
        """Add the new units that find room.

        A gap among them shows that somebody stands there, but a unit beside it sees that anyway. If none
        finds room, the refusal does not say who is in the way, but to those who see all.
        """
        refusals = [refusal for unit in turn.add if (refusal := self._refusal(unit)) is not None]
        if refusals and len(refusals) == len(turn.add):
            raise refusals[0] if turn.viewer is None else PlaceError(f"no unit fits at {turn.add[0].place}")

    def _refusal(self, unit: NewUnit) -> PlaceError | None:
        """Add a unit; return why it finds no room, or None."""
        try:
            self._world.add(unit.place, speed=unit.speed, player=unit.player)
        except PlaceError as error:
            return error
        return None

    def _known(self, viewer: int | None) -> set[int]:
        """Return the units that a viewer sees; all without one."""
        return set(self._world.units if viewer is None else self._world.visible(viewer))

    def _report(self, events: list[Event], look: int | None, viewer: int | None) -> Report:
        world, known = self._world, self._known(viewer)
        numbers = [number for number in world.units if number in known]
        states = [self._shown(world.unit(number), viewer) for number in numbers]
        rows = world.positions[numbers].tolist()
        shown = states[numbers.index(look)] if look is not None and look in known else None
        return Report(
            now=world.now,
            units=numbers,
            positions=[(x, y) for x, y in rows],
            players=[state.player for state in states],
            doing=[state.doing for state in states],
            waits_for=[state.waits_for for state in states],
            events=events,
            look=None if shown is None or viewer not in (None, shown.player) else shown,
            seen=None if viewer is None else world.known(viewer).seen.copy(),
        )

    @staticmethod
    def _shown(state: UnitState, viewer: int | None) -> UnitState:
        """Return what a viewer notices of a unit: for others, neither that they wait nor for whom."""
        if viewer in (None, state.player):
            return state
        return state._replace(doing="moving" if state.doing == "moving" else "standing", waits_for=None)
