"""Files by suffix, and what notebooks show."""

from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import pathstar as ps
from pathstar.viz.notebook import html
from unit.viz.boards import guide, winding


@pytest.mark.parametrize("suffix", [".png", ".PNG", ".svg", ".Svg"])
def test_suffixes(tmp_path: Path, suffix: str) -> None:
    file = ps.save_picture(guide(), str(tmp_path / f"a{suffix}"), theme="dark", legend=True)
    assert file == tmp_path / f"a{suffix}"
    if suffix.lower() == ".png":
        with Image.open(file) as image:
            assert image.format == "PNG"
    else:
        assert ET.parse(file).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("a.jpg", "unknown picture format '.jpg'"),
        ("a.pgn", "did you mean '.png'"),
        ("picture", "has no suffix"),
        ("a.html", r"\.html is no picture format; .* trace\.save\('search\.html'\)"),
    ],
)
def test_a_suffix_that_is_none(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(ps.OptionError, match=message):
        ps.save_picture(guide(), tmp_path / name)
    assert not (tmp_path / name).exists()


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    for name in ("a.png", "a.svg"):
        with pytest.raises(FileNotFoundError):
            ps.save_picture(guide(), tmp_path / "no" / name)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("contour", "contours"), ("legends", "legend"), ("near", "nearest"), ("thme", "theme"), ("on_", "on")],
)
def test_an_option_of_a_picture_that_there_is_not(tmp_path: Path, name: str, nearest: str) -> None:
    field = ps.distance_field(ps.Grid([[1, 1]]), [(0, 0)])
    wanted = f"picture of a Field '{name}'; did you mean '{nearest}'"
    with pytest.raises(ps.OptionError, match=wanted) as error:
        ps.save_picture(field, tmp_path / "a.svg", **{name: 1})  # type: ignore[arg-type]
    assert "Allowed: theme, cell, legend, title, lang, contours, nearest, visited" in str(error.value)
    assert not (tmp_path / "a.svg").exists()


def test_options_belong_to_what_is_drawn_and_how() -> None:
    trace = guide()
    with pytest.raises(ps.OptionError, match="unknown option of a picture of a Path 'contours'"):
        trace.path.show(contours=3)
    with pytest.raises(ps.OptionError, match=r"of a Trace 'colour'; did you mean 'color'\? Allowed: file"):
        trace.show(colour="none")
    with pytest.raises(ps.OptionError, match="unknown option of a picture of a Grid 'cell'"):
        html(trace.space, cell=3)
    with pytest.raises(ps.OptionError, match="unknown option of a frame 'them'; did you mean 'theme'"):
        trace.frame(1, them="dark")


def no_path() -> ps.Path:
    return ps.find_path(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0))


@pytest.mark.parametrize(
    "thing",
    [
        guide(),
        guide().path,
        guide().space,
        ps.Map([[1, 0]], name="<script>alert(1)</script>"),
        no_path(),
        winding(700),
        ps.Grid(np.random.default_rng(1).random((300, 300)) < 0.5),
        ps.find_path(ps.Grid([[1]]), (0, 0), (0, 0)),
        ps.find_path(ps.Grid([[1, 0]]), (1, 0), (0, 0)),
    ],
    ids=["trace", "path", "grid", "map", "no path", "large", "noise", "one square", "blocked"],
)
def test_notebooks_show_everything(thing: Any) -> None:
    shown = thing._repr_html_()
    root = ET.fromstring(shown)
    assert root.tag == "figure"
    assert root.find("{http://www.w3.org/2000/svg}svg") is not None
    assert len(list(root.iter("tr"))) >= 2
    assert "<script" not in shown
    assert len(shown) < 200_000


def figures(thing: Any) -> dict[str, str]:
    rows = ET.fromstring(html(thing)).iter("tr")
    return {str(row[0].text): str(row[1].text) for row in rows}


def test_the_table_of_figures() -> None:
    path = guide().path
    assert figures(path) == {
        "status": "found",
        "cost": "68",
        "places": "7",
        "guarantee": "at most 1.429 x the optimum",
        "expanded": "12",
        "algorithm": "astar",
    }
    assert figures(no_path()) == {"status": "no path", "expanded": "0", "algorithm": "jps"}
    assert figures(guide())["steps"] == "12"
    assert figures(guide().space)["moves"] == "8 directions, no_cut"


def test_pictures_need_no_extra_package(tmp_path: Path) -> None:
    """Text, SVG and notebooks work with only NumPy installed."""
    code = """
import sys
for name in ("PIL", "matplotlib", "rich", "typer"):
    sys.modules[name] = None
import pathstar as ps
path = ps.find_path(ps.Grid([[1, 1, 0], [1, 1, 1]]), (0, 0), (2, 1))
path.show()
assert "<svg" in path._repr_html_()
ps.save_picture(path, sys.argv[1])
try:
    ps.save_picture(path, sys.argv[1] + ".png")
except ps.MissingExtraError as error:
    print(error)
"""
    command = [sys.executable, "-c", code, str(tmp_path / "a.svg")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "A.#"
    assert done.stdout.splitlines()[-1].endswith('pip install "pathstar[plot]"')


@pytest.mark.parametrize("title", [1, True, np.ones(3)])
def test_the_title_of_a_page_is_text(title, tmp_path):
    trace = ps.trace(ps.Grid([[1, 1]]), (0, 0), (1, 0))
    with pytest.raises(ps.OptionError, match=r"title is .*allowed: a text"):
        trace.save(tmp_path / "search.html", title=title)
    assert not list(tmp_path.iterdir())
