"""Frames: what is where, in SVG elements and in pixels."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest

import pathstar as ps
from pathstar.viz.frame import STYLES
from pathstar.viz.theme import THEMES, mix

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def large() -> ps.Trace:
    walkable = np.random.default_rng(2).random((150, 200)) > 0.2
    walkable[0, 0] = walkable[-1, -1] = True
    return ps.trace(ps.Grid(walkable), (0, 0), (199, 149))


def corners(svg: str, cell: int = 64) -> dict[tuple[int, int], dict[str, str]]:
    """Read F, G and H of each square from the positions of the texts."""
    found: dict[tuple[int, int], dict[str, str]] = {}
    for text in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        if text.get("dominant-baseline"):
            continue  # the letters A and B
        x, y = float(text.get("x", "")), float(text.get("y", ""))
        top, right = y % cell < cell / 2, text.get("text-anchor") == "end"
        name = "F" if top and not right else "H" if right else "G"
        found.setdefault((int(x // cell), int(y // cell)), {})[name] = text.text or ""
    return found


def outlined(svg: str, role: str, cell: int = 64) -> set[tuple[int, int]]:
    """Read which squares are outlined in a role."""
    root = ElementTree.fromstring(svg)
    paths = [path.get("d", "") for path in root.iter(f"{SVG}path") if path.get("class") == role]
    return {
        (int(float(x) // cell), int(float(y) // cell))
        for d in paths
        for x, y in re.findall(r"M(\S+) (\S+?)h", d)
    }


def test_the_guide_s_manner(trace: ps.Trace) -> None:
    svg = trace.frame(2).svg()
    numbers = corners(svg)
    state = trace[2]
    assert set(numbers) == set(map(tuple, state.places.tolist()))
    assert numbers[2, 2] == {"F": "40", "G": "10", "H": "30"}
    assert numbers[1, 4] == {"F": "88", "G": "28", "H": "60"}
    assert outlined(svg, "current") == {(2, 3)}
    assert outlined(svg, "closed") == {(1, 2), (2, 2)}
    assert outlined(svg, "open") == set(map(tuple, trace.space.places_of(state.open).tolist()))
    assert 'class="path"' not in svg


def test_the_last_frame_shows_the_path(trace: ps.Trace) -> None:
    for frame in (trace.frame(), trace.frame(-1), trace.frame(len(trace) - 1)):
        root = ElementTree.fromstring(frame.svg())
        (dots,) = (group for group in root.iter(f"{SVG}g") if group.get("class") == "dots")
        assert len(list(dots)) == 7
        assert outlined(frame.svg(), "current") == set()


def test_f_is_what_the_search_orders_by() -> None:
    grid = ps.Grid(np.ones((3, 6)), moves=ps.Moves(straight=10, diagonal=14))
    numbers = corners(ps.trace(grid, (0, 0), (5, 2), algorithm="greedy").frame(1).svg())
    assert numbers
    assert all(each.keys() == {"H"} for each in numbers.values())  # the same as F, which is left out


def test_pixels_have_the_roles_colours(trace: ps.Trace) -> None:
    theme = THEMES["light"]
    picture = np.asarray(trace.frame(2).image())
    assert picture.shape == (5 * 64, 7 * 64, 3)
    middle = 64 * 2 + 32
    for (x, y), role in {(2, 3): "current", (2, 2): "closed", (2, 1): "open"}.items():
        ink = theme.text if role == "current" else getattr(theme, role)
        assert tuple(picture[y * 64 + 3, x * 64 + 8]) == ink
    assert tuple(picture[3 * 64 + 40, 2 * 64 + 12]) == mix(theme.floor, theme.current, 0.75)
    assert tuple(picture[middle, 3 * 64 + 32]) == theme.wall
    assert tuple(picture[middle - 12, 5 * 64 + 32]) == theme.goal
    assert tuple(picture[middle - 9, 1 * 64 + 32]) == theme.start


def test_a_large_map_is_a_heat_map(large: ps.Trace) -> None:
    frame = large.frame(len(large) // 2)
    assert frame.style == "order"
    ground = frame.scene.ground
    state = frame.state
    shades = ground.ravel()[state.closed].astype(int)
    steps = [
        int(np.flatnonzero(large.events["node"][large.step_starts] == node)[-1]) for node in state.closed
    ]
    assert np.all(np.diff(shades[np.argsort(steps)]) >= 0)  # later means farther along the ramp
    assert shades.max() > shades.min() + 10
    assert (frame.scene.search > 0).sum() == len(state.open) + 1
    assert 'class="ring"' in frame.svg()
    assert 'class="ring"' not in large.frame().svg()
    by_cost = large.frame(len(large) // 2, style="g").scene.ground.ravel()[state.closed].astype(int)
    order = np.argsort(state.g[state.is_closed])
    assert np.all(np.diff(by_cost[order]) >= 0)
    assert large.frame(5, style="guide").style == "guide"


def test_shades_mean_the_same_in_every_frame(large: ps.Trace) -> None:
    early, late = large.frame(200).scene, large.frame(len(large) - 2).scene
    closed = large[200].closed
    assert np.array_equal(early.ground.ravel()[closed], late.ground.ravel()[closed])


def test_png_and_notebook(trace: ps.Trace, tmp_path) -> None:
    file = trace.frame(3, legend=True, theme="dark").png(tmp_path / "frame.png")
    assert file.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert trace.frame(3)._repr_svg_() == trace.frame(3).svg()
    assert repr(trace.frame(3)) == "Frame(step 3 of 12, guide)"


def test_a_search_that_never_began_has_a_picture() -> None:
    trace = ps.trace(ps.Grid([[0, 1]]), (0, 0), (1, 0))
    assert trace.frame().step == -1
    assert trace.frame().svg().startswith("<svg")
    with pytest.raises(IndexError, match="no steps"):
        trace.frame(0)


def test_what_is_not_allowed(trace: ps.Trace) -> None:
    assert set(STYLES) == {"auto", "guide", "order", "g"}
    with pytest.raises(ps.OptionError, match="did you mean 'guide'"):
        trace.frame(0, style="guid")
    with pytest.raises(ps.OptionError, match="unknown style"):
        trace.frame(0, style=["guide"])
    with pytest.raises(ps.OptionError, match="theme"):
        trace.frame(0, theme="blue")
    with pytest.raises(ps.OptionError, match="legend is"):
        trace.frame(0, legend=np.ones(3))
    with pytest.raises(ps.OptionError, match="caption is"):
        trace.space.show(caption=np.ones(3))
    with pytest.raises(IndexError, match="there are 12 steps"):
        trace.frame(12)
