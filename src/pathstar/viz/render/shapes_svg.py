"""Shapes written as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pathstar.viz.display_list.shapes import Patches, Points, Raster, Shape, Strokes, Words
from pathstar.viz.render.markup import escape
from pathstar.viz.render.pixels import data_uri
from pathstar.viz.theme import hex_of


def written(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield one element for each shape.

    Example:
        >>> list(written([Words((1.0, 2.0), "A & B", 10.0, (0, 0, 0))]))
        ['<text x="1" y="2" font-size="10" fill="#000000">A &amp; B</text>']
    """
    for shape in shapes:
        if isinstance(shape, Patches):
            yield _patches(shape)
        elif isinstance(shape, Strokes):
            yield _strokes(shape)
        elif isinstance(shape, Words):
            yield _words(shape)
        else:
            yield _raster(shape)


def _patches(shape: Patches) -> str:
    path = "".join(_path(polygon) + "z" for polygon in shape.polygons)
    fill = "none" if shape.fill is None else hex_of(shape.fill)
    opacity = f' fill-opacity="{shape.opacity:g}"' if shape.opacity < 1 else ""
    edge = "" if shape.edge is None else f' stroke="{hex_of(shape.edge)}" stroke-width="{shape.width:.3g}"'
    return f'<path class="{shape.role}" fill="{fill}"{opacity}{edge}{_dash(shape.dash)} d="{path}"/>'


def _strokes(shape: Strokes) -> str:
    path = "".join(_path(line) for line in shape.lines)
    style = f'fill="none" stroke="{hex_of(shape.ink)}" stroke-width="{shape.width:.3g}"'
    round_ = ' stroke-linecap="round" stroke-linejoin="round"' if shape.dash is None else ""
    return f'<path class="{shape.role}" {style}{round_}{_dash(shape.dash)} d="{path}"/>'


def _path(points: Points) -> str:
    return "M" + "L".join(f"{x:.6g} {y:.6g}" for x, y in points.round(2).tolist())


def _dash(dash: tuple[float, float] | None) -> str:
    return "" if dash is None else f' stroke-dasharray="{dash[0]:.3g} {dash[1]:.3g}"'


def _words(shape: Words) -> str:
    (x, y) = shape.at
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    central = ' dominant-baseline="central"' if shape.central else ""
    bold = ' font-weight="600"' if shape.bold else ""
    rim = ""
    if shape.rim is not None:
        width = f'stroke-width="{shape.size / 5:.3g}" stroke-linejoin="round" paint-order="stroke"'
        rim = f' stroke="{hex_of(shape.rim)}" {width}'
    place = f'x="{x:.5g}" y="{y:.5g}" font-size="{shape.size:.3g}"'
    return f'<text {place} fill="{hex_of(shape.ink)}"{anchor}{central}{bold}{rim}>{escape(shape.text)}</text>'


def _raster(shape: Raster) -> str:
    height, width, _ = shape.pixels.shape
    return f'<image width="{width}" height="{height}" href="{data_uri(shape.pixels)}"/>'
