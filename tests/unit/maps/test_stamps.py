"""Stamps: shapes pressed into layers, and why they are rejected."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pathstar as ps
from pathstar.maps import polygon_depth, stamps
from pathstar.maps.stamps import Stamp


def field(width: int = 7, height: int = 6) -> ps.Map:
    return ps.Map(np.ones((height, width)), layers={"danger": np.zeros((height, width))})


def stamped(shape: Stamp, at: tuple[int, int], **options) -> np.ndarray:
    map = field()
    map.stamp("danger", shape, at, **options)
    return np.array(map.layers["danger"])


@given(st.integers(-4, 10), st.integers(-4, 9), st.sampled_from([0, 0.5, 1, 1.5, 2.7, 4]))
def test_a_disc_is_the_cells_within_its_radius(x, y, radius):
    values = stamped(stamps.disc(radius), (x, y), strength=3)
    for cy, cx in np.ndindex(values.shape):
        assert values[cy, cx] == (3 if math.hypot(cx - x, cy - y) <= radius else 0)


def test_falloffs_fall_from_the_middle_to_the_border():
    for name in ("linear", "smooth", "exponential"):
        row = stamps.disc(4, name).factors[4, 4:]
        assert row[0] == 1
        assert (np.diff(row) < 0).all()
    assert stamps.disc(4, "linear").factors[4, 4:].tolist() == [1, 0.75, 0.5, 0.25, 0]
    assert stamps.disc(4, lambda share: share + 1).factors[4, 4:].tolist() == [1, 1.25, 1.5, 1.75, 2]
    assert stamps.rectangle(4, 2, "linear").factors.tolist() == [[0.25, 0.5, 0.5, 0.25]] * 2


def inside(points: list[tuple[float, float]], x: int, y: int) -> bool:
    """Whether a ray upwards from a point crosses the border an odd number of times."""
    crossings = 0
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        if (ax <= x) != (bx <= x):
            crossings += ay + (x - ax) * (by - ay) / (bx - ax) < y
    return crossings % 2 == 1


@given(st.lists(st.tuples(st.integers(-2, 8), st.integers(-2, 7)), min_size=3, max_size=6))
def test_a_polygon_is_the_cells_with_their_centres_inside(corners):
    points = [(x + 0.37, y + 0.29) for x, y in corners]  # no centre is on the border
    values = stamped(stamps.polygon(points), (0, 0))
    for y, x in np.ndindex(values.shape):
        assert values[y, x] == inside(points, x, y)


def test_a_polygon_falls_off_to_its_border():
    factors = stamps.polygon([(-0.5, -0.5), (4.5, -0.5), (4.5, 4.5), (-0.5, 4.5)], "linear").factors
    assert factors[2].tolist() == pytest.approx([0.2, 0.6, 1, 0.6, 0.2])


def depth(x: float, y: float, points: list[tuple[float, float]]) -> float:
    """How far a point is from the nearest side, by plain rules."""

    def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
        length = math.dist(a, b)
        if length == 0:
            return math.dist(a, (x, y))
        along = ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length**2
        at = min(max(along, 0), 1)
        return math.dist((x, y), (a[0] + at * (b[0] - a[0]), a[1] + at * (b[1] - a[1])))

    return min(map(distance, points, [*points[1:], points[0]]))


@pytest.mark.parametrize(
    ("corners", "width", "height", "jitter"),
    [(3, 9, 9, 0.2), (5, 90, 4, 0.1), (40, 70, 50, 0.3), (200, 60, 75, 0.5), (900, 40, 40, 0.0)],
)
def test_a_falloff_knows_the_nearest_side_of_every_cell(corners, width, height, jitter):
    random = np.random.default_rng(corners)
    angles = np.sort(random.uniform(0, 2 * np.pi, corners))
    reach = 1 - jitter * random.random(corners)
    x, y = width * reach * np.cos(angles) / 2, height * reach * np.sin(angles) / 2
    points = [(float(a), float(b)) for a, b in zip(x, y, strict=True)]
    points.insert(1, points[0])  # a side without length
    stamp = stamps.polygon(points, "linear")
    rows, columns = np.nonzero(~np.isnan(stamp.factors))
    left, top = stamp.offset
    depths = np.array([depth(c + left, r + top, points) for r, c in zip(rows, columns, strict=True)])
    assert len(depths) > 10
    np.testing.assert_allclose(stamp.factors[rows, columns], depths / depths.max(), rtol=0, atol=1e-9)


def test_many_corners_leave_few_sides_for_each_cell(monkeypatch):
    measured, count = polygon_depth._distances, []
    monkeypatch.setattr(
        polygon_depth,
        "_distances",
        lambda x, y, sides: count.append(len(x) * len(sides)) or measured(x, y, sides),
    )
    angles = np.linspace(0, 2 * np.pi, 1600, endpoint=False)
    reach = 100 * (1 + 0.2 * np.sin(9 * angles))
    stamp = stamps.polygon(np.stack([reach * np.cos(angles), reach * np.sin(angles)], axis=1), "smooth")
    cells = int((~np.isnan(stamp.factors)).sum())
    assert cells > 30_000
    assert sum(count) < 200 * cells


def test_composition():
    map = field(3, 1)
    shape = stamps.array([[1, np.nan, 2]])
    map.stamp("danger", shape, strength=5)
    assert map.layers["danger"].tolist() == [[5, 0, 10]]
    map.stamp("danger", shape, strength=4, compose="max")
    assert map.layers["danger"].tolist() == [[5, 0, 10]]
    map.stamp("danger", [[-1, 1]], (1, 0))
    assert map.layers["danger"].tolist() == [[5, -1, 11]]
    change = map.stamp("danger", shape, compose="set")
    assert map.layers["danger"].tolist() == [[1, -1, 2]]
    assert change.cells.tolist() == [[0, 0], [2, 0]]


def test_walls_and_terrain_are_stamped_too():
    legend = {0: ps.maps.Terrain("sea", walkable=False), 1: ps.maps.Terrain("land")}
    map = ps.Map.from_terrain(np.ones((5, 5)), legend)
    map.edit("passable", (0, 0), False)
    map.stamp("terrain", stamps.disc(1), (2, 2), 0, compose="set")
    assert (~map.passable).sum() == 6  # the wall in the corner stays one
    map.stamp("passable", stamps.rectangle(5, 1), (0, 2), 1, compose="set")
    assert map.passable[2].all()


def test_costs_are_checked_as_by_an_edit():
    map = ps.Map([[1, 1]], cost=[[1, 4]])
    with pytest.raises(ps.CostError, match=r"the new cost at \(0, 0\) is -1.0"):
        map.stamp("cost", [[1, 1]], strength=-2)
    assert map.cost.tolist() == [[1, 4]]
    map.stamp("cost", [[1, 1]], (1, 0), strength=math.pi)
    assert map.cost.tolist() == [[1, 4 + math.pi]]


def test_what_was_made_of_the_map_follows():
    map = field()
    grid = map.grid(costs=ps.maps.CostModel(weights={"danger": 1}))
    before = ps.find_path(grid, (0, 3), (6, 3)).cost
    map.stamp("danger", stamps.disc(2), (3, 3), 10)
    after = ps.find_path(grid, (0, 3), (6, 3))
    assert (before, after.cost > 6) == (6, True)
    assert not {(3, 3), (3, 2)} & set(map_places(after))


def map_places(path: ps.Path) -> list[tuple[int, ...]]:
    return [tuple(place) for place in path.points.tolist()]


@pytest.mark.parametrize("at", [(-50, 0), (0, 50), (9, 0), (10**30, 0)])
def test_a_stamp_outside_changes_nothing(at):
    map = field()
    assert len(map.stamp("danger", stamps.disc(2), at)) == 0


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: stamps.disc(-1), "radius is -1; allowed: a number of cells from 0 to"),
        (lambda: stamps.disc(math.nan), "radius is nan"),
        (lambda: stamps.disc(10**6), "radius is 1000000"),
        (lambda: stamps.disc(2, "liner"), "did you mean 'linear'"),
        (lambda: stamps.disc(2, lambda share: share[:1]), "must be equal"),
        (lambda: stamps.disc(2, lambda share: share * np.nan), "returned NaN"),
        (lambda: stamps.rectangle(0, 2), "a side of the rectangle is 0"),
        (lambda: stamps.rectangle(2, True), "a side of the rectangle is True"),
        (
            lambda: stamps.polygon([(0, 0), (1, 1)]),
            r"at least three pairs of numbers, .* not of shape \(2, 2\)",
        ),
        (lambda: stamps.polygon([(0, 0), (1, 1), (math.inf, 0)]), "at least three pairs"),
        (lambda: stamps.polygon([(0, 0), (1e9, 1), (1e9, 1e9)]), "more than"),
        (lambda: stamps.array([1, 2]), "two-dimensional"),
        (lambda: stamps.array([[1]], offset=(0.5, 1)), "offset is"),
        (lambda: field().stamp("dangr", [[1]]), "did you mean 'danger'"),
        (lambda: field().stamp(["danger"], [[1]]), "unknown layer"),
        (lambda: field().stamp("danger", [[1]], at=3), "at is 3; allowed: two whole numbers"),
        (lambda: field().stamp("danger", [[1]], strength=math.inf), "strength is inf"),
        (lambda: field().stamp("danger", [[1]], compose="add"), "composition 'add'"),
        (lambda: field().stamp("passable", [[1]]), "allowed for passable, whose values do not add up: 'set'"),
    ],
)
def test_what_cannot_be_is_refused(make, words):
    with pytest.raises(ps.PathstarError, match=words):
        make()


def test_only_a_falloff_asks_how_deep_cells_lie_in_a_polygon(monkeypatch):
    asked = []
    measured = stamps.depths_inside
    monkeypatch.setattr(stamps, "depths_inside", lambda *given: asked.append(given) or measured(*given))
    stamps.polygon([(0, 0), (9, 0), (9, 9)])
    assert not asked
    stamps.polygon([(0, 0), (9, 0), (9, 9)], "linear")
    assert [int(inside.sum()) for _, _, inside, _ in asked] == [45]


def test_a_stamp_of_an_array_keeps_its_factors():
    factors = np.ones((1, 2))
    stamp = stamps.array(factors)
    factors[:] = 9
    assert stamp.factors.tolist() == [[1, 1]]


def test_the_place_of_a_stamp_is_a_pair():
    map = ps.Map([[1, 1]], layers={"heat": [[0, 0]]})
    with pytest.raises(ps.OptionError, match=r"at is array\(3\); allowed: two whole numbers"):
        map.stamp("heat", [[1.0]], at=np.array(3))
    map.stamp("heat", [[1.0]], at=np.array([1, 0]))
    assert map.layers["heat"].tolist() == [[0.0, 1.0]]
