"""Printing pictures in the terminal, for ``path.show()`` and similar methods."""

from __future__ import annotations

import sys
from typing import Any, TextIO

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_switch
from pathstar.viz.figures import figure_name, figures_of, title_of
from pathstar.viz.legend import legend_of
from pathstar.viz.render.terminal import color_of, patch, terminal_picture, window_of
from pathstar.viz.render.terminal_cells import PLAIN
from pathstar.viz.results import Shown, checked_scene
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme, theme_named
from pathstar.words import language_named

_SIGNS = {"start": "", "goal": "", "path": "●", "closed": "·", "open": "○", "current": "◎", "gate": "◇"}


def show(
    thing: Shown,
    *,
    file: TextIO | None = None,
    width: int | None = None,
    height: int | None = None,
    color: str | None = None,
    theme: str | Theme = "dark",
    caption: bool = True,
    lang: str = "en",
    **layers: Any,
) -> None:
    """Print a map, grid, path or trace in the terminal, scaled to the window.

    Args:
        thing: What to show.
        file: Where to print; by default standard output.
        width: Columns to use; by default the window's.
        height: Lines to use; by default the window's.
        color: ``"24bit"``, ``"256"`` or ``"none"``; by default what the terminal supports.
        theme: ``"dark"``, ``"light"`` or a `Theme`.
        caption: Whether to print the figures and the legend below.
        lang: Their language, a name in `pathstar.words.LANGUAGES`.
        layers: ``visited``, ``opened``, ``field``, ``step``, ``on``, ``clusters``, ``trail``: see
            `scene_of`; for a `Field` or a `Clearance` as `save_picture`.

    Raises:
        OptionError: An unknown option, theme, language or kind of colour, a size that is not a whole number
            from 2, or a file that takes no text.
        PathstarError: As `scene_of`.

    Example:
        >>> import pathstar as ps
        >>> show(ps.Grid([[1, 1, 0], [1, 1, 1]]))
        ..#
        ...
        Grid of 3 x 2: size 3 x 2, walkable 5 (83.3 %), moves 8 directions, no_cut
    """
    stream = sys.stdout if file is None else _checked_stream(file)
    language_named(lang)
    checked_switch("caption", caption)
    colours = theme_named(theme)
    scene = checked_scene(show, thing, layers)
    kind = color_of(stream) if color is None else color
    columns, lines = window_of(width, height)
    stream.write(terminal_picture(scene, colours, kind, columns, lines))
    if caption:
        status = figure_name("status", lang)
        figures = [value if name == status else f"{name} {value}" for name, value in figures_of(thing, lang)]
        stream.write(f"{title_of(thing, lang)}: {', '.join(figures)}\n")
        stream.write(_legend(scene, lang, colours, kind))


def _checked_stream(file: TextIO) -> TextIO:
    try:
        file.write("")
    except (AttributeError, TypeError):
        raise OptionError(f"file is {file!r}; allowed: a text stream, such as sys.stdout") from None
    return file


def _legend(scene: Scene, lang: str, theme: Theme, color: str) -> str:
    """Return a line that explains the signs; empty if there are only walls."""
    named = PLAIN if color == "none" else (*PLAIN, "terrain")
    entries = [entry for entry in legend_of(scene, lang) if entry.role in named]
    if not scene.walls and all(entry.role == "wall" for entry in entries):
        return ""
    if color == "none":
        return "  ".join(_without_sign(entry.role, entry.words) for entry in entries) + "\n"
    parts = []
    for entry in entries:
        paper = entry.colour(theme)
        parts.append(f"{patch(_SIGNS.get(entry.role, ''), theme.text_on(paper), paper, color)} {entry.words}")
    return "  ".join(parts) + "\n"


def _without_sign(role: str, words: str) -> str:
    return words if words.startswith(PLAIN[role] + " ") else f"{PLAIN[role]} {words}"
