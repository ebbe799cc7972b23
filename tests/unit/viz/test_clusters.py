"""The clusters of an index in pictures."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.analysis.clusters import Clusters
from pathstar.viz.display_list.compose import display_list
from pathstar.viz.display_list.shapes import Discs, Strokes
from pathstar.viz.drawables import scene_of
from pathstar.viz.layouts.sheet import sheet_of
from pathstar.viz.legend import legend_of
from pathstar.viz.theme import THEMES

GRID = ps.Grid(np.ones((40, 70), bool))
CLUSTERS = ps.build_index(GRID, "hierarchy").clusters


def drawn(shape: tuple[int, int], clusters: Clusters, cell: int, **look: Any) -> tuple[list[Strokes], Discs]:
    """Return the borders, one shape for each level, and the gates of a picture."""
    scene = scene_of(ps.Map(np.ones(shape, bool)), clusters=clusters, **look)
    shapes = list(display_list(scene, THEMES["light"], sheet_of(scene.layout, cell)))
    borders = [each for each in shapes if isinstance(each, Strokes) and each.role == "cluster"]
    (gates,) = (each for each in shapes if isinstance(each, Discs) and each.role == "gate")
    return borders, gates


def test_borders_and_gates_lie_where_the_cells_are() -> None:
    (borders,), gates = drawn((40, 70), CLUSTERS, 10)
    ends = sorted(line.tolist() for line in borders.lines)
    assert ends == [[[0, 320], [700, 320]], [[320, 0], [320, 400]], [[640, 0], [640, 400]]]
    y, x = np.divmod(CLUSTERS.gates[0], 70)
    np.testing.assert_allclose(gates.centres, np.stack([x, y], axis=-1) * 10.0 + 5)


def test_borders_follow_the_slant_of_a_board() -> None:
    (borders,), gates = drawn((40, 70), CLUSTERS, 10, projection="isometric")
    assert all(abs(line[1] - line[0])[0] == 2 * abs(line[1] - line[0])[1] for line in borders.lines)
    assert len(gates.centres) == len(CLUSTERS.gates[0])


@pytest.mark.parametrize("layout", ["odd-r", "even-r", "odd-q", "even-q"])
def test_borders_follow_the_sides_of_hexagons(layout: str) -> None:
    hexes = ps.HexGrid(np.ones((40, 70), bool), layout=layout)
    clusters = ps.build_index(hexes, "hierarchy").clusters
    scene = scene_of(hexes, clusters=clusters)
    sheet = sheet_of(scene.layout, 10)
    (borders,) = (
        each
        for each in display_list(scene, THEMES["light"], sheet)
        if isinstance(each, Strokes) and each.role == "cluster"
    )
    cells = range(hexes.size)
    crossed = {
        tuple(sorted((cell, hexes.node_of(to))))
        for cell in cells
        for to, _ in hexes.steps_from((cell % 70, cell // 70))
        if (cell % 70 // 32, cell // 70 // 32) != (to[0] // 32, to[1] // 32)
    }
    corner_to_corner = {pair for pair in crossed if pair[0] % 70 // 32 != pair[1] % 70 // 32}
    assert len(corner_to_corner) < len(crossed)
    centres = scene.layout.centres * sheet.scale
    middles = {tuple(np.round(centres[list(pair)].mean(axis=0), 6)) for pair in crossed}
    assert {tuple(np.round(line.mean(axis=0), 6)) for line in borders.lines} == middles
    assert {round(float(np.hypot(*(line[1] - line[0]))), 6) for line in borders.lines} == {
        round(10 / 3**0.5, 6)
    }


def test_levels_that_are_too_narrow_are_left_out() -> None:
    clusters = Clusters((100, 200), (32, 128), (np.arange(5), np.arange(2)))
    (upper,), few = drawn((100, 200), clusters, 1)
    (thin, thick), many = drawn((100, 200), clusters, 4)
    assert (len(upper.lines), len(few.centres), len(many.centres)) == (1, 2, 5)
    assert thick.width > thin.width == upper.width


def test_the_legend_names_them_in_both_languages() -> None:
    scene = scene_of(GRID, clusters=CLUSTERS)
    assert [entry.words for entry in legend_of(scene)] == ["border of clusters", "gate"]
    assert [entry.words for entry in legend_of(scene, "zh")] == ["区块边界", "出入口"]


def test_a_terminal_shows_the_gates() -> None:
    stream = io.StringIO()
    GRID.show(file=stream, clusters=CLUSTERS, width=70, color="none")
    rows = stream.getvalue().splitlines()
    shown = {y * 70 + x for y, row in enumerate(rows[:40]) for x, sign in enumerate(row) if sign == "="}
    assert shown == set(CLUSTERS.gates[0].tolist())
    assert rows[-1] == "= gate"
    coloured = io.StringIO()
    GRID.show(file=coloured, clusters=CLUSTERS, width=200, height=50, color="24bit", caption=False)
    assert coloured.getvalue().count("◇") == len(shown)


@pytest.mark.parametrize("suffix", [".html", ".png", ".gif", ".svg"])
def test_every_format_of_a_trace_shows_them(tmp_path: Path, suffix: str) -> None:
    trace = ps.trace(GRID, (30, 0), (34, 2))
    plain, shown = (tmp_path / f"{name}{suffix}" for name in ("plain", "shown"))
    trace.save(plain, progress=False)
    trace.save(shown, progress=False, clusters=CLUSTERS)
    assert shown.stat().st_size > plain.stat().st_size


@pytest.mark.parametrize(
    ("space", "clusters", "words"),
    [
        (GRID, "no", "clusters is 'no'; allowed: the clusters of an index, or None"),
        (ps.Grid([[1, 1]]), CLUSTERS, r"a map of the shape \(40, 70\), not \(1, 2\)"),
        (ps.Graph.from_edges([(0, 1)]), CLUSTERS, "squares or hexagons; this one is of nodes"),
        (ps.TriangleGrid(np.ones((40, 70))), CLUSTERS, "squares or hexagons; this one is of triangles"),
    ],
)
def test_what_does_not_fit_is_refused(space: Any, clusters: Any, words: str) -> None:
    with pytest.raises(ps.PathstarError, match=words):
        scene_of(space, clusters=clusters)
