"""Maps of ROS: a ``.yaml`` file that names an image and says how to read it, for nav2's map server."""

from __future__ import annotations

import io
import json
import math
import reprlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError, need_extra
from pathstar.io.images import (
    UNKNOWN_GREY,
    clear_errors,
    looks_like_occupancy,
    opened_image,
    warn_of_unknown,
)
from pathstar.io.meanings import costs_of_cells, refuse_loss
from pathstar.io.source import File, Source, name_of, opened, put
from pathstar.maps.arguments import checked_name
from pathstar.maps.frame import Frame
from pathstar.maps.map import Map
from pathstar.maps.occupancy import OCCUPIED, UNKNOWN, occupancy_of, percent_legend
from pathstar.yaml_text import yaml_error

MODES = ("trinary", "scale", "raw")
_FREE_GREY = 254
_MOST_TEXT = 2**16
_FREE_BELOW, _OCCUPIED_ABOVE = 0.196, 0.65  # the thresholds of the files that are written
_TRUE = ("1", "true", "yes", "on", "y")
_FALSE = ("0", "false", "no", "off", "n")
_SHORT = reprlib.Repr()
_SHORT.maxlevel = 1  # aliases can make a list in a list in a list of any size
_WITH_ALPHA = ("LA", "PA", "RGBA", "La", "RGBa")


@dataclass(frozen=True)
class _Rules:
    """The content of such a file."""

    image: str
    resolution: float
    origin: tuple[float, ...]
    negate: bool
    occupied: float
    free: float
    mode: str


def read_map_yaml(
    source: Source,
    *,
    image: File | None = None,
    unknown: str | float = "wall",
    lethal: int = 65,
    weight: float = 0.0,
) -> Map:
    """Read a map and its image; the terrain of each cell is its percent, or 255 where it is unknown.

    Args:
        source: The open file.
        image: The image, instead of the one that the file names beside itself.
        unknown: The meaning of unknown cells: ``"wall"``, ``"free"``, or the cost of a step into them.
        lethal: Cells from this percent up are walls; the modes scale and raw have percents in between.
        weight: A step into a cell of p percent costs ``1 + weight * p / 100`` times its length.

    Raises:
        FileNotFoundError: There is no such image.
        MapFormatError: The file or its image is malformed, or lacks something that map servers need.
        MapLimitError: The image has more pixels than the limit.
        MissingExtraError: PyYAML or Pillow is not installed.
        OptionError: An option has a value that is not allowed, or an open file names an image.

    Warns:
        MeaningWarning: The thresholds make the image's unknown cells free, as they do in nav2.
    """
    rules = _rules_of(source)
    with opened(_image_file(source, rules, image), source.limit) as picture:
        codes = _codes(picture, rules)
    legend = percent_legend(codes, lethal, unknown, weight)
    frame = Frame.from_pose(rules.resolution, rules.origin, codes.shape[0])
    return Map.from_terrain(codes, legend, name=source.stem, frame=frame)


def _image_file(source: Source, rules: _Rules, image: File | None) -> File:
    if image is not None:
        return image
    if source.folder is None:
        raise OptionError(
            f"{source.name} names the image {rules.image!r}, but an open file has no folder to look in; "
            "give the map's path, or the image as image=..."
        )
    return source.folder / rules.image


def _rules_of(source: Source) -> _Rules:
    """Parse the text; numbers are read here, since YAML's own rules take 5e-2 for a word."""
    yaml: Any = need_extra("yaml", "ros")
    data = source.rest(_MOST_TEXT)
    try:
        facts = yaml.load(data.decode("utf-8-sig"), Loader=yaml.BaseLoader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        raise yaml_error(error, source.name) from None
    if not isinstance(facts, dict):
        raise source.error(found="no keys", expected="image, resolution, origin and the other keys of a map")
    mode = _fact(source, facts, "mode", "trinary").lower()
    if mode not in MODES:
        raise source.error(found=f"the mode {mode!r}", expected=f"one of {', '.join(MODES)}")
    rules = _Rules(
        image=_fact(source, facts, "image"),
        resolution=_number(source, facts, "resolution"),
        origin=_origin(source, facts),
        negate=_switch(source, facts, "negate"),
        occupied=_share(source, facts, "occupied_thresh"),
        free=_share(source, facts, "free_thresh"),
        mode=mode,
    )
    if rules.resolution <= 0:
        raise source.error(found=f"the resolution {rules.resolution:g}", expected="metres above 0")
    if mode == "scale" and rules.free >= rules.occupied:
        raise source.error(
            found=f"free_thresh {rules.free:g} and occupied_thresh {rules.occupied:g}",
            expected="the second above the first",
        )
    return rules


def _fact(source: Source, facts: dict[str, Any], key: str, missing: str = "") -> str:
    value = facts.get(key, missing)
    if not isinstance(value, str) or not value or "\0" in value:
        found = f"{key}: {_SHORT.repr(value)}" if key in facts else f"no {key}"
        raise source.error(found=found, expected=f"a value for {key}")
    return value


def _number(source: Source, facts: dict[str, Any], key: str) -> float:
    return _as_number(source, key, _fact(source, facts, key))


def _share(source: Source, facts: dict[str, Any], key: str) -> float:
    number = _number(source, facts, key)
    if not 0 <= number <= 1:  # as a percent, 65 would make every cell free
        raise source.error(found=f"{key} {number:g}", expected="a share from 0 to 1")
    return number


def _as_number(source: Source, key: str, value: Any) -> float:
    try:
        number = float(value) if isinstance(value, str) and "_" not in value else math.nan
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise source.error(found=f"{key}: {_SHORT.repr(value)}", expected="a finite number")
    return number


def _origin(source: Source, facts: dict[str, Any]) -> tuple[float, ...]:
    values = facts.get("origin")
    if not isinstance(values, list) or len(values) != 3:
        raise source.error(found=f"origin: {_SHORT.repr(values)}", expected="three numbers, [x, y, yaw]")
    return tuple(_as_number(source, "origin", value) for value in values)


def _switch(source: Source, facts: dict[str, Any], key: str) -> bool:
    value = _fact(source, facts, key)
    if value.lower() not in _TRUE + _FALSE:
        raise source.error(found=f"{key}: {value!r}", expected="0 or 1")
    return value.lower() in _TRUE


def _codes(source: Source, rules: _Rules) -> NDArray[np.uint8]:
    """Return the percent of each pixel, 255 where it is unknown, by the rules of nav2."""
    shade, alpha = _shades(source)
    if rules.mode == "raw":
        bytes_ = np.round(shade * 255)
        return np.where(bytes_ <= OCCUPIED, bytes_, UNKNOWN).astype(np.uint8)
    if rules.mode == "trinary" and alpha is not None:
        shade = (3 * shade + alpha) / 4
    taken = shade if rules.negate else 1 - shade
    percents = np.full(taken.shape, float(UNKNOWN))
    if rules.mode == "scale":
        percents = np.rint((taken - rules.free) / (rules.occupied - rules.free) * OCCUPIED)
    percents[taken < rules.free] = 0
    percents[taken > rules.occupied] = OCCUPIED
    if rules.mode == "scale" and alpha is not None:
        percents[alpha < 1] = UNKNOWN
    _look_for_unknown(source, shade, taken, rules)
    return percents.astype(np.uint8)


def _look_for_unknown(
    source: Source, shade: NDArray[np.float64], taken: NDArray[np.float64], rules: _Rules
) -> None:
    grey = np.round(shade * 255).astype(np.uint8)
    if rules.mode != "trinary" or rules.negate or not looks_like_occupancy(grey):
        return
    if (taken[grey == UNKNOWN_GREY] < rules.free).any():
        warn_of_unknown(source, f"free_thresh is {rules.free:g}; 0.196 makes them unknown")


def _shades(source: Source) -> tuple[NDArray[np.float64], NDArray[np.float64] | None]:
    """Return how bright each pixel is and, in an image with an alpha channel, how opaque, 0 to 1."""
    image = opened_image(source)
    with clear_errors(source, need_extra("PIL.Image", "ros")):
        image.load()
        if image.mode[0] == "I":
            return np.asarray(image).astype(np.float64) / 0xFFFF, None
        if image.mode in _WITH_ALPHA or "transparency" in image.info:
            pixels = np.asarray(image.convert("RGBA")).astype(np.float64)
            return pixels[..., :3].sum(axis=2) / 3 / 255, pixels[..., 3] / 255
        if image.mode in ("1", "L"):
            return np.asarray(image.convert("L")).astype(np.float64) / 255, None
        return np.asarray(image.convert("RGB")).astype(np.float64).sum(axis=2) / 3 / 255, None


def write_map_yaml(
    map: Map, *, image: File | None = None, mode: str = "trinary", lossy: bool = False
) -> bytes:
    """Write the image of a map, and return the text that goes with it.

    Args:
        map: The map; it needs a frame.
        image: Where to write the image; by default a ``.pgm`` file beside the map's file, and in the mode
            scale a ``.png`` file.
        mode: ``"trinary"``: free, occupied and unknown; ``"scale"`` and ``"raw"`` keep percents in between.
        lossy: Whether costs, extra layers, and with ``"trinary"`` percents may be lost.

    Raises:
        MissingExtraError: Pillow is not installed.
        OptionError: The map has no frame or one that is not a robot's, something would be lost, or there is
            no name for the image.
    """
    checked_name("mode", mode, MODES)
    if map.frame is None:
        raise OptionError("a ROS map needs a frame: give the map one by Map(frame=Frame.from_pose(...))")
    resolution, origin = map.frame.pose(map.height)
    if image is None:
        raise OptionError("an open file has no name from which to make that of the image; give image=...")
    percents = occupancy_of(map)
    between = bool(((percents > 0) & (percents < OCCUPIED)).any())
    plain = bool((costs_of_cells(map)[map.passable] == 1).all())
    refuse_loss(map, ".yaml", lossy, costs_kept=plain)
    if mode == "trinary" and between and not lossy:
        raise OptionError("mode='trinary' loses how likely cells are occupied; write mode='scale' or 'raw'")
    put(image, _picture(percents, map.passable, mode))
    facts = {
        "image": json.dumps(Path(name_of(image)).name, ensure_ascii=False),
        "mode": mode,
        "resolution": resolution,
        "origin": list(origin),
        "negate": 0,
        "occupied_thresh": _OCCUPIED_ABOVE,
        "free_thresh": _FREE_BELOW,
    }
    return "".join(f"{key}: {value}\n" for key, value in facts.items()).encode()


def image_suffix(mode: object) -> str:
    """Return the suffix of a map's image if its caller gives no name.

    Example:
        >>> image_suffix("scale"), image_suffix(None)
        ('.png', '.pgm')
    """
    return ".png" if mode == "scale" else ".pgm"


def _picture(percents: NDArray[np.int8], passable: NDArray[np.bool_], mode: str) -> bytes:
    """Return the image that reads back as these percents."""
    unknown = percents < 0
    if mode == "raw":
        return _encoded(np.where(unknown, np.uint8(UNKNOWN), percents.astype(np.uint8)), "PPM")
    if mode == "trinary":
        known = np.where(passable, _FREE_GREY, 0)
        return _encoded(np.where(unknown, UNKNOWN_GREY, known).astype(np.uint8), "PPM")
    taken = _FREE_BELOW + percents / OCCUPIED * (_OCCUPIED_ABOVE - _FREE_BELOW)
    ends = np.select([percents == 0, percents == OCCUPIED], [_FREE_GREY, 0], np.rint(255 * (1 - taken)))
    grey = np.where(unknown, UNKNOWN_GREY, ends)
    return _encoded(np.stack([grey, np.where(unknown, 0, 255)], axis=-1).astype(np.uint8), "PNG")


def _encoded(pixels: NDArray[np.uint8], kind: str) -> bytes:
    pillow: Any = need_extra("PIL.Image", "ros")
    stream = io.BytesIO()
    pillow.fromarray(pixels).save(stream, kind)
    return stream.getvalue()
