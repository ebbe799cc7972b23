"""Results as Dask arrays: solved when they are computed, and handed out chunk by chunk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import need_extra
from pathstar.rasters.result import CostDistance
from pathstar.rasters.tiles.store import RESULTS

Chunks = tuple[tuple[int, ...], tuple[int, ...]]


def lazy_results(
    solve: Callable[[], CostDistance], outputs: Collection[str], chunks: Chunks
) -> dict[str, Any]:
    """Return Dask arrays that are parts of one solution, which is found when any of them is computed.

    Args:
        solve: Finds the solution.
        outputs: The results that are wanted.
        chunks: The chunks of the arrays.
    """
    delayed = need_extra("dask", "dask").delayed
    array = need_extra("dask.array", "dask")
    solved = delayed(_solved, pure=False)(_Call(solve), tuple(outputs))
    down, across = ([slice(*ends) for ends in pairwise(np.cumsum([0, *sizes]).tolist())] for sizes in chunks)

    def block(name: str, rows: slice, columns: slice) -> Any:
        part = delayed(_part, pure=False)(solved, name, (rows, columns))
        shape = rows.stop - rows.start, columns.stop - columns.start
        return array.from_delayed(part, shape, dtype=RESULTS[name])

    return {
        name: array.block([[block(name, rows, columns) for columns in across] for rows in down])
        for name in outputs
    }


class _Call:
    """A call that Dask takes as it is, without first computing the arrays in it."""

    def __init__(self, call: Callable[[], CostDistance]) -> None:
        self.call = call


def _solved(solve: _Call, outputs: Sequence[str]) -> dict[str, Any]:
    """Return results by name: an array, or the file that holds it, if other workers read it."""
    found = solve.call()
    results = {name: getattr(found, name) for name in outputs}
    return {name: getattr(values, "filename", None) or values for name, values in results.items()}


def _part(results: dict[str, Any], name: str, box: tuple[slice, slice]) -> NDArray[Any]:
    values = results[name]
    if not isinstance(values, np.ndarray):
        values = np.load(values, mmap_mode="r")
    return np.array(values[box])
