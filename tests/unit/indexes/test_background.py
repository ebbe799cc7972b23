"""A stale index that is rebuilt in the background."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import pathstar as ps
from pathstar.indexes import build
from pathstar.indexes.index import Index


def test_a_query_begins_the_rebuild_and_the_new_index_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    world = ps.Map(np.ones((20, 30), bool))
    grid = world.grid()
    index = ps.build_index(grid, "subgoal", rebuild="background")
    planner = ps.Planner(grid, index=index)
    may_go_on = threading.Event()
    real = build.build_index

    def held(*args: object, **options: object) -> Index:
        may_go_on.wait(60)
        return real(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(build, "build_index", held)
    world.edit("passable", (slice(0, 19), slice(15, 16)), False)
    assert index.status == "stale"
    truth = ps.find_path(grid, (0, 0), (29, 0)).cost
    for _ in range(2):
        assert planner.find((0, 0), (29, 0)).cost == pytest.approx(truth)
        assert (index.status, index.stale, index.rebuilds) == ("rebuilding", True, 0)
    may_go_on.set()
    index.update()  # waits for it, and builds nothing
    assert (index.status, index.rebuilds) == ("current", 1)
    assert planner.find((0, 0), (29, 0)).cost == pytest.approx(truth)


def test_a_rebuild_that_fails_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    world = ps.Map(np.ones((20, 30), bool))
    grid = world.grid()
    index = ps.build_index(grid, "hub-labels", rebuild="background")
    planner = ps.Planner(grid, index=index)
    asked = []

    def refused(*args: object, **options: object) -> Index:
        asked.append(args)
        raise ps.MapLimitError("too large")

    monkeypatch.setattr(build, "build_index", refused)
    world.edit("passable", (3, 3), False)
    planner.find((0, 0), (29, 0))
    with pytest.raises(ps.MapLimitError):
        index.update()
    assert planner.find((0, 0), (29, 0)).cost == 29
    assert len(asked) == 2  # in the background, and by update()
    assert index.status == "stale"
    monkeypatch.undo()
    index.update()
    world.edit("passable", (4, 4), False)
    monkeypatch.setattr(build, "build_index", refused)
    planner.find((0, 0), (29, 0))
    with pytest.raises(ps.MapLimitError):
        index.update()
    assert len(asked) == 4


def test_only_these_two_ways() -> None:
    with pytest.raises(ps.OptionError, match=r"rebuild.*background"):
        ps.build_index(ps.Grid([[1]]), "subgoal", rebuild="backgruond")
