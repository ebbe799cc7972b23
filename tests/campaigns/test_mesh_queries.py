"""A sample of the campaign of meshes."""

from __future__ import annotations

import pytest
from tests.campaigns.mesh_queries import QUERIES, Tally, compare, mesh_queries
from tests.oracle.visibility import Cells

import pathstar as ps

MESHES = range(1, 9)


def test_random_paths_are_as_long_as_the_oracle_says() -> None:
    tally = Tally()
    for seed in MESHES:
        tally.add(mesh_queries(seed))
    assert tally.queries == len(MESHES) * QUERIES
    assert tally.paths > tally.queries / 5


def test_a_wrong_length_is_seen() -> None:
    grid = ps.Grid([[1, 1, 1], [1, 0, 1]])
    narrower = Cells(ps.Grid([[1, 0, 1], [1, 0, 1]]).walkable)
    with pytest.raises(AssertionError, match="here"):
        compare(ps.NavMesh.from_grid(grid), narrower, (0.5, 0.5), (2.5, 0.5), "here", Tally())
