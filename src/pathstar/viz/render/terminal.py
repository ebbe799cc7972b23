"""Pictures in the terminal: coloured squares, half-blocks for large maps, plain characters without colour."""

from __future__ import annotations

import codecs
import math
import os
import shutil
from collections.abc import Mapping
from typing import TextIO

import numpy as np

from pathstar.maps.arguments import checked_name, checked_whole
from pathstar.viz.display_list.compose import display_list
from pathstar.viz.layouts.characters import Characters, blocks_in, cells_in
from pathstar.viz.layouts.layout import Layout
from pathstar.viz.render.terminal_canvas import RESET
from pathstar.viz.render.terminal_cells import codes_of
from pathstar.viz.render.terminal_shapes import drawn
from pathstar.viz.scene import Scene
from pathstar.viz.theme import RGB, Theme

COLORS = ("24bit", "256", "none")
_NARROWEST = 2
_WIDEST = 1_000_000
_SPARE_LINES = 4  # lines below a picture for its figures, its legend and the prompt


def color_of(stream: TextIO, environment: Mapping[str, str] = os.environ) -> str:
    """Return the colours of a stream: ``"24bit"``, ``"256"`` or ``"none"``.

    ``NO_COLOR`` disables colours; ``FORCE_COLOR`` enables them even if the stream is not a terminal.

    Example:
        >>> import io
        >>> color_of(io.StringIO(), {"COLORTERM": "truecolor"})
        'none'
        >>> color_of(io.StringIO(), {"COLORTERM": "truecolor", "FORCE_COLOR": "1"})
        '24bit'
    """
    terminal = stream.isatty() or bool(environment.get("FORCE_COLOR"))
    if (
        environment.get("NO_COLOR")
        or not terminal
        or environment.get("TERM") == "dumb"
        or not _has_blocks(stream)
    ):
        return "none"
    full = environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "WT_SESSION" in environment
    return "24bit" if full else "256"


def _has_blocks(stream: TextIO) -> bool:
    """Return whether the encoding of a stream has half-blocks."""
    try:
        "▀●".encode(codecs.lookup(getattr(stream, "encoding", None) or "utf-8").name)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def window_of(width: int | None, height: int | None) -> tuple[int, int]:
    """Return the columns and lines to draw in; by default those of the window.

    Raises:
        OptionError: Not a whole number from 2 to a million.
    """
    window = shutil.get_terminal_size()
    sizes = []
    for name, given, there in (
        ("width", width, window.columns),
        ("height", height, max(window.lines - _SPARE_LINES, 8)),
    ):
        sizes.append(
            there if given is None else checked_whole(name, given, _NARROWEST, _WIDEST, of="characters")
        )
    return sizes[0], sizes[1]


def terminal_picture(scene: Scene, theme: Theme, color: str, width: int, height: int) -> str:
    """Draw a scene in characters.

    A map that fits is drawn square by square, two columns each, with a sign for anything but plain ground; a
    larger one in half-blocks, scaled to the window. Without colours, each square, or each block of a map that
    is too wide, is one character.

    Args:
        scene: The layers.
        theme: The colours.
        color: ``"24bit"``, ``"256"`` or ``"none"``.
        width: Columns to draw in.
        height: Lines to draw in; without colours, only the width limits the picture.

    Returns:
        Lines of text, each ending in a line break.

    Raises:
        OptionError: An unknown kind of colour.

    Example:
        >>> import pathstar as ps
        >>> from pathstar.viz.drawables import scene_of
        >>> from pathstar.viz.theme import THEMES
        >>> path = ps.find_path(ps.Grid([[1, 1, 0], [1, 1, 1]]), (0, 0), (2, 1))
        >>> print(terminal_picture(scene_of(path), THEMES["dark"], "none", 80, 24), end="")
        A.#
        .*B
    """
    checked_name("kind of colour", color, COLORS)
    sheet = _sheet_of(scene.layout, color, width, height)
    canvas = drawn(display_list(scene, theme, sheet), sheet, theme)
    return canvas.halves(color) if sheet.dense else canvas.text(color)


def _sheet_of(layout: Layout, color: str, width: int, height: int) -> Characters:
    """Return the sheet that fits a window."""
    lines = math.inf if color == "none" else height
    if color == "none" and layout.upright:
        return blocks_in(layout, width, lines)
    cells = cells_in(layout, width, lines)
    if cells is not None:
        return cells
    return blocks_in(layout, width, lines, halves=color != "none" and layout.shapes is None)


def patch(sign: str, ink: RGB, paper: RGB, color: str) -> str:
    """Return a sign on a coloured patch two columns wide, for legends."""
    (front, back) = (codes_of(np.array([[colour]], np.uint8), color)[0][0] for colour in (ink, paper))
    return f"\x1b[38;{front};48;{back}m{sign:2}{RESET}"
