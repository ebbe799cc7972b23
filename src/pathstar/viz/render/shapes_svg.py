"""Display lists written as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.shapes import Discs, Patches, Raster, Shape, Strokes, Words
from pathstar.viz.render.markup import escape
from pathstar.viz.render.pixels import data_uri
from pathstar.viz.render.runs import count_runs, path_of, rectangles
from pathstar.viz.theme import hex_of

_MOST_RUNS = 20_000  # more are written as an embedded image, one pixel per cell
_MOST_COLOURS = 256


def written(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield one element for each shape.

    Example:
        >>> list(written([Words((1.0, 2.0), "A & B", 10.0, (0, 0, 0))]))
        ['<text x="1" y="2" font-size="10" fill="#000000">A &amp; B</text>']
    """
    for shape in shapes:
        if isinstance(shape, Patches):
            yield _patches(shape)
        elif isinstance(shape, Discs):
            yield _discs(shape)
        elif isinstance(shape, Strokes):
            yield _strokes(shape)
        elif isinstance(shape, Words):
            yield _words(shape)
        else:
            yield _raster(shape)


def _patches(shape: Patches) -> str:
    return f'<path {style_of(shape)} d="{outlines_of(shape)}"/>'


def outlines_of(shape: Patches) -> str:
    """Return the polygons as the path of an SVG."""
    return "".join(map(_outline, shape.polygons.round(2).tolist()))


def style_of(shape: Patches) -> str:
    """Return the attributes for the look of polygons."""
    fill = "none" if shape.fill is None else hex_of(shape.fill)
    opacity = f' fill-opacity="{shape.opacity:g}"' if shape.opacity < 1 else ""
    edge = "" if shape.edge is None else f' stroke="{hex_of(shape.edge)}" stroke-width="{shape.width:.3g}"'
    return f'class="{shape.role}" fill="{fill}"{opacity}{edge}{_dash(shape.dash)}'


def _outline(corners: list[list[float]]) -> str:
    """Write a closed polygon; an upright rectangle in short form."""
    (left, top), (right, low) = corners[0], corners[len(corners) // 2]
    if corners == [[left, top], [right, top], [right, low], [left, low]]:
        wide, high = right - left, low - top
        return f"M{left:.6g} {top:.6g}h{wide:.6g}v{high:.6g}h{-wide:.6g}z"
    return _line(corners) + "z"


def _discs(shape: Discs) -> str:
    fill = "none" if shape.fill is None else hex_of(shape.fill)
    edge = "" if shape.edge is None else f' stroke="{hex_of(shape.edge)}" stroke-width="{shape.width:.3g}"'
    discs = (
        f'<circle cx="{x:.6g}" cy="{y:.6g}" r="{shape.radius:.4g}"/>'
        for x, y in shape.centres.round(2).tolist()
    )
    return f'<g class="{shape.role}" fill="{fill}"{edge}>{"".join(discs)}</g>'


def _strokes(shape: Strokes) -> str:
    path = "".join(_line(line.round(2).tolist()) for line in shape.lines)
    style = f'fill="none" stroke="{hex_of(shape.ink)}" stroke-width="{shape.width:.3g}"'
    if shape.sharp:
        style += ' shape-rendering="crispEdges"'
    elif shape.dash is None:
        style += ' stroke-linecap="round" stroke-linejoin="round"'
    return f'<path class="{shape.role}" {style}{_dash(shape.dash)} d="{path}"/>'


def _line(points: list[list[float]]) -> str:
    return "M" + "L".join(f"{x:.6g} {y:.6g}" for x, y in points)


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
    """Write few areas of few colours as paths, anything else as an image."""
    codes, palette = _codes(shape.pixels)
    exact = codes.shape == (shape.height, shape.width)  # not enlarged, so nothing to keep sharp
    if exact or len(palette) > _MOST_COLOURS or count_runs(codes) > _MOST_RUNS:
        at = f'x="{shape.left}" y="{shape.top}" ' if shape.left or shape.top else ""
        size = f'{at}width="{shape.width}" height="{shape.height}"'
        style = 'preserveAspectRatio="none" style="image-rendering:pixelated"'
        return f'<image {size} {style} href="{data_uri(shape.pixels)}"/>'
    background = int(np.bincount(codes.ravel()).argmax())
    height, width = codes.shape
    parts = [f'<rect width="{width}" height="{height}" fill="{palette[background]}"/>']
    for kind, boxes in rectangles(codes, background).items():
        parts.append(f'<path fill="{palette[kind]}" d="{path_of(boxes)}"/>')
    place = f"scale({shape.width / width:.8g} {shape.height / height:.8g})"
    if shape.left or shape.top:
        place = f"translate({shape.left} {shape.top}) {place}"
    return f'<g transform="{place}" shape-rendering="crispEdges">{"".join(parts)}</g>'


def _codes(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], list[str]]:
    """Return a small number for each pixel, uint8 ``[h, w]``, and the colours of the numbers."""
    words = pixels.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    known, codes = np.unique(words, return_inverse=True)
    return codes.reshape(words.shape).astype(np.uint8), [f"#{word:06x}" for word in known.tolist()]
