"""Cells that are drawn under a veil."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from pathstar.viz.drawables import scene_of
from pathstar.viz.theme import theme_named


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_veil_is_the_same_as_in_the_studio(theme: str) -> None:
    colours = theme_named(theme)
    map = ps.Map([[1, 0, 1, 0]], cost=[[1.0, 1.0, 5.0, 1.0]])
    bright = scene_of(map).pixels(colours, 1, 4).astype(int)
    veiled = scene_of(map, dimmed=np.array([[0, 1, 1, 0]], bool)).pixels(colours, 1, 4).astype(int)
    np.testing.assert_array_equal(veiled[0, [0, 3]], bright[0, [0, 3]])
    expected = 0.28 * bright + 0.72 * np.array(colours.muted)
    assert np.abs(veiled - expected)[0, [1, 2]].max() <= 0.51


def test_veiled_cells_in_shapes() -> None:
    map = ps.Map([[1, 0]])
    whole = [scene_of(map, dimmed=mask) for mask in (None, np.ones((1, 2), bool))]
    assert whole[0].inks.tolist() != whole[1].inks.tolist()


@pytest.mark.parametrize("mask", [np.ones((2, 2), bool), np.ones((1, 2)), "no"])
def test_a_mask_that_does_not_fit(mask: object) -> None:
    with pytest.raises(ps.PathstarError):
        scene_of(ps.Map([[1, 0]]), dimmed=mask)
