"""The clusters of an index, for pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pathstar as ps
from pathstar.analysis.clusters import Clusters

KIND = "hierarchy"


def crossing(grid: ps.Grid, side: int) -> set[int]:
    """Return the nodes from which a step leads into another square of a side."""
    found = set()
    for y, x in np.argwhere(grid.walkable).tolist():
        steps = grid.steps_from((x, y))
        if any((to[0] // side, to[1] // side) != (x // side, y // side) for to, _ in steps):
            found.add(y * grid.width + x)
    return found


@pytest.mark.parametrize("entrances", ["few", "all"])
def test_gates_are_cells_with_a_step_into_another_square(entrances: str) -> None:
    grid = ps.maps.generate.caves(75, 50, seed=1).grid()
    clusters = ps.build_index(grid, KIND, entrances=entrances).clusters
    (gates,) = clusters.gates
    out = crossing(grid, 32)
    assert (clusters.sides, clusters.shape, clusters.count) == ((32,), (50, 75), 6)
    assert set(gates.tolist()) == out if entrances == "all" else set(gates.tolist()) < out
    assert gates.tolist() == sorted(gates.tolist())


def test_a_large_map_has_levels_whose_gates_are_among_those_below() -> None:
    index = ps.build_index(ps.maps.generate.caves(700, 110, seed=3).grid(), KIND)
    clusters = index.clusters
    assert clusters.sides == (32, 128)
    lower, upper = (set(gates.tolist()) for gates in clusters.gates)
    assert upper < lower
    for side, gates in zip(clusters.sides, clusters.gates, strict=True):
        y, x = np.divmod(gates, 700)
        inner = (x % side > 0) & (x % side < side - 1) & (y % side > 0) & (y % side < side - 1)
        assert not inner.any()


def test_an_edit_moves_the_gates_as_a_new_build_has_them(tmp_path: Path) -> None:
    map = ps.Map(np.ones((40, 70), bool))
    index = ps.build_index(map.grid(), KIND)
    before = index.clusters.gates[0].tolist()
    map.edit("passable", (slice(0, 20), slice(32, 33)), False)
    after = index.clusters.gates[0].tolist()
    assert after != before
    assert after == ps.build_index(map.grid(), KIND).clusters.gates[0].tolist()
    index.save(tmp_path / "index")
    assert ps.load_index(tmp_path / "index", map.grid()).clusters.gates[0].tolist() == after


def test_a_map_of_one_square_has_no_gates() -> None:
    clusters = ps.build_index(ps.Grid([[1, 1]]), KIND).clusters
    assert isinstance(clusters, Clusters)
    assert (clusters.count, clusters.gates[0].size) == (1, 0)


def test_other_indexes_have_no_clusters() -> None:
    index = ps.build_index(ps.Grid([[1, 1]]), "subgoal")
    with pytest.raises(ps.OptionError, match="'subgoal' has no clusters; allowed: 'hierarchy'"):
        _ = index.clusters
