"""Runs of `pathstar raster`: their settings, their store, their work, and their output."""

from __future__ import annotations

import json
import math
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pathstar.atomic import atomic_write
from pathstar.cli.language import said
from pathstar.cli.output import following, print_figures, print_json
from pathstar.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pathstar.rasters.corridors import Corridor
    from pathstar.rasters.files.place import FilePlace
    from pathstar.rasters.raster import Raster
    from pathstar.rasters.tiles.plan import Tiles
    from pathstar.rasters.tiles.wave import Progress

Settings = dict[str, Any]
Figures = dict[str, Any]

SETTINGS = "run.json"
# What rasterio warns about where a file says nothing of its place: there, places are columns and rows.
_NO_PLACE = "Dataset has no geotransform|The given matrix is equal to Affine.identity"
# The settings that make two runs the same, by their names in errors.
_SAME = ("command", "cost", "height", "places", "kind", "options", "max_cost", "outward")
_NODATA = {"cost": math.inf, "direction": 255.0, "nearest": -1.0, "through": math.inf}


def run(settings: Settings, store: Path | None, *, dry_run: bool, as_json: bool) -> int:
    """Run a command, or only print what it takes; return the exit status.

    Args:
        settings: The settings of the run: the command, files, places and options.
        store: A folder from which it can go on; None keeps nothing.
        dry_run: Print what it takes.
        as_json: Print everything as JSON.

    Raises:
        PathstarError: The run is not possible.
    """
    import numpy as np

    from pathstar.rasters.files.layers import LINES, RASTERS, check_writable, raster_of_files

    warnings.filterwarnings("ignore", _NO_PLACE)
    endings = LINES if settings["command"] in ("path", "network") else RASTERS
    inputs = (settings["cost"], settings["height"])
    check_writable(*settings["files"].values(), endings=endings, inputs=inputs)
    ground, place = raster_of_files(*inputs, **settings["options"])
    cells = place.cells(np.array(settings["places"], float))
    if dry_run:
        _say(_needs(settings, ground, as_json), as_json)
        return 0
    if store is not None:
        _keep(settings, store)
    with tempfile.TemporaryDirectory(prefix="pathstar-") as folder:
        figures, found = _WORK[settings["command"]](settings, ground, place, cells, store or Path(folder))
    written = list(settings["files"].values())
    _say({**figures, "file" if len(written) == 1 else "files": ", ".join(written)}, as_json)
    return 0 if found else 1


def kept(store: Path) -> Settings:
    """Return the settings of the run in a folder.

    Raises:
        OptionError: The folder has none.
    """
    settings = _read(store)
    if settings is None:
        raise OptionError(f"{store} holds no run of pathstar raster")
    return settings


def _read(store: Path) -> Settings | None:
    try:
        settings: Settings = json.loads((store / SETTINGS).read_text())
    except (OSError, ValueError):
        return None
    return settings


def _keep(settings: Settings, store: Path) -> None:
    """Write settings for `resume`, but never over those of another run, which needs them to go on."""
    before = _read(store)
    other = [name for name in _SAME if before is not None and before.get(name) != settings[name]]
    if other:
        raise OptionError(
            f"{store} holds a run that differs in {', '.join(other)}; resume that one, or name another folder"
        )
    try:
        store.mkdir(parents=True, exist_ok=True)
        with atomic_write(store / SETTINGS) as out:
            out.write(json.dumps(settings).encode())
    except OSError as error:
        raise OptionError(f"the store {store} cannot be written: {error.strerror}") from None


def _cost_distance(
    settings: Settings, ground: Raster, place: FilePlace, cells: NDArray[Any], store: Path
) -> tuple[Figures, bool]:
    import numpy as np

    from pathstar.maps.parts import bands_of
    from pathstar.rasters import cost_distance
    from pathstar.rasters.tiles.raw import unmapped

    with _tiles(settings, store) as tiles:
        found = cost_distance(
            ground,
            cells,
            outward=settings["outward"],
            max_cost=settings["max_cost"],
            outputs=list(settings["files"]),
            tiles=tiles,
        )
    for name, file in settings["files"].items():
        _write_raster(file, name, getattr(found, name), place)
    cost = unmapped(found.cost)
    reached = sum(int(np.isfinite(cost[rows, :]).sum()) for rows in bands_of(ground.shape))
    figures = {"reached": reached, "cells": found.cost.size, "settled": found.settled, "visits": found.visits}
    return figures, reached > len(np.unique(cells, axis=0))


def _path(
    settings: Settings, ground: Raster, place: FilePlace, cells: NDArray[Any], store: Path
) -> tuple[Figures, bool]:
    from pathstar.rasters import least_cost_path

    with _tiles(settings, store) as tiles:
        found = least_cost_path(ground, *cells, tiles=tiles)
    _write_lines(settings, found.geojson(place.georeference.transform))
    return {"cost": found.cost, "cells": len(found.cells())}, bool(found)


def _corridor(
    settings: Settings, ground: Raster, place: FilePlace, cells: NDArray[Any], store: Path
) -> tuple[Figures, bool]:
    from pathstar.rasters.corridors import checked_share, corridor

    if settings["within"] is not None:
        checked_share(settings["within"])
    with _tiles(settings, store) as tiles:
        found = corridor(ground, cells[:1], cells[1:], tiles=tiles)
    through = _Through(found, settings["within"])
    _write_raster(settings["files"]["through"], "through", through, place)
    return {"cost": found.cost, "cells": through.finite}, found.cost < math.inf


class _Through:
    """The costs of a corridor in the form for writing, window by window.

    Args:
        found: The corridor.
        within: Cells on paths that cost a larger share more than the best are infinite; None keeps all.

    Attributes:
        shape: Rows and columns.
        dtype: The type of the costs.
        finite: The number of cells read so far with a finite cost.
    """

    def __init__(self, found: Corridor, within: float | None) -> None:
        from pathstar.rasters.tiles.raw import unmapped

        self._found, self._within, self._values = found, within, unmapped(found.through)
        self.shape, self.dtype, self.finite = found.through.shape, found.through.dtype, 0

    def __getitem__(self, part: tuple[slice, slice]) -> NDArray[Any]:
        import numpy as np

        values = self._values[part]
        if self._within is not None:
            near = replace(self._found, through=values).within(self._within)
            values = np.where(near, values, math.inf)
        self.finite += int(np.isfinite(values).sum())
        return values


def _network(
    settings: Settings, ground: Raster, place: FilePlace, cells: NDArray[Any], store: Path
) -> tuple[Figures, bool]:
    from pathstar.rasters import least_cost_network

    with _tiles(settings, store) as tiles:
        found = least_cost_network(ground, cells, kind=settings["kind"], tiles=tiles)
    _write_lines(settings, found.geojson(place.georeference.transform))
    return {"paths": len(found), "cost": float(found.costs.sum())}, len(found) > 0


Work = Callable[
    [Settings, "Raster", "FilePlace", "NDArray[Any]", Path],
    tuple[Figures, bool],
]
_WORK: dict[str, Work] = {
    "cost-distance": _cost_distance,
    "path": _path,
    "corridor": _corridor,
    "network": _network,
}


@contextmanager
def _tiles(settings: Settings, store: Path) -> Iterator[Tiles]:
    """Yield how to work in tiles, while a bar shows the progress."""
    from pathstar.rasters import Tiles

    with following(settings["command"], _state) as tell:
        yield Tiles(workers=settings["workers"], memory=settings["memory"], store=store, tell=tell)


def _state(progress: Progress) -> tuple[float, str]:
    """Return the fraction of the work done, and a line of text about it.

    Example:
        >>> from pathstar.rasters.tiles.wave import Progress
        >>> _state(Progress(cells=64_000_000, tiles=16, settled=16_000_000, front=1234.56, visits=20))
        (0.25, '16.0 of 64.0 M cells, front 1,234.6, 20 visits')
    """
    settled, cells = (f"{count / 1e6:,.1f}" for count in (progress.settled, progress.cells))
    front, visits = f"{progress.front:,.1f}", f"{progress.visits:,}"
    if progress.front == math.inf:
        text = said("cli.raster.final", visits=visits)
    else:
        text = said("cli.raster.progress", settled=settled, cells=cells, front=front, visits=visits)
    if progress.runs > 1:
        text = said("cli.raster.run", run=progress.run, runs=progress.runs, text=text)
    part = min(1.0, progress.settled / progress.cells)
    return (progress.run - 1 + part) / progress.runs, text


def _needs(settings: Settings, ground: Raster, as_json: bool) -> Figures:
    """Return the needs of a run: the number of tiles, and bytes in memory and on the disk."""
    from pathstar.maps.arguments import checked_name
    from pathstar.rasters import Tiles
    from pathstar.rasters.corridors import KEPT
    from pathstar.rasters.networks import KINDS, OUTPUTS_OF
    from pathstar.rasters.tiles.plan import plan_of
    from pathstar.rasters.tiles.store import result_bytes

    plan = plan_of(ground, Tiles(workers=settings["workers"], memory=settings["memory"]))
    bytes_a_cell = {
        "cost-distance": lambda: result_bytes(list(settings["files"])),
        "path": lambda: result_bytes(["direction"]),
        "corridor": lambda: result_bytes([]) * (1 + KEPT),
        "network": lambda: result_bytes(OUTPUTS_OF[checked_name("kind of network", settings["kind"], KINDS)]),
    }[settings["command"]]()
    results = bytes_a_cell * ground.shape[0] * ground.shape[1]
    sizes = {"process_memory": plan.memory, "scratch": plan.scratch, "results": results}
    said_sizes = {name: size if as_json else f"{size / 1e6:,.1f} MB" for name, size in sizes.items()}
    return {"tiles": len(plan.layout), **said_sizes}


def _write_raster(file: str, name: str, values: Any, place: FilePlace) -> None:
    from pathstar.rasters.files.layers import write_raster

    write_raster(file, name, values, place, _NODATA[name])


def _write_lines(settings: Settings, values: dict[str, Any]) -> None:
    file = settings["files"]["lines"]
    try:
        with atomic_write(file) as out:
            out.write(json.dumps(values).encode())
    except OSError as error:
        raise OptionError(f"{file} cannot be written: {error.strerror}") from None


def _say(values: Figures, as_json: bool) -> None:
    if as_json:
        print_json(values)
    else:
        print_figures(
            [
                (name, f"{value:,.10g}" if isinstance(value, (int, float)) else value)
                for name, value in values.items()
            ]
        )
