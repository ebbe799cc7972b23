"""The events of a world, for everything that a game may want to show or react to."""

from __future__ import annotations

from typing import NamedTuple

# The meaning of each kind of event. `other` is set if a second unit takes part.
EVENTS: dict[str, str] = {
    "arrived": "the unit has done its order and stands",
    "caught": "the unit touches the one that it chased",
    "waiting": "another unit is in the way, so the unit waits",
    "blocked": "no free way leads to its goal",
    "replanned": "the unit takes another way, because of another unit, an edit of the map, a change of the "
    "unit or what was seen",
    "made_way": "the unit steps aside, or is asked to, for another one",
    "gave_up": "the unit has tried for long enough, or its goal is gone or out of sight; it stands",
    "lost": "the unit was removed",
}


class Event(NamedTuple):
    """Something that happened to a unit.

    Attributes:
        time: When it happened.
        kind: A name of `EVENTS`.
        unit: The number of the unit.
        place: ``(x, y)``: where the unit was, or where its step led.
        other: The number of the other unit; None if there is none.

    Example:
        >>> import pathstar as ps
        >>> world = ps.fleet.World(ps.Grid([[1, 1, 1]]))
        >>> scout = world.add((0, 0))
        >>> world.order(scout, "go", (2, 0))
        >>> world.step(5)
        [Event(time=2.0, kind='arrived', unit=0, place=(2, 0), other=None)]
    """

    time: float
    kind: str
    unit: int
    place: tuple[int, int]
    other: int | None = None
