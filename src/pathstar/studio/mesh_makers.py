"""Meshes that the studio can make."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pathstar.spaces.mesh.outlines import ground_of, shapes_of
from pathstar.studio.limits import Limits
from pathstar.studio.makers import Maker, make
from pathstar.studio.meshes import (
    Area,
    Disc,
    MeshBoard,
    MeshScene,
    Point,
    Ring,
    Shape,
    check_mesh_size,
    polygons_of,
)
from pathstar.studio.refusals import StudioError
from pathstar.words import Say

_FEWEST, _MOST = 0, 300  # pillars
_SIDES = 12


def _box(left: float, top: float, right: float, bottom: float) -> Ring:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _round(x: float, y: float, wide: float, tall: float, corners: int) -> Ring:
    turns = [2 * math.pi * i / corners for i in range(corners)]
    return tuple((round(x + wide * math.cos(t), 3), round(y + tall * math.sin(t), 3)) for t in turns)


def floor(seed: int, limits: Limits) -> MeshScene:
    """Return a floor of six rooms around a corridor, with a table and two people in the way."""
    walls = [
        _box(9.8, 0, 10.2, 3.2), _box(9.8, 5.2, 10.2, 9), _box(21.8, 0, 22.2, 5.2), _box(21.8, 7.2, 22.2, 9),
        _box(0, 9, 4, 9.4), _box(6, 9, 14.5, 9.4), _box(16.5, 9, 27, 9.4), _box(29, 9, 32, 9.4),
        _box(0, 12.6, 7, 13), _box(9, 12.6, 19, 13), _box(21, 12.6, 26, 13), _box(28, 12.6, 32, 13),
        _box(11.8, 13, 12.2, 17), _box(11.8, 19, 12.2, 22), _box(23.8, 13, 24.2, 15),
        _box(23.8, 17, 24.2, 22),
    ]  # fmt: skip
    shape = Shape(0.3, (Disc((15.5, 10.9), 0.9), Disc((8, 11.2), 0.8), _box(14, 15.5, 20, 18.5)))
    return MeshScene(_ground(_box(0, 0, 32, 22), walls, limits), shape, (2, 2), (30, 20))


def park(seed: int, limits: Limits) -> MeshScene:
    """Return a park: two ponds and a house, a meadow that costs more, and a trail that costs less."""
    border = _round(18, 12, 17.5, 11.5, 40)
    holes = [_round(10, 8, 3.4, 2.6, 22), _round(25, 15.5, 3.2, 3.6, 22), _box(17, 3.5, 22, 7)]
    meadow = Area((((12, 11), (20, 9), (22, 14), (19, 20), (12, 19)),), 3.0)
    trail = Area((((3, 15), (4, 13.8), (9, 19.8), (21, 21), (21, 22.2), (8.4, 21)),), 0.6)
    shape = Shape(0.25, (Disc((6, 14), 1.1), Disc((23.5, 9.5), 1.2)), (meadow, trail))
    return MeshScene(_ground(border, holes, limits), shape, (3, 9.5), (33, 12))


def pillars(seed: int, limits: Limits, *, pillars: int) -> MeshScene:
    """Return a hall with pillars at random places.

    Raises:
        StudioError: The number of pillars is not a whole number within the limits.
    """
    if isinstance(pillars, bool) or not isinstance(pillars, int) or not _FEWEST <= pillars <= _MOST:
        raise StudioError(
            Say("studio.refused.mesh.pillars", {"least": _FEWEST, "most": _MOST}),
            f"pillars is {pillars!r}; allowed: a whole number from {_FEWEST} to {_MOST}",
        )
    random = np.random.default_rng(seed)
    side = math.sqrt(max(pillars, 24) / 24)
    width, height = round(32 * side, 3), round(22 * side, 3)
    found: list[tuple[Point, float]] = []
    for _ in range(40 * pillars):
        if len(found) == pillars:
            break
        radius = float(random.uniform(0.5, 1.5))
        x, y = random.uniform((radius + 1, radius + 1), (width - radius - 1, height - radius - 1)).tolist()
        if min(x + y, width + height - x - y) < 5 + radius:  # the corners of start and target
            continue
        if all(math.dist((x, y), place) > radius + other + 0.7 for place, other in found):
            found.append(((x, y), radius))
    holes = [_round(*place, radius, radius, _SIDES) for place, radius in found]
    scene = _ground(_box(0, 0, width, height), holes, limits)
    return MeshScene(scene, Shape(0.25), (1, 1), (width - 1, height - 1))


def _ground(border: Ring, holes: list[Ring], limits: Limits) -> MeshBoard:
    """Return an area without walls, which may touch its border and each other."""
    check_mesh_size(len(border) + sum(map(len, holes)), limits)
    return MeshBoard(polygons_of(ground_of(shapes_of([border], "border"), shapes_of(holes, "holes"))))


MESH_MAKERS: dict[str, Maker[MeshScene]] = {
    row.name: row
    for row in (
        Maker("floor", "rooms around a corridor, with people in the way", {}, floor),
        Maker("park", "ponds, a house, a meadow that costs more, and a trail that costs less", {}, park),
        Maker("pillars", "a hall with pillars at random places", {"pillars": 24}, pillars),
    )
}


def make_mesh(name: str, seed: int, options: dict[str, Any], limits: Limits) -> MeshScene:
    """Make a mesh.

    Raises:
        OptionError: An unknown maker or option.
        PathstarError: As raised by the maker.
    """
    return make(MESH_MAKERS, "mesh", name, seed, options, limits)
