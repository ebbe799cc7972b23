"""SVG pictures: compact, accessible to screen readers, without dependencies."""

from __future__ import annotations

import zlib

from pathstar.viz.display_list.picture import Picture
from pathstar.viz.figures import description_of, title_of
from pathstar.viz.render.markup import escape
from pathstar.viz.render.shapes_svg import written
from pathstar.viz.results import Shown
from pathstar.viz.theme import Theme, hex_of

_FONT = "system-ui,Segoe UI,Helvetica,Arial,sans-serif"


def document(thing: Shown, picture: Picture, theme: Theme, more: str = "", lang: str = "en") -> str:
    """Write a picture as an SVG document.

    Args:
        thing: Its subject.
        picture: Its display list.
        theme: The colours.
        more: Elements in front of all others.
        lang: The language of the title and the description, which screen readers use.

    Returns:
        The document, which can also be embedded in an HTML page.

    Example:
        >>> import pathstar as ps
        >>> from pathstar.viz.display_list.picture import picture_of
        >>> from pathstar.viz.drawables import scene_of
        >>> from pathstar.viz.theme import THEMES
        >>> grid, light = ps.Grid([[1, 0, 1]]), THEMES["light"]
        >>> document(grid, picture_of(scene_of(grid), light), light)[:42]
        '<svg xmlns="http://www.w3.org/2000/svg" vi'
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
