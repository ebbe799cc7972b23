"""The display of maps, grids, paths and traces in notebooks: a picture and its figures."""

from __future__ import annotations

from typing import Any

from pathstar.traces.trace import Trace
from pathstar.viz.display_list.picture import picture_of
from pathstar.viz.export.page import page_of
from pathstar.viz.figures import figures_of, title_of
from pathstar.viz.layouts.sheet import sheet_of
from pathstar.viz.render.markup import escape
from pathstar.viz.render.svg import document
from pathstar.viz.results import Shown, scene_of_any
from pathstar.viz.theme import Theme, hex_of, theme_named

_WIDEST = 640  # pixels of a picture in a page; small maps take less
_MOST_EVENTS = 2_000  # of a search that the page can play


def html(thing: Shown, *, theme: str | Theme = "light", **layers: Any) -> str:
    """Return a picture with a table of figures, as self-contained HTML.

    It needs no optional package. Below a short search there is a player, initially closed.

    Args:
        thing: A `Map`, a space, a `Path`, a `Trace`, a `Field`, `Paths` or `Components`.
        theme: ``"light"``, ``"dark"`` or a `Theme`.
        layers: ``visited``, ``opened``, ``field``, ``step``, ``on``: see `scene_of`.

    Raises:
        PathstarError: As `scene_of`.

    Example:
        >>> import pathstar as ps
        >>> html(ps.Grid([[1, 0, 1]]))[:7]
        '<figure'
    """
    colours = theme_named(theme)
    scene = scene_of_any(thing, **layers)
    shown = sheet_of(scene.layout)
    widest = min(_WIDEST, max(shown.width, 240) + 24)
    picture = document(thing, picture_of(scene, colours, legend=True), colours)
    picture = picture.replace("<svg ", f'<svg style="max-width:{widest}px;height:auto" ', 1)
    ink = f"color:{hex_of(colours.text)}"
    cell = f'style="padding:2px 12px 2px 0;text-align:left;border:0;background:none;{ink}"'
    rows = "".join(
        f'<tr style="background:none"><th scope="row" {cell}>{escape(name)}</th>'
        f"<td {cell}>{escape(value)}</td></tr>"
        for name, value in figures_of(thing)
    )
    style = (
        f"display:inline-block;margin:0;padding:12px;border-radius:6px;"
        f"background:{hex_of(colours.page)};{ink}"
    )
    return (
        f'<figure style="{style}">{picture}<figcaption style="{ink}">'
        f"<strong>{escape(title_of(thing))}</strong>"
        f'<table style="border-collapse:collapse;margin:4px 0 0">{rows}</table>{_player(thing)}'
        "</figcaption></figure>"
    )


def _player(thing: Shown) -> str:
    """Return a player in its own frame for a search that is short enough."""
    if not isinstance(thing, Trace) or not 0 < len(thing.events) <= _MOST_EVENTS:
        return ""
    page = escape(page_of(thing, lambda done, total: None))
    frame = 'title="Player of the search" sandbox="allow-scripts" loading="lazy"'
    style = "width:min(1000px,90vw);height:620px;border:0"
    return (
        "<details><summary>Play the search, step by step</summary>"
        f'<iframe {frame} style="{style}" srcdoc="{page}"></iframe></details>'
    )
