"""Areas that cost more: paths within their bound, compared with a fine graph and with Snell's law."""

from __future__ import annotations

import heapq
import math
import pickle
from itertools import pairwise

import numpy as np
import pytest
import shapely

import pathstar as ps

ROOM = [(0.0, 0.0), (12.0, 0.0), (12.0, 10.0), (0.0, 10.0)]
PARTS = 24  # points on each side


def room(*areas: tuple[tuple[float, float, float, float], float]) -> ps.NavMesh:
    mesh = ps.NavMesh.from_polygons([ROOM])
    for box, cost in areas:
        mesh.add_area(shapely.box(*box), cost)
    return mesh


def over_points(mesh: ps.NavMesh, start: tuple[float, float], goal: tuple[float, float]) -> float:
    """The cheapest path over points along all sides: never below the optimum, and close to it."""
    faces = list(zip([mesh.vertices[each] for each in mesh.polygons], mesh.costs.tolist(), strict=True))
    inside: list[tuple[list[tuple[float, float]], float]] = []
    for corners, cost in faces:
        points = []
        for a, b in pairwise([*corners.tolist(), corners[0].tolist()]):
            (x, y), (to_x, to_y) = sorted((tuple(a), tuple(b)))
            points += [
                (x + share * (to_x - x), y + share * (to_y - y))
                for share in np.linspace(0, 1, PARTS).tolist()
            ]
        shape = shapely.Polygon(corners)
        points += [place for place in (start, goal) if shape.intersects(shapely.Point(place))]
        inside.append((list(dict.fromkeys(points)), cost))
    of: dict[tuple[float, float], list[int]] = {}
    for face, (points, _) in enumerate(inside):
        for place in points:
            of.setdefault(place, []).append(face)
    best, queue, done = {start: 0.0}, [(0.0, start)], set()
    while queue:
        cost, here = heapq.heappop(queue)
        if here == goal:
            return cost
        if here in done:
            continue
        done.add(here)
        for face in of.get(here, []):
            points, price = inside[face]
            for there in points:
                total = cost + price * math.dist(here, there)
                if total < best.get(there, math.inf):
                    best[there] = total
                    heapq.heappush(queue, (total, there))
    return math.inf


@pytest.mark.parametrize("seed", range(24))
def test_paths_keep_to_their_bound(seed: int) -> None:
    random = np.random.default_rng(seed)
    mesh = ps.NavMesh.from_polygons([ROOM])
    for _ in range(int(random.integers(1, 4))):
        left, top = random.integers(0, 9, 2).tolist()
        width, height = random.integers(1, 6, 2).tolist()
        corners = [(left, top), (left + width, top), (left + width, top + height)]
        mesh.add_area(
            corners + [(left, top + height)] * bool(random.random() < 0.6), float(random.choice([0.3, 2, 7]))
        )
    if random.random() < 0.5:
        left, top = random.integers(2, 8, 2).tolist()
        mesh.add_obstacle(shapely.box(left, top, left + 1, top + 2))
    if random.random() < 0.3 and mesh.holds((1, 1)) and mesh.holds((11, 9)):
        mesh.add_link((1, 1), (11, 9), 4)
    for _ in range(4):
        start, goal = (tuple(place) for place in (random.integers(0, 21, (2, 2)) / 2).tolist())
        if not (mesh.holds(start) and mesh.holds(goal)):
            continue
        path, near = ps.find_path(mesh, start, goal), over_points(mesh, start, goal)
        assert 1 <= path.bound <= 1.01 or not mesh.has_areas
        assert path.cost / path.bound <= near + 1e-9, "the bound says that nothing is cheaper"
        if not mesh.links:
            assert path.cost >= near * 0.97
        check = ps.check_path(mesh, path)
        assert check, check.problem
        closer = ps.find_path(mesh, start, goal, weight=1.0005) if mesh.has_areas else path
        assert closer.bound <= 1.0005
        assert path.cost / path.bound <= closer.cost * (1 + 1e-9)
        assert closer.cost / closer.bound <= path.cost * (1 + 1e-9)


def test_a_path_bends_as_light_does() -> None:
    """Two media: the ratio of the sines of the angles is the inverse ratio of the costs."""
    mesh = room(((0, 5, 12, 10), 2.0))
    path = ps.find_path(mesh, (1, 0), (11, 10), weight=1.000001)
    (_, bend, _) = path.points.tolist()
    assert bend[1] == 5
    before = (bend[0] - 1) / math.dist((1, 0), bend)
    after = (11 - bend[0]) / math.dist(bend, (11, 10))
    assert before / after == pytest.approx(2, rel=1e-4)


@pytest.mark.parametrize("seed", range(3))
def test_the_proof_of_a_closest_path_ends(seed: int) -> None:
    """Without an end to it, the remaining intervals would take minutes and gigabytes."""
    random = np.random.default_rng(seed)
    mesh = ps.NavMesh.from_polygons([[(0, 0), (100, 0), (100, 60), (0, 60)]])
    for _ in range(10):
        left, top = random.uniform(0, 75), random.uniform(0, 35)
        right, bottom = left + random.uniform(4, 25), top + random.uniform(4, 25)
        mesh.add_area(shapely.box(left, top, right, bottom), float(random.integers(2, 9)))
    ends = (1, 30), (99, 31)
    kept, closest = ps.Planner(mesh, weight=1.001), ps.Planner(mesh, weight=1, max_expansions=100_000)
    path, near = closest.find(*ends), kept.find(*ends)
    assert path, "the proof ended before the limit"
    assert path.cost <= near.cost * (1 + 1e-12)
    assert 1 < path.bound <= near.bound <= 1.001 == kept.method.bound == closest.method.bound
    assert ps.check_path(mesh, path)
    for cost, status in ((path.cost, ps.Status.FOUND), (path.cost / path.bound * 0.999, ps.Status.LIMIT)):
        assert ps.find_path(mesh, *ends, weight=1, max_cost=cost).status is status


def test_a_path_that_keeps_to_the_cheapest_ground_is_exact() -> None:
    mesh = room(((5, 0, 7, 4), 9.0))
    path = ps.find_path(mesh, (0, 8), (12, 8))
    assert (path.cost, path.bound, path.stats.algorithm) == (12, 1, "region-bisection")


def test_a_cheap_road_is_worth_a_detour() -> None:
    mesh = room(((0, 0, 12, 1), 0.1))
    path = ps.find_path(mesh, (0, 3), (12, 3))
    assert path.cost < 6.5
    assert path.points[:, 1].min() <= 1


def test_the_border_costs_what_the_cheaper_side_costs() -> None:
    mesh = room(((4, 2, 8, 8), 5.0))
    assert ps.check_path(mesh, [(0, 2), (12, 2)]).cost == 12
    assert ps.check_path(mesh, [(0, 5), (12, 5)]).cost == pytest.approx(8 + 20)
    assert ps.find_path(mesh, (0, 2), (12, 2)).cost == 12


def test_the_last_area_counts_and_obstacles_before_all() -> None:
    mesh = room()
    first = mesh.add_area(shapely.box(0, 0, 6, 10), 3)
    second = mesh.add_area(shapely.box(4, 0, 8, 10), 2)
    rock = mesh.add_obstacle(shapely.box(5, 4, 7, 6))
    assert mesh.costs[mesh.node_of((1, 1))] == 3
    assert mesh.costs[mesh.node_of((5, 1))] == 2
    assert not mesh.holds((6, 5))
    mesh.remove_area(second)
    assert mesh.costs[mesh.node_of((5, 1))] == 3
    assert mesh.costs[mesh.node_of((7, 1))] == 1
    mesh.remove_area(first)
    mesh.remove_obstacle(rock)
    assert not mesh.has_areas
    assert ps.find_path(mesh, (0, 5), (12, 5)).stats.algorithm == "polyanya"


def test_a_planner_follows_areas_that_come_and_go() -> None:
    mesh = room()
    planner = ps.Planner(mesh)
    assert planner.find((0, 5), (12, 5)).bound == 1
    area = mesh.add_area(shapely.box(4, 0, 8, 10), 3)
    path = planner.find((0, 5), (12, 5))
    assert path.cost == pytest.approx(20)
    assert path.bound <= 1.01
    assert ps.find_paths(mesh, [(0, 5)], [(12, 5)]).costs.tolist() == [path.cost]
    again = pickle.loads(pickle.dumps(mesh))
    mesh.remove_area(area)
    assert planner.find((0, 5), (12, 5)).cost == 12
    assert ps.find_path(again, (0, 5), (12, 5)).cost == path.cost
    again.remove_area(area)
    assert ps.find_path(again, (0, 5), (12, 5)).cost == 12


def test_costs_of_polygons() -> None:
    corners = [(0, 0), (2, 0), (2, 2), (0, 2), (4, 0), (4, 2)]
    mesh = ps.NavMesh(corners, [[0, 1, 2, 3], [1, 4, 5, 2]], costs=[1, 4])
    assert mesh.costs.tolist() == [1, 4]
    path = ps.find_path(mesh, (0, 1), (4, 1))
    assert path.cost == pytest.approx(2 + 8)
    mesh.add_obstacle([(0.5, 0.5), (1.5, 0.5), (1, 1.5)])
    assert sorted(set(mesh.costs.tolist())) == [1, 4]
    for costs, error in (
        ([1], ps.ArrayError),
        ([1, 0], ps.CostError),
        ([1, np.nan], ps.CostError),
        (["a", "b"], ps.ArrayError),
    ):
        with pytest.raises(error, match="costs"):
            ps.NavMesh(corners, [[0, 1, 2, 3], [1, 4, 5, 2]], costs=costs)


def test_limits_end_a_search_over_areas() -> None:
    mesh = room(((4, 0, 8, 10), 3.0))
    ends = (0, 1), (12, 9)
    whole = ps.find_path(mesh, *ends)
    assert whole.stats.expanded > 5
    for limit in ({"max_expansions": 3}, {"max_cost": whole.cost * 0.9}, {"max_seconds": 0}):
        assert ps.find_path(mesh, *ends, **limit).status is ps.Status.LIMIT
    assert ps.find_path(mesh, *ends, max_cost=whole.cost).cost == whole.cost
    search = ps.Planner(mesh).search(*ends)
    while search.step(1) is ps.Status.RUNNING:
        pass
    assert search.path.cost == whole.cost
    assert ps.find_path(mesh, (0, 1), (20, 1)).status is ps.Status.BLOCKED_GOAL


@pytest.mark.parametrize("cost", [0, -1, math.inf, math.nan, 1e10, "dear", None])
def test_wrong_costs_are_refused(cost: object) -> None:
    mesh = room()
    with pytest.raises(ps.CostError, match="above 0"):
        mesh.add_area(ROOM, cost)  # type: ignore[arg-type]
    with pytest.raises(ps.OptionError, match="no area 0; there are: none"):
        mesh.remove_area(0)
    assert mesh.revision == 0


def test_each_algorithm_says_what_ground_it_needs() -> None:
    with pytest.raises(
        ps.OptionError, match=r"polyanya needs ground that costs the same.*'region-bisection'"
    ):
        ps.find_path(room(((0, 0, 1, 1), 2)), (5, 5), (6, 6), algorithm="polyanya")
    with pytest.raises(ps.OptionError, match=r"region-bisection needs a NavMesh with areas.*'polyanya'"):
        ps.find_path(room(), (5, 5), (6, 6), algorithm="region-bisection")


def test_an_array_without_length_is_no_outline() -> None:
    with pytest.raises(ps.ArrayError, match=r"must be an array \(n, 2\) of places \(x, y\), not of shape"):
        room().add_area([np.array(3)], 2)
