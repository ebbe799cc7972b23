"""The JSON messages of the panels: smoother paths, clusters, and walks over unknown ground."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

from pathstar.studio.panels.fog_walk import Stride
from pathstar.studio.panels.smoothing import WAYS, Row
from pathstar.studio.panels.two_tiers import TwoTiers
from pathstar.studio.wire.game_models import PaintedModel, Square
from pathstar.studio.wire.models import Id, OptionsModel, Query, Strict, one_of
from pathstar.studio.wire.serializers import cost_or_none

_MOST_STEPS = 100


class SmoothRequest(Query):
    """A search whose path is made smoother."""

    way: Annotated[str, one_of(WAYS)]


class LineModel(BaseModel):
    """A line at one position of the slider: its corners, and what it is like."""

    value: float
    cost: float | None
    length: float
    turns: int
    turning: float = Field(description="the sum of all turns, in degrees")
    clearance: float | None
    points: list[list[float]]
    kept: int = Field(description="how many places stayed as they were")

    @classmethod
    def of(cls, row: Row) -> LineModel:
        """Return a row as a message."""
        measures = row.measures
        return cls(
            value=row.value,
            cost=cost_or_none(measures.cost),
            length=measures.length,
            turns=measures.turns,
            turning=measures.turning,
            clearance=cost_or_none(measures.clearance),
            points=row.points.tolist(),
            kept=row.kept,
        )


class SmoothReply(BaseModel):
    """The path before, a line for each position of the slider, and the usual position."""

    before: LineModel
    rows: list[LineModel]
    usual: int


class TwoTiersReply(BaseModel):
    """The clusters of a board, and a path over them."""

    sides: list[int] = Field(description="how many squares long a cluster of each level is")
    gates: list[list[int]] = Field(description="the squares that are gates of each level")
    legs: list[list[int]] = Field(description="the squares of each leg of the path")
    cost: float | None = Field(description="what the legs cost together")
    best: float | None = Field(description="the cost of a cheapest path")

    @classmethod
    def of(cls, tiers: TwoTiers) -> TwoTiersReply:
        """Return clusters and path as a message."""
        clusters = tiers.clusters
        return cls(
            sides=list(clusters.sides),
            gates=[gates.tolist() for gates in clusters.gates],
            legs=[leg.nodes.tolist() for leg in tiers.legs],
            cost=tiers.cost if tiers.legs else None,
            best=cost_or_none(tiers.best),
        )


class WalkRequest(Strict):
    """A walk over a board that the server keeps; without a goal the unit explores."""

    map: Id
    start: Square
    goal: Square | None = None
    options: OptionsModel = OptionsModel()
    radius: Annotated[float, Field(ge=1.5, le=64, allow_inf_nan=False)] = 4.0
    sight: bool = True
    fog: Annotated[str, Field(description="a bit for each square that is unknown, base64")] | None = None


class WalkReply(BaseModel):
    """A walk that the server now keeps."""

    walk: Id


class StrideRequest(Strict):
    """Ground that changes, and steps that the unit then takes."""

    walk: Id
    steps: Annotated[int, Field(ge=0, le=_MOST_STEPS)] = 1
    painted: Annotated[list[PaintedModel], Field(default_factory=list, max_length=65536)]


class StrideReply(BaseModel):
    """Where the unit is, what it has seen and plans, and what planning has cost; see `Stride`."""

    place: list[int]
    status: str
    cost: float
    trail: list[list[int]]
    ahead: list[list[int]]
    seen: list[list[int]]
    plans: int
    repaired: int
    fresh: int

    @classmethod
    def of(cls, stride: Stride) -> StrideReply:
        """Return what steps did as a message."""
        return cls(
            place=list(stride.place),
            status=stride.status,
            cost=stride.cost,
            trail=[list(place) for place in stride.trail],
            ahead=[list(place) for place in stride.ahead],
            seen=[list(place) for place in stride.seen],
            plans=stride.plans,
            repaired=stride.repaired,
            fresh=stride.fresh,
        )
