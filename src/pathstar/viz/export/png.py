"""A search on one sheet: its end, or several moments side by side."""

from __future__ import annotations

import math
from pathlib import Path as FilePath
from typing import Any

from pathstar.analysis.clusters import Clusters
from pathstar.atomic import atomic_write
from pathstar.errors import OptionError, need_extra
from pathstar.maps.arguments import as_whole
from pathstar.maps.map import Map
from pathstar.progress import Tell
from pathstar.traces.trace import Trace
from pathstar.viz.drawables import bare_scene
from pathstar.viz.export.gif import captioned, fitting
from pathstar.viz.export.moments import caption
from pathstar.viz.export.moments import moments as moments_of
from pathstar.viz.frame import Board, Frame, image_of
from pathstar.viz.layouts.table import Projection
from pathstar.viz.project_states import on_cells
from pathstar.viz.theme import Theme

_SHEET = 2048  # approximate pixels of the longer side of a sheet
_GAP = 16
MOST_MOMENTS = 64


def write_png(
    trace: Trace,
    file: FilePath,
    *,
    progress: Tell,
    theme: str | Theme = "light",
    cell: int | None = None,
    style: str = "auto",
    projection: Projection = "square",
    floor: int | None = None,
    on: Map | None = None,
    clusters: Clusters | None = None,
    lang: str = "en",
    moments: int = 1,
    legend: bool = False,
) -> None:
    """Save the end of a search as PNG, or a sheet of several moments.

    Args:
        trace: The search.
        file: The file to write.
        progress: Called after each picture.
        theme, cell, style, projection, floor, on, clusters, lang, legend: As for `Frame`; a sheet has no
            legend.
        moments: The number of moments, spread evenly; 1 shows only the end.

    Raises:
        MissingExtraError: Pillow is not installed.
        OptionError: An option has a value that is not allowed.
    """
    look: dict[str, Any] = {
        "theme": theme,
        "style": style,
        "projection": projection,
        "floor": floor,
        "on": on,
        "clusters": clusters,
    }
    if as_whole(moments) == 1:
        Frame(trace, cell=cell, legend=legend, lang=lang, **look).png(file)
        progress(1.0)
        return
    states = moments_of(on_cells(trace), moments)
    if len(states) > MOST_MOMENTS:
        raise OptionError(f"moments is {moments}; a sheet has at most {MOST_MOMENTS}")
    scene = bare_scene(trace, projection=projection, floor=floor)
    width, height = scene.layout.size
    across = max(1, min(len(states), round(math.sqrt(len(states) * height / width))))
    size = cell or fitting(scene, _SHEET, across)
    board = Board.of(trace, cell=size, **look)
    pictures = []
    for number, state in enumerate(states):
        pictures.append(captioned(image_of(board, state), caption(state, lang), board.theme))
        progress((number + 1) / len(states))
    wide, high = pictures[0].width + _GAP, pictures[0].height + _GAP
    rows = math.ceil(len(pictures) / across)
    whole = (across * wide + _GAP, rows * high + _GAP)
    sheet = need_extra("PIL.Image", "plot").new("RGB", whole, board.theme.page)
    for number, picture in enumerate(pictures):
        sheet.paste(picture, (number % across * wide + _GAP, number // across * high + _GAP))
    with atomic_write(file) as out:
        sheet.save(out, "PNG", compress_level=4)
