"""Images through Pillow: each pixel is a cell; dark pixels, opaque pixels or certain colours are walls."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import MapLimitError, MeaningWarning, OptionError, PathstarError, need_extra
from pathstar.io.meanings import Meaning, costs_of_cells, refuse_loss, terrain_of
from pathstar.io.source import Source
from pathstar.maps.arguments import checked_mapping, checked_name, checked_switch, checked_whole
from pathstar.maps.legend import Terrain, checked_legend
from pathstar.maps.limits import check_cells
from pathstar.maps.map import Map

ColorLegend = Mapping[str, Meaning] | Mapping[int, Terrain]

# Pillow's name of each format, and how to write it without touching a pixel
KINDS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    ".png": ("PNG", {}),
    ".bmp": ("BMP", {}),
    ".gif": ("GIF", {}),
    ".tif": ("TIFF", {}),
    ".tiff": ("TIFF", {}),
    ".pgm": ("PPM", {}),
    ".ppm": ("PPM", {}),
    ".webp": ("WEBP", {"lossless": True}),
    ".jpg": ("JPEG", {"quality": 100}),
    ".jpeg": ("JPEG", {"quality": 100}),
}
_INEXACT = (".jpg", ".jpeg")
_WITHOUT_COLOR = (".pgm",)
_WAYS = ("brightness", "alpha")
UNKNOWN_GREY = 205
_OCCUPANCY_GREYS = (0, UNKNOWN_GREY, 254, 255)


def read_image(
    source: Source,
    *,
    by: str = "brightness",
    threshold: int = 128,
    invert: bool = False,
    legend: ColorLegend | None = None,
    nearest: bool = False,
) -> Map:
    """Read an image, one cell for each pixel.

    Args:
        source: The open file.
        by: ``"brightness"``: bright pixels are walkable, and so are transparent ones. ``"alpha"``:
            transparent pixels are walkable, opaque ones are not.
        threshold: The brightness, 0 to 255, from which a pixel is walkable; or the opacity from which it is
            blocked.
        invert: Whether to swap walkable and blocked.
        legend: The meanings of colours, instead of the options above: for each ``"#rrggbb"`` a Terrain,
            whether it is walkable, or a cost; or the legend of a map whose terrains have colours.
        nearest: Whether a colour that is not in the legend means the nearest one that is; otherwise it is an
            error.

    Raises:
        MapFormatError: The file is malformed, or a colour is not in the legend.
        MapLimitError: The image has more pixels than the limit.
        MissingExtraError: Pillow is not installed.
        OptionError: An option has a value that is not allowed.

    Warns:
        MeaningWarning: The image looks like a robot's map, and its unknown cells are read as free.
    """
    checked_name("way to tell walls", by, _WAYS)
    inverted = checked_switch("invert", invert)
    checked_switch("nearest", nearest)
    threshold = checked_whole("threshold", threshold, 0, 255)
    meanings = None if legend is None else color_legend(legend)
    image = opened_image(source)
    if meanings is not None:
        return _read_colors(source, _decoded(source, image, "RGB"), meanings, nearest)
    if by == "alpha":
        walkable = _decoded(source, image, "A") < threshold
    else:
        grey = _decoded(source, image, "L")
        walkable = grey >= threshold
        if not inverted and threshold <= UNKNOWN_GREY and looks_like_occupancy(grey):
            warn_of_unknown(
                source, "threshold=250 makes them walls, and the map's .yaml file says what is meant"
            )
    return Map(walkable ^ inverted, name=source.stem)


def opened_image(source: Source) -> Any:
    """Return the image with its header read and its size checked, but nothing decoded.

    `PIL.Image.open` has its own size limit, which only a global setting changes; most of the formats' own
    openers have none.
    """
    pillow = need_extra("PIL.Image", "cli")
    pillow.init()
    with clear_errors(source, pillow):
        begin = source.stream.tell()
        start = source.stream.read(16)
        source.stream.seek(begin)
        for kind in dict(KINDS.values()):
            opener, accepts = pillow.OPEN.get(kind, (None, None))
            if opener and accepts(start) is True:
                image = opener(source.stream, source.name)
                break
        else:
            raise source.error(found="something else", expected=f"an image: {', '.join(KINDS)}")
    check_cells(image.width, image.height, source.limit, source.name)
    if not image.width or not image.height:
        raise source.error(found="an image without pixels", expected="at least one")
    return image


@contextmanager
def clear_errors(source: Source, pillow: ModuleType) -> Iterator[None]:
    """Turn Pillow's errors into clear ones; a damaged image makes it raise all kinds of errors."""
    try:
        yield
    except (PathstarError, MemoryError):
        raise
    except (pillow.DecompressionBombError, pillow.DecompressionBombWarning) as error:
        raise MapLimitError(
            f"{source.name} exceeds Pillow's own limit for this kind of image; "
            "raise PIL.Image.MAX_IMAGE_PIXELS, or save it as .png"
        ) from error
    except Exception as error:
        raise source.error(found=f"a damaged image ({error})", expected="one that can be decoded") from error


def looks_like_occupancy(grey: NDArray[np.uint8]) -> bool:
    """Return whether the pixels are the three that map servers write: occupied, free and unknown."""
    used = np.bincount(grey.ravel(), minlength=256) > 0
    return bool(used[UNKNOWN_GREY] and not np.delete(used, _OCCUPANCY_GREYS).any())


def warn_of_unknown(source: Source, way_out: str) -> None:
    """Warn that unknown cells of a robot's map are read as free.

    Warns:
        MeaningWarning: Always.
    """
    warnings.warn(
        f"{source.name} has pixels of the grey {UNKNOWN_GREY}, which map servers write for unknown cells; "
        f"here they are free: {way_out}",
        MeaningWarning,
        stacklevel=5,
    )


def _decoded(source: Source, image: Any, channel: str) -> NDArray[np.uint8]:
    """Decode the pixels as "A" (opacity), or as "L" (brightness) or "RGB" as if on white paper."""
    pillow = need_extra("PIL.Image", "cli")
    with clear_errors(source, pillow), warnings.catch_warnings():
        warnings.simplefilter("ignore", pillow.DecompressionBombWarning)
        image.load()
        if image.mode[0] in "IF":
            image = pillow.fromarray(_from_16_bits(source, np.asarray(image)))
        if channel == "A":
            return np.array(image.convert("RGBA").getchannel("A"))
        if image.mode in ("LA", "PA", "RGBA", "La", "RGBa") or "transparency" in image.info:
            image = image.convert("RGBA")
            image = pillow.alpha_composite(pillow.new("RGBA", image.size, "white"), image)
        return np.array(image.convert(channel))


def _from_16_bits(source: Source, pixels: NDArray[Any]) -> NDArray[np.uint8]:
    if pixels.dtype.kind not in "iu" or pixels.min() < 0 or pixels.max() > 0xFFFF:
        raise source.error(
            found="an image of 32-bit numbers", expected="8 or 16 bits; .npy and .csv files hold numbers"
        )
    return (pixels >> 8).astype(np.uint8)


def color_legend(legend: ColorLegend) -> dict[int, tuple[int, Terrain]]:
    """Return the terrain code and Terrain for each colour of a legend; colours are numbers ``0xrrggbb``.

    Raises:
        OptionError: A colour is not of the form ``"#rrggbb"``, a code is not from 0 to 255, or there are no
            colours or too many.
    """
    table: dict[int, tuple[int, Terrain]] = {}
    given = checked_mapping("legend", legend, "what colours mean")
    for index, (key, meaning) in enumerate(given.items()):
        code: int = index
        color: object = key
        if isinstance(key, int) and isinstance(meaning, Terrain):
            [code], color = checked_legend({key: meaning}), meaning.color
        if not isinstance(color, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", color):
            raise OptionError(f"the legend's colour {color!r} must be written '#rrggbb'")
        terrain = replace(terrain_of(color, meaning), color=color)
        table.setdefault(int(color[1:], 16), (code, terrain))
    if not 0 < len(given) <= 256:
        raise OptionError(f"a legend has from 1 to 256 colours, not {len(given)}")
    return table


def _read_colors(
    source: Source, pixels: NDArray[np.uint8], legend: dict[int, tuple[int, Terrain]], nearest: bool
) -> Map:
    numbers = (pixels.astype(np.uint32) << np.array([16, 8, 0], np.uint32)).sum(2, dtype=np.uint32)
    colors, color_of = np.unique(numbers.ravel(), return_inverse=True)
    if nearest:
        meant = _nearest(colors, list(legend))
    else:
        unknown = ~np.isin(colors, list(legend))
        if unknown.any():
            y, x = divmod(int(np.argmax(unknown[color_of])), pixels.shape[1])
            raise source.error(
                line=y + 1,
                column=x + 1,
                found=f"the colour #{numbers[y, x]:06x}",
                expected=f"one of {', '.join(f'#{color:06x}' for color in legend)}; or set nearest=True",
            )
        meant = colors.tolist()
    codes = np.array([legend[color][0] for color in meant], np.uint8)[color_of].reshape(pixels.shape[:2])
    return Map.from_terrain(codes, dict(legend.values()), name=source.stem)


def _nearest(colors: NDArray[np.uint32], known: list[int]) -> list[int]:
    def channels(numbers: NDArray[Any]) -> NDArray[np.int64]:
        shifted: NDArray[np.int64] = numbers.astype(np.int64)[:, None] >> np.array([16, 8, 0])
        return shifted & 255

    best: NDArray[np.int64] = np.full(len(colors), np.iinfo(np.int64).max)
    meant = np.zeros(len(colors), np.int64)
    for color in known:
        distance = ((channels(colors) - channels(np.array([color]))) ** 2).sum(1)
        meant[distance < best] = color
        best = np.minimum(best, distance)
    return [int(color) for color in meant]


def write_image(suffix: str, map: Map, *, legend: ColorLegend | None = None, lossy: bool = False) -> bytes:
    """Write an image, one pixel for each cell: white for walkable, black for blocked; or a legend's colours.

    Args:
        suffix: The kind of image, such as ``".png"``.
        map: The map.
        legend: The meanings of colours; see `read_image`. ``map.legend`` works if its terrains have colours.
        lossy: Whether costs without a colour, and extra layers, may be lost.

    Raises:
        MissingExtraError: Pillow is not installed.
        OptionError: Costs or layers would be lost, or the kind of image cannot hold colours or the size.
    """
    if legend is None:
        refuse_loss(map, suffix, lossy, costs_kept=bool((costs_of_cells(map) == 1).all()))
        return _encoded(np.where(map.passable, np.uint8(255), np.uint8(0)), suffix)
    if suffix in _INEXACT + _WITHOUT_COLOR:
        raise OptionError(f"a {suffix} file does not keep colours as they are; write .png")
    colors, costs_kept = _colors(map, color_legend(legend))
    refuse_loss(map, suffix, lossy, costs_kept=costs_kept)
    return _encoded((colors[..., None] >> np.array([16, 8, 0])).astype(np.uint8), suffix)


def _colors(map: Map, legend: dict[int, tuple[int, Terrain]]) -> tuple[NDArray[np.int64], bool]:
    """Return the colour of every cell, ``0xrrggbb``, and whether the colours determine all costs."""
    costs = costs_of_cells(map)
    codes = np.zeros(map.shape, np.uint8) if map.terrain is None else map.terrain
    colors = np.full(map.shape, -1, np.int64)
    exact = np.zeros(map.shape, bool)
    # first colours of the same terrain, then of the same cost, then any that tells walls from open cells
    for by_name, by_cost in ((True, True), (False, True), (False, False)):
        for color, (_, terrain) in legend.items():
            fits = (colors < 0) & (map.passable == terrain.walkable)
            if by_cost and terrain.walkable:
                fits &= costs == terrain.cost
            if by_name:
                named = [code for code, known in map.legend.items() if known.name == terrain.name]
                fits &= np.isin(codes, named)
            colors[fits] = color
            exact |= fits & by_cost
    if (colors < 0).any():
        kind = "walkable" if map.passable.ravel()[np.argmax(colors < 0)] else "blocked"
        raise OptionError(f"the legend has no colour for {kind} cells")
    return colors, bool(exact.all())


def _encoded(pixels: NDArray[np.uint8], suffix: str) -> bytes:
    pillow = need_extra("PIL.Image", "cli")
    kind, options = KINDS[suffix]
    stream = io.BytesIO()
    try:
        pillow.fromarray(pixels).save(stream, kind, **options)
    except (ValueError, OSError) as error:
        height, width = pixels.shape[:2]
        raise OptionError(f"Pillow cannot write {width} x {height} pixels as {suffix}: {error}") from error
    return stream.getvalue()
