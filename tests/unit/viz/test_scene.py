"""What a picture shows, as layers of cells."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.maps import Terrain
from pathstar.viz.drawables import scene_of
from pathstar.viz.ground import FIELD, FLOOR, LEVELS
from pathstar.viz.legend import legend_of
from pathstar.viz.marks import CLOSED, CURRENT, OPEN
from pathstar.viz.theme import THEMES, Theme
from unit.viz.boards import guide, winding

LIGHT = THEMES["light"]


def test_a_trace_at_its_end() -> None:
    trace = guide()
    scene = scene_of(trace)
    assert (scene.width, scene.height) == (7, 5)
    assert (scene.ground == 0).nonzero()[0].tolist() == [1, 2, 3]
    assert scene.start == (1, 2)
    assert scene.goal == (5, 2)
    assert scene.route.tolist() == trace.path.points.tolist()
    assert scene.search is not None
    assert np.count_nonzero(scene.search == CLOSED) == len(trace)
    assert scene.search[2, 5] == CLOSED  # the search ends when the target is closed
    assert scene.search[3, 4] == 0  # never opened: that step would cut a corner


def test_a_trace_step_by_step() -> None:
    trace = guide()
    first = scene_of(trace, step=1)
    assert first.search is not None
    assert first.search[2, 1] == CURRENT
    assert np.argwhere(first.search == OPEN)[:, ::-1].tolist() == [
        [0, 1], [1, 1], [2, 1], [0, 2], [2, 2], [0, 3], [1, 3], [2, 3],
    ]  # fmt: skip
    assert len(first.route) == 0
    before = scene_of(trace, step=0)
    assert before.search is not None
    assert np.argwhere(before.search == OPEN).tolist() == [[2, 1]]
    third = scene_of(trace, step=3)
    assert third.search is not None
    assert third.search[3, 2] == CURRENT  # of equal F the last added
    last, whole = scene_of(trace, step=len(trace)), scene_of(trace)
    assert last.search is not None
    assert whole.search is not None
    assert (last.search == whole.search).all()
    assert last.route.tolist() == whole.route.tolist()


def test_values_are_the_last_known() -> None:
    scene = scene_of(guide())
    values = scene.values
    assert values is not None
    row = values.cells.tolist().index(4 * scene.width + 1)
    assert (values.g[row], values.parents[row]) == (20.0, 3 * scene.width + 1)  # improved from 28 by (2, 3)


@pytest.mark.parametrize("step", [-1, 13, 1.5, "2"])
def test_a_step_that_is_none(step: Any) -> None:
    with pytest.raises(ps.OptionError, match="from 0 to 12"):
        scene_of(guide(), step=step)


def test_a_step_of_what_has_none() -> None:
    with pytest.raises(ps.OptionError, match="step is for a Trace"):
        scene_of(ps.Grid([[1]]), step=1)


@pytest.mark.parametrize(
    "cells",
    [np.array([[True, False], [False, True]]), [0, 3], [(0, 0), (1, 1)], np.array([0, 3], np.uint32)],
    ids=["mask", "nodes", "places", "node array"],
)
def test_visited_squares_in_all_forms(cells: Any) -> None:
    scene = scene_of(ps.Grid([[1, 1], [1, 1]]), visited=cells, opened=[(0, 1)])
    assert scene.search is not None
    assert scene.search.tolist() == [[CLOSED, 0], [OPEN, CLOSED]]


@pytest.mark.parametrize(
    ("cells", "error"),
    [
        (np.ones((3, 3), bool), ps.ArrayError),
        ([4], ps.PlaceError),
        ([(2, 0)], ps.PlaceError),
        ([-1], ps.PlaceError),
        ([0.5, 1.0], ps.PlaceTypeError),
        (["a"], ps.PlaceTypeError),
    ],
)
def test_visited_squares_that_do_not_fit(cells: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        scene_of(ps.Grid([[1, 1], [1, 1]]), visited=cells)
    with pytest.raises(ps.ArrayError, match="shape"):
        scene_of(ps.Grid([[1, 1], [1, 1]]), visited=guide())


@pytest.mark.parametrize("thing", [None, 3, "map", np.ones((2, 2)), ps.Moves()])
def test_what_cannot_be_drawn(thing: Any) -> None:
    with pytest.raises(ps.SpaceError, match=r"a Map, a space, a Path or a Trace, .* ps\.fleet\.record draws"):
        scene_of(thing)


def test_costs_shade_the_floor() -> None:
    grid = ps.Grid([[1, 1, 1, 1, 0]], cost=[[1, 2, 3, np.inf, 9]])
    scene = scene_of(grid)
    assert scene.ground[0, 0] == FLOOR
    assert FLOOR < scene.ground[0, 1] < scene.ground[0, 2] == FLOOR + LEVELS - 1
    assert scene.ground[0, 3:].tolist() == [0, 0]
    assert scene.shading is not None
    assert (scene.shading.low, scene.shading.high) == ("1", "3")
    assert scene_of(ps.Grid([[1, 1]], cost=[[5, 5]])).shading is None


def test_very_different_costs_are_shaded_by_their_logarithm() -> None:
    scene = scene_of(ps.Grid([[1, 1, 1]], cost=[[1, 100, 10_000]]))
    assert int(scene.ground[0, 1]) - FLOOR == pytest.approx((LEVELS - 1) / 2, abs=1)


@pytest.mark.parametrize("cost", [[[0.0, 1e300]], [[1e-300, 1e100]], [[0.0, 0.0]]])
def test_extreme_costs(cost: Any) -> None:
    cost = np.minimum(np.array(cost), 1e100)
    assert scene_of(ps.Grid([[1, 1]], cost=cost)).ground[0, 0] == FLOOR


def test_terrain_shades_floor_and_walls() -> None:
    kinds = {0: Terrain("lawn"), 1: Terrain("mud"), 2: Terrain("cliff", walkable=False)}
    kinds[3] = Terrain("lava", walkable=False)
    map = ps.Map.from_terrain([[0, 0, 1, 2, 2, 3]], kinds)
    scene = scene_of(map)
    assert scene.ground[0, [0, 3, 5]].tolist() == [FLOOR, 0, 1]
    assert scene.ground[0, 2] > FLOOR
    assert scene.walls[:2] == (("cliff",), ("lava",))
    assert [entry.words for entry in legend_of(scene)] == ["cliff", "lava", "terrain lawn to mud"]
    path = ps.find_path(map.grid(), (0, 0), (2, 0))
    assert scene_of(path).ground[0, 5] == 0  # a grid does not know terrain
    assert scene_of(path, on=map).ground.tolist() == scene.ground.tolist()
    with pytest.raises(ps.ArrayError, match="shape"):
        scene_of(path, on=ps.Map([[1]]))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_terrain_with_a_look_of_its_own_has_its_colour(theme: Theme) -> None:
    kinds = {0: Terrain("ground"), 1: Terrain("sand", 2.0), 2: Terrain("water", walkable=False)}
    map = ps.Map.from_terrain([[0, 0, 1, 2]], kinds)
    scene = scene_of(map)
    assert scene.pixels(theme, 1, 4)[0, 2:].tolist() == [[*theme.terrain["sand"]], [*theme.terrain["water"]]]
    assert [entry.words for entry in legend_of(scene)] == ["water", "sand", "cost 1 to 2"]
    faint = scene_of(map, dimmed=np.ones((1, 4), bool)).pixels(theme, 1, 4)
    assert (faint != scene.pixels(theme, 1, 4)).any(axis=-1).all()
    shaded = scene_of(map, field=np.array([[1.0, 2.0, 3.0, np.inf]]))
    assert shaded.pixels(theme, 1, 4)[0, 2].tolist() != [*theme.terrain["sand"]]
    assert shaded.pixels(theme, 1, 4)[0, 3].tolist() == [*theme.terrain["water"]]


def test_many_kinds_of_wall_share_the_last_shade() -> None:
    codes = np.repeat(np.arange(7), np.arange(7, 0, -1))[None]
    kinds = {code: Terrain(f"kind {code}", walkable=code == 6) for code in range(7)}
    scene = scene_of(ps.Map.from_terrain(codes, kinds))
    assert [int(scene.ground[0, codes[0] == code][0]) for code in range(6)] == [0, 1, 2, 3, 3, 3]
    assert scene.walls == (("kind 0",), ("kind 1",), ("kind 2",), ("kind 3", "kind 4", "kind 5"))


def test_a_field_lies_over_the_floor() -> None:
    field = np.array([[0.0, 5.0, np.inf, 7.0]])
    scene = scene_of(ps.Grid([[1, 1, 1, 0]]), field=field)
    assert scene.ground.tolist() == [[FIELD, FIELD + LEVELS - 1, FLOOR, 0]]
    assert legend_of(scene)[-1].words == "field 0 to 5"
    with pytest.raises(ps.ArrayError, match="shape"):
        scene_of(ps.Grid([[1, 1]]), field=field)


def test_marks_of_a_map_are_its_ends() -> None:
    scene = scene_of(ps.Map([[1, 1]], marks={"start": (0, 0), "goal": (1, 0), "door": (1, 0)}))
    assert (scene.start, scene.goal) == ((0, 0), (1, 0))


@pytest.mark.parametrize("blocks", [7, 64, 100, 299])
def test_a_path_of_single_cells_survives_being_made_small(blocks: int) -> None:
    path = winding()
    scene = scene_of(path, visited=path.points)
    cells = scene.blocks(scene.route, blocks, blocks)
    assert (abs(np.diff(cells, axis=0)) <= 1).all()  # no gap
    assert cells.min() == 0
    assert cells.max() == blocks - 1
    small = scene.pixels(LIGHT, blocks, blocks)
    plain = scene_of(path).pixels(LIGHT, blocks, blocks)
    x, y = cells.T
    assert (small[y, x] != plain[y, x]).any(axis=1).all()  # every block of the path is tinted
    untouched = np.ones((blocks, blocks), bool)
    untouched[y, x] = False
    assert (small[untouched] == plain[untouched]).all()


def test_the_most_important_mark_of_a_block_shows() -> None:
    scene = scene_of(ps.Grid(np.ones((8, 8))), visited=np.ones((8, 8), bool), opened=[(3, 3)])
    small = scene.pixels(LIGHT, 2, 2)
    assert tuple(small[0, 0]) == LIGHT.filled("open")
    assert tuple(small[1, 1]) == LIGHT.filled("closed")


def test_ground_is_averaged() -> None:
    scene = scene_of(ps.Grid([[1, 0], [1, 1]]))
    expected = np.round((3 * np.array(LIGHT.floor) + np.array(LIGHT.wall)) / 4)
    assert (abs(scene.pixels(LIGHT, 1, 1)[0, 0] - expected) <= 1).all()


def test_a_trail_begins_at_the_start_and_is_walked_not_closed() -> None:
    scene = scene_of(ps.Grid(np.ones((2, 3))), trail=[(2, 1), (1, 0)])
    assert scene.start == (2, 1)
    assert scene.search.tolist() == [[0, 1, 0], [0, 0, 1]]
    assert [entry.words for entry in legend_of(scene)] == ["A start", "walked"]
    assert scene_of(ps.Grid(np.ones((2, 3))), trail=[]).search is None


@pytest.mark.parametrize(
    ("layers", "message"),
    [
        ({"trail": [(3, 0)]}, "outside"),
        ({"trail": "north"}, "trail"),
        ({"trail": [(0, 0)], "visited": [(0, 0)]}, "draw one of both"),
    ],
)
def test_trails_that_cannot_be_drawn(layers: dict[str, Any], message: str) -> None:
    with pytest.raises(ps.PathstarError, match=message):
        scene_of(ps.Grid(np.ones((2, 3))), **layers)
