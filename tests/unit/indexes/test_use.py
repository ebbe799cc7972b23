"""How indexes are requested, and what is rejected."""

from __future__ import annotations

import math
import pickle
import signal
from pathlib import Path

import numpy as np
import pytest
from tests.unit.indexes.worlds import GRID_KINDS, UNIFORM_KINDS, random_grid

import pathstar as ps


def test_wrong_kinds_and_numbers() -> None:
    grid = ps.Grid([[1, 1]])
    with pytest.raises(ps.OptionError, match="did you mean 'subgoal'"):
        ps.build_index(grid, "subgoals")
    for threads in (0, -1, 10**6, 1.5, True):
        with pytest.raises(
            ps.OptionError, match=r"threads is .*; allowed: a whole number from 1 to 1024, or None"
        ):
            ps.build_index(grid, "subgoal", threads=threads)
    with pytest.raises(ps.OptionError, match="progress"):
        ps.build_index(grid, "subgoal", progress=3)
    with pytest.raises(ps.SpaceError):
        ps.build_index(np.ones((2, 2)), "subgoal")


@pytest.mark.parametrize("kind", UNIFORM_KINDS)
@pytest.mark.parametrize(
    ("grid", "needs"),
    [
        (ps.Grid([[1, 1]], cost=[[1, 2]]), "without costs"),
        (ps.Grid([[1, 1]], moves=ps.Moves(diagonal=3)), "1 to 2 straight"),
        (ps.Grid([[1, 1]], moves=ps.Moves(diagonal=0.5)), "1 to 2 straight"),
    ],
)
def test_spaces_that_do_not_fit(kind: str, grid: ps.Grid, needs: str) -> None:
    with pytest.raises(ps.OptionError, match=needs):
        ps.build_index(grid, kind)


def test_what_does_not_fit_names_the_kinds_that_do() -> None:
    with pytest.raises(ps.OptionError, match=r"squares; allowed: landmarks, customizable, hierarchy$"):
        ps.build_index(ps.HexGrid([[1, 1]]), "jump-table")
    with pytest.raises(ps.OptionError, match=r"needs a grid of squares$"):
        ps.build_index(ps.Turning(ps.Grid([[1, 1]])), "jump-table")


@pytest.mark.parametrize("kind", ["subgoal", "hub-labels"])
def test_subgoals_need_diagonals(kind: str) -> None:
    with pytest.raises(ps.OptionError, match="8 directions"):
        ps.build_index(ps.Grid([[1, 1]], moves=ps.Moves(directions=4)), kind)


@pytest.mark.parametrize(
    ("kind", "advice"),
    [
        ("jump-table", "without an index"),
        ("subgoal", "'jump-table'"),
        ("hub-labels", "'subgoal'"),
        ("landmarks", "fewer landmarks"),
        ("customizable", "'landmarks'"),
        ("hierarchy", "entrances='few'"),
    ],
)
def test_what_would_be_too_large(kind: str, advice: str) -> None:
    with pytest.raises(ps.MapLimitError, match=f"give a larger max_bytes, or .*{advice}"):
        ps.build_index(random_grid(1, 60, 60, 0.2), kind, max_bytes=1000)


def test_a_jump_table_searches_and_says_how_much() -> None:
    grid = random_grid(1, 60, 60, 0.2)
    planner = ps.Planner(grid, index=ps.build_index(grid, "jump-table"))
    places = np.random.default_rng(3).integers(0, 60, (2, 40, 2))
    jumps = ps.find_paths(grid, places[0], places[1], algorithm="jps")
    found = planner.find_many(places[0], places[1])
    assert max(path.stats.expanded for path in found) > 0
    np.testing.assert_array_equal(found.costs, jumps.costs)


@pytest.mark.parametrize("kind", GRID_KINDS)
def test_progress_goes_from_none_to_all(kind: str) -> None:
    parts: list[float] = []
    ps.build_index(random_grid(1, 150, 100, 0.2), kind, progress=parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    assert all(0 <= part <= 1 for part in parts)


@pytest.mark.parametrize("when", [0.0, 1.0])
@pytest.mark.parametrize("kind", GRID_KINDS)
def test_what_progress_raises_stops_the_build(kind: str, when: float) -> None:
    class EnoughError(Exception):
        pass

    def stop(part: float) -> None:
        if part >= when:
            raise EnoughError

    grid = random_grid(1, 150, 100, 0.2)
    with pytest.raises(EnoughError):
        ps.build_index(grid, kind, progress=stop)
    assert grid.revision == 0
    assert ps.Planner(grid, index=ps.build_index(grid, "jump-table")).find((0, 0), (0, 0))


@pytest.mark.parametrize("kind", GRID_KINDS)
def test_ctrl_c_stops_the_build(kind: str) -> None:
    parts: list[float] = []

    def press(part: float) -> None:
        parts.append(part)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        ps.build_index(random_grid(1, 150, 100, 0.2), kind, progress=press)
    assert len(parts) == 1


@pytest.mark.parametrize("kind", GRID_KINDS)
def test_an_index_built_right_after_an_edit_is_for_the_edited_map(kind: str) -> None:
    world = ps.Map(np.ones((5, 6)))
    grid = world.grid()
    world.edit("passable", (slice(0, 5), slice(2, 3)), False)
    index = ps.build_index(grid, kind)
    assert index.status == "current"
    assert not ps.Planner(grid, index=index).find((0, 2), (5, 2))


@pytest.mark.parametrize("kind", GRID_KINDS)
def test_after_an_edit_it_follows_or_a_search_answers(kind: str, tmp_path: Path) -> None:
    world = ps.Map(np.ones((5, 6)))
    grid = world.grid()
    index = ps.build_index(grid, kind)
    planner = ps.Planner(grid, index=index)
    assert planner.find((0, 2), (5, 2)).cost == 5
    assert (index.status, index.stale, index.rebuilds) == ("current", False, 0)
    world.edit("passable", (slice(0, 4), slice(2, 3)), False)
    status = {"repair": "current", "customize": "current", "rebuild": "stale", "bounded": "weaker"}
    assert index.status == status[ps.INDEXES[kind].repair]
    follows = index.status == "current"
    best = ps.find_path(grid, (0, 2), (5, 2)).cost
    assert planner.find((0, 2), (5, 2)).cost == pytest.approx(best)
    assert planner.find_many([(0, 2)] * 9, [(5, 2)] * 9, threads=3).costs.tolist() == pytest.approx(
        [best] * 9
    )
    assert ps.cost_matrix(planner, [(0, 2)], [(5, 2), (2, 2)])[0].tolist() == pytest.approx([best, math.inf])
    if not follows:
        for act in (lambda: index.save(tmp_path / "none.pathindex"), lambda: pickle.dumps(index)):
            with pytest.raises(ps.StaleError, match=r"update\(\) it first"):
                act()
    index.update()
    assert (index.status, index.rebuilds) == ("current", 0 if follows else 1)
    index.save(tmp_path / "saved.pathindex")
    again = ps.load_index(tmp_path / "saved.pathindex", grid, verify="full")
    world.edit("passable", (2, 4), False)
    assert not ps.Planner(grid, index=again).find((0, 2), (5, 2))
    assert not planner.find((0, 2), (5, 2))
    again.update()
    assert again.status == "current"


def test_planners_with_an_index() -> None:
    grid = ps.Grid([[1, 1, 1]])
    index = ps.build_index(grid, "subgoal")
    planner = ps.Planner(grid, index=index)
    path = planner.find((0, 0), (2, 0))
    assert path.stats.algorithm == "subgoal"
    assert path.bound == 1.0
    with pytest.raises(ps.OptionError, match="heuristic"):
        ps.Planner(grid, index=index, heuristic="octile")
    with pytest.raises(ps.OptionError, match="another space"):
        ps.Planner(ps.Grid([[1, 1, 1]]), index=index)
    with pytest.raises(ps.OptionError, match="index is 'subgoal'"):
        ps.Planner(grid, index="subgoal")
    with pytest.raises(ps.OptionError, match="looks paths up"):
        planner.search((0, 0), (2, 0))
    with pytest.raises(ps.OptionError, match="looks paths up"):
        planner.trace((0, 0), (2, 0))


@pytest.mark.parametrize("kind", GRID_KINDS)
def test_it_pickles(kind: str) -> None:
    grid = random_grid(4, 40, 30, 0.25)
    planner = ps.Planner(grid, index=ps.build_index(grid, kind))
    again = pickle.loads(pickle.dumps(planner))
    places = np.random.default_rng(5).integers(0, (40, 30), (2, 50, 2))
    np.testing.assert_array_equal(planner.find_many(*places).points, again.find_many(*places).points)
