"""Batches on a cluster give the same paths as one process, although a worker dies."""

from __future__ import annotations

import functools
from typing import Any

import distributed
import numpy as np
import pytest
from distributed import Client

import pathstar as ps
from pathstar.jobs.dask import Batch, find_paths


@pytest.fixture(scope="module")
def client() -> Any:
    with Client(processes=False, n_workers=2, threads_per_worker=1, dashboard_address=":0") as client:
        yield client


def board(seed: int, side: int = 20) -> ps.Grid:
    random = np.random.default_rng(seed)
    return ps.Grid(np.where(random.random((side, side)) < 0.25, 0, 1))


def queries(grid: ps.Grid, seed: int, count: int = 25) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    free = grid.places_of(np.flatnonzero(grid.is_free(np.arange(grid.size))))
    return free[random.integers(len(free), size=count)], free[random.integers(len(free), size=count)]


@pytest.mark.parametrize("part", [7, 1000])
def test_batches_over_several_maps(client: Client, part: int) -> None:
    grids = [board(seed) for seed in range(3)]
    ends = [queries(grid, seed) for seed, grid in enumerate(grids)]
    batches = [
        Batch(grids[0], *ends[0]),
        (ps.Planner(grids[1], "dijkstra"), *ends[1]),
        Batch(functools.partial(board, 2), *ends[2]),
    ]
    found = dict(find_paths(client, batches, part=part))
    assert sorted(found) == [0, 1, 2]
    for number, grid in enumerate(grids):
        expected = ps.find_paths(grid, *ends[number])
        np.testing.assert_array_equal(found[number].costs, expected.costs)
        for row, path in enumerate(found[number]):
            assert ps.check_path(grid, path) or not path
            assert path.cost == expected[row].cost


def test_costs_only_and_empty_batches(client: Client) -> None:
    grid = board(4)
    ends = queries(grid, 4)
    found = dict(find_paths(client, [(grid, *ends), (grid, [], [])], part=10, costs_only=True))
    np.testing.assert_array_equal(found[0].costs, ps.find_paths(grid, *ends, costs_only=True).costs)
    assert len(found[1]) == 0


def test_what_cannot_be_done_is_said(client: Client) -> None:
    grid = board(1)
    with pytest.raises(ps.OptionError, match="part is 0"):
        find_paths(client, [], part=0)
    with pytest.raises(ps.OptionError, match="batch 0 has 2 starts and 1 goal;"):
        find_paths(client, [(grid, [(0, 0), (1, 1)], [(0, 0)])])
    with pytest.raises(ps.OptionError, match="client is 'tcp://there'; allowed: a Client"):
        find_paths("tcp://there", [])
    with pytest.raises(ps.OptionError, match="batches is True; allowed: a list"):
        find_paths(client, True)  # type: ignore[arg-type]
    for batch in (grid, (grid, [(0, 0)]), (None, [(0, 0)], [(0, 0)])):
        with pytest.raises(ps.OptionError, match=r"batch 1 is .* allowed: a ground, starts and goals"):
            find_paths(client, [(grid, [], []), batch])  # type: ignore[list-item]
    ends: list[Any] = [(0, 0)] * 5
    with pytest.raises(ps.PlaceError, match=r"batch 1, queries 4 to 5: goals\[1\] = \(99, 0\) lies outside"):
        list(find_paths(client, [(grid, ends, ends), (grid, [*ends, (0, 0)], [*ends, (99, 0)])], part=2))


def test_progress_is_the_share_of_parts_that_are_done(client: Client) -> None:
    grid, told = board(4), list[float]()
    batches = [(grid, *queries(grid, seed)) for seed in range(2)]
    assert len(list(find_paths(client, batches, part=10, progress=told.append))) == 2
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) >= 6


def test_a_space_in_several_batches_is_sent_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    grid, sent = board(4), list[Any]()
    submit = client.submit
    monkeypatch.setattr(client, "submit", lambda *given, **how: sent.append(given) or submit(*given, **how))
    batches = [(grid, *queries(grid, seed)) for seed in range(3)]
    assert len(list(find_paths(client, batches, part=10))) == 3
    assert sum(any(each is grid for each in given) for given in sent) == 1
    assert all(isinstance(given[2], np.ndarray) for given in sent if len(given) > 2)


def test_paths_whose_worker_dies_before_they_are_here_are_found_once_more(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The future of such a part is done, but its paths are lost."""
    grid, completed = board(4), distributed.as_completed

    def without_results(futures: Any, **how: Any) -> Any:
        return ((future, None) for future, _ in completed(futures, **how))

    monkeypatch.setattr(distributed, "as_completed", without_results)
    ends = queries(grid, 4)
    [(_, found)] = find_paths(client, [(grid, *ends)], part=10)
    np.testing.assert_array_equal(found.costs, ps.find_paths(grid, *ends).costs)
