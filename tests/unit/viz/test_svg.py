"""SVG documents: well-formed, described, exact and compact."""

from __future__ import annotations

import base64
import io
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

import pathstar as ps
from pathstar.maps import Terrain
from pathstar.viz.display_list.picture import MARGIN
from pathstar.viz.drawables import Drawable, scene_of
from pathstar.viz.render.pixels import png_bytes
from pathstar.viz.render.runs import count_runs, path_of, rectangles
from pathstar.viz.theme import THEMES, hex_of
from unit.viz.boards import guide, svg_of, winding

LIGHT = THEMES["light"]
SVG = "{http://www.w3.org/2000/svg}"


def drawn(thing: Drawable, theme: str = "light", cell: int | None = None, legend: bool = False) -> ET.Element:
    return ET.fromstring(svg_of(thing, scene_of(thing), THEMES[theme], cell=cell, legend=legend))


def filled(path: str, shape: tuple[int, int]) -> NDArray[np.int64]:
    """Return how often a path's rectangles cover each cell."""
    cover = np.zeros(shape, int)
    for x, y, w, h, back in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)z", path):
        assert w == back
        cover[int(y) : int(y) + int(h), int(x) : int(x) + int(w)] += 1
    return cover


def test_rectangles_cover_each_kind_once() -> None:
    kinds = np.random.default_rng(5).integers(0, 4, (23, 31)).astype(np.uint8)
    paths = {kind: path_of(boxes) for kind, boxes in rectangles(kinds, background=2).items()}
    assert sorted(paths) == [0, 1, 3]
    for kind, path in paths.items():
        assert (filled(path, kinds.shape) == (kinds == kind)).all()
        assert re.sub(r"M\d+ \d+h\d+v\d+h-\d+z", "", path) == ""


def test_runs_grow_downwards() -> None:
    assert rectangles(np.ones((500, 3), np.uint8), 0) == {1: [(0, 0, 3, 500)]}
    assert rectangles(np.zeros((5, 3), np.uint8), 0) == {}
    assert count_runs(np.zeros((5, 3), np.uint8)) == 5


@pytest.mark.parametrize("theme", THEMES)
def test_the_worked_example(theme: str) -> None:
    trace = guide()
    root = drawn(trace, theme, legend=True)
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert {"A", "B", "A start", "B target", "path", "closed (visited)", "open", "wall"} <= set(words)
    assert words.count("68") == 4  # F and G of the target, F above it, G to the right of that
    groups = {group.get("class"): group for group in root.iter(f"{SVG}g")}
    assert len(list(groups["dots"])) == 7
    walls = [path for path in root.iter(f"{SVG}path") if path.get("fill") == hex_of(THEMES[theme].wall)]
    assert [path.get("d") for path in walls if path.get("class") is None] == ["M3 1h1v3h-1z"]
    assert groups["start"].get("fill") == hex_of(THEMES[theme].start)
    (start,) = groups["start"]
    assert (start.get("cx"), start.get("cy")) == (str(MARGIN + 96), str(MARGIN + 160))
    by_class = {path.get("class"): path.get("d", "") for path in root.iter(f"{SVG}path")}
    assert by_class["closed"].count("M") == 12
    assert by_class["open"].count("M") == 13


def test_title_and_description_are_read_aloud() -> None:
    map = ps.Map([[1, 0]], name="<a & b>")
    root = drawn(map)
    assert root.get("role") == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert title.text == "<a & b>"
    assert description.text == "size: 2 x 1; walkable: 1 (50 %); layers: passable."


def test_names_of_terrain_are_escaped() -> None:
    kinds = {0: Terrain("<grass>"), 1: Terrain("a & b", walkable=False), 2: Terrain('"c"', walkable=False)}
    root = drawn(ps.Map.from_terrain([[0, 1, 2]], kinds), legend=True)
    assert {text.text for text in root.iter(f"{SVG}text")} == {"a & b", '"c"'}


def test_no_path_has_its_ends_but_no_line() -> None:
    root = drawn(ps.find_path(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0)))
    assert [path.get("class") for path in root.iter(f"{SVG}path") if path.get("class") == "path"] == []
    assert {"A", "B"} == {text.text for text in root.iter(f"{SVG}text")}


def test_the_line_turns_only_where_the_path_does() -> None:
    root = drawn(ps.find_path(ps.Grid(np.ones((3, 200))), (0, 0), (199, 0)))
    (line,) = [path for path in root.iter(f"{SVG}path") if path.get("class") == "path"]
    assert line.get("d") == "M2.5 2.5L997.5 2.5"


def test_small_cells_are_tinted_by_rectangles() -> None:
    walkable = np.ones((150, 150), bool)
    trace = ps.trace(ps.Grid(walkable), (0, 0), (149, 80))
    scene = scene_of(trace)
    root = drawn(trace)
    by_fill = {path.get("fill"): path.get("d", "") for path in root.iter(f"{SVG}path")}
    (back,) = [rect.get("fill") for rect in root.iter(f"{SVG}rect") if rect.get("width") == "150"]
    assert scene.search is not None
    for mark, role in ((1, "closed"), (2, "open")):
        ink = hex_of(LIGHT.filled(role))
        cover = filled(by_fill[ink], scene.search.shape) if ink != back else scene.search == mark
        assert (cover == (scene.search == mark)).all()


def embedded(root: ET.Element) -> NDArray[np.uint8]:
    (image,) = root.iter(f"{SVG}image")
    data = base64.b64decode(image.get("href", "").removeprefix("data:image/png;base64,"), validate=True)
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"))


def test_many_runs_become_one_embedded_picture() -> None:
    walkable = np.random.default_rng(1).random((400, 300)) < 0.6
    document = svg_of(ps.Grid(walkable), scene_of(ps.Grid(walkable)), LIGHT)
    picture = embedded(ET.fromstring(document))
    expected = np.where(walkable[..., None], np.array(LIGHT.floor), np.array(LIGHT.wall))
    assert (picture == expected).all()
    assert len(document) < 40_000  # 120,000 cells


def test_a_large_map_is_made_small() -> None:
    path = winding(3001)
    root = drawn(path)
    assert (root.get("width"), root.get("height")) == ("1501", "1501")
    assert embedded(root).shape == (1501, 1501, 3)
    (line,) = [element for element in root.iter(f"{SVG}path") if element.get("class") == "path"]
    assert line.get("d", "").startswith("M0.25 0.25L1500.25 0.25")


def test_measures_may_be_asked_for() -> None:
    root = drawn(ps.Grid(np.ones((4, 6))), cell=12)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("72", "48", "0 0 72 48")


@pytest.mark.parametrize("colours", [1, 200, 256, 257, 3000])
def test_the_png_writer_is_exact(colours: int) -> None:
    rng = np.random.default_rng(colours)
    palette = rng.choice(2**24, colours, replace=False)
    codes = palette[np.concatenate([np.arange(colours), rng.integers(0, colours, 4000 - colours)])]
    picture = (
        np.stack([codes >> 16, codes >> 8 & 255, codes & 255], axis=-1).astype(np.uint8).reshape(50, 80, 3)
    )
    image = Image.open(io.BytesIO(png_bytes(picture)))
    assert image.mode == ("P" if colours <= 256 else "RGB")
    assert (np.asarray(image.convert("RGB")) == picture).all()


# A Python str may hold half of a surrogate pair, as for a file name that is not UTF-8.
NAMES = st.text(st.characters(), min_size=1, max_size=8)


@settings(deadline=None)
@example("bell \x07", "\x00", "\ufffe", "\ud800")
@example("]]>", "</svg>", '"', "&amp;")
@given(NAMES, NAMES, NAMES, NAMES)
def test_no_name_breaks_a_document(title: str, ground: str, first: str, second: str) -> None:
    kinds = {0: Terrain(ground), 1: Terrain(second, walkable=False)}
    map = ps.Map.from_terrain([[0, 0, 1]], kinds, name=title)
    documents = [svg_of(map, scene_of(map), THEMES["light"], legend=True)]
    if first != second:
        graph = ps.Graph.from_edges([(first, second, 3.0)], positions=[(0, 0), (3, 0)])
        trace = ps.trace(graph, first, second)
        documents.append(trace.frame().svg())
        with TemporaryDirectory() as folder:
            for name in ("film.svg", "page.html"):
                trace.save(Path(folder) / name)
            documents.append((Path(folder) / "film.svg").read_text(encoding="utf-8"))
    for document in documents:
        ET.fromstring(document)
