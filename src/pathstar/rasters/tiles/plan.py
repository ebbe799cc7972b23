"""How a raster is to be solved in tiles, and the memory that it takes."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from pathstar.errors import MapLimitError, OptionError
from pathstar.maps.arguments import as_number
from pathstar.rasters.raster import Raster
from pathstar.rasters.tiles.copies import TileCopy
from pathstar.rasters.tiles.layout import Layout, edges_of
from pathstar.rasters.tiles.wave import Progress

REACH = {4: 1, 8: 1, 16: 2, 32: 3}
_SMALLEST, LARGEST_SIDE = 256, 2048  # rows and columns of a tile
_ACROSS = 16  # tiles along the longer side, at least: with fewer the front takes in much of each tile
_WORTH = 512  # rows and columns below which more visits cost more than fewer expansions save
# Bytes for each cell of a tile under work: costs, nearest sources, hops, directions, masks.
_KNOWN = 22
# Bytes for each cell along the borders of tiles: known values, waiting values, and a copy to save.
_BORDER = 64
_READER = 2**24  # bytes that GDAL keeps of a file
_SLACK = 2**25  # bytes for buckets of open lists, modules loaded later, and gaps between arrays


def _ignored(progress: Progress) -> None:
    """Ignore progress; a function of the module, so that `Tiles` can be pickled."""


@dataclass(frozen=True)
class Tiles:
    """How a raster is solved in tiles.

    Args:
        side: Rows and columns of a tile; or the heights and the widths of all tiles, such as the chunks of a
            Dask array. None: as large as the memory allows, from 256 to 2048. Without a client it is then at
            most 512 or a 16th of the raster's longer side, because large tiles are expanded more than once on
            rough ground, unless one worker can take the whole raster as one tile.
        workers: How many tiles are worked on at a time: by threads here, or as tasks of the client.
        store: A folder in which tiles are kept, and from which an interrupted run goes on; None keeps them in
            memory. Without a client, spare memory holds tiles until they are saved.
        memory: The bytes that this process may take at its peak, including all that it holds already; None:
            that and a quarter of the free memory. Without a store, the results come on top. With a client,
            the tiles are worked on in the memory of its workers, but count as if they were here.
        client: A client of Dask distributed; its workers and this process share the folder of the store.
        tell: Called after each visit with a `Progress`.

    Example:
        >>> import numpy as np
        >>> from pathstar.rasters import cost_distance
        >>> cost = np.random.default_rng(1).uniform(1, 9, (40, 50))
        >>> whole, cut = cost_distance(cost, [(3, 4)]), cost_distance(cost, [(3, 4)], tiles=Tiles(side=16))
        >>> bool((whole.cost == cut.cost).all())
        True
    """

    side: int | tuple[tuple[int, ...], tuple[int, ...]] | None = None
    workers: int = 1
    store: str | os.PathLike[str] | None = None
    memory: float | None = None
    client: Any = None
    tell: Callable[[Progress], None] = field(default=_ignored, repr=False)

    def __post_init__(self) -> None:
        """Check the settings.

        Raises:
            OptionError: A setting is not allowed.
        """
        if not isinstance(self.workers, (int, np.integer)) or self.workers < 1:
            raise OptionError(f"workers is {self.workers!r}; allowed: whole numbers from 1 up")
        memory = math.inf if self.memory is None else as_number(self.memory)
        if memory is None or not memory > 0:
            raise OptionError(f"memory is {self.memory!r}; allowed: a number of bytes over 0, or None")
        if not (self.store is None or isinstance(self.store, (str, os.PathLike))):
            raise OptionError(f"store is {self.store!r}; allowed: the path of a folder, or None")
        if self.client is not None and self.store is None:
            raise OptionError("a client needs a store: a folder that its workers share")
        if not callable(self.tell):
            raise OptionError(f"tell is {self.tell!r}; allowed: a function of a Progress")


@dataclass(frozen=True)
class Plan:
    """The needs of a run in tiles.

    Attributes:
        layout: The tiles.
        memory: The bytes that the process takes at its peak: what it holds already, the tiles under work,
            held tiles, and the driver's data about borders. Without a store, the results come on top.
        held: The bytes of it for tiles that are held until they are written to the store.
        scratch: The minimum of bytes in the store at the end of the costs: costs, and copies of layers that
            are not arrays.
    """

    layout: Layout
    memory: int
    held: int
    scratch: int


def plan_of(raster: Raster, tiles: Tiles) -> Plan:
    """Return how a raster would be cut, and the needs of a run.

    Raises:
        MapLimitError: The memory is too small for the smallest tile.
        OptionError: The side is not allowed.
    """
    held = held_memory()
    budget = held + free_memory() // 4 if tiles.memory is None else tiles.memory
    side = _chosen_side(raster, tiles, budget - held) if tiles.side is None else tiles.side
    down, across = side if isinstance(side, (tuple, list)) and len(side) == 2 else (side, side)
    rows, columns = edges_of(raster.shape[0], down), edges_of(raster.shape[1], across)
    layout = Layout(rows, columns, REACH[raster.directions], raster.wrap)
    tallest, widest = int(np.diff(rows).max()), int(np.diff(columns).max())
    needed = held + _needed(raster, tiles.workers, tallest, widest)
    if needed > budget:
        raise MapLimitError(
            f"this process holds {held:,} bytes, and would take {needed:,} with {tiles.workers} "
            f"{'tile' if tiles.workers == 1 else 'tiles'} of {tallest} x {widest} cells at a time; memory is "
            f"{budget:,.0f}. Give more memory, fewer workers or a smaller side"
        )
    cells = raster.shape[0] * raster.shape[1]
    copied = raster.copied_layers(tiles.client is not None)
    copies = len(copied) * TileCopy(Path(), layout, raster.dtype).nbytes
    in_folder = tiles.store is not None and tiles.client is None
    to_hold = int(min(budget - needed, 8 * cells)) if in_folder else 0
    return Plan(layout, needed + to_hold, to_hold, 8 * cells + copies)


def _chosen_side(raster: Raster, tiles: Tiles, room: float) -> int:
    """Return the side of a tile that suits a raster and the bytes of memory for the run."""
    height, width = raster.shape

    def fits(side: int) -> bool:
        return _needed(raster, tiles.workers, min(side, height), min(side, width)) <= room

    longer, side = max(raster.shape), LARGEST_SIDE
    if tiles.workers == 1 and longer <= LARGEST_SIDE and fits(LARGEST_SIDE):
        return LARGEST_SIDE
    most = LARGEST_SIDE if tiles.client is not None else max(_WORTH, longer // _ACROSS)
    while side > _SMALLEST and (side > most or not fits(side)):
        side //= 2
    return side


def _needed(raster: Raster, workers: int, height: int, width: int) -> int:
    """Return the bytes that a run takes with tiles up to a size, besides those the process holds."""
    layers = len(raster.layers()) + 1  # one is being converted
    lines = -(-raster.shape[0] // height) * raster.shape[1] + -(-raster.shape[1] // width) * raster.shape[0]
    tile = (_KNOWN + layers * raster.dtype.itemsize) * height * width
    reader = 0 if raster.in_memory else _READER
    return tile * workers + _BORDER * REACH[raster.directions] * lines + reader + _SLACK


def held_memory() -> int:
    """Return the bytes of memory that this process takes now; 0 if the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


def free_memory() -> int:
    """Return the bytes that programs may take on this machine; 4 GiB if it does not tell."""
    try:
        known = _memory_figures().get("MemAvailable")
        if known is not None:
            return known
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return 2**32


def check_results(raster: Raster, bytes_a_cell: int) -> None:
    """Check that results fit into memory, if the system tells how much is free; swap counts.

    Raises:
        MapLimitError: They do not.
    """
    figures = _memory_figures()
    needed, there = bytes_a_cell * math.prod(raster.shape), figures.get("MemAvailable")
    if there is not None and needed > there + figures.get("SwapFree", 0):
        raise MapLimitError(
            f"the results take {needed:,} bytes; {there:,} bytes of memory are free. Keep them in a folder, "
            "with tiles=Tiles(store=...)"
        )


def _memory_figures() -> dict[str, int]:
    """Return what the system tells about memory, in bytes; nothing if it does not."""
    try:
        lines = re.findall(r"(\w+):\s*(\d+) kB", Path("/proc/meminfo").read_text())
    except OSError:
        return {}
    return {name: int(kilobytes) * 1024 for name, kilobytes in lines}
