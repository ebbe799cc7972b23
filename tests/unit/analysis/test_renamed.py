"""Names of version 0.1 that have new ones: they still work, and say so."""

import pytest

import pathstar as ps


def test_islands_is_components() -> None:
    with pytest.warns(DeprecationWarning, match=r"pathstar\.Islands is now pathstar\.Components"):
        assert ps.Islands is ps.Components


def test_a_former_name_is_not_listed() -> None:
    assert "Islands" not in dir(ps)
    assert "Islands" not in ps.__all__


def test_steepness_is_the_consistency_factor() -> None:
    grid = ps.Grid([[1, 1]])
    with pytest.warns(DeprecationWarning, match="steepness is now consistency_factor"):
        assert grid.steepness("manhattan") == grid.consistency_factor("manhattan")
