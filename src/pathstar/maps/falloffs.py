"""How values fall off with the distance from their source."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError
from pathstar.maps.arguments import checked_name
from pathstar.maps.layers import numbers_of, values_of

Falloff = Callable[[NDArray[np.float64]], Any]
"""Takes shares of the reach, 0 at the source and 1 at the border, and returns factors of the same shape."""

FALLOFFS: dict[str, Falloff] = {
    "flat": np.ones_like,
    "linear": lambda share: 1 - share,
    "smooth": lambda share: (1 - share) ** 2 * (1 + 2 * share),
    "exponential": lambda share: np.exp(-3 * share),
}
"""Falloffs by name: constant; linear to 0; S-shaped to 0; exponential to about 5 %."""


def fallen(falloff: str | Falloff, shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the factors at some shares of the reach.

    Args:
        falloff: A name of `FALLOFFS`, or a function of an array.
        shares: Of any shape; 0 at the source, 1 at the border of its reach.

    Raises:
        OptionError: An unknown name.
        ArrayError: The function returned an array of another shape, or NaN.

    Example:
        >>> fallen("linear", np.array([0.0, 0.25, 1.0]))
        array([1.  , 0.75, 0.  ])
    """
    if not callable(falloff):
        falloff = FALLOFFS[checked_name("falloff", falloff, FALLOFFS)]
    factors = values_of(numbers_of(falloff(shares), "what the falloff returned"))
    if factors.shape != shares.shape:
        raise ArrayError(
            f"the falloff returned an array of shape {factors.shape} for one of shape {shares.shape}; "
            "they must be equal"
        )
    if np.isnan(factors).any():
        raise ArrayError("the falloff returned NaN; allowed: numbers")
    return factors
