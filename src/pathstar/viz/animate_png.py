"""A search on one sheet: its end, or several moments side by side."""

from __future__ import annotations

import math
from pathlib import Path as FilePath

from pathstar.errors import OptionError, need_extra
from pathstar.traces.trace import Trace
from pathstar.viz.animate_gif import captioned
from pathstar.viz.animate_progress import Progress, caption
from pathstar.viz.animate_progress import moments as moments_of
from pathstar.viz.frame import Board, Frame, image_of
from pathstar.viz.theme import Theme

_SHEET = 2048  # pixels of the longer side of a sheet, about
_GAP = 16
MOST_MOMENTS = 64


def write_png(
    trace: Trace,
    file: FilePath,
    *,
    progress: Progress,
    theme: str | Theme = "light",
    cell: int | None = None,
    style: str = "auto",
    moments: int = 1,
    legend: bool = False,
) -> None:
    """Save the end of a search as PNG, or a sheet of several moments.

    Args:
        trace: The search.
        file: Where to.
        progress: Told after each picture.
        theme, cell, style, legend: As `Frame`; a sheet has no legend.
        moments: How many moments to show, spread evenly; 1 shows the end alone.

    Raises:
        MissingExtraError: Pillow is not installed.
        OptionError: An option that is not allowed.
    """
    if moments == 1:
        Frame(trace, theme=theme, cell=cell, style=style, legend=legend).png(file)
        progress(1, 1)
        return
    states = moments_of(trace, moments)
    if len(states) > MOST_MOMENTS:
        raise OptionError(f"moments is {moments}; a sheet has at most {MOST_MOMENTS}")
    height, width = Board.of(trace).whole.ground.shape
    across = max(1, min(len(states), round(math.sqrt(len(states) * height / width))))
    board = Board.of(trace, theme=theme, cell=cell or _fitting(width, height, across), style=style)
    pictures = []
    for number, state in enumerate(states):
        pictures.append(captioned(image_of(board, state), caption(state), board.theme))
        progress(number + 1, len(states))
    wide, high = pictures[0].width + _GAP, pictures[0].height + _GAP
    rows = math.ceil(len(pictures) / across)
    size = (across * wide + _GAP, rows * high + _GAP)
    sheet = need_extra("PIL.Image", "plot").new("RGB", size, board.theme.page)
    for number, picture in enumerate(pictures):
        sheet.paste(picture, (number % across * wide + _GAP, number // across * high + _GAP))
    sheet.save(file, "PNG", compress_level=4)


def _fitting(width: int, height: int, across: int) -> int | None:
    return min(64, _SHEET // (across * max(width, height))) or None
