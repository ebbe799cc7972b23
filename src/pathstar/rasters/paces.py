"""The cost of walking a metre on a slope: published functions by name, and a caller's tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, OptionError
from pathstar.maps.arguments import as_number, checked_name
from pathstar.maps.layers import numbers_of

Table = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Slopes in rising order, and the pace at each."""


@dataclass(frozen=True)
class Pace:
    """A function from slope to pace.

    Attributes:
        title: Its title.
        unit: The unit of the cost of a metre.
        published: The source of the formula.
        core: Its native name.
    """

    title: str
    unit: str
    published: str
    core: _core.Pace


_SECONDS = "seconds per metre"
PACES: dict[str, Pace] = {
    "tobler": Pace("Tobler's hiking function", _SECONDS, "Tobler 1993", _core.Pace.tobler),
    "langmuir": Pace(
        "Naismith's rule with Langmuir's corrections, as r.walk has it",
        _SECONDS,
        "Langmuir 1984",
        _core.Pace.langmuir,
    ),
    "marquez_perez": Pace(
        "Tobler's function fitted to tracks", _SECONDS, "Marquez-Perez et al. 2017", _core.Pace.marquez_perez
    ),
    "irmischer_clarke": Pace(
        "the speed of soldiers on paths, whichever way they go",
        _SECONDS,
        "Irmischer and Clarke 2018",
        _core.Pace.irmischer_clarke,
    ),
    "rees": Pace("a quadratic in the slope", _SECONDS, "Rees 2004", _core.Pace.rees),
    "herzog": Pace(
        "the energy of walking", "joules per kilogram and metre", "Herzog 2013", _core.Pace.herzog
    ),
}


def checked_pace(pace: str | Sequence[ArrayLike]) -> tuple[_core.Pace, Table]:
    """Return the native pace, and the table that goes with it.

    Raises:
        OptionError: There is no pace of that name.
        ArrayError: A table is not two rows of numbers: slopes that rise, and paces from 0 up.
    """
    if isinstance(pace, str):
        return PACES[checked_name("pace", pace, PACES)].core, (np.empty(0), np.empty(0))
    try:
        slopes, values = (numbers_of(row, "pace").astype(np.float64, copy=False) for row in pace)
    except (TypeError, ValueError):
        raise ArrayError(f"pace is {pace!r}; allowed: {', '.join(PACES)}, or slopes and paces") from None
    if slopes.ndim != 1 or slopes.shape != values.shape or len(slopes) < 2:
        raise ArrayError(
            f"a table of paces has slopes {slopes.shape} and paces {values.shape}; allowed: two or "
            "more of each"
        )
    if not (np.isfinite(slopes).all() and (np.diff(slopes) > 0).all()):
        raise ArrayError("the slopes of a table of paces must be finite and rise")
    if not (np.isfinite(values).all() and (values >= 0).all()):
        raise ArrayError("the paces of a table must be finite, from 0 up")
    return _core.Pace.table, (slopes, values)


def pace_on(slope: float, pace: str | Sequence[ArrayLike] = "tobler") -> float:
    """Return the cost of walking a horizontal metre on a slope.

    Args:
        slope: Rise over run, positive uphill.
        pace: A name of `PACES`, or a table: slopes in rising order and the pace at each, with linear
            interpolation between them; slopes beyond its ends cannot be walked.

    Returns:
        Seconds per metre, for "herzog" joules per kilogram and metre; infinity beyond the ends of a table.

    Example:
        >>> round(3.6 / pace_on(-0.05), 3), round(3.6 / pace_on(0.1), 3)
        (6.0, 3.549)
    """
    core, (slopes, values) = checked_pace(pace)
    rise = as_number(slope)
    if rise is None:
        raise OptionError(f"slope is {slope!r}; allowed: a number")
    return _core.pace_of(core, rise, slopes.tolist(), values.tolist())
