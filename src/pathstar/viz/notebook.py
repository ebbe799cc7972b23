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
from pathstar.viz.results import Shown, checked_scene
from pathstar.viz.theme import Theme, hex_of, theme_named
from pathstar.words import Catalogue, Say, catalogue, language_named

_WIDEST = 640  # pixels of a picture in a page; small maps take less
_MOST_EVENTS = 2_000  # of a search that the page can play


def html(thing: Shown, *, theme: str | Theme = "light", lang: str = "en", **layers: Any) -> str:
    """Return a picture with a table of figures, as self-contained HTML.

    It needs no optional package. Below a short search there is a player, initially closed.

    Args:
        thing: A `Map`, a space, a `Path`, a `Trace`, a `Field`, `Paths`, `Components` or a `Clearance`.
        theme: ``"light"``, ``"dark"`` or a `Theme`.
        lang: The language of its text, a name in `pathstar.words.LANGUAGES`.
        layers: ``visited``, ``opened``, ``field``, ``step``, ``on``, ``clusters``: see `scene_of`.

    Raises:
        PathstarError: As `scene_of`.

    Example:
        >>> import pathstar as ps
        >>> html(ps.Grid([[1, 0, 1]]))[:7]
        '<figure'
    """
    colours, words = theme_named(theme), catalogue(language_named(lang))
    scene = checked_scene(html, thing, layers)
    shown = sheet_of(scene.layout)
    widest = min(_WIDEST, max(shown.width, 240) + 24)
    picture = document(thing, picture_of(scene, colours, legend=True, lang=lang), colours, lang=lang)
    picture = picture.replace("<svg ", f'<svg style="max-width:{widest}px;height:auto" ', 1)
    ink = f"color:{hex_of(colours.text)}"
    cell = f'style="padding:2px 12px 2px 0;text-align:left;border:0;background:none;{ink}"'
    rows = "".join(
        f'<tr style="background:none"><th scope="row" {cell}>{escape(name)}</th>'
        f"<td {cell}>{escape(value)}</td></tr>"
        for name, value in figures_of(thing, lang)
    )
    style = (
        f"display:inline-block;margin:0;padding:12px;border-radius:6px;"
        f"background:{hex_of(colours.page)};{ink}"
    )
    return (
        f'<figure style="{style}">{picture}<figcaption style="{ink}">'
        f"<strong>{escape(title_of(thing, lang))}</strong>"
        f'<table style="border-collapse:collapse;margin:4px 0 0">{rows}</table>{_player(thing, words)}'
        "</figcaption></figure>"
    )


def _player(thing: Shown, words: Catalogue) -> str:
    """Return a player in its own frame for a search that is short enough."""
    if not isinstance(thing, Trace) or not 0 < len(thing.events) <= _MOST_EVENTS:
        return ""
    page = escape(page_of(thing, lambda part: None, lang=words.language))
    title, play = (escape(words.text(Say(f"notebook.{name}"))) for name in ("player", "play"))
    frame = f'title="{title}" sandbox="allow-scripts" loading="lazy"'
    style = "width:min(1000px,90vw);height:620px;border:0"
    return (
        f"<details><summary>{play}</summary>"
        f'<iframe {frame} style="{style}" srcdoc="{page}"></iframe></details>'
    )
