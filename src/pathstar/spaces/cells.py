"""Checks of the arrays that spaces of cells are made from."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, ArrayTypeError, CostError, MapLimitError, OptionError
from pathstar.maps.arguments import checked_name
from pathstar.maps.costs import CostModel
from pathstar.maps.layers import as_costs, as_walkable, cells_of, costs_of, is_masked_array, walkable_of
from pathstar.maps.parts import any_of
from pathstar.spaces.base import LARGEST_COST, Place

if TYPE_CHECKING:
    from pathstar.maps.change import Change

COST_MODELS = ("enter", "mean")
_MOST_CELLS = 2**31 - 1

Options = ParamSpec("Options")
Cells = tuple[NDArray[np.bool_], NDArray[np.float64] | None]


def within_memory(make: Callable[Options, None]) -> Callable[Options, None]:
    """Decorate a space's constructor, whose first argument is its cells, to say what exceeds the memory.

    Raises:
        MapLimitError: Instead of a MemoryError.
    """

    @wraps(make)
    def making(*args: Options.args, **options: Options.kwargs) -> None:
        try:
            make(*args, **options)
        except MemoryError as error:
            given: object = options.get("walkable", args[1] if len(args) > 1 else None)
            shape = getattr(given, "shape", None)
            of_shape = "" if shape is None else f" of the shape {shape}"
            raise MapLimitError(
                f"there is not enough memory for a {type(args[0]).__name__}{of_shape}"
            ) from error

    return making


def checked_cells(walkable: ArrayLike, cost: ArrayLike | None, cost_model: str) -> Cells:
    """Return which cells ``[h, w]`` are free and what they cost.

    Raises:
        ArrayError: A wrong shape.
        ArrayTypeError: A type that is not supported.
        CostError: A negative cost, or a finite one over 1e100.
        MapLimitError: Too many cells.
        OptionError: An unknown cost model.
    """
    _check_size(walkable)
    free = as_walkable(walkable)
    costs = None if cost is None else as_costs(cost)
    return _agreed(free, costs, cost_model)


def checked_floors(walkable: ArrayLike, cost: ArrayLike | None, cost_model: str) -> Cells:
    """Return the same for cells ``[d, h, w]``.

    Raises:
        PathstarError: As `checked_cells`.

    Example:
        >>> checked_floors([[[1, 0]]], None, "enter")
        (array([[[ True, False]]]), None)
    """
    _check_size(walkable)
    free = walkable_of(cells_of(walkable, "walkable", 3), "walkable")
    if cost is None:
        return _agreed(free, None, cost_model)
    _, height, width = free.shape

    def place_at(index: int) -> Any:
        row, x = divmod(index, width)
        return (x, row % height, row // height)

    return _agreed(free, costs_of(cells_of(cost, "cost", 3), place_at, "cost"), cost_model)


def check_lent(cost: object) -> None:
    """Check that an array of costs can be read in place.

    Raises:
        ArrayTypeError: It is neither None nor a C-contiguous float64 array.

    Example:
        >>> check_lent(np.ones((2, 2), np.float32))
        Traceback (most recent call last):
        pathstar.errors.ArrayTypeError: with copy=False, cost is a C-contiguous array of float64, not an array
        of float32; leave out copy, or convert it: np.ascontiguousarray(cost, np.float64)
    """
    if cost is None:
        return
    given = "a " + type(cost).__name__
    if isinstance(cost, np.ndarray) and not is_masked_array(cost):
        if cost.dtype == np.float64 and cost.flags.c_contiguous and cost.flags.aligned:
            return
        given = "one with gaps" if cost.dtype == np.float64 else f"an array of {cost.dtype}"
    raise ArrayTypeError(
        f"with copy=False, cost is a C-contiguous array of float64, not {given}; leave out copy, or convert "
        "it: np.ascontiguousarray(cost, np.float64)"
    )


def _check_cost_model(given: object) -> None:
    if isinstance(given, CostModel):
        raise OptionError(
            "cost_model is a CostModel; allowed: " + ", ".join(COST_MODELS) + ", which say what cells a step "
            "pays for. What the cells cost is costs=CostModel(...), an argument of Map.grid and the like"
        )
    checked_name("cost model", given, COST_MODELS)


def _agreed(free: NDArray[np.bool_], costs: NDArray[np.float64] | None, cost_model: str) -> Cells:
    _check_cost_model(cost_model)
    if costs is None:
        return free, None
    if costs.shape != free.shape:
        raise ArrayError(f"cost has the shape {costs.shape}, walkable {free.shape}; they must be equal")
    if any_of(costs, _has_too_large):
        index = np.argwhere(_is_too_large(costs))[0].tolist()
        raise _too_large(tuple(reversed(index)), float(costs[tuple(index)]))
    return free, costs


def _has_too_large(costs: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return whether any cost is too large. Usually the largest one shows at once that none is."""
    return np.asarray(False) if costs.max() <= LARGEST_COST else _is_too_large(costs)


def check_changed_costs(change: Change, costs: NDArray[np.float64]) -> None:
    """Check that no cell that a change leaves passable costs too much.

    Raises:
        CostError: One does.
    """
    wrong = np.flatnonzero(_is_too_large(costs) & change.walkable)
    if wrong.size:
        raise _too_large(change.place_at(int(wrong[0])), float(costs[wrong[0]]))


def _too_large(place: Place, cost: float) -> CostError:
    return CostError(f"the cost at {place} is {cost!r}; a cost is at most {LARGEST_COST:g}, or infinite")


def _is_too_large(costs: NDArray[np.float64]) -> NDArray[np.bool_]:
    return (costs > LARGEST_COST) & (costs < math.inf)


def _check_size(walkable: ArrayLike) -> None:
    """Check that an argument is an array of a size that can be numbered, before allocating as much."""
    if not isinstance(walkable, (np.ndarray, list)):
        _check_is_no_map(walkable)
    shape = getattr(walkable, "shape", ())
    if math.prod(shape) > _MOST_CELLS:
        raise MapLimitError(f"walkable has the shape {shape}; a grid has at most {_MOST_CELLS} cells")


def _check_is_no_map(walkable: ArrayLike) -> None:
    from pathstar.maps.map import Map  # loaded already if there is a Map

    if isinstance(walkable, Map):
        raise ArrayTypeError(
            "walkable must be an array, not a Map; map.grid() makes the Grid of a map, "
            "and map.passable says which of its cells are walkable"
        )
