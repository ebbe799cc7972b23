"""Meshes in files."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest

import pathstar as ps
from pathstar.io.meshes import MESH_FORMATS

WALKABLE = np.random.default_rng(8).random((12, 15)) > 0.3
MESH = ps.NavMesh.from_grid(ps.Grid(WALKABLE))
ENDS = (np.random.default_rng(9).uniform(0, 12, (2, 20, 2)) // 0.5 / 2).tolist()


@pytest.mark.parametrize("suffix", [suffix for suffix, row in MESH_FORMATS.items() if row.write])
def test_a_mesh_is_the_same_after_a_file(suffix: str, tmp_path: Path) -> None:
    MESH.write(tmp_path / f"arena{suffix}")
    again = ps.NavMesh.read(tmp_path / f"arena{suffix}")
    assert np.allclose(ps.find_paths(again, *ENDS).costs, ps.find_paths(MESH, *ENDS).costs, rtol=1e-12)
    if suffix != ".geojson":  # its polygons are joined and cut again
        assert again.size == MESH.size


def test_nothing_is_lost_silently(tmp_path: Path) -> None:
    mesh = ps.NavMesh(
        [(0, 0), (2, 0), (4, 0), (4, 2), (2, 2), (0, 2)], [[0, 1, 4, 5], [1, 2, 3, 4]], [1, 2.5]
    )
    mesh.write(tmp_path / "dear.geojson")
    again = ps.NavMesh.read(tmp_path / "dear.geojson")
    assert sorted(set(again.costs.tolist())) == [1, 2.5]
    assert ps.find_path(again, (1, 1), (3, 1)).cost == pytest.approx(1 + 2.5)
    for suffix in ("mesh", "obj"):
        with pytest.raises(ps.OptionError, match=r"areas that cost more: .* GeoJSON does; lossy leaves"):
            mesh.write(tmp_path / f"dear.{suffix}")
        assert not (tmp_path / f"dear.{suffix}").exists()
        mesh.write(tmp_path / f"dear.{suffix}", lossy=True)
    mesh.add_link((0, 0), (4, 0), 1)
    with pytest.raises(ps.OptionError, match="the mesh has links: no format holds them"):
        mesh.write(tmp_path / "dear.geojson")
    mesh.write(tmp_path / "dear.geojson", lossy=True)


def test_costs_of_geojson_cover_those_before() -> None:
    def feature(cost: object, *box: float) -> dict[str, object]:
        ring = [(box[0], box[1]), (box[2], box[1]), (box[2], box[3]), (box[0], box[3]), (box[0], box[1])]
        return {
            "type": "Feature",
            "properties": {"cost": cost},
            "geometry": {"type": "Polygon", "coordinates": [ring]},
        }

    def read(*features: object) -> ps.NavMesh:
        text = json.dumps({"type": "FeatureCollection", "features": features})
        return ps.NavMesh.read(io.BytesIO(text.encode()), format=".geojson")

    mesh = read(
        feature(None, 0, 0, 9, 3), feature(5, 2, 0, 6, 3), feature(5, 6, 0, 7, 3), feature(1, 3, 0, 4, 3)
    )
    assert ps.find_path(mesh, (0, 1), (9, 1)).cost == pytest.approx(5 + 4 * 5)
    for wrong in (0, -1, "dear", 1e300):
        with pytest.raises(ps.MapFormatError, match="cost is"):
            read(feature(wrong, 0, 0, 9, 3))


def test_the_lines_of_a_mesh_file() -> None:
    """Two triangles: p[i] of a polygon is beyond the side from v[i - 1] to v[i]."""
    mesh = ps.NavMesh([(0, 0), (1, 0), (1, 1), (0, 1)], [[0, 1, 2], [0, 2, 3]])
    file = io.BytesIO()
    mesh.write(file, format="mesh")
    lines = file.getvalue().decode().splitlines()
    numbers = {tuple(line.split()[:2]): index for index, line in enumerate(lines[3:7])}
    corner = {name: str(numbers[name]) for name in numbers}
    assert lines[:3] == ["mesh", "2", "4 2"]
    assert lines[3 + numbers["0.0", "0.0"]] == "0.0 0.0 3 0 1 -1"
    first = [corner[name] for name in (("0.0", "0.0"), ("1.0", "0.0"), ("1.0", "1.0"))]
    assert lines[7] == f"3 {' '.join(first)} 1 -1 -1"


def test_an_object_may_lie_flat_and_count_backwards() -> None:
    text = b"# a roof\nv 0 5 0\nv 2 5 0\nv 2 5 2\nvt 0 0\nf -3/1 -2/1/1 -1//1\n"
    mesh = ps.NavMesh.read(io.BytesIO(text), format=".obj", plane="xz")
    assert mesh.bounds == (0, 0, 2, 2)
    with pytest.raises(ps.MapFormatError, match="plane=xz if y is the height"):
        ps.NavMesh.read(io.BytesIO(text), format=".obj")


@pytest.mark.parametrize(
    ("suffix", "text", "why"),
    [
        (".mesh", "", "mesh, and then the version"),
        (".mesh", "mesh\n3\n", "version 1 or 2"),
        (".mesh", "mesh\n2\n1 1\n0 0 0\n", "as many lines"),
        (".mesh", "mesh\n2\n1 x\n", "numbers of vertices"),
        (".mesh", "mesh\n2\n1 1\n0 zero 0\n3 0 0 0 -1 -1 -1\n", "line 4: found '0 zero'"),
        (".mesh", "mesh\n2\n1 1\n0 0 0\n3 0 0 0 -1 -1\n", "3 corners and as many"),
        (".mesh", "mesh\n2\n1 1\n0 0 0\n3 0 0 7 -1 -1 -1\n", "names vertex 7"),
        (".obj", "v 0 0\n", "line 1: found 2 numbers"),
        (".obj", "v 0 0 0\nf 1 2 3\n", "vertices from 1 to 1"),
        (".obj", "v 0 0 0\nf a b c\n", "numbers of vertices"),
        (".obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "no area|turns back"),
        (".geojson", "{", "JSON"),
        (".obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "is not on the plane"),
        (".geojson", '{"type": "Point", "coordinates": [0, 0]}', "polygons of GeoJSON"),
        (".geojson", '"abc"', "must hold numbers"),
        (".geojson", "[" * 100_000, "JSON"),
        (".geojson", '{"type": "FeatureCollection", "features": [1]}', r"outlines\[0\] is 1"),
        (".geojson", '{"type": "FeatureCollection", "features": null}', "allowed: a list"),
        (".geojson", '{"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [NaN, 1], [0, 0]]]}', "plane"),
    ],
)
def test_a_malformed_file_is_refused_in_its_place(suffix: str, text: str, why: str) -> None:
    with pytest.raises(ps.MapFormatError, match=why):
        ps.NavMesh.read(io.BytesIO(text.encode()), format=suffix)


def test_unknown_formats_and_planes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ps.OptionError, match=r"mesh format '.dxf'"):
        MESH.write(tmp_path / "arena.dxf")
    with pytest.raises(ps.OptionError, match="mesh format 5"):
        MESH.write(tmp_path / "arena.obj", format=5)
    with pytest.raises(ps.OptionError, match="plane"):
        ps.NavMesh.read(tmp_path / "arena.obj", plane=["xy"])
    with pytest.raises(ps.OptionError, match="plane 'zx'"):
        ps.NavMesh.read(tmp_path / "arena.obj", plane="zx")


@pytest.mark.parametrize(
    ("suffix", "data", "words"),
    [
        (".obj", b"", "found no faces, expected lines such as 'f 1 2 3'"),
        (".obj", bytes(range(256)) * 9, "found no faces"),
        (".geojson", b"", r"line 1, column 1: found a mistake \(Expecting value\), expected JSON"),
        (".json", b"\xff\xfe{}", "found something else, expected JSON in UTF-8"),
    ],
)
def test_files_that_hold_no_mesh(suffix: str, data: bytes, words: str) -> None:
    with pytest.raises(ps.errors.MapFormatError, match=words):
        ps.NavMesh.read(io.BytesIO(data), format=suffix)


def test_a_file_whose_name_says_no_format() -> None:
    mesh = ps.NavMesh([(0, 0), (1, 0), (1, 1)], [[0, 1, 2]])
    with pytest.raises(ps.OptionError, match=r"'yard' has no suffix that says its format\. Allowed: \.mesh"):
        mesh.write("yard")
    with pytest.raises(ps.OptionError, match="file is None; it must be a path or a file opened"):
        ps.NavMesh.read(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("heights", [iter([2, 1]), (number for number in (1, 2, 3)), 5, "ab"])
def test_heights_are_two_numbers(heights):
    with pytest.raises(ps.OptionError, match="heights is"):
        ps.io.meshes.read_mesh(io.BytesIO(), format=".bin", heights=heights)
