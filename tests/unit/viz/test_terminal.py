"""Terminal pictures, read back."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.maps import Terrain
from pathstar.viz.drawables import scene_of
from pathstar.viz.printing import show
from pathstar.viz.render.terminal import color_of, terminal_picture
from pathstar.viz.theme import THEMES
from unit.viz.boards import decoded, guide, pixels_of, winding

DARK = THEMES["dark"]


class Terminal(io.StringIO):
    """A stream with known capabilities."""

    def __init__(self, encoding: str = "utf-8", tty: bool = True) -> None:
        super().__init__()
        self._encoding, self._tty = encoding, tty

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._tty


def shown(thing: Any, **options: Any) -> str:
    stream = io.StringIO()
    show(thing, file=stream, **options)
    return stream.getvalue()


def test_plain_characters() -> None:
    assert shown(guide(), color="none").splitlines()[:5] == [
        "oo***oo",
        "o+*#o*o",
        "+A+#oBo",
        "o++#...",
        "ooo....",
    ]


def test_plain_costs() -> None:
    grid = ps.Grid([[1, 1, 1, 1, 0]], cost=[[1, 2, 3, 4, 1]])
    assert shown(grid, color="none").splitlines()[0] == ".:;%#"


def test_the_caption() -> None:
    lines = shown(guide(), color="none").splitlines()
    assert lines[5].startswith("Search from (1, 2) to (5, 2): found, cost 68, places 7")
    assert lines[6] == "A start  B target  * path  + closed (visited)  o open  # wall"
    assert shown(guide(), color="none", caption=False).count("\n") == 5


@pytest.mark.parametrize("theme", THEMES)
def test_squares_in_full_colour(theme: str) -> None:
    colours = THEMES[theme]
    board = decoded(shown(guide(), color="24bit", theme=theme, width=80, height=24, caption=False))
    assert [len(row) for row in board] == [14] * 5
    squares = [row[::2] for row in board]
    assert squares[2][1] == ("A", colours.text_on(colours.start), colours.start)
    assert squares[2][5] == ("B", colours.text_on(colours.goal), colours.goal)
    assert squares[0][3] == ("●", colours.path, colours.filled("closed"))
    assert squares[2][3][2] == colours.wall
    assert squares[4][0][::2] == ("○", colours.filled("open"))
    assert squares[3][1][::2] == ("·", colours.filled("closed"))
    assert squares[4][6][::2] == (" ", colours.floor)


def test_squares_in_256_colours() -> None:
    board = decoded(shown(guide(), color="256", width=80, height=24, caption=False))
    for x, y, colour in ((1, 2, DARK.start), (3, 1, DARK.wall), (6, 4, DARK.floor)):
        paper = board[y][2 * x][2]
        assert paper is not None
        assert np.abs(np.subtract(paper, colour)).max() <= 48  # half a step of the cube


def test_every_one_of_256_is_its_own_nearest() -> None:
    from pathstar.viz.render.terminal_cells import _nearest_of_256
    from unit.viz.boards import of_256

    colours = np.array([[of_256(code) for code in range(16, 256)]], np.uint8)
    nearest = _nearest_of_256(colours)[0].tolist()
    assert [of_256(code) for code in nearest] == [tuple(colour) for colour in colours[0].tolist()]


@pytest.mark.parametrize(("width", "height"), [(40, 12), (80, 24), (33, 50), (200, 10), (300, 300)])
def test_half_blocks_fill_the_window(width: int, height: int) -> None:
    path = winding(300)
    text = shown(path, color="24bit", width=width, height=height, caption=False)
    pixels = pixels_of(text)
    assert pixels.shape[1] <= width
    assert len(text.splitlines()) <= height
    assert pixels.shape[1] == width or abs(len(text.splitlines()) - height) <= 1
    rows, columns = min(2 * height, width, 300), min(2 * height, width, 300)
    x, y = scene_of(path).blocks(path.points, rows, columns).T
    inked = (pixels == DARK.path).all(-1) | (pixels == DARK.start).all(-1) | (pixels == DARK.goal).all(-1)
    assert inked[y, x].all()  # the path of single cells is whole
    assert inked.sum() <= len(np.unique(y * columns + x)) + 2 * 8  # and nothing else, except larger ends


def test_half_blocks_cell_by_cell() -> None:
    rng = np.random.default_rng(2)
    walkable = rng.random((31, 60)) < 0.7
    walkable[0, 0] = walkable[30, 59] = True
    path = ps.find_path(ps.Grid(walkable), (0, 0), (0, 0))
    pixels = pixels_of(shown(path, color="24bit", width=60, height=16, caption=False))
    assert pixels.shape == (32, 60, 3)
    assert (pixels[31] == DARK.page).all()  # the half line left over
    expected = np.where(walkable[..., None], np.array(DARK.floor), np.array(DARK.wall))
    expected[0, 0] = DARK.goal
    assert (pixels[:31] == expected).all()


def test_plain_characters_of_a_wide_map() -> None:
    path = winding(300)
    lines = shown(path, color="none", width=50, caption=False).splitlines()
    assert [len(line) for line in lines] == [50] * 25
    x, y = scene_of(path).blocks(path.points, 25, 50).T
    assert {lines[row][column] for row, column in zip(y, x, strict=True)} <= set("*AB")


def test_plain_walls_of_a_wide_map() -> None:
    walkable = np.ones((100, 200), bool)
    walkable[:, :100] = False
    lines = shown(ps.Grid(walkable), color="none", width=20, caption=False).splitlines()
    assert lines == ["#" * 10 + "." * 10] * 5


def test_unknown_kinds_of_wall_are_named() -> None:
    kinds = {0: Terrain("rock", walkable=False), 1: Terrain("lava", walkable=False), 2: Terrain("ash")}
    text = shown(ps.Map.from_terrain([[0, 1, 2]], kinds), color="24bit")
    assert "rock" in text
    assert "lava" in text


@pytest.mark.parametrize(
    ("environment", "stream", "color"),
    [
        ({"COLORTERM": "truecolor"}, Terminal(), "24bit"),
        ({"COLORTERM": "24bit", "TERM": "xterm"}, Terminal(), "24bit"),
        ({"WT_SESSION": "1"}, Terminal(), "24bit"),
        ({"TERM": "xterm-256color"}, Terminal(), "256"),
        ({}, Terminal(), "256"),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, Terminal(), "none"),
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, Terminal(), "none"),
        ({"NO_COLOR": "", "COLORTERM": "truecolor"}, Terminal(), "24bit"),
        ({"COLORTERM": "truecolor"}, Terminal(tty=False), "none"),
        ({"FORCE_COLOR": "1"}, Terminal(tty=False), "256"),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, Terminal(tty=False), "none"),
        ({"COLORTERM": "truecolor"}, Terminal("ascii"), "none"),
        ({"COLORTERM": "truecolor"}, Terminal("cp1252"), "none"),
        ({"COLORTERM": "truecolor"}, Terminal("no-such-thing"), "none"),
    ],
)
def test_colours_a_stream_can_show(environment: dict[str, str], stream: Terminal, color: str) -> None:
    assert color_of(stream, environment) == color


def test_a_pipe_gets_no_codes(capsys: pytest.CaptureFixture[str]) -> None:
    guide().path.show()
    guide().show()
    guide().space.show()  # type: ignore[attr-defined]
    ps.Map([[1, 0]]).show()
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize("color", ["24bit", "256", "none"])
@pytest.mark.parametrize("shape", [(1, 1), (1, 500), (500, 1), (2, 2)])
def test_odd_shapes(shape: tuple[int, int], color: str) -> None:
    grid = ps.Grid(np.ones(shape, bool))
    path = ps.find_path(grid, (0, 0), (shape[1] - 1, shape[0] - 1))
    text = terminal_picture(scene_of(path), DARK, color, 20, 10)
    assert text
    assert all(len(row) <= 20 for row in decoded(text))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"color": "16"}, "unknown kind of colour"),
        ({"theme": "blue"}, "unknown theme"),
        ({"width": 1}, "width is 1"),
        ({"height": 2.5}, "height is 2.5"),
        ({"step": 3}, "step is for a Trace"),
    ],
)
def test_wrong_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ps.OptionError, match=message):
        shown(ps.Grid([[1]]), **options)


@pytest.mark.parametrize("file", [5, "map.txt", io.BytesIO()])
def test_a_file_that_takes_no_text_is_refused(file: Any) -> None:
    with pytest.raises(ps.OptionError, match=r"^file is .*; allowed: a text stream"):
        ps.Grid([[1, 1]]).show(file=file)
