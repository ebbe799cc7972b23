"""One palette that everyone can tell apart and read."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

import pathstar as ps
from pathstar.viz.theme import RGB, THEMES, Theme, contrast, theme_named

# Machado, Oliveira and Fernandes 2009: how linear RGB looks without one kind of cone.
SIGHT = {
    "full": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
# Distances in CIE Lab: 2.3 is just noticeable, over 10 is clearly another colour.
APART = {"full": 18, "protanopia": 12.5, "deuteranopia": 12.5, "tritanopia": 9.5}

# The same role as an outline and as a tint; and unknown ground, which is not shown beside expensive ground.
ALIKE = {
    frozenset(pair) for pair in (("open", "tinted open"), ("closed", "tinted closed"), ("unknown", "dear"))
}


def test_what_is_no_colour_or_number_of_shades_is_named() -> None:
    theme = theme_named("light")
    for ramp in (theme.ramp, theme.field_ramp):
        with pytest.raises(ps.OptionError, match="levels is -1; allowed: a whole number from 0 to 65536"):
            ramp(-1)
    for ground in (None, (0, 0), (0, 0, 256), "red"):
        with pytest.raises(ps.OptionError, match=r"ground is .*; allowed: red, green and blue"):
            theme.text_on(ground)  # type: ignore[arg-type]
    with pytest.raises(ps.OptionError, match="unknown role 'opne'; did you mean 'open'"):
        theme.filled("opne")


def lab(colour: RGB, sight: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a colour in CIE Lab, as it looks."""
    part = np.array(colour) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
    )
    xyz = to_xyz @ np.clip(sight @ linear, 0, 1) / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def roles(theme: Theme) -> dict[str, RGB]:
    """Return the colours that carry meaning."""
    names = ("floor", "dear", "wall", "unknown", "open", "closed", "current", "start", "goal", "path")
    colours = {name: getattr(theme, name) for name in names}
    return colours | {f"tinted {name}": theme.filled(name) for name in ("open", "closed")}


def too_alike(theme: Theme, sight: str) -> list[tuple[float, str, str]]:
    seen = {name: lab(colour, SIGHT[sight]) for name, colour in roles(theme).items()}
    pairs = ((float(np.linalg.norm(seen[a] - seen[b])), a, b) for a, b in itertools.combinations(seen, 2))
    return [pair for pair in pairs if pair[0] < APART[sight] and frozenset(pair[1:]) not in ALIKE]


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_roles_stay_apart_for_every_eye(theme: Theme, sight: str) -> None:
    assert too_alike(theme, sight) == []


def test_the_test_notices_red_beside_green() -> None:
    """Pure traffic-light colours of equal lightness look the same without the red or the green cones."""
    bad = Theme(
        **{name: getattr(THEMES["light"], name) for name in Theme.__slots__}
        | {"start": (120, 150, 60), "goal": (195, 120, 60)}
    )
    assert {pair[1:] for pair in too_alike(bad, "deuteranopia")} >= {("start", "goal")}
    assert ("start", "goal") not in {pair[1:] for pair in too_alike(bad, "full")}


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_words_can_be_read(theme: Theme) -> None:
    """WCAG AA requires 4.5 for text, 3 for anything else."""
    for ground in (theme.page, theme.floor):
        assert contrast(theme.text, ground) >= 4.5
    assert contrast(theme.muted, theme.page) >= 4.5
    for name, colour in roles(theme).items():
        assert contrast(theme.text_on(colour), colour) >= 4.5, name
    assert contrast(theme.path, theme.floor) >= 4.5
    for name in ("wall", "start", "goal"):
        assert contrast(getattr(theme, name), theme.page) >= 3, name
    for name in ("start", "goal", "path"):
        assert contrast(theme.halo, getattr(theme, name)) >= 3, name


def test_contrast_is_that_of_wcag() -> None:
    assert contrast((255, 255, 255), (118, 118, 118)) == pytest.approx(4.54, abs=0.005)
    assert contrast((0, 0, 0), (0, 0, 0)) == 1


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("ramp", ["ramp", "field_ramp"])
def test_ramps_change_lightness_one_way(theme: Theme, ramp: str) -> None:
    lightness = [lab(tuple(colour), SIGHT["full"])[0] for colour in getattr(theme, ramp)(24).tolist()]
    steps = np.diff(lightness)
    assert (steps > 0).all() or (steps < 0).all()
    assert abs(lightness[-1] - lightness[0]) > 25


def test_themes_by_name() -> None:
    assert theme_named("dark") is THEMES["dark"]
    assert theme_named(THEMES["light"]) is THEMES["light"]
    with pytest.raises(ps.OptionError, match="did you mean 'dark'"):
        theme_named("drak")
