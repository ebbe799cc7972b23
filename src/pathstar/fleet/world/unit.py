"""A unit: what it is, where it is, and what it is doing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from pathstar.errors import OptionError
from pathstar.maps.arguments import as_number

Doing = Literal["standing", "moving", "planning", "waiting", "making way"]
NOBODY = -1
NEVER = float("inf")
LONG_AGO = -2  # a revision before all others: its path must be checked again


@dataclass(slots=True)
class Order:
    """The order of a unit.

    Attributes:
        name: A name of `ORDERS`.
        places: Nodes to visit: one for ``go``, several for a route.
        others: Units that it chases, follows or flees from.
        stage: Which of the places is next.
        chosen: Where it goes for that place: there, or to the nearest free place; -1 until it has looked.
        sighted: Where a unit that it chases or follows was last known to be or to go; -1 before.
        group: The number of the group that got the order together; -1 for a single unit.
        area: The distance from its own place in the group that is near enough, if the way there is full.
        pace: The speed of the slowest unit of a formation that is still on the way; else no limit.
        changes: How often its place was handed on within the group, to units that had arrived before.
        begin: Where the unit stood when it first looked for a place to go to; -1 until it has.
        strangers: In fog, cells where it saw units of other players stand, until it sees them empty.
    """

    name: str
    places: list[int] = field(default_factory=list)
    others: list[int] = field(default_factory=list)
    stage: int = 0
    chosen: int = NOBODY
    sighted: int = NOBODY
    group: int = NOBODY
    area: int = 0
    pace: float = NEVER
    changes: int = 0
    begin: int = NOBODY
    strangers: list[int] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Unit:
    """One unit. Only the world's rules change it.

    Attributes:
        number: Its number, from 0 in the order in which units were added.
        size: Its width and height in squares.
        speed: Squares of cost 1 per unit of time.
        turn_rate: Degrees per unit of time; infinite if it turns at once.
        player: Its player: units of one player make way for each other.
        profile: The name of the cost model with which it plans.
        priority: Of two units in each other's way, the one of lower priority gives way.
        node: Where it stands, or where its step began.
        to: The end of its step; the same as `node` while it stands.
        heading: Degrees clockwise from the right.
        wake: When it decides next; infinity if only an order wakes it.
        path: The nodes of its way.
        at: The index of `node` on the path.
        planned_at: The revision of the map at which the path was found.
        order: Its order, or None.
        goal: Where its path is to end; -1 if it has none.
        blocked_by: The unit that it waits for, or -1.
        passer: The unit that it makes way for, or -1.
        aside: The cells that it left to make way.
        waits: How often in a row it could not step.
        effort: How often it was held up since it was last nearer to its goal than ever before.
        nearest: How near to its goal it has been, in steps on open ground.
        steps: Steps since its path was found.
        group: The group with which it was last ordered, even after it has arrived; -1 for none.
        in_line: Its place in the line of units that wait until they may plan; -1 outside.
    """

    number: int
    size: int
    speed: float
    turn_rate: float
    player: int
    profile: str
    priority: int
    node: int
    to: int
    heading: float = 0.0
    wake: float = NEVER
    path: list[int] = field(default_factory=list)
    at: int = 0
    planned_at: int = NOBODY
    order: Order | None = None
    goal: int = NOBODY
    blocked_by: int = NOBODY
    passer: int = NOBODY
    aside: list[int] = field(default_factory=list)
    waits: int = 0
    effort: int = 0
    nearest: float = NEVER
    steps: int = 0
    group: int = NOBODY
    in_line: int = NOBODY

    @property
    def moves(self) -> bool:
        """Whether it is making a step."""
        return self.to != self.node

    @property
    def stands(self) -> bool:
        """Whether it stands and has no way to go: nobody can wait for it to pass."""
        thinks = self.order is not None and (self.planned_at == NOBODY or self.in_line != NOBODY)
        return self.to == self.node and self.at + 1 >= len(self.path) and not thinks

    @property
    def coming(self) -> list[int]:
        """The nodes of its path that it has yet to enter."""
        return self.path[self.at + 1 :]

    @property
    def next(self) -> int:
        """The next node of its path, or -1 at the end."""
        return self.path[self.at + 1] if self.at + 1 < len(self.path) else NOBODY

    def take_path(self, path: list[int], revision: int) -> None:
        """Go along a path that begins where the unit stands."""
        self.path, self.at, self.planned_at, self.steps, self.in_line = path, 0, revision, 0, NOBODY

    def drop_path(self) -> None:
        """Drop its path, except for the rest of the current step."""
        self.path, self.at, self.in_line = [self.node, self.to] if self.moves else [], 0, NOBODY

    def take_order(self, order: Order | None) -> None:
        """Set a new order, or none, from the end of the step on.

        A unit that waits until it may plan keeps its place in the line for another order.
        """
        place = NOBODY if order is None else self.in_line
        self.order, self.goal, self.blocked_by, self.planned_at = order, NOBODY, NOBODY, NOBODY
        self.passer, self.aside = NOBODY, []
        self.effort = self.waits = 0
        self.drop_path()
        self.in_line = place


class UnitState(NamedTuple):
    """The state of a unit, for a panel or a picture.

    Attributes:
        place: ``(x, y)`` of its upper left square, or of where its step began.
        size, speed, turn_rate, player, profile, priority: As `World.add`.
        order: The kind of its order, or None.
        doing: ``"standing"``, ``"moving"``, ``"planning"`` (until its turn to look for a way has come),
            ``"waiting"`` (for another unit), or ``"making way"``.
        goal: Where it is going, or None.
        path: The places that it has yet to enter.
        waits_for: The number of the unit that it waits or makes way for, or None.
    """

    place: tuple[int, int]
    size: int
    speed: float
    turn_rate: float | None
    player: int
    profile: str
    priority: int
    order: str | None
    doing: Doing
    goal: tuple[int, int] | None
    path: list[tuple[int, int]]
    waits_for: int | None


def doing(unit: Unit) -> Doing:
    """Return in a word what a unit is doing."""
    if unit.moves:
        return "moving"
    if unit.passer != NOBODY:
        return "making way"
    if unit.in_line != NOBODY:
        return "planning"
    return "waiting" if unit.blocked_by != NOBODY else "standing"


def checked_positive(name: str, given: Any, *, infinite: bool = False) -> float:
    """Return a number above 0.

    Raises:
        OptionError: It is not such a number, or it is infinite and that is not allowed.
    """
    number = as_number(given)
    if number is None or not 0 < number <= NEVER or (number == NEVER and not infinite):
        raise OptionError(f"{name} is {given!r}; allowed: a {'' if infinite else 'finite '}number above 0")
    return number


def checked_heading(heading: Any) -> float:
    """Return degrees from 0 to 360.

    Raises:
        OptionError: It is not a finite number.
    """
    degrees = as_number(heading)
    if degrees is None or not abs(degrees) < NEVER:
        raise OptionError(f"heading is {heading!r}; allowed: a finite number of degrees")
    return degrees % 360.0
