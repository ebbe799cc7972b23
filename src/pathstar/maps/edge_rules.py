"""Rules for steps whose cost depends on the direction: slopes, and drifts such as wind and currents."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pathstar.errors import CostError, OptionError
from pathstar.maps.arguments import as_number, checked_iterable, checked_name


@dataclass(frozen=True)
class Slope:
    """A step costs more by its climb: ``up * rise``, or ``down * fall``.

    Args:
        height: The name of a layer of a map, or an array of heights in the shape of the cells for a grid made
            from arrays. No step leads from or to a cell with a height of NaN.
        up: The cost of climbing one unit of height; finite, not negative.
        down: The cost of descending one unit of height; finite, not negative.
        most_up: Steps that rise more than this are not allowed.
        most_down: Steps that fall more than this are not allowed.

    Raises:
        CostError: ``up`` or ``down`` is not a finite number from 0 up.
        OptionError: A limit is not a number from 0 up.

    Example:
        >>> import pathstar as ps
        >>> hill = ps.Grid([[1, 1]], edges=[Slope([[0, 3]], up=2, down=0.5)])
        >>> hill.steps_from((0, 0)), hill.steps_from((1, 0))
        ([((1, 0), 7.0)], [((0, 0), 2.5)])
    """

    height: Any
    up: float = 0.0
    down: float = 0.0
    most_up: float = math.inf
    most_down: float = math.inf

    def __post_init__(self) -> None:
        for name in ("up", "down"):
            price = as_number(getattr(self, name))
            if price is None or not 0 <= price < math.inf:
                raise CostError(
                    f"{name} is {getattr(self, name)!r}; allowed: a finite number from 0 up, so that no step "
                    "costs less than on level ground"
                )
            object.__setattr__(self, name, price)
        for name in ("most_up", "most_down"):
            limit = as_number(getattr(self, name))
            if limit is None or not limit >= 0:
                raise OptionError(
                    f"{name} is {getattr(self, name)!r}; allowed: a number from 0 up, or infinity"
                )
            object.__setattr__(self, name, limit)

    @property
    def fields(self) -> dict[str, Any]:
        """The numbers that it reads for each cell, by the name of the argument."""
        return {"height": self.height}


@dataclass(frozen=True)
class Drift:
    """Wind or a current: steps with it cost less, steps against it more.

    While a unit moves one cell by itself, the drift carries it by ``(x, y)`` cells. The cost of a step is
    divided by ``1 + push``; the push is the component along the step of the mean drift of both cells. Nothing
    moves against a drift of 1 or more. Sideways pushes do not count. The part that a `Slope` adds is not
    divided.

    Args:
        x: To the right: the name of a layer of a map, or an array in the shape of the cells.
        y: Down on the map: the same.
        z: To higher floors of a `VoxelGrid`: the same; None for no drift.

    Example:
        >>> import pathstar as ps
        >>> river = ps.Grid([[1, 1]], edges=[Drift(x=[[0.5, 0.5]], y=[[0, 0]])])
        >>> river.steps_from((0, 0))[0][1], river.steps_from((1, 0))[0][1]
        (0.6666666666666666, 2.0)
    """

    x: Any
    y: Any
    z: Any = None

    @property
    def fields(self) -> dict[str, Any]:
        """The numbers that it reads for each cell, by the name of the argument."""
        return {"x": self.x, "y": self.y} | ({} if self.z is None else {"z": self.z})


EdgeRule = Slope | Drift


def checked_rules(rules: Any) -> tuple[EdgeRule, ...]:
    """Return rules for edges.

    Raises:
        OptionError: They are something else.
    """
    found = tuple(checked_iterable("edges", rules, "Slope and Drift"))
    for rule in found:
        if not isinstance(rule, (Slope, Drift)):
            raise OptionError(f"edges holds {rule!r}; allowed: Slope and Drift")
    return found


def plain_rule(rule: EdgeRule) -> dict[str, Any]:
    """Return a rule as text and numbers, for files.

    Example:
        >>> plain_rule(Drift("u", "v"))
        {'kind': 'Drift', 'x': 'u', 'y': 'v', 'z': None}
    """
    return {"kind": type(rule).__name__, **asdict(rule)}


def rule_of(plain: Mapping[str, Any]) -> EdgeRule:
    """Return the rule that `plain_rule` wrote.

    Raises:
        OptionError: There is no such kind of rule.

    Example:
        >>> rule_of({"kind": "Drift", "x": "u", "y": "v"})
        Drift(x='u', y='v', z=None)
    """
    kinds: dict[str, Callable[..., EdgeRule]] = {"Slope": Slope, "Drift": Drift}
    kind = checked_name("kind of edge rule", plain.get("kind"), kinds)
    return kinds[kind](**{name: value for name, value in plain.items() if name != "kind"})
