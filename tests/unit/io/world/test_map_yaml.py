"""ROS maps, compared with the rules of nav2's map server, pixel by pixel."""

from __future__ import annotations

import io
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from tests.sampling import examples

import pathstar as ps
from pathstar.errors import MapFormatError, MeaningWarning, OptionError
from pathstar.maps import Frame
from pathstar.maps.occupancy import occupancy_of

TEXT = """image: site.pgm
mode: trinary
resolution: 0.05
origin: [-10.0, -5.0, 0.0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
"""
# Twelve lists, each of eight times the one before: some hundred gigabytes if expanded.
ALIASES = "\n".join(
    [
        "l0: &l0 [x, x]",
        *(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 8)}]" for n in range(1, 13)),
        "origin: *l12",
    ]
)


def expected(pixel: tuple[int, int, int, int], has_alpha: bool, mode: str, negate: bool) -> int:
    """nav2's value for a pixel, -1 to 100; thresholds 0.65 and 0.196."""
    channels = list(pixel[:3])
    if mode == "trinary" and has_alpha:
        channels.append(pixel[3])
    shade = sum(channels) / len(channels) / 255
    if mode == "raw":
        level = round(sum(pixel[:3]) / 3)
        return level if level <= 100 else -1
    taken = shade if negate else 1 - shade
    if mode == "scale" and has_alpha and pixel[3] < 255:
        return -1
    if taken > 0.65:
        return 100
    if taken < 0.196:
        return 0
    return -1 if mode == "trinary" else round((taken - 0.196) / (0.65 - 0.196) * 100)


def site(folder: Path, pixels: np.ndarray, text: str = TEXT, image: str = "site.pgm") -> Path:
    Image.fromarray(pixels).save(folder / image)
    (folder / "site.yaml").write_text(text, encoding="utf-8")
    return folder / "site.yaml"


@pytest.mark.parametrize("mode", ["trinary", "scale", "raw"])
@pytest.mark.parametrize("negate", [False, True])
@pytest.mark.parametrize("has_alpha", [False, True])
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(3))
def test_every_pixel_is_read_as_by_the_map_server(mode, negate, has_alpha, seed):
    random = np.random.default_rng(seed)
    pixels = random.integers(0, 256, (5, 7, 4 if has_alpha else 3)).astype(np.uint8)
    pixels[0] = [[level] * pixels.shape[2] for level in (0, 254, 255, 205, 88, 90, 100)]
    picture = io.BytesIO()
    Image.fromarray(pixels).save(picture, "png")
    picture.seek(0)
    text = TEXT.replace("trinary", mode).replace("negate: 0", f"negate: {int(negate)}")
    map = ps.read(io.BytesIO(text.encode()), format="yaml", image=picture)
    wanted = [
        [expected((*pixel, 255)[:4], has_alpha, mode, negate) for pixel in row] for row in pixels.tolist()
    ]
    assert occupancy_of(map).tolist() == wanted
    assert map.passable.tolist() == [[0 <= percent < 65 for percent in row] for row in wanted]


def test_where_cells_lie(tmp_path):
    map = ps.read(site(tmp_path, np.full((80, 120), 254, np.uint8)))
    assert map.to_cell((-9.88, -1.12)) == (2, 2)
    assert map.to_cell((-9.999, -4.999)) == (0, 79)
    x, y = map.to_world((0, 79))
    assert math.isclose(x, -9.975)
    assert math.isclose(y, -4.975)
    assert map.name == "site"
    with pytest.raises(
        ps.PlaceError, match=r"the point \(-11.01, 0.01\) lies in the cell \(-21, -21\), outside"
    ):
        map.to_cell((-11.01, 0.01))


def test_what_unknown_means(tmp_path):
    file = site(tmp_path, np.array([[254, 205, 0]], np.uint8))
    assert ps.read(file).passable.tolist() == [[True, False, False]]
    assert ps.read(file, unknown="free").passable.tolist() == [[True, True, False]]
    assert ps.read(file, unknown=4).cost_field()[0, :2].tolist() == [1, 4]
    with pytest.raises(OptionError, match="did you mean 'wall'"):
        ps.read(file, unknown="walls")


def test_thresholds_that_free_the_unknown_are_noticed(tmp_path):
    text = TEXT.replace("0.196", "0.25")
    file = site(tmp_path, np.array([[254, 205, 0]], np.uint8), text)
    with pytest.warns(MeaningWarning, match=r"205.*free_thresh is 0.25; 0.196 makes them unknown"):
        assert ps.read(file).passable.tolist() == [[True, True, False]]


def test_a_bare_image_says_that_205_is_free(tmp_path):
    file = site(tmp_path, np.array([[254, 205, 0]], np.uint8))
    with pytest.warns(MeaningWarning, match="threshold=250 makes them walls"):
        ps.read(file.with_name("site.pgm"))
    assert ps.read(file.with_name("site.pgm"), threshold=250).passable.tolist() == [[True, False, False]]
    Image.fromarray(np.array([[254, 205, 17]], np.uint8)).save(tmp_path / "photo.pgm")
    ps.read(tmp_path / "photo.pgm")  # no map server writes 17


@pytest.mark.parametrize("mode", ["trinary", "scale", "raw"])
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=examples(5))
def test_there_and_back(tmp_path_factory, mode, seed):
    random = np.random.default_rng(seed)
    percents = random.integers(-1, 101, (6, 5))
    if mode == "trinary":
        percents = np.choose(percents % 3, [-1, 0, 100])
    info = {"resolution": 0.05, "origin": (-1.25, 3.5, random.choice([0.0, 0.5]))}
    before = ps.Map.from_occupancy(percents, info, name="site")
    file = tmp_path_factory.mktemp("maps") / "site.yaml"
    ps.write(before, file, mode=mode)
    after = ps.read(file)
    assert after == before
    np.testing.assert_allclose(after.frame.transform, before.frame.transform, atol=1e-9)


@pytest.mark.parametrize(("mode", "usual"), [("trinary", ".pgm"), ("scale", ".png"), ("raw", ".pgm")])
def test_an_image_has_the_name_that_it_is_given(tmp_path, mode, usual):
    map = ps.Map.from_occupancy([[0, 100]], {"resolution": 1.0, "origin": (0, 0)})
    ps.write(map, tmp_path / "site.yaml", mode=mode, image=tmp_path / "walls.img")
    assert {file.name for file in tmp_path.iterdir()} == {"site.yaml", "walls.img"}
    assert ps.read(tmp_path / "site.yaml") == map
    ps.write(map, tmp_path / "plain.yaml", mode=mode)
    assert (tmp_path / "plain").with_suffix(usual).exists()


def test_numbers_as_map_servers_read_them(tmp_path):
    text = TEXT.replace("0.05", "5e-2").replace("negate: 0", "negate: false")
    map = ps.read(site(tmp_path, np.full((2, 2), 254, np.uint8), text))
    assert map.frame.pose(2) == (0.05, (-10.0, -5.0, 0.0))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("image: site.pgm\n", "", "no image"),
        ("resolution: 0.05", "resolution: 0", "the resolution 0, expected metres above 0"),
        ("resolution: 0.05", "resolution: fine", "resolution: 'fine', expected a finite number"),
        ("resolution: 0.05", "resolution: 1_0", "resolution: '1_0'"),
        ("resolution: 0.05", "resolution: .inf", "resolution: '.inf'"),
        ("origin: [-10.0, -5.0, 0.0]", "origin: [1, 2]", "three numbers"),
        ("origin: [-10.0, -5.0, 0.0]", ALIASES, "three numbers"),
        ("negate: 0", "negate: 2", "negate: '2', expected 0 or 1"),
        ("free_thresh: 0.196\n", "", "no free_thresh"),
        ("occupied_thresh: 0.65", "occupied_thresh: 65", "occupied_thresh 65, expected a share from 0 to 1"),
        ("mode: trinary", "mode: ternary", "the mode 'ternary', expected one of trinary, scale, raw"),
        ("mode: trinary", "mode: [", r"line 4, column 7.*expected YAML"),
        (TEXT, "just words", "no keys"),
        (TEXT, "", "no keys"),
        (TEXT, "\x00", "expected YAML"),
    ],
)
def test_mistakes_in_the_text(tmp_path, old, new, words):
    file = site(tmp_path, np.zeros((1, 1), np.uint8), TEXT.replace(old, new))
    with pytest.raises(MapFormatError, match=words):
        ps.read(file)


def test_an_open_file_names_no_other(tmp_path):
    file = site(tmp_path, np.full((1, 2), 254, np.uint8))
    with file.open("rb") as stream, pytest.raises(OptionError, match=r"give the map's path, or the image as"):
        ps.read(stream)
    with file.open("rb") as stream:
        assert ps.read(stream, image=tmp_path / "site.pgm").size == 2
    file.with_name("site.pgm").unlink()
    with pytest.raises(FileNotFoundError):
        ps.read(file)
    file.with_name("site.pgm").write_bytes(b"P5 9 9")
    with pytest.raises(MapFormatError, match="damaged image"):
        ps.read(file)


def test_what_cannot_be_written(tmp_path):
    frame = Frame.from_pose(0.1, (0, 0), 1)
    with pytest.raises(OptionError, match="needs a frame"):
        ps.write(ps.Map([[1]]), tmp_path / "a.yaml")
    with pytest.raises(OptionError, match="no pose"):
        ps.write(ps.Map([[1]], frame=Frame((1, 0, 0, 0, 1, 0))), tmp_path / "a.yaml")
    with pytest.raises(OptionError, match="cannot hold the costs"):
        ps.write(ps.Map([[1]], cost=[[3]], frame=frame), tmp_path / "a.yaml")
    with pytest.raises(OptionError, match="mode='scale' or 'raw'"):
        ps.write(ps.Map.from_occupancy([[30]], {"resolution": 1, "origin": (0, 0)}), tmp_path / "a.yaml")
    with pytest.raises(OptionError, match="give image="):
        ps.write(ps.Map([[1]], frame=frame), io.BytesIO(), format="yaml")
    assert list(tmp_path.iterdir()) == []
