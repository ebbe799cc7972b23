"""ROS maps written from the rules of nav2's map server: which cells are walls, their costs, their places."""

from __future__ import annotations

import io
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.errors import MeaningWarning
from unit.io.odd.rules import REFUSED, Odd, check, put, table

Image = pytest.importorskip("PIL.Image")
pytest.importorskip("yaml")


def yaml(image: str = "odd.pgm", drop: str = "", **changes: object) -> str:
    """Return a map's description; `drop` leaves a key out, `changes` replace values as they are written."""
    keys: dict[str, object] = {
        "image": image,
        "resolution": 0.5,
        "origin": "[0.0, 0.0, 0.0]",
        "negate": 0,
        "occupied_thresh": 0.65,
        "free_thresh": 0.196,
    }
    keys |= changes
    return "".join(f"{key}: {value}\n" for key, value in keys.items() if key != drop)


def pgm(*rows: list[int], most: int = 255) -> bytes:
    """Return a binary grey map; two bytes per number, the high one first, if `most` needs them."""
    numbers = np.array(rows)
    kind = ">u2" if most > 255 else "u1"
    return f"P5\n{numbers.shape[1]} {numbers.shape[0]}\n{most}\n".encode() + numbers.astype(kind).tobytes()


def png(pixels: Any, mode: str | None = None) -> bytes:
    """Return a PNG image of an array of pixels."""
    picture = Image.fromarray(np.array(pixels, np.uint8))
    file = io.BytesIO()
    (picture.convert(mode) if mode else picture).save(file, "PNG")
    return file.getvalue()


def case(name: str, text: str, image: bytes, cells: str, **more: Any) -> Odd:
    """Return a row whose image is beside the file, under the name that the file gives."""
    return Odd(name, text, cells, files={more.pop("at", "odd.pgm"): image}, **more)


GREYS = pgm([254, 205, 0], [255, 206, 80])
ASCII = b"P2 # a comment\n# another\n3 1 # size\n255\n254 # free\n0\n205\n"
TWO = pgm([254, 0])
ALPHA = png([[[255, 255, 255, 255], [255, 255, 255, 0], [0, 0, 0, 255], [0, 0, 0, 0]]])
RGB = png([[[255, 255, 255], [255, 0, 0], [0, 255, 255], [255, 255, 200]]])
HUES = png([[[254, 254, 254], [0, 0, 0]]], "P")

CASES = [
    # 205 is (255 - 205) / 255 = 0.19608 occupied, 80 is 0.686; 206 is 0.192.
    case("205 is unknown, unknown is wall", yaml(), GREYS, ".##/..#"),
    case("unknown free", yaml(), GREYS, "..#/..#", options={"unknown": "free"}),
    case(
        "unknown at a price", yaml(), GREYS, "..#/..#", options={"unknown": 5}, costs=[[1, 5, 0], [1, 1, 0]]
    ),
    case("205 free by 0.25", yaml(free_thresh=0.25), pgm([254, 205, 0]), "..#", warns=MeaningWarning),
    # Negated, 102 is 0.4 and 51 is 0.2 occupied: neither is beyond its threshold.
    case(
        "at both thresholds unknown",
        yaml(negate=1, occupied_thresh=0.4, free_thresh=0.2),
        pgm([50, 51, 102, 103]),
        "...#",
        options={"unknown": "free"},
    ),
    case(
        "thresholds are strict",
        yaml(negate=1, occupied_thresh=0.4, free_thresh=0.2),
        pgm([50, 51, 102, 103]),
        ".###",
    ),
    case("negate", yaml(negate=1), pgm([0, 254, 50, 49]), ".##."),
    case("negate as a boolean", yaml(negate="true"), pgm([0, 254]), ".#"),
    case("negate as a word", yaml(negate="off"), TWO, ".#"),
    case("ascii with comments", yaml(), ASCII, ".##"),
    case("16 bits", yaml(), pgm([65535, 0, 52685, 60000], most=65535), ".##."),
    case("maxval 100", yaml(), pgm([100, 0, 80, 85], most=100), ".##."),
    case("ascii maxval 4", yaml(), b"P2\n3 1\n4\n4 0 2\n", ".##"),
    # The mean of 255, 255, 255 and an alpha of 0 is 0.75: 0.25 occupied, between the thresholds.
    case("alpha counts as a fourth channel", yaml("a.png"), ALPHA, ".###", at="a.png"),
    case("a transparent white may be free", yaml("a.png", free_thresh=0.26), ALPHA, "..##", at="a.png"),
    case(
        "scale: not opaque is unknown",
        yaml("a.png", mode="scale"),
        ALPHA,
        "..#.",
        at="a.png",
        options={"unknown": "free"},
    ),
    # Means: 255, 85, 170, 236.7: occupied 0, 0.667, 0.333, 0.072.
    case("colours by their mean", yaml("c.png"), RGB, ".##.", at="c.png"),
    case("a palette", yaml("p.png"), HUES, ".#", at="p.png"),
    case("one bit", yaml("b.png"), png([[255, 0]], "1"), ".#", at="b.png"),
    # Of 0.2 to 0.8, an occupancy of 0.4 is 33 %, of 0.6 is 67 %.
    case(
        "scale between the thresholds",
        yaml(mode="scale", negate=1, occupied_thresh=0.8, free_thresh=0.2),
        pgm([0, 102, 153, 255]),
        "..##",
        options={"weight": 3},
        costs=[[1, 1.99, 0, 0]],
    ),
    case(
        "scale with a higher lethal",
        yaml(mode="scale", negate=1, occupied_thresh=0.8, free_thresh=0.2),
        pgm([0, 102, 153, 255]),
        "...#",
        options={"weight": 3, "lethal": 68},
        costs=[[1, 1.99, 3.01, 0]],
    ),
    case("raw keeps 0 to 100", yaml(mode="raw"), pgm([0, 64, 65, 100, 101, 255]), "..####"),
    case(
        "raw beyond 100 is unknown",
        yaml(mode="raw"),
        pgm([0, 64, 65, 100, 101, 255]),
        "..##..",
        options={"unknown": "free"},
    ),
    case(
        "raw ignores negate",
        yaml(mode="raw", negate=1),
        pgm([0, 50]),
        "..",
        options={"weight": 2},
        costs=[[1, 2]],
    ),
    case("a mode in capitals", yaml(mode="Raw"), pgm([0, 255]), ".#"),
    # The lower left corner is at the origin, and the axes turn around it.
    case(
        "origin",
        yaml(origin="[-3, 4, 0]"),
        GREYS,
        ".##/..#",
        world={(0, 1): (-2.75, 4.25), (2, 0): (-1.75, 4.75)},
    ),
    case(
        "a quarter turn",
        yaml(origin=f"[1.0, 2.0, {math.pi / 2}]"),
        GREYS,
        ".##/..#",
        world={(0, 1): (0.75, 2.25), (2, 1): (0.75, 3.25), (0, 0): (0.25, 2.25)},
    ),
    case("an image in a folder", yaml("img/a b.pgm"), TWO, ".#", at="img/a b.pgm"),
    case("a dot before the image", yaml("./odd.pgm"), TWO, ".#"),
    case("other keys are ignored", yaml(author="me", layers="[1, 2]"), TWO, ".#"),
    case("numbers with an exponent", yaml(resolution="5e-1"), TWO, ".#", world={(0, 0): (0.25, 0.25)}),
    case("numbers in quotes", yaml(occupied_thresh='"0.65"'), TWO, ".#"),
    case("a start of a document", "---\n" + yaml() + "...\n", TWO, ".#"),
    case("lines of DOS", yaml().replace("\n", "\r\n"), TWO, ".#"),
    case("a mark of UTF-8", "\ufeff" + yaml(), TWO, ".#"),
    *(
        case(f"no {key}", yaml(drop=key), TWO, REFUSED)
        for key in ("image", "resolution", "origin", "occupied_thresh", "free_thresh", "negate")
    ),
    case("an empty image", yaml('""'), TWO, REFUSED),
    case("an unknown mode", yaml(mode="scaled"), TWO, REFUSED),
    case("an origin of two numbers", yaml(origin="[0, 0]"), TWO, REFUSED),
    case("a resolution of 0", yaml(resolution=0), TWO, REFUSED),
    case("a resolution that is not a number", yaml(resolution=".nan"), TWO, REFUSED),
    case("a threshold that is not a number", yaml(free_thresh="low"), TWO, REFUSED),
    case("a threshold in percent", yaml(occupied_thresh=65), TWO, REFUSED),
    case("a threshold below 0", yaml(free_thresh=-0.1), TWO, REFUSED),
    case("half an image", yaml(), pgm([254] * 9, [0] * 9)[:-5], REFUSED),
    case("a list", "- image: odd.pgm\n", TWO, REFUSED),
    case("nothing", "", TWO, REFUSED),
]


@table(CASES)
def test_map(case: Odd, tmp_path: Path) -> None:
    check(case, tmp_path, "yaml")


def test_absolute_path(tmp_path: Path) -> None:
    """A path that begins at the root is not relative to the file."""
    image = put(tmp_path, "elsewhere/site.pgm", TWO)
    path = put(tmp_path, "maps/odd.yaml", yaml(str(image)))
    assert ps.read(path).passable.tolist() == [[True, False]]
