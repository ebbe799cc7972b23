"""Images, through Pillow."""

from __future__ import annotations

import io
import struct
import sys
import warnings
import zlib
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

from pathstar.errors import MapFormatError, MapLimitError, MissingExtraError, OptionError
from pathstar.io.images import KINDS
from pathstar.maps.generate import noise_terrain
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map
from unit.io.helpers import as_bytes, costs, maps, parse, there_and_back

Image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")

EXACT = sorted(set(KINDS) - {".jpg", ".jpeg", ".pgm"})
COLORS = {
    "#ffffff": True,
    "#000000": False,
    "#00ff00": 2.5,
    "#0000FF": Terrain("water", walkable=False),
    "#ff8800": Terrain("road", 0.5),
}


def encoded(pixels: object, mode: str | None = None, format: str = "PNG", **options) -> bytes:
    image = pixels if isinstance(pixels, Image.Image) else Image.fromarray(np.array(pixels, np.uint8))
    file = io.BytesIO()
    (image.convert(mode) if mode else image).save(file, format, **options)
    return file.getvalue()


def png_header(width: int, height: int) -> bytes:
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))
    return start + struct.pack(">I", 100) + b"IDAT"


@given(maps(costs=False, terrain=False))
def test_every_kind_brings_back_the_walls(map):
    for suffix in KINDS:
        again = there_and_back(map, suffix)
        np.testing.assert_array_equal(again.passable, map.passable, err_msg=suffix)
        assert again.cost_field() is None


@pytest.mark.parametrize("suffix", [".jpg", ".jpeg"])
def test_walls_survive_the_loss_of_jpeg(suffix):
    map = Map(np.random.default_rng(1).random((200, 300)) < 0.5)
    assert there_and_back(map, suffix) == map


@pytest.mark.parametrize("suffix", EXACT)
def test_terrain_and_costs_by_colours(suffix):
    landscape = noise_terrain(40, 30, scale=10, seed=2)
    again = there_and_back(landscape, suffix, legend=landscape.legend)
    assert again == landscape


def test_brightness():
    data = encoded([[0, 127, 128, 255]])
    assert parse(data, "png").passable.tolist() == [[False, False, True, True]]
    assert parse(data, "png", threshold=1).passable.tolist() == [[False, True, True, True]]
    assert parse(data, "png", invert=True).passable.tolist() == [[True, True, False, False]]


@pytest.mark.parametrize(
    ("format", "mode"),
    [
        (format, mode)
        for format, modes in {
            "PNG": "1 L P RGB LA RGBA I;16",
            "TIFF": "1 L P RGB LA RGBA I;16 I CMYK",
            "BMP": "1 L P RGB RGBA",
            "GIF": "1 L P RGB RGBA",
            "PPM": "1 L RGB I",
            "WEBP": "RGB RGBA",
        }.items()
        for mode in modes.split()
    ],
)
def test_every_mode(format, mode):
    walls = np.random.default_rng(3).random((9, 11)) < 0.5
    image = Image.fromarray(np.where(walls, 255, 0).astype(np.uint8))
    if mode.startswith("I"):
        deep = np.where(walls, 65535, 0)
        image = Image.fromarray(deep.astype(np.uint16 if mode == "I;16" else np.int32))
    else:
        image = image.convert(mode)
    data = encoded(image, format=format, **({"lossless": True} if format == "WEBP" else {}))
    np.testing.assert_array_equal(parse(data, "png").passable, walls)


def test_transparency():
    pixels = [[[0, 0, 0, 0], [0, 0, 0, 255], [255, 255, 255, 255], [0, 0, 0, 100], [255, 255, 255, 0]]]
    data = encoded(pixels)
    assert parse(data, "png").passable.tolist() == [[True, False, True, True, True]]
    assert parse(data, "png", by="alpha").passable.tolist() == [[True, False, False, True, True]]
    assert parse(data, "png", by="alpha", threshold=50).passable.tolist() == [
        [True, False, False, False, True]
    ]
    assert parse(encoded([[0, 255]]), "png", by="alpha").passable.tolist() == [[False, False]]


def test_a_colour_legend():
    pixels = [[[255, 255, 255], [0, 0, 0], [0, 255, 0], [0, 0, 255], [255, 136, 0]]]
    map = parse(encoded(pixels), "png", legend=COLORS)
    assert costs(map).tolist() == [[1, np.inf, 2.5, np.inf, 0.5]]
    assert [terrain.name for terrain in map.legend.values()][3:] == ["water", "road"]
    assert there_and_back(map, "png", legend=map.legend) == map


def test_unknown_colours():
    data = encoded([[[255, 255, 255], [0, 0, 0]], [[255, 255, 255], [1, 2, 250]]])
    with pytest.raises(MapFormatError) as caught:
        parse(data, "png", legend=COLORS)
    assert (caught.value.line, caught.value.column, caught.value.found) == (2, 2, "the colour #0102fa")
    map = parse(data, "png", legend=COLORS, nearest=True)
    assert map.legend[map.terrain[1, 1]].name == "water"


def test_what_images_cannot_hold():
    map = Map([[1, 1]], cost=[[1, 2]])
    with pytest.raises(OptionError, match="cannot hold the costs"):
        as_bytes(map, "png")
    with pytest.raises(OptionError, match="cannot hold the costs"):
        as_bytes(map, "png", legend=COLORS)
    assert parse(as_bytes(map, "png", legend=COLORS, lossy=True), "png", legend=COLORS).passable.all()
    with pytest.raises(OptionError, match="no colour for blocked cells"):
        as_bytes(Map([[0]]), "png", legend={"#ffffff": True}, lossy=True)
    for suffix in (".jpg", ".pgm"):
        with pytest.raises(OptionError, match="does not keep colours"):
            as_bytes(Map([[0]]), suffix, legend=COLORS)
    with pytest.raises(OptionError, match="Pillow cannot write"):
        as_bytes(Map(np.ones((1, 70_000))), "jpg")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"by": "hue"}, "unknown way to tell walls 'hue'"),
        ({"threshold": 256}, "threshold is 256"),
        ({"threshold": 0.5}, "threshold is 0.5"),
        ({"legend": {}}, "from 1 to 256 colours, not 0"),
        ({"legend": {"white": True}}, "'white' must be written '#rrggbb'"),
        ({"legend": {1: Terrain("colourless")}}, "'' must be written '#rrggbb'"),
        ({"legend": {"#ffffff": "yes"}}, "'yes'"),
    ],
)
def test_bad_options(options, words):
    with pytest.raises(OptionError, match=words):
        parse(encoded([[0]]), "png", **options)


@pytest.mark.parametrize("size", [(30_000, 30_000), (2**31 - 1, 2**31 - 1)])
def test_huge_images_are_refused_before_decoding(size):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(MapLimitError, match="the limit is 268,435,456"):
            parse(png_header(*size), "png")


def test_pillows_own_limit_does_not_leak(monkeypatch):
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 10)
    walls = np.random.default_rng(1).random((40, 50)) < 0.5
    for suffix in set(KINDS) - {".tif", ".tiff", ".webp"}:
        assert there_and_back(Map(walls), suffix) == Map(walls)
    with pytest.raises(MapLimitError, match=r"raise PIL\.Image\.MAX_IMAGE_PIXELS"):
        there_and_back(Map(walls), ".tif")
    with suppress(MapLimitError):  # newer versions of Pillow check these too
        assert there_and_back(Map(walls), ".webp") == Map(walls)
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 1500)  # where Pillow only warns
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for suffix in KINDS:
            assert there_and_back(Map(walls), suffix) == Map(walls)
    clear = encoded(np.dstack([np.zeros((40, 50, 3)), np.where(walls, 0, 255)]))
    assert parse(clear, "png") == Map(walls)


@pytest.mark.parametrize("suffix", sorted(KINDS))
def test_truncated_and_damaged_images(suffix):
    data = as_bytes(Map(np.random.default_rng(1).random((64, 64)) < 0.5), suffix)
    for cut in (0, 3, 20, len(data) // 2):
        with pytest.raises(MapFormatError):
            parse(data[:cut], suffix)


@pytest.mark.parametrize("suffix", sorted(KINDS))
@given(st.data())
@settings(max_examples=examples(30))
def test_any_damage_is_an_error_of_ours_or_another_image(suffix, data):
    whole = bytearray(as_bytes(Map(np.eye(8)), suffix))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            map = parse(bytes(whole), suffix, cell_limit=10**6)
    except (MapFormatError, MapLimitError):
        return
    assert map.size <= 10**6


def test_other_files_are_no_images():
    for data in (b"", b"type octile\n", b"%PDF-1.4", b"\x00" * 100):
        with pytest.raises(MapFormatError):
            parse(data, "png")


def test_floats_are_no_image():
    data = encoded(Image.fromarray(np.ones((2, 2), np.float32)), format="TIFF")
    with pytest.raises(MapFormatError, match="32-bit numbers"):
        parse(data, "tif", threshold=3)
    assert parse(data, "tif").size == 4  # a raster


def test_without_pillow(monkeypatch):
    data = encoded([[0, 255]])
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(MissingExtraError, match=r'pip install "pathstar\[cli\]"'):
        parse(data, "png")
    with pytest.raises(MissingExtraError):
        as_bytes(Map([[1]]), "png")


@pytest.mark.parametrize("code", [-1, 256])
def test_codes_of_a_legend_are_bytes(code):
    with pytest.raises(OptionError, match=f"the legend's code {code} must be a whole number from 0 to 255"):
        parse(encoded([[0]]), "png", legend={code: Terrain("ground", color="#000000")})
