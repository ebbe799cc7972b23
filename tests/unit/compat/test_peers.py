"""Compared with the real packages: on random boards the own path is as good or better."""

from __future__ import annotations

import numpy as np
import pytest

from unit.compat.peers import PEERS, compare, random_board


@pytest.mark.parametrize("name", PEERS)
def test_paths_are_as_good(name: str) -> None:
    chance = np.random.default_rng(sum(map(ord, name)))
    for _ in range(15):
        compare(PEERS[name], random_board(chance))
