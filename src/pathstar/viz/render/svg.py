"""SVG pictures: no dependency, compact, and readable aloud."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import numpy as np

from pathstar.viz.display_list.compose import shapes_of
from pathstar.viz.display_list.marks import Marker, corner_words, corners, dots, markers, number
from pathstar.viz.figures import description_of, title_of
from pathstar.viz.ground import colours
from pathstar.viz.layouts.layout import Sheet
from pathstar.viz.layouts.measures import Layout
from pathstar.viz.legend import ROW, Entry, legend_of, legend_rows
from pathstar.viz.render.markup import escape
from pathstar.viz.render.pixels import data_uri
from pathstar.viz.render.runs import count_runs, rectangles
from pathstar.viz.render.shapes_svg import written
from pathstar.viz.scene import CLOSED, OPEN, SEARCH_ROLES, Drawable, Scene, size_of
from pathstar.viz.theme import RGB, Theme, hex_of

_MOST_RUNS = 20_000  # more than these are written as an embedded picture, one pixel per cell
_FONT = "system-ui,Segoe UI,Helvetica,Arial,sans-serif"


def svg_of(
    thing: Drawable,
    scene: Scene,
    theme: Theme,
    *,
    cell: int | None = None,
    legend: bool = False,
) -> str:
    """Write a scene as an SVG document.

    Args:
        thing: What the scene shows; gives the title and the description.
        scene: The layers.
        theme: The colours.
        cell: Pixels per cell; see `layout_of`.
        legend: Whether to explain the colours below the picture.

    Returns:
        The document, which also may stand inside an HTML page.

    Example:
        >>> import pathstar as ps
        >>> from pathstar.viz.scene import scene_of
        >>> from pathstar.viz.theme import THEMES
        >>> grid = ps.Grid([[1, 0, 1]])
        >>> svg_of(grid, scene_of(grid), THEMES["light"])[:42]
        '<svg xmlns="http://www.w3.org/2000/svg" vi'
    """
    layout = size_of(scene, cell)
    rows = legend_rows(legend_of(scene), layout.width) if legend else []
    width = max([layout.width, *(entry.right for row in rows for entry in row)])
    height = layout.height + ROW * len(rows)
    title, description = escape(title_of(thing)), escape(description_of(thing))
    mark = f"ps{zlib.crc32((title + description).encode()):08x}"
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-labelledby="{mark}t {mark}d" font-family="{_FONT}">'
            f'<title id="{mark}t">{title}</title><desc id="{mark}d">{description}</desc>',
            f'<rect width="{width}" height="{height}" fill="{hex_of(theme.page)}"/>' if rows else "",
            *_body(scene, theme, layout),
            *_legend(rows, theme, layout),
            "</svg>",
        ]
    )


def _body(scene: Scene, theme: Theme, layout: Layout | Sheet) -> Iterator[str]:
    if isinstance(layout, Sheet):
        yield from written(shapes_of(scene, theme, layout))
        return
    yield from _ground(scene, theme, layout)
    yield from _outlines(scene, theme, layout)
    yield from pointers(scene, theme, layout)
    yield from route(scene, theme, layout)
    for marker in markers(scene, layout):
        yield from end_mark(marker, scene, theme, layout)
    yield from numbers(scene, theme, layout)


def _ground(scene: Scene, theme: Theme, layout: Layout) -> Iterator[str]:
    size = f'width="{layout.width}" height="{layout.height}"'
    search = scene.search if scene.search is not None and not layout.detailed else None
    runs = count_runs(scene.ground) + (0 if search is None else count_runs(search))
    if runs > _MOST_RUNS or (layout.rows, layout.columns) != scene.ground.shape:
        picture = scene.pixels(theme, layout.rows, layout.columns, tint=not layout.detailed)
        style = 'preserveAspectRatio="none" style="image-rendering:pixelated"'
        yield f'<image {size} {style} href="{data_uri(picture)}"/>'
        return
    palette = [hex_of(colour) for colour in colours(theme).tolist()]
    background = int(np.bincount(scene.ground.ravel()).argmax())
    yield f'<rect {size} fill="{palette[background]}"/>'
    yield f'<g transform="scale({layout.cell})" shape-rendering="crispEdges">'
    for kind, path in rectangles(scene.ground, background).items():
        yield f'<path fill="{palette[kind]}" d="{path}"/>'
    if search is not None:
        for mark, path in rectangles(search, 0).items():
            role = SEARCH_ROLES[mark]
            colour = hex_of(getattr(theme, role))
            yield f'<path class="{role}" fill="{colour}" fill-opacity="{theme.tint}" d="{path}"/>'
    yield "</g>"
    if layout.detailed:
        yield _lines(theme, layout)


def _lines(theme: Theme, layout: Layout) -> str:
    across = "".join(f"M0 {y * layout.cell}h{layout.width}" for y in range(1, layout.rows))
    down = "".join(f"M{x * layout.cell} 0v{layout.height}" for x in range(1, layout.columns))
    style = f'stroke="{hex_of(theme.line)}" stroke-opacity="0.8" shape-rendering="crispEdges"'
    return f'<path {style} d="{across}{down}"/>'


def _outlines(scene: Scene, theme: Theme, layout: Layout) -> Iterator[str]:
    """Outline open and closed squares one by one, where squares are large enough."""
    if scene.search is None or not layout.detailed:
        return
    frame, side = layout.frame, layout.cell
    for mark, role in SEARCH_ROLES.items():
        places = np.argwhere(scene.search == mark)[:, ::-1].tolist()
        if not places:
            continue
        inset, inner = (frame + 1) / 2 + 0.5, side - frame - 2
        path = "".join(
            f"M{x * side + inset:g} {y * side + inset:g}h{inner}v{inner}h-{inner}z" for x, y in places
        )
        colour = hex_of(getattr(theme, role))
        dashes = f' stroke-dasharray="{side / 8:g} {side / 16:g}"' if mark == OPEN else ""
        yield (
            f'<path class="{role}" fill="{colour}" fill-opacity="{0.12 if mark == CLOSED else 0.2}" '
            f'stroke="{colour}" stroke-width="{frame}"{dashes} d="{path}"/>'
        )


def pointers(scene: Scene, theme: Theme, layout: Layout) -> Iterator[str]:
    """Draw from the middle of each opened square a pointer to its parent, as the guide does."""
    if scene.values is None or not layout.wordy:
        return
    side, ink, lines, heads = layout.cell, hex_of(theme.muted), "", ""
    for (x, y), (dx, dy) in scene.values.pointers():
        cx, cy = (x + 0.5) * side, (y + 0.5) * side
        lines += f"M{cx:g} {cy:g}l{dx * side * 0.25:g} {dy * side * 0.25:g}"
        heads += f"M{cx:g} {cy:g}h0"
    yield f'<g stroke="{ink}" stroke-linecap="round" fill="none">'
    yield f'<path stroke-width="{side / 32:g}" d="{lines}"/>'
    yield f'<path stroke-width="{side / 10:g}" d="{heads}"/></g>'


def numbers(scene: Scene, theme: Theme, layout: Layout) -> Iterator[str]:
    """Write F, G and H into the corners of each opened square."""
    if scene.values is None or not layout.wordy:
        return
    values, side, pad, low = scene.values, layout.cell, layout.cell * 0.13, layout.cell * 0.885
    ends = {
        place: role for place, role in ((scene.goal, "goal"), (scene.start, "start")) if place is not None
    }
    rim = f'stroke-width="{side / 20:g}" stroke-linejoin="round" paint-order="stroke"'
    yield f'<g font-size="{side * 0.2:g}" {rim}>'
    for (x, y), f, g, h in values.numbers():
        ground = getattr(theme, ends[x, y]) if (x, y) in ends else theme.floor
        left, top = x * side, y * side
        g_words, h_words, fit = corner_words(g, h)
        small = f' font-size="{side * 0.2 * fit:g}"' if fit < 1 else ""
        yield (
            f'<g fill="{hex_of(theme.text_on(ground))}" stroke="{hex_of(ground)}">'
            f'<text x="{left + pad:g}" y="{top + side * 0.27:g}" font-weight="600">{number(f)}</text>'
            f'<text x="{left + pad:g}" y="{top + low:g}"{small}>{g_words}</text>'
            f'<text x="{left + side - pad:g}" y="{top + low:g}"{small} text-anchor="end">{h_words}</text></g>'
        )
    yield "</g>"


def route(scene: Scene, theme: Theme, layout: Layout) -> Iterator[str]:
    """Draw the path: a line with a rim, and a dot on each square where there is room."""
    points = corners(scene, layout)
    if not points:
        return
    path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
    plain = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    for role, width in (("halo", layout.line + 2 * layout.halo), ("path", layout.line)):
        colour = hex_of(getattr(theme, role))
        yield f'<path class="{role}" {plain} stroke="{colour}" stroke-width="{width:g}" d="{path}"/>'
    if layout.dot:
        rim = f'stroke="{hex_of(theme.halo)}" stroke-width="{layout.halo:g}"'
        yield f'<g class="dots" fill="{hex_of(theme.path)}" {rim}>'
        for x, y in dots(scene, layout):
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{layout.dot:g}"/>'
        yield "</g>"


def end_mark(marker: Marker, scene: Scene, theme: Theme, layout: Layout) -> Iterator[str]:
    """Draw the start as a disc and the goal as a diamond, or both as lettered squares where there is room."""
    (x, y), size, fill = marker.centre, layout.marker, getattr(theme, marker.role)
    rim = f'stroke="{hex_of(theme.halo)}" stroke-width="{layout.halo:g}"'
    style = f'class="{marker.role}" fill="{hex_of(fill)}" {rim}'
    if layout.detailed:
        inset = layout.frame + 1
        side = layout.cell - 2 * inset
        left, top = x - side / 2, y - side / 2
        yield f'<rect x="{left:g}" y="{top:g}" width="{side}" height="{side}" rx="{side / 10:g}" {style}/>'
        yield _text(x, y, layout.cell * (0.36 if scene.values else 0.5), theme.text_on(fill), marker.letter)
    elif marker.role == "start":
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" {style}/>'
    else:
        yield f'<path d="{_diamond(x, y, size * 1.25)}" {style}/>'


def _diamond(x: float, y: float, size: float) -> str:
    return f"M{x:g} {y - size:g}l{size:g} {size:g}l{-size:g} {size:g}l{-size:g} {-size:g}z"


def _text(x: float, y: float, size: float, ink: RGB, words: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="600" text-anchor="middle" '
        f'dominant-baseline="central" fill="{hex_of(ink)}">{words}</text>'
    )


def _legend(rows: list[list[Entry]], theme: Theme, layout: Layout | Sheet) -> Iterator[str]:
    for row, entries in enumerate(rows):
        top = layout.height + row * ROW + 7
        for entry in entries:
            for left, wide, colour in entry.swatches(theme, tinted=not layout.detailed):
                yield f'<rect x="{left}" y="{top}" width="{wide}" height="16" fill="{hex_of(colour)}"/>'
            yield (
                f'<text x="{entry.words_at}" y="{top + 8}" font-size="14" dominant-baseline="central" '
                f'fill="{hex_of(theme.text)}">{escape(entry.words)}</text>'
            )
