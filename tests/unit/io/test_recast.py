"""Recast's polygon meshes as JSON, compared with the same polygons given to NavMesh."""

from __future__ import annotations

import copy
import io
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps

NONE = 65535
# Two rooms and a bridge over the second: squares of 10 x 10 cells, at heights in cells.
ROOMS: dict[str, Any] = {
    "vertices": [
        [0, 5, 0],
        [10, 5, 0],
        [10, 5, 10],
        [0, 5, 10],
        [20, 5, 0],
        [20, 5, 10],
        [15, 40, 0],
        [25, 40, 5],
        [15, 40, 9],
    ],
    "polygons": [0, 3, 2, 1, 1, 2, 5, 4, 6, 8, 7, NONE],
    "polygon_neighbors": [],
    "regions": ["0x1", "0x1", "0x2"],
    "flags": [0, 0, 0],
    "areas": [255, 3, 255],
    "max_vertices_per_polygon": 4,
    "aabb": {"min": [-2.0, 1.0, 7.0], "max": [4.25, 9.0, 9.5]},
    "cell_size": 0.25,
    "cell_height": 0.2,
}


def read(described: Any, **options: Any) -> ps.NavMesh:
    return ps.NavMesh.read(io.BytesIO(json.dumps(described).encode()), format=".json", **options)


def test_x_is_x_and_z_becomes_y() -> None:
    mesh = read(ROOMS, heights=(0, 3))
    assert mesh.size == 2
    assert mesh.bounds == (-2.0, 7.0, 3.0, 9.5)
    path = ps.find_path(mesh, (-1.5, 8.0), (2.5, 8.0))
    assert path.cost == 4.0
    assert ps.check_path(mesh, path)
    assert read(ROOMS, heights=(5, 99)).size == 1


def test_areas_cost_what_one_says() -> None:
    mesh = read(ROOMS, heights=(0, 3), costs={3: 2.0})
    assert mesh.has_areas
    assert ps.find_path(mesh, (-1.5, 8.0), (2.5, 8.0)).cost == pytest.approx(2.0 + 2 * 2.0, rel=0.01)


def test_floors_above_one_another_are_refused_and_closed_ground_is_left_out() -> None:
    with pytest.raises(ps.MapFormatError, match=r"above or below another one.*heights=\(low, high\)"):
        read(ROOMS)
    assert read({**ROOMS, "areas": [255, 255, 0]}).size == 2
    empty = {**ROOMS, "vertices": [], "polygons": [], "areas": []}
    assert read(empty).size == 0


@settings(max_examples=examples(30))
@given(seed=st.integers(0, 10**6))
def test_random_rooms_are_as_given(seed: int) -> None:
    dice = np.random.default_rng(seed)
    walkable = dice.random(tuple(dice.integers(2, 9, 2))) > 0.3
    number = {
        tuple(cell): row for row, cell in enumerate(np.ndindex(walkable.shape[0] + 1, walkable.shape[1] + 1))
    }
    squares = [
        [number[y, x], number[y + 1, x], number[y + 1, x + 1], number[y, x + 1]]
        for y, x in np.argwhere(walkable).tolist()
    ]
    described = {
        **ROOMS,
        "vertices": [[x, 0, y] for y, x in number],
        "polygons": [corner for square in squares for corner in [*square, NONE, NONE]],
        "max_vertices_per_polygon": 6,
        "areas": [255] * len(squares),
        "aabb": {"min": [0, 0, 0]},
        "cell_size": 1,
    }
    mesh, twin = read(described), ps.NavMesh([(x, y) for y, x in number], squares)
    ends = dice.uniform(0, min(walkable.shape), (2, 12, 2)).tolist()
    assert ps.find_paths(mesh, *ends).costs.tolist() == pytest.approx(
        ps.find_paths(twin, *ends).costs.tolist()
    )


def changed(name: str, value: Any) -> dict[str, Any]:
    described = copy.deepcopy(ROOMS)
    if value is None:
        del described[name]
    else:
        described[name] = value
    return described


@pytest.mark.parametrize(
    ("described", "why"),
    [
        ([1], "found list, expected an object"),
        ({}, "cell_size is None, expected a number above 0"),
        (changed("vertices", None), "the name 'vertices'"),
        (changed("vertices", {}), "vertices is dict, expected a list"),
        (changed("vertices", [[0, 0]]), r"vertex 0: \[0, 0\], expected three"),
        (changed("vertices", [[0, 0, 0.5]]), "0.5 in vertex 0"),
        (changed("vertices", [[0, 0, True]]), "True in vertex 0"),
        (changed("vertices", [[0, 0, 10**400]]), "numbers from 0 to 65535"),
        (changed("polygons", [0, 1, 2]), "3 numbers of polygons with up to 4 corners"),
        (changed("polygons", [0, 1, 99, NONE]), r"polygon 0 with the corners \[0, 1, 99\], expected 3 to 4"),
        (changed("polygons", [0, 1, NONE, NONE]), r"corners \[0, 1\]"),
        (changed("polygons", [0, "1", 2, NONE]), "'1' in polygons"),
        (changed("areas", [255]), "1 areas, expected 3"),
        (changed("areas", [255, 3, 999]), "from 0 to 255"),
        (changed("max_vertices_per_polygon", 2.5), "up to 2.5 corners"),
        (changed("cell_size", 0), "cell_size is 0, expected a number above 0"),
        (changed("cell_size", 10**400), "up to 1e\\+100"),
        (changed("aabb", {"min": [0, float("nan"), 0]}), "three numbers up to"),
        (changed("aabb", {"min": [0, -(10**400), 0]}), "three numbers up to"),
        (changed("cell_height", None), "cell_height is None"),
        (changed("aabb", [0, 0, 0]), "aabb is list, expected an object"),
        (changed("aabb", {"min": [0, 0]}), "three numbers up to 1e\\+100"),
        (changed("polygons", [0, 2, 1, 3, 1, 2, 5, 4, 6, 8, 7, NONE]), "polygons that make a mesh"),
    ],
)
def test_what_is_wrong_is_said(described: Any, why: str) -> None:
    with pytest.raises(ps.MapFormatError, match=why):
        read(described)


@pytest.mark.parametrize("text", ["{", "[" * 100_000, "\xff"])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(ps.MapFormatError, match="expected JSON"):
        ps.NavMesh.read(io.BytesIO(text.encode("latin-1")), format=".json")


def test_it_is_only_read() -> None:
    with pytest.raises(ps.OptionError, match="a polygon mesh of Recast is only read"):
        ps.NavMesh([(0, 0), (1, 0), (0, 1)], [[0, 1, 2]]).write(io.BytesIO(), format=".json")
