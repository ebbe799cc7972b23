"""Meshes at the studio's server: made, sent, edited, searched, opened and saved; and what is refused."""

from __future__ import annotations

import base64
import io
import math
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pathstar as ps
from pathstar.studio.boards import board_of_map
from pathstar.studio.limits import LIMITS
from pathstar.studio.mesh_makers import MESH_MAKERS, make_mesh
from pathstar.studio.meshes import Area, Disc, MeshBoard, Shape, geojson, scene_of_board, scene_of_mesh
from pathstar.studio.panels.mesh_path import MeshPath, mesh_path, mesh_trace
from pathstar.studio.runs import Stop
from pathstar.traces.codec import unpacked
from unit.studio.apps import EXAMPLE, FAST, Client, board, studio
from unit.studio.files import decoded
from unit.studio.test_api import reason

Json = dict[str, Any]
HALL = [[[[0, 0], [12, 0], [12, 8], [0, 8]]]]
DOOR: Json = {"kind": "block", "corners": [[5, -1], [7, -1], [7, 7], [5, 7]]}
PILLAR: Json = {"kind": "disc", "place": [6, 3], "radius": 1.5}
ENDS: Json = {"start": [1, 2], "goal": [11, 2]}


def keep(client: Client, polygons: Any = HALL) -> str:
    """Send a ground and return its id."""
    return str(client.post("/api/mesh", json={"kind": "mesh", "polygons": polygons}).json()["mesh"])


def shape(**more: Any) -> Json:
    return {"radius": 0, "obstacles": [], "areas": []} | more


def found(client: Client, mesh: str, on: Json, **more: Any) -> Json:
    reply = client.post("/api/mesh-path", json={"mesh": mesh, "shape": on, **ENDS, **more})
    assert reply.status_code == 200, reply.json()
    return dict(reply.json())


def found_path(ground: MeshBoard, on: Shape) -> MeshPath:
    return mesh_path(ground, on, (1, 2), (11, 2), Stop(60, lambda: False))


def test_obstacles_come_move_and_go(client: Client) -> None:
    mesh = keep(client)
    straight = found(client, mesh, shape())
    assert (straight["status"], straight["cost"], straight["points"]) == ("FOUND", 10, [[1, 2], [11, 2]])
    around = found(client, mesh, shape(obstacles=[DOOR]))
    assert around["points"] == [[1, 2], [5, 7], [7, 7], [11, 2]]
    assert around["cost"] == pytest.approx(math.hypot(4, 5) * 2 + 2)
    assert around["guarantee"]["kind"] == "optimal"
    moved = {**DOOR, "corners": [[x, y + 2] for x, y in DOOR["corners"]]}
    assert found(client, mesh, shape(obstacles=[moved]))["points"] == [[1, 2], [5, 1], [7, 1], [11, 2]]
    closed = {**DOOR, "corners": [[5, -1], [7, -1], [7, 9], [5, 9]]}
    assert found(client, mesh, shape(obstacles=[closed]))["status"] == "NO_PATH"
    assert found(client, mesh, shape())["points"] == straight["points"]


def test_a_wide_unit_keeps_away_and_may_not_fit(client: Client) -> None:
    mesh = keep(client)
    wide = found(client, mesh, shape(radius=0.5, obstacles=[PILLAR]))
    away = ps.NavMesh([(0.5, 0.5), (11.5, 0.5), (11.5, 7.5), (0.5, 7.5)], [[0, 1, 2, 3]])
    away.add_disc((6, 3), 2)
    assert wide["cost"] == pytest.approx(ps.find_path(away, (1, 2), (11, 2)).cost)
    assert found(client, mesh, shape(radius=2))["status"] == "BLOCKED_START"
    assert found(client, mesh, shape(radius=100))["status"] == "BLOCKED_START"
    assert found(client, mesh, shape(obstacles=[PILLAR]), goal=[6, 3])["status"] == "BLOCKED_GOAL"


def test_areas_cost_and_the_last_one_counts(client: Client) -> None:
    mesh = keep(client)
    band = [[[4, 0], [8, 0], [8, 8], [4, 8]]]
    swamp, road = ({"polygon": band, "cost": cost} for cost in (4.0, 0.5))
    assert found(client, mesh, shape(areas=[swamp]))["cost"] == pytest.approx(6 + 16)
    assert found(client, mesh, shape(areas=[swamp, road]))["cost"] == pytest.approx(6 + 2)
    dear = found(client, mesh, shape(areas=[road, swamp]))
    assert dear["cost"] == pytest.approx(6 + 16)
    assert dear["bound"] <= 1.01
    assert found(client, mesh, shape(areas=[road, swamp]), weight=1.5)["bound"] <= 1.5


def test_the_polygons_are_sent_when_they_changed(client: Client) -> None:
    mesh = keep(client)
    first = found(client, mesh, shape(obstacles=[PILLAR]))
    points = decoded(first["polygons"]["points"], "<f8").reshape(-1, 2)
    corners, offsets = (decoded(first["polygons"][name], "<u4") for name in ("corners", "offsets"))
    assert len(decoded(first["polygons"]["costs"], "<f4")) == len(offsets) - 1
    rings = [points[ring] for ring in np.split(corners, offsets[1:-1])]
    after = [np.roll(ring, -1, axis=0) for ring in rings]
    area = sum(
        abs((ring[:, 0] * then[:, 1] - ring[:, 1] * then[:, 0]).sum()) / 2
        for ring, then in zip(rings, after, strict=True)
    )
    sides = 32 * math.tan(math.pi / 32) * 1.5**2  # a disc becomes a polygon of 32 sides around it
    assert area == pytest.approx(12 * 8 - sides)
    assert found(client, mesh, shape(obstacles=[PILLAR]), known=first["shape"])["polygons"] is None
    other = found(client, mesh, shape(), known=first["shape"])
    assert other["shape"] != first["shape"]
    assert other["polygons"] is not None


def polygons_of(sent: Json) -> list[tuple[bytes, float]]:
    """Return each polygon that was sent, in a form that only equal ones share."""
    points = decoded(sent["points"], "<f8").reshape(-1, 2)
    corners, offsets = (decoded(sent[name], "<u4") for name in ("corners", "offsets"))
    rings = np.split(points[corners], offsets[1:-1])
    costs = decoded(sent["costs"], "<f4").tolist()
    return [(ring.tobytes(), cost) for ring, cost in zip(rings, costs, strict=True)]


def test_changes_tell_how_polygons_differ_from_those_that_are_known(client: Client, tmp_path: Path) -> None:
    pillars = [
        [[4 * i + 1, 8 * j + 3], [4 * i + 2, 8 * j + 3], [4 * i + 2, 8 * j + 4], [4 * i + 1, 8 * j + 4]]
        for i in range(20)
        for j in range(6)
    ]
    hall = [[[[0, 0], [80, 0], [80, 48], [0, 48]], *pillars]]
    mesh = keep(client, hall)
    first = shape(obstacles=[{**PILLAR, "place": [50, 30]}])
    known = found(client, mesh, first, whole=False)
    assert known["changes"] is None
    before = polygons_of(known["polygons"])
    swamp = {"polygon": [[[30, 5], [32, 5], [32, 7], [30, 7]]], "cost": 3}
    for x in (20.5, 21, 60.25):
        on = shape(obstacles=[{**PILLAR, "place": [x, 6]}], areas=[swamp])
        moved = found(client, mesh, on, known=known["shape"], whole=False)
        assert moved["polygons"] is None
        gone = set(decoded(moved["changes"]["gone"], "<u4").tolist())
        added = polygons_of(moved["changes"]["added"])
        assert 0 < len(gone) < len(before) / 2
        assert not set(added) & set(before)
        now = [polygon for number, polygon in enumerate(before) if number not in gone] + added
        other = studio(tmp_path)
        afresh = found(other, keep(other, hall), on)
        assert sorted(now) == sorted(polygons_of(afresh["polygons"]))
    again = found(client, mesh, first, known=known["shape"], whole=False)
    assert (again["polygons"], again["changes"]) == (None, None)
    whole = found(client, mesh, on, known=known["shape"])
    assert (sorted(polygons_of(whole["polygons"])), whole["changes"]) == (sorted(now), None)
    moved = found(client, mesh, shape(obstacles=[PILLAR]), known=known["shape"], whole=False)
    assert moved["changes"] is None, "they would differ from the last ones sent"
    assert moved["polygons"] is not None


boxes = st.tuples(st.integers(0, 10), st.integers(0, 6), st.integers(1, 4), st.integers(1, 4)).map(
    lambda box: (
        (box[0], box[1] + 0.25),
        (box[0] + box[2], box[1] + 0.25),
        (box[0] + box[2], box[1] + box[3]),
        (box[0], box[1] + box[3]),
    )
)
discs = st.builds(Disc, st.tuples(st.integers(2, 10), st.integers(0, 8)), st.sampled_from([0.5, 0.75, 1.25]))
shapes = st.builds(
    Shape,
    radius=st.sampled_from([0.0, 0.0, 0.25]),
    obstacles=st.lists(boxes | discs, max_size=4).map(tuple),
    areas=st.lists(st.builds(Area, boxes.map(lambda box: (box,)), st.just(3.0)), max_size=1).map(tuple),
)


@given(st.lists(shapes, min_size=2, max_size=5))
def test_after_any_shapes_the_mesh_is_that_of_the_last(asked: list[Shape]) -> None:
    polygons = (((0.0, 0.0), (12.0, 0.0), (12.0, 8.0), (0.0, 8.0)),)
    ground = MeshBoard((polygons,))
    for each in asked:
        with ground.shaped(each):
            pass
    with ground.shaped(asked[-1]) as mesh, MeshBoard((polygons,)).shaped(asked[-1]) as fresh:
        assert mesh.radius == fresh.radius
        assert _area(mesh) == pytest.approx(_area(fresh))
        assert sorted(set(mesh.costs.tolist())) == sorted(set(fresh.costs.tolist()))
    got, wanted = found_path(ground, asked[-1]), found_path(MeshBoard((polygons,)), asked[-1])
    assert got.path.status == wanted.path.status
    if got.path:
        with ground.shaped(asked[-1]) as mesh:
            assert ps.check_path(mesh, got.path)
        within = 1.02 if asked[-1].areas else 1 + 1e-9
        assert wanted.path.cost / within <= got.path.cost <= wanted.path.cost * within


def _area(mesh: ps.NavMesh) -> float:
    shapely = pytest.importorskip("shapely")
    return float(sum(shapely.Polygon(mesh.vertices[ring]).area for ring in mesh.polygons))


def test_an_edit_that_fails_leaves_nothing_behind(client: Client) -> None:
    mesh = keep(client)
    flat = {"kind": "block", "corners": [[1, 1], [2, 1], [3, 1]]}
    on = shape(obstacles=[DOOR, flat])
    refused = client.post("/api/mesh-path", json={"mesh": mesh, "shape": on, **ENDS})
    assert refused.status_code == 400
    assert "no area" in reason(refused)
    assert found(client, mesh, shape())["cost"] == 10


@pytest.mark.parametrize("name", MESH_MAKERS)
def test_every_maker_makes_a_mesh_with_a_path(client: Client, name: str) -> None:
    made = client.post("/api/make-mesh", json={"generator": name, "seed": 5}).json()
    assert made["kind"] == "mesh"
    ends = {"start": made["start"], "goal": made["goal"]}
    path = found(client, keep(client, made["polygons"]), made["shape"], **ends)
    assert path["status"] == "FOUND"
    assert len(path["points"]) > 2, "something is in the way"


def test_pillars_are_as_many_as_asked_and_follow_the_seed() -> None:
    first, again, other = (make_mesh("pillars", seed, {"pillars": 12}, LIMITS).ground for seed in (1, 1, 2))
    assert len(first.polygons[0]) == 1 + 12
    assert first.id == again.id != other.id
    assert len(make_mesh("pillars", 1, {"pillars": 0}, LIMITS).ground.polygons[0]) == 1


def test_the_squares_of_a_map_become_a_mesh(client: Client) -> None:
    map = client.post("/api/map", json=board(EXAMPLE)).json()["map"]
    made = client.post("/api/make-mesh", json={"map": map}).json()
    outline, hole = made["polygons"][0]
    assert sorted(outline) == [[0, 0], [0, 5], [7, 0], [7, 5]]
    assert sorted(hole) == [[3, 1], [3, 4], [4, 1], [4, 4]]
    mesh = keep(client, made["polygons"])
    grid = ps.Grid([[letter == "." for letter in row] for row in EXAMPLE])
    ends = (1.5, 2.5), (5.5, 2.5)
    cost = found(client, mesh, made["shape"], start=ends[0], goal=ends[1])["cost"]
    assert cost == pytest.approx(ps.find_path(ps.NavMesh.from_grid(grid), *ends).cost)


def test_terrain_becomes_areas(client: Client) -> None:
    map = client.post("/api/map", json=board(["..33..", "......", "5....#"])).json()["map"]
    made = client.post("/api/make-mesh", json={"map": map}).json()
    costs = [(each["cost"], sorted(each["polygon"][0])) for each in made["shape"]["areas"]]
    assert costs == [
        (3, [[2, 0], [2, 1], [4, 0], [4, 1]]),
        (5, [[0, 2], [0, 3], [1, 2], [1, 3]]),
    ]


def test_files_of_meshes_are_opened_and_saved(tmp_path: Path) -> None:
    client = studio(tmp_path)
    hall = ps.NavMesh([(0, 0), (9, 0), (9, 4), (0, 4)], [[0, 1, 2, 3]])
    for suffix in (".mesh", ".obj", ".geojson"):
        hall.write(tmp_path / f"hall{suffix}")
    assert {"hall.mesh", "hall.obj", "hall.geojson"} <= set(client.get("/api/files").json()["files"])
    for suffix in (".mesh", ".obj", ".geojson"):
        opened = client.post("/api/open", json={"file": f"hall{suffix}"}).json()
        assert sorted(opened["polygons"][0][0]) == [[0, 0], [0, 4], [9, 0], [9, 4]], suffix
        assert opened["start"] != opened["goal"]
    ground = {"kind": "mesh", "polygons": opened["polygons"]}
    wall = {"kind": "block", "corners": [[4, -1], [5, -1], [5, 3], [4, 3]]}
    saved = client.post(
        "/api/save-mesh",
        json={"name": "cut.mesh", "ground": ground, "shape": shape(obstacles=[wall]), "folder": True},
    ).json()
    assert saved["saved"]
    assert saved["notes"] == []
    path = ps.find_path(ps.NavMesh.read(tmp_path / "cut.mesh"), (1, 1), (8, 1))
    assert path.points.tolist() == [[1, 1], [4, 3], [5, 3], [8, 1]]
    mud = shape(areas=[{"polygon": [[[1, 1], [2, 1], [2, 2]]], "cost": 2}])
    sent = client.post("/api/save-mesh", json={"name": "mud.obj", "ground": ground, "shape": mud}).json()
    assert [each["say"] for each in sent["notes"]] == ["studio.mesh.lost"]
    assert base64.b64decode(sent["files"][0]["content"]).startswith(b"v ")


def test_an_obj_that_lies_on_x_and_z_is_read_so(client: Client) -> None:
    lying = b"v 0 5 0\nv 4 5 0\nv 4 5 3\nv 0 5 3\nf 1 2 3 4\n"
    content = base64.b64encode(lying).decode()
    opened = client.post("/api/open", json={"name": "floor.obj", "content": content}).json()
    assert sorted(opened["polygons"][0][0]) == [[0, 0], [0, 3], [4, 0], [4, 3]]


def test_costs_of_polygons_become_areas_and_links_are_mentioned() -> None:
    points = [(0, 0), (2, 0), (4, 0), (4, 3), (2, 3), (0, 3)]
    mesh = ps.NavMesh(points, [[0, 1, 4, 5], [1, 2, 3, 4]], costs=[1, 2.5])
    scene = scene_of_mesh(mesh, LIMITS)
    assert [(area.cost, sorted(area.polygon[0])) for area in scene.shape.areas] == [
        (2.5, [(2, 0), (2, 3), (4, 0), (4, 3)])
    ]
    assert len(scene.ground.polygons[0][0]) == 4
    assert mesh.holds(scene.start)
    assert mesh.holds(scene.goal)


def test_ends_lie_on_the_largest_island() -> None:
    grid = ps.Grid([[1, 0, 1, 1, 1, 1], [1, 0, 1, 1, 1, 1], [1, 0, 1, 1, 1, 0], [1, 0, 1, 1, 1, 0]])
    mesh = ps.NavMesh.from_grid(grid)
    scene = scene_of_mesh(mesh, LIMITS)
    assert ps.find_path(mesh, scene.start, scene.goal)
    assert min(scene.start[0], scene.goal[0]) > 2


REFUSED: list[tuple[str, Json, int, str]] = [
    ("/api/make-mesh", {"generator": "flor"}, 400, "did you mean 'floor'"),
    ("/api/make-mesh", {"generator": "floor", "options": {"doors": 3}}, 400, "option of floor 'doors'"),
    ("/api/make-mesh", {"generator": "pillars", "options": {"pillars": 301}}, 400, "from 0 to 300"),
    ("/api/make-mesh", {"generator": "pillars", "options": {"pillars": 2.5}}, 400, "a whole number"),
    ("/api/make-mesh", {}, 400, "name a generator or a map"),
    ("/api/make-mesh", {"map": "0" * 24}, 404, "does not keep this map"),
    ("/api/mesh", {"kind": "mesh", "polygons": []}, 422, "polygons"),
    ("/api/mesh", {"kind": "mesh", "polygons": [[[[0, 0], [1, 0]]]]}, 422, "polygons"),
    ("/api/mesh", {"kind": "mesh", "polygons": [[[[0, 0], [1, 0], [1e7, 1]]]]}, 422, "polygons"),
    ("/api/mesh-path", {"mesh": "0" * 24, "shape": shape(), **ENDS}, 404, "does not keep this mesh"),
    ("/api/save-mesh", {"name": "a.bin", "ground": {"kind": "mesh", "polygons": HALL}, "shape": shape()}, 400,
     "a.bin"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "body", "status", "words"), REFUSED)
def test_what_is_refused_says_why(client: Client, call: str, body: Json, status: int, words: str) -> None:
    reply = client.post(call, json=body)
    assert reply.status_code == status
    assert re.search(re.escape(words), reason(reply)), reason(reply)


def test_grounds_that_are_too_much_are_refused(tmp_path: Path) -> None:
    client = studio(tmp_path)
    ring = [[math.cos(turn), math.sin(turn)] for turn in np.linspace(0, 6, FAST.corners + 1)]
    large = client.post("/api/mesh", json={"kind": "mesh", "polygons": [[ring]]})
    assert large.status_code == 413
    assert f"{FAST.corners:,}" in reason(large)
    hexes = client.post("/api/map", json={**board(EXAMPLE), "kind": "odd-r"}).json()["map"]
    assert "squares" in reason(client.post("/api/make-mesh", json={"map": hexes}))
    walls = client.post("/api/map", json=board(["###", "###"])).json()["map"]
    assert "no ground" in reason(client.post("/api/make-mesh", json={"map": walls}))
    free = client.post("/api/map", json=board(["..0", "..."])).json()["map"]
    assert "costs nothing" in reason(client.post("/api/make-mesh", json={"map": free}))
    spots = ["." * 60, "3." * 30] * 10
    map = client.post("/api/map", json=board(spots)).json()["map"]
    many = client.post("/api/make-mesh", json={"map": map})
    assert many.status_code == 413
    assert "300" in reason(many)


def test_a_ground_is_the_same_after_a_restart() -> None:
    scene = make_mesh("park", 0, {}, LIMITS)
    twin = MeshBoard(scene.ground.polygons)
    assert twin.id == scene.ground.id
    read = ps.NavMesh.from_polygons(geojson(twin.polygons))
    file = io.BytesIO()
    read.write(file, format=".geojson")
    again = ps.NavMesh.read(io.BytesIO(file.getvalue()), format=".geojson")
    with scene_of_mesh(again, LIMITS).ground.shaped(Shape()) as mesh, twin.shaped(Shape()) as same:
        assert _area(mesh) == pytest.approx(_area(same))


def test_a_board_of_squares_is_exactly_its_mesh() -> None:
    world = ps.Map(np.random.default_rng(4).random((18, 24)) > 0.3)
    scene = scene_of_board(board_of_map(world, "squares", LIMITS), LIMITS)
    with scene.ground.shaped(Shape()) as mesh:
        assert _area(mesh) == world.passable.sum()
        exact = ps.NavMesh.from_grid(world.grid())
        free = np.argwhere(world.passable)[:, ::-1] + 0.5
        for a, b in zip(free[::17], free[::-17], strict=False):
            one, two = (ps.find_path(each, tuple(a), tuple(b)) for each in (mesh, exact))
            assert one.status == two.status
            assert one.cost == pytest.approx(two.cost)


def test_a_search_is_recorded_and_explained(client: Client) -> None:
    mesh, first = keep(client), ""
    for block in (DOOR, {**DOOR, "corners": [[x, y + 2] for x, y in DOOR["corners"]]}, DOOR):
        sent = {"mesh": mesh, "shape": shape(obstacles=[block]), **ENDS}
        reply = client.post("/api/mesh-trace", json=sent)
        assert reply.status_code == 200
        head, columns = unpacked(reply.content)
        path = found(client, mesh, sent["shape"])
        assert (head["cost"], head["status"]) == (path["cost"], "FOUND")
        assert head["steps"] == head["expanded"] == path["expanded"]
        assert len(columns["interval"]) % 8 == 0
        told = client.post("/api/explain", json={"trace": head["trace"], "step": 0}).json()["facts"]
        assert told[0]["say"]["say"] == "step.chosen.interval"
        first = first or head["trace"]
    told = client.post("/api/explain", json={"trace": first, "step": 0})
    assert told.status_code == 200, "the trace stays as it was"
    closed = client.post("/api/mesh-trace", json={"mesh": mesh, "shape": shape(radius=100), **ENDS})
    assert unpacked(closed.content)[0]["status"] == "BLOCKED_START"
    dear = shape(areas=[{"polygon": HALL[0], "cost": 3}])
    head, _ = unpacked(client.post("/api/mesh-trace", json={"mesh": mesh, "shape": dear, **ENDS}).content)
    path = found(client, mesh, dear)
    assert (head["cost"], head["steps"]) == (path["cost"], path["expanded"])
    told = client.post("/api/explain", json={"trace": head["trace"], "step": 0}).json()["facts"]
    assert told[0]["say"]["say"] == "step.round.line"


@pytest.mark.parametrize(
    ("format", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG"), ("html", b"<!doctype"), ("gif", b"GIF89a")]
)
def test_a_search_is_written_to_a_file(client: Client, format: str, begins: bytes) -> None:
    sent = {"mesh": keep(client), "shape": shape(obstacles=[DOOR]), **ENDS, "format": format, "lang": "en"}
    reply = client.post("/api/export-mesh", json=sent)
    assert reply.status_code == 200
    assert reply.content.lower().startswith(begins.lower())
    first = client.post("/api/export-mesh", json={**sent, "format": "svg", "step": 0, "theme": "dark"})
    last = client.post("/api/export-mesh", json={**sent, "format": "svg"})
    assert first.content != last.content


@pytest.mark.parametrize("format", ["svg", "html", "gif"])
def test_a_search_over_areas_is_written_to_a_file(client: Client, format: str) -> None:
    dear = shape(areas=[{"polygon": [[[5, 0], [7, 0], [7, 6], [5, 6]]], "cost": 9}])
    near = {"start": [4, 3], "goal": [5.5, 3]}  # into the area, in few steps, as each is a picture of a film
    sent = {"mesh": keep(client), "shape": dear, **near, "format": format}
    reply = client.post("/api/export-mesh", json=sent)
    assert reply.status_code == 200
    assert reply.content[:4].lower() in (b"<svg", b"<!do", b"gif8")


@pytest.mark.parametrize("name", MESH_MAKERS)
def test_searches_over_the_meshes_that_it_makes_can_be_stepped_through(name: str) -> None:
    scene = make_mesh(name, 0, {}, LIMITS)
    ends = scene.start, scene.goal
    trace = mesh_trace(scene.ground, scene.shape, *ends, Stop(60, lambda: False), LIMITS).trace
    best = mesh_path(scene.ground, scene.shape, *ends, Stop(60, lambda: False)).path
    assert trace.path.status is best.status is ps.Status.FOUND
    assert best.cost / best.bound <= trace.path.cost <= 1.1 * best.cost
    assert len(trace) < 20_000
    assert len(trace.events) < LIMITS.area_events


def test_a_search_over_areas_has_a_limit_of_its_own() -> None:
    scene = make_mesh("park", 0, {}, LIMITS)
    few = replace(LIMITS, area_events=1000)
    trace = mesh_trace(scene.ground, scene.shape, scene.start, scene.goal, Stop(60, lambda: False), few).trace
    assert trace.path.status is ps.Status.LIMIT
    assert 1000 <= len(trace.events) < 2000  # it ends after the step in which it exceeds that
