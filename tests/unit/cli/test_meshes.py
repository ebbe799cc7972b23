"""The commands on files of navigation meshes."""

from __future__ import annotations

import csv
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

import pathstar as ps
from unit.cli.command import answer, pathstar
from unit.io.test_detour import tile, tiles

RING = ps.NavMesh.from_grid(ps.Grid([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]]))
ENDS = ("--from", "0.5,1.5", "--to", "3.5,1.5")


@pytest.fixture(params=[".obj", ".mesh", ".geojson"])
def ring(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a file of a small mesh."""
    file = tmp_path / f"ring{request.param}"
    RING.write(file)
    return file


def test_find_takes_points(ring: Path, tmp_path: Path) -> None:
    expected = ps.find_path(RING, (0.5, 1.5), (3.5, 1.5))
    found = answer(pathstar("find", ring, *ENDS, "--json"))
    assert (found["from"], found["to"], found["algorithm"]) == ([0.5, 1.5], [3.5, 1.5], "polyanya")
    assert found["cost"] == pytest.approx(expected.cost)
    assert found["points"][0] == [0.5, 1.5]
    table = tmp_path / "way.csv"
    assert pathstar("find", ring, *ENDS, "-o", table).returncode == 0
    with table.open(encoding="utf-8") as rows:
        assert [tuple(map(float, row.values())) for row in csv.DictReader(rows)] == [
            tuple(point) for point in found["points"]
        ]
    assert pathstar("find", ring, "--from", "0.5,1.5", "--to", "1.5,1.5").returncode == 1


def test_an_end_off_the_mesh_names_the_nearest_point(ring: Path) -> None:
    for ends in (("--from", "-1,1.5", "--to", "3.5,1.5"), ("--from", "0.5,1.5", "--to", "1.5,5")):
        done = pathstar("find", ring, *ends)
        assert done.returncode == 1
        assert re.search(r"^nearest point +(0,1\.5|1\.5,3)$", done.stdout, re.M), done.stdout
    assert "nearest" not in pathstar("find", ring, *ENDS).stdout
    assert ".mesh .obj .geojson .bin .json" in " ".join(pathstar("find", "--help").stdout.split())


def test_pictures_show_the_mesh_and_the_search(tmp_path: Path) -> None:
    RING.write(tmp_path / "ring.obj")
    picture = tmp_path / "way.svg"
    done = pathstar("find", tmp_path / "ring.obj", *ENDS, "--visited", "--show", "-o", picture)
    assert (done.returncode, done.stderr) == (0, "")
    ET.fromstring(picture.read_text(encoding="utf-8"))
    assert "B" in done.stdout


@pytest.mark.parametrize("way", ["curve", "arcs:radius=0.3", "resample:spacing=0.25"])
def test_smoothing_stays_on_the_mesh(way: str, tmp_path: Path) -> None:
    RING.write(tmp_path / "ring.obj")
    found = answer(pathstar("find", tmp_path / "ring.obj", *ENDS, "--smooth", way, "--json"))
    assert ps.check_path(RING, found["points"])
    assert len(found["points"]) >= 4


@pytest.mark.parametrize("way", ["pull", "swap", "funnel"])
def test_smoothing_of_steps_is_refused(way: str, tmp_path: Path) -> None:
    RING.write(tmp_path / "ring.obj")
    done = pathstar("find", tmp_path / "ring.obj", *ENDS, "--smooth", way)
    assert done.returncode == 2
    assert "NavMesh" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*ENDS, "--corners", "free"), "--corners is for maps of cells; ring.obj is a navigation mesh"),
        ((*ENDS, "--size", "r1.5"), "--size is for maps of cells"),
        ((*ENDS, "--layout", "odd-r"), "--layout is for maps of cells"),
        ((*ENDS, "--legend", "S=2"), "--legend is for maps of cells"),
        ((*ENDS, "--heuristic", "zero"), "--heuristic is for maps of cells"),
        ((*ENDS, "--partial"), "--partial is for maps of cells"),
        (("--from", "0,0", "--nearest", "1,1"), "--nearest is for maps of cells"),
        (("--from", "0,0"), "give --to X,Y: a mesh has no marks"),
        ((*ENDS, "--algorithm", "astar"), "astar needs"),
        ((*ENDS, "--read", "threshold=3"), "threshold"),
        ((*ENDS, "--read", "plane=yz"), "plane"),
        (("--from", "0.5", "--to", "1,1"), "'0.5' is not a place"),
    ],
)
def test_what_does_not_fit_is_refused(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    RING.write(tmp_path / "ring.obj")
    done = pathstar("find", tmp_path / "ring.obj", *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_map_of_cells_takes_whole_numbers(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("...\n...\n", encoding="utf-8")
    for words in (
        ("find", file, "--from", "0.5,0", "--to", "1,1"),
        ("trace", file, "--from", "0,0", "--to", "1,1e0"),
        ("field", file, "--from", "0.5,0"),
    ):
        done = pathstar(*words)
        assert done.returncode == 2
        assert "is not a place of a map of cells" in done.stderr


def test_trace_tells_the_search(ring: Path, tmp_path: Path) -> None:
    done = pathstar("trace", ring, *ENDS)
    assert (done.returncode, done.stderr) == (0, "")
    assert "as seen from (0.5, 1.5)" in done.stdout
    found = answer(pathstar("trace", ring, *ENDS, "--json"))
    assert found["steps"] > 0
    assert len(found["intervals"]) >= found["steps"]
    page = tmp_path / "search.html"
    assert pathstar("trace", ring, *ENDS, "-o", page).returncode == 0
    assert page.stat().st_size > 10_000


def test_inspect_describes_a_mesh(ring: Path) -> None:
    found = answer(pathstar("inspect", ring, "--json"))
    assert (found["areas"], found["bounds"], found["cost"]) == (1, [0, 0, 4, 3], None)
    assert found["polygons"] >= 4
    lines = dict(line.split(maxsplit=1) for line in pathstar("inspect", ring).stdout.splitlines())
    assert (lines["areas"], lines["x"], lines["polygons"]) == ("1", "0 to 4", str(found["polygons"]))


def test_field_finds_all_costs(ring: Path, tmp_path: Path) -> None:
    costs, picture = tmp_path / "costs.npy", tmp_path / "field.svg"
    ends = ("--from", "0.5,1.5", "--from", "3.5,1.5")
    found = answer(pathstar("field", ring, *ends, "--json", "-o", costs))
    mesh = ps.NavMesh.read(ring)
    expected = ps.distance_field(mesh, [(0.5, 1.5), (3.5, 1.5)]).costs
    np.testing.assert_array_equal(np.load(costs), expected)
    assert (found["reached"], found["places"], found["highest"]) == (mesh.size, mesh.size, expected.max())
    assert pathstar("field", ring, *ends, "--contours", "5", "-o", picture).returncode == 0
    assert 'class="contour"' in picture.read_text(encoding="utf-8")
    assert pathstar("field", ring, *ends, "--nearest", "-o", tmp_path / "near.png").returncode == 0
    off = pathstar("field", ring, "--from", "1.5,1.5")
    assert off.returncode == 2
    assert "lies off the mesh" in off.stderr


def test_convert_writes_other_formats(ring: Path, tmp_path: Path) -> None:
    for suffix in (".obj", ".mesh", ".geojson"):
        target = tmp_path / f"again{suffix}"
        assert answer(pathstar("convert", ring, target, "--json"))["polygons"] == ps.NavMesh.read(ring).size
        assert ps.find_path(ps.NavMesh.read(target), (0.5, 1.5), (3.5, 1.5)).cost == pytest.approx(
            ps.find_path(RING, (0.5, 1.5), (3.5, 1.5)).cost
        )
    refused = pathstar("convert", ring, tmp_path / "ring.png")
    assert refused.returncode == 2
    assert "'.png'" in refused.stderr


def test_convert_loses_no_links(tmp_path: Path) -> None:
    source = tmp_path / "jump.bin"
    apart = [(0, 0, 0), (2, 0, 0), (2, 0, 2), (0, 0, 2), (5, 0, 0), (7, 0, 0), (7, 0, 2), (5, 0, 2)]
    ground = [([0, 3, 2, 1], [0] * 4, 1, 0), ([4, 7, 6, 5], [0] * 4, 1, 0), ([0, 1], [0, 0], 1, 1 << 6 | 4)]
    source.write_bytes(tiles(tile(apart, ground, [([2, 0, 1, 5, 0, 1], 0.5, 2, 1)])))
    refused = pathstar("convert", source, tmp_path / "jump.obj")
    assert refused.returncode == 2
    assert "the mesh has links: no format holds them; lossy leaves them out" in refused.stderr
    assert pathstar("convert", source, tmp_path / "jump.obj", "--lossy").returncode == 0


def test_costs_of_areas_stay_and_are_traced(tmp_path: Path) -> None:
    mesh = ps.NavMesh.from_polygons([[(0, 0), (12, 0), (12, 6), (0, 6)]])
    mesh.add_area([(5, 0), (7, 0), (7, 5), (5, 5)], 4)
    file = tmp_path / "swamp.geojson"
    mesh.write(file)
    ends = ("--from", "1,1", "--to", "11,2")
    cost = ps.find_path(mesh, (1, 1), (11, 2)).cost
    found = answer(pathstar("find", file, *ends, "--json"))
    assert (found["algorithm"], found["cost"]) == ("region-bisection", pytest.approx(cost, rel=0.02))
    said = pathstar("trace", file, *ends)
    assert said.returncode == 0
    assert "In the polygon beyond it a unit of length costs 4." in said.stdout
    assert "The best path is (1, 1), (5, 5), (7, 5), (11, 2)." in said.stdout
    assert pathstar("trace", file, *ends, "-o", tmp_path / "swamp.html").returncode == 0
    assert (tmp_path / "swamp.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    refused = pathstar("convert", file, tmp_path / "swamp.obj")
    assert refused.returncode == 2
    assert "a Wavefront object holds none, GeoJSON does" in refused.stderr
    assert pathstar("convert", file, tmp_path / "swamp.obj", "--lossy").returncode == 0


def test_any_angle_says_what_a_mesh_does_anyway(ring: Path) -> None:
    assert answer(pathstar("find", ring, *ENDS, "--any-angle", "--json"))["algorithm"] == "polyanya"


def test_other_commands_say_that_it_is_a_mesh(ring: Path) -> None:
    for words in (("compare", ring, *ENDS), ("explore", ring, "--to", "1,1"), ("index", "build", ring)):
        done = pathstar(*words)
        assert done.returncode == 2
        assert "is a navigation mesh, which find, trace" in done.stderr
