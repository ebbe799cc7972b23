"""The survey before the work: each tile's costs and heights are read once, checked, digested, and copied.

Layers that are read part by part may be slow to read, such as compressed files, or arrays that Dask computes.
They are copied into files for the visits, which come to a tile many times and read beyond its border.
"""

from __future__ import annotations

import copy
import hashlib
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pathstar.rasters.raster import check_costs
from pathstar.rasters.tiles.copies import TileCopy
from pathstar.rasters.tiles.visits import Job
from pathstar.rasters.tiles.workers import Workers, at_once


def surveyed(job: Job, workers: Workers, folder: Path, digest: bool) -> tuple[Job, bytes]:
    """Return the run over copies of its layers, and a digest of the raster; empty unless requested.

    Args:
        job: The run.
        workers: The workers that read the tiles.
        folder: The folder for the copies.
        digest: Whether to digest the values.

    Raises:
        CostError: A cost is negative and not nodata.
    """
    raster = job.raster
    copies = {}
    for name in raster.copied_layers(workers.elsewhere):
        copies[name] = TileCopy(folder / f"ground-{name}.bin", job.layout, raster.dtype)
        copies[name].make()
    if not copies and not digest:
        return job, b""
    whole = hashlib.sha256(raster.options_digest())
    for part in _in_order(job, workers, copies, digest):
        whole.update(part)
    read = copy.copy(raster)
    for name, layer in copies.items():
        setattr(read, name, layer)
    return replace(job, raster=read), whole.digest()


def _in_order(job: Job, workers: Workers, copies: dict[str, TileCopy], digest: bool) -> Iterator[bytes]:
    """Yield the result of the survey of each tile, while others are read."""
    futures: deque[Any] = deque()
    is_array = any(isinstance(layer, np.ndarray) for layer in job.raster.layers().values())
    submit = at_once if is_array and workers.elsewhere else workers.submit  # arrays are not sent to a cluster
    for tile in range(len(job.layout)):
        futures.append(submit(survey_tile, job, tile, copies, digest))
        if len(futures) > 2 * workers.count:
            yield futures.popleft().result()
    while futures:
        yield futures.popleft().result()


def survey_tile(job: Job, tile: int, copies: dict[str, TileCopy], digest: bool) -> bytes:
    """Check the costs of a tile, copy its layers, and return a digest of them.

    Raises:
        CostError: A cost is negative and not nodata.
    """
    box, raster = job.layout.box(tile), job.raster
    found = hashlib.sha256()
    for name, layer in raster.layers().items():
        values = raster.converted(layer[box])
        if name == "cost" and name in copies:  # an array was checked when the raster was made
            check_costs(values, raster.nodata, box[0].start, box[1].start)
        if name in copies:
            copies[name].write(tile, values)
        if digest:
            found.update(np.ascontiguousarray(values).data)
    return found.digest()
