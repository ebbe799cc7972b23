"""A sample of the campaign of kills."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.campaigns.kills import cluster, kill_batch_workers, kill_driver, kill_workers


def test_killed_drivers_lose_nothing() -> None:
    assert sum(kill_driver(seed) for seed in range(5)) >= 5


@pytest.mark.parametrize("what", ["path", "corridor", "network"])
def test_paths_corridors_and_networks_go_on_where_they_were_killed(what: str) -> None:
    assert sum(kill_driver(seed, what) for seed in range(3)) >= 1


@pytest.mark.filterwarnings("ignore")
def test_killed_workers_change_nothing(tmp_path: Path) -> None:
    deaths = 0
    with cluster() as client:
        for seed in range(10):
            folder = tmp_path / str(seed)
            folder.mkdir()
            deaths += kill_workers(client, seed, folder)
    assert deaths >= 7


@pytest.mark.filterwarnings("ignore")
def test_killed_workers_lose_no_paths_of_a_batch() -> None:
    with cluster() as client:
        assert sum(kill_batch_workers(client, seed) for seed in range(8)) >= 5
