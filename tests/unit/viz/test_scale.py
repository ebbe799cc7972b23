"""Colour bars: the round numbers beside the shades, and when a picture has one."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

import pathstar as ps
from pathstar.viz.ground import FIELD, LEVELS, field_ground
from pathstar.viz.legend import legend_of
from pathstar.viz.results import scene_of_any
from pathstar.viz.scale import Scale
from pathstar.viz.theme import THEMES
from unit.viz.boards import svg_of

GRID = ps.Grid(np.ones((6, 40)), moves=ps.Moves(directions=4))
NUMBERS = st.floats(allow_nan=False)


@given(NUMBERS, NUMBERS)
@example(1e142, 4.3e-239)
def test_ticks_are_few_and_lie_on_the_bar(a: float, b: float) -> None:
    scale = Scale(min(a, b), max(a, b))
    ticks = scale.ticks()
    assert len(ticks) <= 5
    assert ticks == sorted(set(ticks))
    assert len({f"{tick:.7g}" for tick in ticks}) == len(ticks)
    for tick in ticks:
        assert -1e-9 <= scale.share(tick) <= 1 + 1e-9


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 1, [0, 0.5, 1]),
        (-7, 8, [-5, 0, 5]),
        (1, 31, [1, 2, 5, 10, 20]),
        (0.5, 70, [1, 10]),
        (3, 3, []),
        (0, math.inf, []),
        (1e9, 1e9 + 1, []),
    ],
)
def test_ticks_are_round(low: float, high: float, ticks: list[float]) -> None:
    assert Scale(low, high).ticks() == ticks


@pytest.mark.parametrize("values", [np.linspace(2, 50, 200), np.geomspace(1, 5000, 200)])
def test_the_bar_agrees_with_the_shades(values: np.ndarray) -> None:
    ground, shading = field_ground(np.ones((1, 200), bool), values[None])
    assert shading is not None
    shares = np.array([shading.scale.share(value) for value in values.tolist()])
    assert np.abs((ground[0].astype(int) - FIELD) / (LEVELS - 1) - shares).max() <= 0.5 / (LEVELS - 1) + 1e-6


def test_a_colour_bar_marks_contours_and_numbers() -> None:
    field = ps.distance_field(GRID, [(0, 0)])
    scene = scene_of_any(field, contours=4)
    written = svg_of(field, scene, THEMES["light"], legend=True)
    numbers = re.findall(r'font-size="11"[^>]*>([^<]*)<', written)
    assert numbers == ["0", "10", "20", "30", "40"]
    (entry,) = legend_of(scene)
    assert entry.lines == tuple(np.linspace(0, 44, 6)[1:-1])
    assert not legend_of(scene_of_any(field, nearest=True, contours=4))[0].lines


def test_a_picture_of_a_field_has_a_colour_bar(tmp_path) -> None:
    field = ps.distance_field(GRID, [(0, 0)])

    def picture(thing: object, **options: object) -> np.ndarray:
        file = ps.save_picture(thing, tmp_path / "a.png", cell=10, **options)  # type: ignore[arg-type]
        with Image.open(file) as image:
            return np.asarray(image.convert("RGB"))

    shown, bare = picture(field), picture(field, legend=False)
    assert bare.shape == (60, 400, 3)
    assert len(shown) > 60 + 40
    below = shown[75:].reshape(-1, 3)
    ramp = {tuple(colour) for colour in THEMES["light"].field_ramp(24).tolist()}
    assert ramp <= {tuple(colour) for colour in below.tolist()}
    assert (picture(field, legend=True) == shown).all()
    assert picture(GRID).shape == (60, 400, 3)
    assert len(picture(GRID, field=np.arange(240).reshape(6, 40))) > 100
