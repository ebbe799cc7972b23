"""A sample of the campaign of worlds, and a proof that its checker detects errors."""

from __future__ import annotations

import numpy as np
import pytest
from tests.campaigns.worlds import Tally, check_bodies, check_joint_step, watch


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_a_sample_of_worlds(first: int) -> None:
    tally = Tally()
    for seed in range(first, first + 50):
        tally.add(watch(seed))
    assert tally.worlds == 50
    assert tally.arrived > 150


def places(*rows: tuple[float, float]) -> np.ndarray:
    return np.array(rows, float)


@pytest.mark.parametrize(
    ("positions", "sizes", "message"),
    [
        (places((0, 0), (0.9, 0)), (1, 1), "overlap"),
        (places((0, 0), (1.5, 1.5)), (2, 1), "overlap"),
        (places((3, 3), (0, 0)), (1, 1), "wall"),
        (places((2.5, 3), (0, 0)), (1, 1), "wall"),
        (places((-0.5, 0), (2, 2)), (1, 1), "outside"),
    ],
)
def test_wrong_bodies_are_seen(positions: np.ndarray, sizes: tuple[int, ...], message: str) -> None:
    walls = np.zeros((5, 5), bool)
    walls[3, 3] = True
    with pytest.raises(AssertionError, match=message):
        check_bodies(positions, np.array(sizes), walls)


def test_bodies_that_touch_are_right() -> None:
    check_bodies(
        places((0, 0), (1, 0), (0.5, 1), (np.nan, np.nan)), np.array([1, 1, 2, 1]), np.zeros((5, 5), bool)
    )


@pytest.mark.parametrize(
    ("after", "message"),
    [
        (places((1, 0), (1, 0), (2, 2)), "one cell"),
        (places((1, 0), (0, 0), (2, 2)), "swap places"),
        (places((0, 0), (3, 0), (2, 2)), "more than one step"),
        (places((0.5, 0), (1, 0), (2, 2)), "between cells"),
    ],
)
def test_wrong_joint_steps_are_seen(after: np.ndarray, message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_joint_step(places((0, 0), (1, 0), (2, 2)), after)


def test_crossing_diagonals_are_seen() -> None:
    with pytest.raises(AssertionError, match="cross"):
        check_joint_step(places((0, 0), (1, 0)), places((1, 1), (0, 1)))
