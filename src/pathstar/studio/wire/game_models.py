"""The JSON messages of the game mode."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import BaseModel, Field

from pathstar.fleet.world.orders import ORDERS
from pathstar.studio.game import MOST_UNITS, NewUnit, Order, Report, Turn
from pathstar.studio.panels.painted import Painted
from pathstar.studio.wire.models import Coordinate, Id, OptionsModel, Strict, one_of
from pathstar.studio.wire.packing import packed

Square = Annotated[list[Coordinate], Field(min_length=2, max_length=2, description="[x, y] of a square")]
UnitNumber = Annotated[int, Field(ge=0, le=2**31 - 1)]
Units = Annotated[list[UnitNumber], Field(max_length=MOST_UNITS)]


def _place(square: list[int]) -> tuple[int, int]:
    return square[0], square[1]


class GameRequest(Strict):
    """A game on a board that the server keeps."""

    map: Id
    options: OptionsModel = OptionsModel()
    danger: bool = False


class GameReply(BaseModel):
    """A game that the server now keeps."""

    game: Id


class NewUnitModel(Strict):
    """A unit to add."""

    place: Square
    speed: Annotated[float, Field(gt=0, le=100, allow_inf_nan=False)] = 1.0
    player: Annotated[int, Field(ge=0, le=7)] = 0


class OrderModel(Strict):
    """What some units are to do, and where, along which places, or by which unit."""

    units: Units
    kind: Annotated[str, one_of(ORDERS)]
    place: Square | None = None
    places: Annotated[list[Square], Field(min_length=1, max_length=100)] | None = None
    unit: UnitNumber | None = None

    @property
    def order(self) -> Order:
        """Return the order as a value."""
        if self.places is not None:
            return Order(self.units, self.kind, [_place(square) for square in self.places])
        return Order(self.units, self.kind, _place(self.place) if self.place else self.unit)


class PaintedModel(Strict):
    """A square whose ground has changed; a cost of null is a wall."""

    place: Square
    cost: Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)] | None


class TurnRequest(Strict):
    """What happens before time passes, and how much time."""

    game: Id
    number: Annotated[int, Field(ge=0, description="as the last one: that is reported again")] | None = None
    dt: Annotated[float, Field(ge=0, le=10, allow_inf_nan=False)] = 0.0
    add: Annotated[list[NewUnitModel], Field(default_factory=list, max_length=MOST_UNITS)]
    remove: Annotated[Units, Field(default_factory=list)]
    orders: Annotated[list[OrderModel], Field(default_factory=list, max_length=100)]
    painted: Annotated[list[PaintedModel], Field(default_factory=list, max_length=65536)]
    look: UnitNumber | None = None
    danger: Annotated[bool, Field(description="whether lost units teach danger from now on")] | None = None
    viewer: Annotated[int, Field(ge=0, le=7, description="the player whose fog is shown")] | None = None

    @property
    def turn(self) -> Turn:
        """Return the turn as a value."""
        return Turn(
            dt=self.dt,
            add=[NewUnit(_place(unit.place), unit.speed, unit.player) for unit in self.add],
            remove=self.remove,
            orders=[order.order for order in self.orders],
            painted=[Painted(_place(square.place), square.cost) for square in self.painted],
            look=self.look,
            danger=self.danger,
            viewer=self.viewer,
        )


class EventModel(BaseModel):
    """Something that happened to a unit."""

    time: float
    kind: str
    unit: int
    place: list[int]
    other: int | None


class LookModel(BaseModel):
    """A unit in detail."""

    order: str | None
    doing: str
    path: list[list[int]]
    waits_for: int | None


class TurnReply(BaseModel):
    """The world after a turn; a row for each living unit that the viewer sees."""

    now: float
    units: list[int]
    positions: list[list[float]]
    players: list[int]
    doing: list[str]
    waits_for: list[int | None]
    events: list[EventModel]
    look: LookModel | None
    fog: Annotated[str, Field(description="a bit for each square that the viewer has not seen")] | None

    @classmethod
    def of(cls, report: Report) -> TurnReply:
        """Return a report as a message."""
        look = report.look
        return cls(
            now=report.now,
            units=report.units,
            positions=[list(place) for place in report.positions],
            players=report.players,
            doing=report.doing,
            waits_for=report.waits_for,
            events=[
                EventModel(
                    time=event.time,
                    kind=event.kind,
                    unit=event.unit,
                    place=list(event.place),
                    other=event.other,
                )
                for event in report.events
            ],
            look=look
            and LookModel(
                order=look.order,
                doing=look.doing,
                path=[list(place) for place in look.path],
                waits_for=look.waits_for,
            ),
            fog=None if report.seen is None else packed(np.packbits(~report.seen).tobytes()),
        )
