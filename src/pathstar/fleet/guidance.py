"""Guidance: a caller's wishes about the ways that units take."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, ArrayTypeError, OptionError
from pathstar.fleet.solvers import GUIDANCE
from pathstar.maps.arguments import checked_name
from pathstar.maps.layers import numbers_of
from pathstar.spaces.base import Space

MOST_RATIO = 100
_NAMES = " or ".join(f'"{name}"' for name in GUIDANCE)


def checked_guidance(
    space: Space, ground: _core.FleetGround, guidance: str | NDArray[np.float64]
) -> tuple[bool, NDArray[np.float64]]:
    """Return whether units go round traffic, and the weight of each move of the ground if they are given.

    Raises:
        OptionError: An unknown name.
        ArrayError: Weights of another shape, weights that are not finite and positive, or too far apart.
    """
    if isinstance(guidance, str):
        return checked_name("guidance", guidance, GUIDANCE) == "traffic", np.empty(0)
    core: Any = space.core
    weights: NDArray[np.float64] = _core.fleet_weights(
        core, ground, _checked_weights(space, guidance).ravel()
    )
    if weights.size and weights.max() > MOST_RATIO * weights.min():
        raise ArrayError(
            f"guidance has weights from {weights.min():g} to {weights.max():g}; "
            f"allowed: the largest at most {MOST_RATIO} times the least"
        )
    return False, weights


def copied_weights(given: ArrayLike) -> NDArray[np.float64]:
    """Return a copy of weights as numbers.

    Raises:
        OptionError: They are not numbers.
    """
    try:
        return np.array(numbers_of(given, "guidance"), np.float64)
    except (ArrayError, ArrayTypeError) as error:
        raise OptionError(f"guidance is {given!r}; allowed: {_NAMES}, or an array of weights") from error


def _checked_weights(space: Any, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the weights in the shape of the space's steps."""
    if space.capabilities.cells:
        shape, meaning = (len(space.directions), *space.shape), "a weight for each direction and cell"
    else:
        shape, meaning = (space.edges,), "a weight for each edge"
    if weights.ndim == 0 or not _fits(weights.shape, shape):
        raise ArrayError(f"guidance has the shape {weights.shape}; allowed: {shape}, {meaning}, or {_NAMES}")
    wrong = np.argwhere(~(np.isfinite(weights) & (weights > 0)))
    if len(wrong):
        place = tuple(wrong[0].tolist())
        raise ArrayError(f"guidance{list(place)} is {weights[place]:g}; allowed: finite numbers above 0")
    return np.ascontiguousarray(np.broadcast_to(weights, shape))


def _fits(given: tuple[int, ...], shape: tuple[int, ...]) -> bool:
    """Return whether an array can be repeated along its sides of length 1 to get a shape."""
    return len(given) == len(shape) and all(one in (1, side) for one, side in zip(given, shape, strict=True))
