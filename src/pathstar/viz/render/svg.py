"""SVG pictures: compact, accessible to screen readers, without dependencies."""

from __future__ import annotations

import zlib

from pathstar.viz.display_list.picture import Picture, picture_of
from pathstar.viz.figures import description_of, title_of
from pathstar.viz.render.markup import escape
from pathstar.viz.render.shapes_svg import written
from pathstar.viz.results import Shown
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme, hex_of

_FONT = "system-ui,Segoe UI,Helvetica,Arial,sans-serif"


def svg_of(
    thing: Shown,
    scene: Scene,
    theme: Theme,
    *,
    cell: int | None = None,
    legend: bool = False,
    title: str = "",
    lang: str = "en",
) -> str:
    """Write a scene as an SVG document.

    Args:
        thing: The subject of the scene, for the title and the description that screen readers use.
        scene: The layers.
        theme: The colours.
        cell: Pixels per cell; see `pathstar.viz.layouts.sheet.sheet_of`.
        legend: Whether to explain the colours below the picture.
        title: The text above the board; an empty one takes no room.
        lang: The language of the legend and of the title for screen readers.

    Returns:
        The document, which can also be embedded in an HTML page.

    Example:
        >>> import pathstar as ps
        >>> from pathstar.viz.scene import scene_of
        >>> from pathstar.viz.theme import THEMES
        >>> grid = ps.Grid([[1, 0, 1]])
        >>> svg_of(grid, scene_of(grid), THEMES["light"])[:42]
        '<svg xmlns="http://www.w3.org/2000/svg" vi'
    """
    picture = picture_of(scene, theme, cell=cell, legend=legend, title=title, lang=lang)
    return document(thing, picture, theme, lang=lang)


def document(thing: Shown, picture: Picture, theme: Theme, more: str = "", lang: str = "en") -> str:
    """Write a picture as an SVG document.

    Args:
        thing: Its subject.
        picture: Its display list.
        theme: The colours.
        more: Elements in front of all others.
        lang: The language of the title and the description.
    """
    title, description = escape(title_of(thing, lang)), escape(description_of(thing, lang))
    mark = f"ps{zlib.crc32((title + description).encode()):08x}"
    width, height = picture.width, picture.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" lang="{lang}" aria-labelledby="{mark}t {mark}d" font-family="{_FONT}">'
        f'<title id="{mark}t">{title}</title><desc id="{mark}d">{description}</desc>'
        f'<rect width="{width}" height="{height}" fill="{hex_of(theme.page)}"/>'
        f"{''.join(written(picture.shapes))}{more}</svg>"
    )
