"""Promise 9: after edits of its maps a space is like a new one, and so is all that was made from it."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.counting import compared
from tests.oracle import plain

import pathstar as ps
from pathstar.spaces.layers.stacks import ground_of, refusal

Maker = Callable[..., Any]  # makes a space of maps, and of how to fold their costs

HEIGHT, WIDTH = 6, 6
RANDOM = np.random.default_rng(81)
ENDS = [((0, 0), (5, 4), 0.5), ((3, 3), (1, 5), 2.0)]
ONE_WAY = [((2, 2), (3, 2)), ((0, 0), (0, 1))]
STAIRS = [((0, 0, 0), (0, 0, 1)), ((5, 5, 1), (5, 5, 2), 3.0), ((2, 3, 0), (4, 3, 2))]
EXITS = RANDOM.integers(0, 64, (HEIGHT, WIDTH))
HIGH_EXITS = RANDOM.integers(0, 64, (3, HEIGHT, WIDTH))
SWAMP = {
    0: ps.maps.Terrain("wall", walkable=False),
    1: ps.maps.Terrain("sand"),
    2: ps.maps.Terrain("swamp", 4),
}


def voxels(**options: Any) -> Maker:
    return lambda maps, **costs: ps.VoxelGrid.from_maps(maps, **options, **costs)


def hexes(layout: str, **options: Any) -> Maker:
    return lambda maps, **costs: maps[0].hexgrid(layout, **options, **costs)


def triangles(**options: Any) -> Maker:
    return lambda maps, **costs: ps.TriangleGrid.of(maps[0], **options, **costs)


def squares(**options: Any) -> Maker:
    return lambda maps, **costs: maps[0].grid(**options, **costs)


def units(side: int, **options: Any) -> Maker:
    return lambda maps, **costs: maps[0].grid(**options, **costs).sized(side)


def discs(radius: float, **options: Any) -> Maker:
    return lambda maps, **costs: maps[0].grid(**options, **costs).sized(radius=radius)


MAKERS: dict[str, Maker] = {
    "grid": squares(),
    "sized": units(2),
    "sized, mean": units(3, cost_model="mean", moves=ps.Moves(directions=4)),
    "round": discs(0.9),
    "round, mean": discs(1.3, cost_model="mean", moves=ps.Moves(directions=4)),
    "grid, mean": squares(cost_model="mean", moves=ps.Moves(directions=4)),
    "grid, joined, portals": squares(wrap="xy", portals=ENDS),
    "sixteen": squares(moves=ps.Moves(directions=16)),
    "sixteen, free, mean": squares(moves=ps.Moves(directions=16, corners="free"), cost_model="mean"),
    "sixteen, no squeeze, joined": squares(moves=ps.Moves(directions=16, corners="no_squeeze"), wrap="xy"),
    "sixteen, free, one way": squares(moves=ps.Moves(directions=16, corners="free"), one_way=ONE_WAY),
    "hexes, odd-r": hexes("odd-r"),
    "hexes, even-r, joined": hexes("even-r", wrap="xy", cost_model="mean"),
    "hexes, odd-q, exits": hexes("odd-q", exits=EXITS),
    "hexes, even-q, joined, portals": hexes("even-q", wrap="x", portals=ENDS),
    "hexes, one way": hexes("odd-r", one_way=ONE_WAY),
    "triangles": triangles(),
    "triangles, joined, mean": triangles(wrap="xy", cost_model="mean"),
    "triangles, one way, portals": triangles(one_way=ONE_WAY, portals=ENDS),
    "voxels": voxels(),
    "voxels, free corners": voxels(corners="free", spacing=(1, 2, 0.5)),
    "voxels, no squeeze, 18": voxels(corners="no_squeeze", directions=18),
    "voxels, floors and stairs": voxels(directions=8, stairs=STAIRS),
    "voxels, joined, mean": voxels(directions=4, stairs=STAIRS, wrap="xy", cost_model="mean"),
    "voxels, exits": voxels(directions=6, exits=HIGH_EXITS),
}
MODELS = (
    None,
    ps.maps.CostModel(terrain={"swamp": 9}, base=0.5),
    ps.maps.CostModel(weights={"near": 0.7}, risks={"ambush": 2.0}),
    ps.maps.CostModel(weights={"near": -0.2}, risks={"ambush": 1.0}, base=0.5, compose="max"),
)


@st.composite
def worlds(draw) -> list[ps.Map]:
    """Three floors of any ground; the first one may stand for the last as well."""
    floors = []
    for _ in range(3):
        random = np.random.default_rng(draw(st.integers(0, 10**6)))
        codes = random.choice(3, (HEIGHT, WIDTH), p=[0.25, 0.5, 0.25]).astype(np.uint8)
        cost = random.uniform(0.2, 5, codes.shape) if draw(st.booleans()) else None
        layers = {"near": ps.maps.ClearanceCost(2.5, 1.0), "ambush": random.random(codes.shape).round(1)}
        floors.append(ps.Map(codes > 0, terrain=codes, legend=SWAMP, cost=cost, layers=layers))
    return [*floors[:2], floors[0]] if draw(st.booleans()) else floors


@st.composite
def edits(draw) -> tuple[int, str, Any, Any]:
    """A floor, a layer, a place or a rectangle, and what it becomes."""
    x, y = draw(st.integers(0, WIDTH - 1)), draw(st.integers(0, HEIGHT - 1))
    rectangle = slice(y, y + draw(st.integers(1, 3))), slice(x, x + draw(st.integers(1, 3)))
    layer = draw(st.sampled_from(["passable", "terrain", "cost", "ambush"]))
    values: dict[str, Any] = {
        "ambush": st.sampled_from([0.0, 0.3, 1.0]),
        "passable": st.booleans(),
        "terrain": st.sampled_from([0, 1, 2]),
        "cost": st.sampled_from([0.0, 0.1, 7.0, math.inf, math.nan]),
    }
    return draw(st.integers(0, 2)), layer, draw(st.sampled_from([(x, y), rectangle])), draw(values[layer])


def edited(maps: list[ps.Map], floor: int, layer: str, region: Any, value: Any) -> Any:
    """The change, or None where the map refuses it."""
    if layer not in maps[floor].layers:
        return None
    try:
        return maps[floor].edit(layer, region, value)
    except ps.CostError:  # a cell without a finite cost cannot be opened
        return None


def place_on(space: Any, number: int) -> Any:
    return tuple(space.places_of([number % space.size])[0].tolist())


def assert_alike(space: Any, fresh: Any, start: Any, goal: Any) -> None:
    optimum = plain.cheapest(fresh, start, goal)
    for algorithm, row in ps.ALGORITHMS.items():
        if row.any_angle:  # lines may be cheaper than paths of steps
            continue
        if row.unsupported_reason(fresh) is not None or algorithm == "ida-star":
            assert row.unsupported_reason(space) == row.unsupported_reason(fresh)
            continue
        path, twin = (ps.find_path(each, start, goal, algorithm=algorithm) for each in (space, fresh))
        assert path.status is twin.status
        if row.bound(fresh, row.weight, fresh.default_heuristic()) == 1:
            assert path.cost == pytest.approx(optimum, rel=1e-9)
        assert not path or ps.check_path(fresh, path)
    if plain.is_free(fresh, start):
        fields = [ps.distance_field(each, [start], outward=True).costs for each in (space, fresh)]
        np.testing.assert_allclose(*fields, rtol=1e-9)
        fields = [ps.distance_field(each, [start]).costs for each in (space, fresh)]
        np.testing.assert_allclose(*fields, rtol=1e-9)
    few = [[path.cost for path in ps.find_k_paths(each, start, goal, 3)] for each in (space, fresh)]
    assert few[0] == pytest.approx(few[1], rel=1e-9)
    compared()


@settings(max_examples=25)
@given(worlds(), st.lists(edits(), min_size=1, max_size=6), st.sampled_from(MODELS), st.data())
@pytest.mark.parametrize("maker", MAKERS)
def test_an_edited_space_is_like_a_new_one(maker, maps, changes, model, data):
    space = MAKERS[maker](maps, costs=model)
    numbers = st.integers(0, space.size - 1)
    ends = [place_on(space, data.draw(numbers)) for _ in range(2)]
    ps.find_path(space, *ends)  # which areas are connected is known before the edits
    notified = MAKERS[maker](maps, costs=model, follow=False)
    revision = space.revision
    for edit in changes:
        change = edited(maps, *edit)
        if change is None or change.map_id not in space.ground.source.revisions:
            continue
        revision += 1
        fresh = MAKERS[maker](maps, costs=model)
        assert_alike(space, fresh, *ends)
        np.testing.assert_array_equal(space.walkable, fresh.walkable)
        notified.update(change)
        notified.update(change)  # seen before: nothing to do
        np.testing.assert_array_equal(notified.walkable, fresh.walkable)
        np.testing.assert_array_equal(notified.cost, fresh.cost)
    assert space.revision == notified.revision == revision


@settings(max_examples=25)
@given(worlds(), st.lists(edits(), min_size=1, max_size=40), st.integers(2, 40), st.data())
@pytest.mark.parametrize("maker", MAKERS)
def test_many_edits_at_once_are_followed_like_one(maker, maps, changes, together, data):
    space = MAKERS[maker](maps)
    ends = [place_on(space, data.draw(st.integers(0, space.size - 1))) for _ in range(2)]
    for number, edit in enumerate(changes):
        edited(maps, *edit)
        if number % together == 0:
            space.revision  # noqa: B018  catches up
    assert_alike(space, MAKERS[maker](maps), *ends)


def open_worlds() -> st.SearchStrategy[list[ps.Map]]:
    """Maps of walls alone, for what needs that."""
    seeds = st.lists(st.integers(0, 10**6), min_size=3, max_size=3)
    return seeds.map(
        lambda seeds: [ps.Map(np.random.default_rng(seed).random((HEIGHT, WIDTH)) > 0.25) for seed in seeds]
    )


def assert_all_end_in_the_world_of_now(make, algorithms, maps, changes, data) -> None:
    """Step searches beside each other, edit in between, and ask in the end what a new space says."""
    space = make(maps)
    start, goal = (place_on(space, data.draw(st.integers(0, space.size - 1))) for _ in range(2))
    limits = {name: {"max_expansions": 300} if name == "ida-star" else {} for name in algorithms}
    searches = {name: ps.Planner(space, name, **limits[name]).search(start, goal) for name in algorithms}
    for steps, edit in changes:
        running = [search.step(steps) is ps.Status.RUNNING for search in searches.values()]
        if not any(running):
            break
        edited(maps, *edit)
    optimum = plain.cheapest(make(maps), start, goal)
    for name, search in searches.items():
        path = search.run()
        compared()
        if path.status is ps.Status.LIMIT:
            assert path.stats.expanded == limits[name]["max_expansions"]
        elif path.revision == space.revision:
            assert path.cost == pytest.approx(optimum, rel=1e-9), name
            assert not path or ps.check_path(space, path)


STEPPED = st.lists(st.tuples(st.integers(1, 12), edits()), min_size=1, max_size=8)


@settings(max_examples=40)
@given(worlds(), STEPPED, st.data())
@pytest.mark.parametrize("maker", MAKERS)
def test_searches_under_way_end_in_the_world_of_now(maker, maps, changes, data):
    algorithms = ["astar", "dijkstra", "bidirectional-astar"]
    assert_all_end_in_the_world_of_now(MAKERS[maker], algorithms, maps, changes, data)


@settings(max_examples=100)
@given(open_worlds(), STEPPED, st.data())
@pytest.mark.parametrize("directions", [4, 8])
def test_searches_under_way_without_costs_end_in_the_world_of_now(directions, maps, changes, data):
    make = squares(moves=ps.Moves(directions=directions, diagonal=1))
    algorithms = ["jps", "astar", "bfs", "ida-star"]
    assert_all_end_in_the_world_of_now(make, algorithms, maps, changes, data)


@pytest.mark.parametrize("maker", [maker for maker in MAKERS if "exits" not in maker])
def test_a_search_goes_on_where_an_edit_is_far_from_what_it_has_seen(maker):
    maps = [ps.Map(np.ones((60, 60))) for _ in range(3)]
    space = MAKERS[maker](maps)
    ends = ((30, 11), (30, 17)) if len(space.shape) == 2 else ((30, 11, 0), (30, 17, 0))
    search = ps.Planner(space, "astar").search(*ends)
    search.step(2)
    maps[0].edit("passable", (30, 45), False)
    search.step(1)
    assert search.path.stats.restarts == 0
    maps[0].edit("passable", (30, 12), False)
    path = search.run()
    assert path.stats.restarts == 1
    assert path.cost == pytest.approx(plain.cheapest(space, *ends))
    compared()


REVERSIBLE = [maker for maker in MAKERS if not any(word in maker for word in ("exits", "one way", "portals"))]


@settings(max_examples=25)
@given(open_worlds(), st.lists(edits(), min_size=1, max_size=12), st.data())
@pytest.mark.parametrize("maker", REVERSIBLE)
def test_the_second_search_in_vain_is_spared(maker, maps, changes, data):
    space = MAKERS[maker](maps)
    places = [place_on(space, data.draw(st.integers(0, space.size - 1))) for _ in range(4)]
    for edit in changes:
        edited(maps, *edit)
        for start, goal in (places[:2], places[2:]):
            optimum = plain.cheapest(space, start, goal)
            for attempt in range(2):
                path = ps.find_path(space, start, goal, algorithm="astar")
                assert path.cost == pytest.approx(optimum)
                assert attempt == 0 or path or path.stats.expanded == 0
    compared()


def opened() -> list[ps.Map]:
    return [ps.Map(np.ones((HEIGHT, WIDTH)), cost=np.ones((HEIGHT, WIDTH))) for _ in range(3)]


STATES = {
    "repair": {"current"},
    "customize": {"current", "stale"},
    "bounded": {"current", "weaker", "stale"},
    "rebuild": {"current", "stale"},
}
PLAIN = {
    f"{directions} directions, {corners}": squares(moves=ps.Moves(directions=directions, corners=corners))
    for directions in (4, 8)
    for corners in ("no_cut", "no_squeeze", "free")
}
ALL_MAKERS = {**MAKERS, **PLAIN}
COSTLY = ("landmarks", "customizable", "hierarchy")  # kinds of indexes that take costs


def kinds_for(make: Maker, *, costly: bool) -> list[str]:
    """Return the kinds of indexes that a space can have, of those with costs or of the others."""
    space = make([ps.Map(np.ones((HEIGHT, WIDTH)))] * 3)
    rows = [row for name, row in ps.INDEXES.items() if (name in COSTLY) == costly]
    return [row.name for row in rows if row.unsupported_reason(space) is None]


FOLLOWED = [
    (maker, costly)
    for maker, make in ALL_MAKERS.items()
    for costly in (True, False)
    if kinds_for(make, costly=costly)
]


def sections(index: ps.indexes.Index) -> list[tuple[str, bytes]]:
    return [(name, array.tobytes()) for name, array in index.core.sections()]


class Followed:
    """An index of a space whose maps are edited, and a planner with it."""

    def __init__(self, space: Any, kind: str) -> None:
        self.row = ps.INDEXES[kind]
        self.index = ps.build_index(space, kind, **self.row.exact)
        self.planner = ps.Planner(space, index=self.index)

    def assert_finds(self, fresh: Any, start: Any, goal: Any, optimum: float) -> None:
        path = self.planner.find(start, goal)
        assert path.cost == pytest.approx(optimum, rel=1e-9), self.row.name
        assert not path or ps.check_path(fresh, path)
        assert self.planner.find_many([start], [goal]).costs[0] == pytest.approx(path.cost, rel=1e-9)
        assert ps.cost_matrix(self.planner, [start], [goal])[0, 0] == pytest.approx(path.cost, rel=1e-9)
        assert self.index.status in STATES[self.row.repair]
        assert self.index.edited == 0 or self.index.status != "current"

    def assert_updated(self, fresh: Any, *, ask: bool) -> None:
        """Hold the index to one that is built anew, after an update if it needs one and ``ask`` says so."""
        if self.index.status != "current":
            with pytest.raises(ps.StaleError, match=r"update\(\) it first"):
                pickle.dumps(self.index)
        if self.index.status == "current" or ask:
            rebuilt = self.index.stale
            self.index.update()
            if rebuilt or self.row.repair != "customize":  # which keeps the order that it was built with
                anew = ps.build_index(fresh, self.row.name, **self.row.exact)
                assert sections(self.index) == sections(anew)
        compared()


@settings(max_examples=15)
@given(worlds(), open_worlds(), st.lists(edits(), min_size=1, max_size=8), st.data())
@pytest.mark.parametrize(("maker", "costly"), FOLLOWED)
def test_indexes_answer_for_the_world_of_now(maker, costly, costly_maps, plain_maps, changes, data):
    make = ALL_MAKERS[maker]
    kinds = kinds_for(make, costly=costly)
    space = make(costly_maps) if costly else None
    # With these costs, diagonals may not fit.
    with_costs = [kind for kind in kinds if space and ps.INDEXES[kind].unsupported_reason(space) is None]
    assert_all_follow(make, costly_maps, with_costs, changes, data)
    assert_all_follow(make, plain_maps, [kind for kind in kinds if kind not in with_costs], changes, data)


def assert_all_follow(make: Maker, maps: list[ps.Map], kinds: list[str], changes: list, data: Any) -> None:
    """Edit maps, and ask indexes of these kinds after each edit what a new space says."""
    if not kinds:
        return
    space = make(maps)
    indexes = [Followed(space, kind) for kind in kinds]
    for edit in changes:
        edited(maps, *edit)
        fresh = make(maps)
        ends = [place_on(space, data.draw(st.integers(0, space.size - 1))) for _ in range(4)]
        for start, goal in (ends[:2], ends[2:]):
            optimum = plain.cheapest(fresh, start, goal)
            for followed in indexes:
                followed.assert_finds(fresh, start, goal, optimum)
        for followed in indexes:
            followed.assert_updated(fresh, ask=data.draw(st.booleans()))


@pytest.mark.parametrize(
    "maker", [maker for maker in MAKERS if "round" not in maker]
)  # no disc fits a corner
def test_landmarks_stay_while_costs_only_rise(maker):
    maps = opened()
    space = MAKERS[maker](maps)
    first, last = place_on(space, 0), place_on(space, space.size - 1)
    index = ps.build_index(space, "landmarks")
    planner = ps.Planner(space, index=index)
    maps[0].edit("cost", (slice(1, 3), slice(0, 5)), 6.0)
    assert index.status == "weaker"
    assert 10 / space.size <= index.edited < 1
    assert planner.find(first, last).cost == pytest.approx(plain.cheapest(space, first, last))
    maps[0].edit("cost", (1, 1), 0.5)
    assert index.status == "stale"
    assert planner.find(first, last).cost == pytest.approx(plain.cheapest(space, first, last))
    index.update()
    assert (index.status, index.edited, index.rebuilds) == ("current", 0.0, 1)
    assert planner.find(first, last).cost == pytest.approx(plain.cheapest(space, first, last))
    compared()


INDEXED = [
    (maker, kind)
    for maker in MAKERS
    for kind, row in ps.INDEXES.items()
    if row.unsupported_reason(MAKERS[maker](opened())) is None
]


@pytest.mark.parametrize(("maker", "kind"), INDEXED)
def test_an_index_built_anew_after_edits_equals_one_of_a_new_space(maker, kind):
    maps = opened()
    space = MAKERS[maker](maps)
    for layer, region, value in (
        ("passable", (slice(1, 5), slice(2, 3)), False),
        ("cost", (slice(0, 4), slice(3, 6)), 5.0),
        ("passable", (2, 2), True),
    ):
        space.update(maps[0].edit(layer, region, value))
    fresh = MAKERS[maker](maps)
    places = [place_on(space, number) for number in range(0, space.size, 5)]
    for goal in places:
        rows = [
            ps.find_paths(
                ps.Planner(each, index=ps.build_index(each, kind, **ps.INDEXES[kind].exact)),
                places,
                [goal] * len(places),
            ).costs
            for each in (space, fresh)
        ]
        np.testing.assert_allclose(*rows, rtol=1e-9)
        np.testing.assert_allclose(
            rows[0], [plain.cheapest(fresh, start, goal) for start in places], rtol=1e-9
        )
        compared()


GROUNDS = ["grid", "grid, mean", "sized", "grid, joined, portals", "hexes, odd-r", "hexes, one way"]
LAYERS: dict[str, Callable[[Any], Any]] = {
    "Turning": lambda ground: ps.Turning(ground, 0.5),
    "Timed": ps.Timed,
    "Timed over Turning": lambda ground: ps.Timed(ps.Turning(ground, 0.5)),
}
STACKS = [
    (ground, layer)
    for ground in GROUNDS
    for layer in LAYERS
    if not refusal(layer.split()[-1], ground_of(MAKERS[ground]([ps.Map(np.ones((HEIGHT, WIDTH)))])).name)
]


@settings(max_examples=25)
@given(worlds(), st.lists(st.tuples(st.integers(0, 9), edits()), min_size=1, max_size=6), st.data())
@pytest.mark.parametrize(("ground", "name"), STACKS)
def test_layers_follow_what_they_lie_on(ground, name, maps, changes, data):
    grid, layer = MAKERS[ground](maps), LAYERS[name]
    space = layer(grid)
    start, goal = (place_on(grid, data.draw(st.integers(0, grid.size - 1))) for _ in range(2))
    search = ps.Planner(space, "astar").search(start, goal)
    for steps, edit in changes:
        if steps:
            search.step(steps)
        if space.capabilities.timed and edit[1:] == ("cost", edit[2], 0.0):
            continue  # steps must take time
        edited(maps, *edit)
        fresh = layer(MAKERS[ground](maps))
        path, twin = (ps.find_path(each, start, goal) for each in (space, fresh))
        assert path.status is twin.status
        assert path.cost == pytest.approx(twin.cost, rel=1e-9)
        compared()
    path = ps.find_path(space, start, goal)
    assert ps.find_path(pickle.loads(pickle.dumps(space)), start, goal).cost == pytest.approx(path.cost)
    compared()
    ended = search.run()
    if ended.revision == space.revision:
        assert ended.cost == pytest.approx(path.cost, rel=1e-9)


@pytest.mark.parametrize("closed", [(1, 1), (2, 2)])
def test_waypoints_are_joined_again_after_an_edit(closed):
    map = ps.Map(np.ones((6, 6)))
    space = ps.waypoints(map.grid(), [(1, 1), (4, 1), (1, 4)])
    edges = space.edges
    change = map.edit("passable", closed, False)
    fresh = ps.waypoints(map.grid(), [place for place in [(1, 1), (4, 1), (1, 4)] if place != closed])
    assert space.edges == fresh.edges < edges
    assert ps.find_path(space, (0, 0), (5, 5)).cost == ps.find_path(fresh, (0, 0), (5, 5)).cost
    space.update(change)
    assert space.sees((4, 1), (1, 4)) == fresh.sees((4, 1), (1, 4))
    compared()


@pytest.mark.parametrize("maker", MAKERS)
def test_a_pickled_space_follows_its_maps(maker):
    maps = opened()
    space = MAKERS[maker](maps)
    space.update(maps[0].edit("passable", (1, 1), False))
    copy = pickle.loads(pickle.dumps(space))
    change = maps[0].edit("cost", (slice(2, 4), slice(0, 6)), math.inf)
    assert copy.walkable.sum() > space.walkable.sum()  # its maps did not come along: it waits for the change
    for each in (space, copy):
        each.update(change)
    np.testing.assert_array_equal(space.walkable, copy.walkable)
    assert_alike(copy, MAKERS[maker](maps), place_on(space, 0), place_on(space, space.size - 1))
    maps[0].edit("passable", (0, 0), False)
    late = maps[0].edit("passable", (0, 1), False)
    with pytest.raises(ps.StaleError, match="stands at revision 2 of its map; the change leads from 3 to 4"):
        copy.update(late)
    with pytest.raises(ps.StaleError, match="is of another map than the"):
        copy.update(opened()[0].edit("passable", (0, 0), False))
    with pytest.raises(ps.OptionError, match="change is None; allowed: what Map"):
        copy.update(None)
