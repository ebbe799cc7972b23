"""PNG pictures, pixel by pixel."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import pathstar as ps
from pathstar.viz.display_list.picture import MARGIN
from pathstar.viz.display_list.shapes import Words
from pathstar.viz.drawables import Drawable, scene_of
from pathstar.viz.layouts.sheet import MOST, sheet_of
from pathstar.viz.layouts.squares import squares_layout
from pathstar.viz.render.png import _write
from pathstar.viz.theme import RGB, THEMES, mix
from unit.viz.boards import guide, raster_of, winding


def drawn(thing: Drawable, theme: str = "light", **options: Any) -> NDArray[np.uint8]:
    return raster_of(scene_of(thing), THEMES[theme], **options)


def at(picture: NDArray[np.uint8], x: float, y: float, cell: int = 64) -> RGB:
    """Return the pixel at a point given in cells."""
    red, green, blue = picture[int(y * cell), int(x * cell)].tolist()
    return red, green, blue


@pytest.mark.parametrize("theme", THEMES)
def test_the_worked_example(theme: str) -> None:
    picture, colours = drawn(guide(), theme), THEMES[theme]
    assert picture.shape == (5 * 64, 7 * 64, 3)
    assert at(picture, 3.5, 2.5) == colours.wall
    assert at(picture, 5.5, 4.5) == colours.floor
    assert at(picture, 1.5, 2.36) == colours.start
    assert at(picture, 5.5, 2.36) == colours.goal
    for x, y in guide().path.points[1:-1].tolist():
        assert at(picture, x + 0.5, y + 0.5) == colours.path
    assert at(picture, 3.0, 0.5) == colours.path  # the line between two dots
    assert at(picture, 2.5, 3.05) == colours.closed  # its outline
    assert at(picture, 2.5, 3.8) == mix(colours.floor, colours.closed, 0.2)
    dashes = {at(picture, x / 64, 4.05) for x in range(2, 62)}  # the outline of an open square
    assert colours.open in dashes
    assert len(dashes) > 1


def test_the_step_under_way_is_marked() -> None:
    scene = scene_of(guide(), step=3)
    picture = raster_of(scene, THEMES["light"])
    assert at(picture, 2.5, 3.05) == THEMES["light"].text
    assert at(picture, 2.2, 3.5) == mix(THEMES["light"].floor, THEMES["light"].current, 0.75)
    assert at(picture, 3.0, 0.5) != THEMES["light"].path


@pytest.mark.parametrize("theme", THEMES)
def test_small_cells(theme: str) -> None:
    colours = THEMES[theme]
    walkable = np.ones((200, 200), bool)
    walkable[50:150, 100] = False
    trace = ps.trace(ps.Grid(walkable), (10, 100), (190, 100))
    picture = drawn(trace, theme)
    assert picture.shape == (1000, 1000, 3)
    scene = scene_of(trace)
    assert scene.search is not None
    assert at(picture, 100.5, 120.5, 5) == colours.wall
    assert at(picture, 10.5, 100.5, 5) == colours.start
    assert at(picture, 190.5, 100.5, 5) == colours.goal
    far = np.ones((200, 200), bool)  # away from the path and its ends
    for x, y in trace.path:
        far[max(0, y - 3) : y + 4, max(0, x - 3) : x + 4] = False
    for mark, colour in ((0, colours.floor), (1, colours.filled("closed")), (2, colours.filled("open"))):
        cells = np.argwhere((scene.search == mark) & far & walkable)
        assert len(cells) > 10
        for y, x in cells[:: len(cells) // 10].tolist():
            assert (
                picture[y * 5 : y * 5 + 5, x * 5 : x * 5 + 5].reshape(-1, 3).tolist() == [list(colour)] * 25
            )
    for x, y in trace.path.points[4:-4:9].tolist():
        assert at(picture, x + 0.5, y + 0.5, 5) == colours.path


def test_the_path_has_a_rim() -> None:
    grid = ps.Grid(np.ones((200, 200)), cost=np.full((200, 200), 3.0))
    picture = drawn(ps.find_path(grid, (10, 50), (190, 50)), "light")
    column = picture[245:260, 500].tolist()
    middle = [row for row, colour in enumerate(column) if tuple(colour) == THEMES["light"].path]
    assert middle
    assert len(middle) <= 4
    floor = sum(THEMES["light"].floor)
    for side in (column[middle[0] - 3 : middle[0]], column[middle[-1] + 1 : middle[-1] + 4]):
        assert max(sum(colour) for colour in side) > floor  # lighter than the ground


def test_costs_darken_the_floor() -> None:
    picture = drawn(ps.Grid([[1, 1, 1, 0]], cost=[[1, 2, 3, 1]]), "light").astype(int)
    shades = [picture[32, 64 * x + 32].sum() for x in range(4)]
    assert shades[0] > shades[1] > shades[2] > shades[3]
    assert tuple(picture[32, 160]) == THEMES["light"].dear


@pytest.mark.parametrize(
    ("shape", "size"),
    [((5, 7), (320, 448)), ((512, 512), (1024, 1024)), ((2049, 100), (1025, 50)), ((1, 5000), (1, 1667))],
)
def test_sizes_are_readable_and_bounded(shape: tuple[int, int], size: tuple[int, int]) -> None:
    picture = drawn(ps.Grid(np.ones(shape, bool)))
    assert picture.shape[:2] == size
    assert max(size) <= MOST


def test_a_size_may_be_asked_for() -> None:
    assert drawn(ps.Grid(np.ones((3, 2500), bool)), cell=3).shape == (9, 7500, 3)


@pytest.mark.parametrize("cell", [0, -1, 1.5, "2", True, None.__class__])
def test_a_size_that_cannot_be(cell: Any) -> None:
    with pytest.raises(ps.OptionError, match="whole number of pixels"):
        sheet_of(squares_layout(3, 3), cell)


def test_a_size_beyond_all_bounds() -> None:
    with pytest.raises(ps.OptionError, match="at most 100000000"):
        sheet_of(squares_layout(4096, 4096), 3)


def test_a_path_of_single_cells_survives_being_made_small() -> None:
    path = winding(4097)
    picture = drawn(path)
    assert picture.shape == (1366, 1366, 3)
    scene = scene_of(path)
    for x, y in scene.blocks(path.points[::977], 1366, 1366).tolist():
        around = picture[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2].reshape(-1, 3)
        ink = {THEMES["light"].path, THEMES["light"].start, THEMES["light"].goal}
        assert ink & {tuple(pixel) for pixel in around.tolist()}


def test_a_large_map_is_drawn_smaller(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    grid = ps.Grid(rng.random((4096, 4096)) < 0.7, cost=rng.random((4096, 4096)))
    ps.save_picture(grid, tmp_path / "large.png")
    with Image.open(tmp_path / "large.png") as image:
        assert image.size == (2048, 2048)


@pytest.mark.parametrize("theme", THEMES)
def test_the_legend_stands_below(theme: str) -> None:
    plain, explained = drawn(guide(), theme), drawn(guide(), theme, legend=True)
    board = explained[MARGIN : MARGIN + len(plain), MARGIN : MARGIN + plain.shape[1]]
    assert (board == plain).all()
    band = explained[MARGIN + len(plain) :].reshape(-1, 3)
    seen = {tuple(pixel) for pixel in band.tolist()}
    colours = THEMES[theme]
    assert {colours.page, colours.start, colours.goal, colours.path, colours.closed, colours.wall} <= seen


def test_a_tiny_map_has_room_for_its_legend() -> None:
    picture = drawn(ps.find_path(ps.Grid([[1]]), (0, 0), (0, 0)), legend=True)
    assert picture.shape[0] > 64
    assert picture.shape[1] > 100


def test_without_pillow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "PIL"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ps.MissingExtraError, match=r"pip install \"pathstar\[plot\]\""):
        ps.save_picture(ps.Grid([[1]]), tmp_path / "a.png")
    assert not (tmp_path / "a.png").exists()
    assert ps.save_picture(ps.Grid([[1]]), tmp_path / "a.svg").exists()
    assert "<svg" in guide()._repr_html_()


def test_bold_words_are_as_bold_wherever_they_stand() -> None:
    def ink(x: float, *, bold: bool) -> float:
        page = Image.new("RGB", (80, 30), "white")
        _write(page, Words((x, 20.0), "Siam", 13.0, (0, 0, 0), None, "middle", bold=bold))
        return 255.0 - float(np.asarray(page).mean())

    shares = [ink(x, bold=True) for x in np.arange(40, 41, 0.1)]
    assert max(shares) == pytest.approx(min(shares))
    assert min(shares) > 1.2 * ink(40, bold=False)


@pytest.mark.parametrize("size", np.arange(9.5, 14, 0.1).round(1).tolist())
def test_a_decimal_point_stands_apart_from_the_digit_before_it(size: float) -> None:
    page = Image.new("L", (60, 30), 0)
    _write(page, Words((10.4, 20.0), "2.41", size, 255))  # type: ignore[arg-type]
    rows = np.asarray(page)[:, 10:]
    lowest = rows[np.flatnonzero(rows.max(axis=1) > 60)[-1]].astype(int)
    runs = np.split(lowest, np.flatnonzero(lowest == 0))
    words = [run[run > 0].tolist() for run in runs if run.any()]
    joined = words[0]  # the foot of the 2, and the point if no pixel between them is empty
    assert len(words) == 4 or min(joined[3:-1]) < 0.65 * max(joined[-2:])
