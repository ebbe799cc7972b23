"""Codes of boards: each stands for the cost and the kind of ground of its cell."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pathstar.viz.export.board_codes import board_codes


@pytest.mark.parametrize(("costs", "kinds"), [(1, 1), (3, 4), (400, 5), (4000, 6)])
def test_a_code_stands_for_cost_and_kind(costs: int, kinds: int) -> None:
    random = np.random.default_rng(costs)
    values = random.integers(1, costs + 1, (150, 160)).astype(float)
    values[random.random(values.shape) < 0.2] = np.inf
    ground = random.integers(kinds, size=values.shape)
    found = board_codes(values, ground)
    assert not found.rounded
    assert len(set(found.palette)) == len(found.palette)
    assert found.palette[0][0] == 1.0
    assert found.palette[1][0] is None
    known = [(None if math.isinf(cost) else cost) for cost in values.ravel().tolist()]
    wanted = list(zip(known, ground.ravel().tolist(), strict=True))
    assert [found.palette[code] for code in found.codes.ravel().tolist()] == wanted
    packed = np.frombuffer(found.packed(), "u1" if len(found.palette) <= 256 else "<u2")
    np.testing.assert_array_equal(packed, found.codes.ravel())
