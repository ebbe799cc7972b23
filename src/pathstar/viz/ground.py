"""The ground under a search as one small number per cell: the kind of wall, or the cost of the floor."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError
from pathstar.maps.layers import as_values
from pathstar.maps.map import Map
from pathstar.viz.look import LOOK, TERRAINS
from pathstar.viz.scale import Scale
from pathstar.viz.theme import RGB, Theme, mix

WALLS = 4  # shades of wall: the commonest kind of impassable ground first
UNKNOWN = 4
FLOOR = 5
LEVELS = 48  # shades of floor, and of an overlaid field
FIELD = FLOOR + LEVELS
TERRAIN = FIELD + LEVELS  # the terrains with a look of their own
COLOURS = TERRAIN + len(TERRAINS)
_APART = 0.618034  # a step along the shades that keeps those of neighbours apart
DIMMED = np.uint8(COLOURS)  # added to a kind of ground that nobody has seen, and so lies under a veil


@dataclass(frozen=True, slots=True)
class Shading:
    """The meaning of the shades of the floor.

    Attributes:
        what: The quantity, such as ``"cost"``: the end of a key ``legend.shades.`` of the catalogues.
        low: The value of the first shade.
        high: The value of the last shade.
        is_field: Whether it is an overlaid field, which has its own colours.
        scale: The scale from the first shade to the last, for a colour bar; None if numbers only tell shades
            apart.
        lines: The values at which the picture has contour lines.
    """

    what: str
    low: str
    high: str
    is_field: bool = False
    scale: Scale | None = None
    lines: tuple[float, ...] = ()


Ground = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class MapGround:
    """The ground of a map.

    Attributes:
        ground: Kinds of ground, uint8 ``[h, w]``.
        shading: The meaning of the shades of the floor; None if the floor is all alike.
        walls: The names of each shade of wall, in their order; empty if there is only one.
        terrain: Which terrain with a look of its own each cell is, counted from 1 in the order of `TERRAINS`,
            uint8 ``[h, w]``; 0 for others. None if there is none.
    """

    ground: Ground
    shading: Shading | None
    walls: tuple[tuple[str, ...], ...] = ()
    terrain: NDArray[np.uint8] | None = None


def colours(theme: Theme) -> NDArray[np.uint8]:
    """Return the colour of every kind of ground, then the same under a veil, uint8 ``(2 * COLOURS, 3)``."""
    walls = [wall_shade(theme, wall) for wall in range(WALLS)]
    first: NDArray[np.uint8] = np.array([*walls, theme.unknown], np.uint8)
    grounds = np.array([theme.terrain[name] for name in TERRAINS], np.uint8)
    bright = np.concatenate([first, theme.ramp(LEVELS), theme.field_ramp(LEVELS), grounds])
    veiled = np.round(bright + LOOK["veil"] * (np.array(theme.muted, np.float64) - bright)).astype(np.uint8)
    return np.concatenate([bright, veiled])


def wall_shade(theme: Theme, wall: int) -> RGB:
    """Return the colour of one kind of wall."""
    return mix(theme.wall, theme.page, LOOK["wall_shades"][wall])


def plain_ground(walkable: NDArray[np.bool_]) -> Ground:
    """Return the ground of a map whose floor is all alike."""
    ground: Ground = np.where(walkable, np.uint8(FLOOR), np.uint8(0))
    return ground


def cost_ground(walkable: NDArray[np.bool_], cost: NDArray[np.float64]) -> tuple[Ground, Shading | None]:
    """Return the ground shaded by the costs of cells; cells of infinite cost are walls."""
    free = walkable & np.isfinite(cost)
    levels, scale = _levels(cost, free)
    ground = np.where(free, levels + np.uint8(FLOOR), np.uint8(0)).astype(np.uint8)
    return ground, _cost_shading(scale)


def field_ground(walkable: NDArray[np.bool_], field: ArrayLike) -> tuple[Ground, Shading | None]:
    """Return the ground shaded by any field of numbers; cells that are not finite show plain floor.

    Raises:
        ArrayError: The field's shape is not the map's.
    """
    values = as_values(field, "field")
    if values.shape != walkable.shape:
        raise ArrayError(f"field has the shape {values.shape}, the map {walkable.shape}; they must be equal")
    known = walkable & np.isfinite(values)
    levels, scale = _levels(values, known)
    ground = np.where(known, levels + np.uint8(FIELD), plain_ground(walkable)).astype(np.uint8)
    if not known.any():
        return ground, None
    return ground, Shading("field", f"{scale.low:.4g}", f"{scale.high:.4g}", is_field=True, scale=scale)


def numbered_ground(
    walkable: NDArray[np.bool_], numbers: NDArray[np.float64], what: str
) -> tuple[Ground, Shading | None]:
    """Return the ground with a shade for each number from 0; those of neighbouring numbers lie far apart.

    Args:
        walkable: Which cells are floor.
        numbers: Whole numbers, NaN where there is none, in the same shape.
        what: What they count from 1, for the legend.
    """
    ground, shading = field_ground(walkable, numbers * _APART % 1)
    if shading is None:
        return ground, None
    last = int(np.nanmax(numbers)) + 1
    return ground, replace(shading, what=what, low="1", high=str(last), scale=None)


def map_ground(map: Map) -> MapGround:
    """Return the ground of a map: shaded by cost if costs differ, otherwise by kind of terrain.

    Impassable kinds get shades of wall, the commonest first, except terrain with a look of its own.
    """
    ground, shading = _map_floor(map)
    if map.terrain is None:
        return MapGround(ground, shading)
    own = _own_looks(map)
    blocked = _commonest_first(map.terrain[~map.passable])
    kinds = [kind for kind in blocked if not own[kind]]
    table = np.zeros(256, np.uint8)
    for shade, kind in enumerate(kinds):
        table[kind] = min(shade, WALLS - 1)
    ground = np.where(map.passable, ground, table[map.terrain])
    names = [_kind_name(map, kind) for kind in kinds]
    walls = (*((name,) for name in names[: WALLS - 1]), tuple(names[WALLS - 1 :])) if blocked[1:] else ()
    return MapGround(ground, shading, walls, own[map.terrain] if own.any() else None)


def _own_looks(map: Map) -> NDArray[np.uint8]:
    """Return for each terrain code the number of its look from 1, or 0 if it has none, uint8 ``(256,)``."""
    table = np.zeros(256, np.uint8)
    for code, kind in map.legend.items():
        if kind.name in TERRAINS:
            table[code] = 1 + TERRAINS.index(kind.name)
    return table


def _map_floor(map: Map) -> tuple[Ground, Shading | None]:
    if map.terrain is not None and map.cost is None:
        return _terrain_ground(map, map.terrain)
    cost = map.cost_field()
    return (plain_ground(map.passable), None) if cost is None else cost_ground(map.passable, cost)


def _terrain_ground(map: Map, terrain: NDArray[np.uint8]) -> tuple[Ground, Shading | None]:
    """Shade kinds of terrain by their cost; if all cost the same, the commonest is the lightest."""
    kinds = _commonest_first(terrain[map.passable])
    costs = np.array([map.legend[kind].cost if kind in map.legend else 1.0 for kind in kinds])
    levels, scale = _levels(costs, np.ones(len(kinds), bool))
    shading = _cost_shading(scale)
    if len(kinds) > 1 and shading is None:
        levels = np.linspace(0, LEVELS // 2, len(kinds)).astype(np.uint8)
        shading = Shading("terrain", _kind_name(map, kinds[0]), _kind_name(map, kinds[-1]))
    table = np.zeros(256, np.uint8)
    table[kinds] = FLOOR + levels
    return np.where(map.passable, table[terrain], np.uint8(0)), shading


def _commonest_first(codes: NDArray[np.uint8]) -> list[int]:
    counts = np.bincount(codes, minlength=256)
    order: list[int] = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)].tolist()
    return order


def _kind_name(map: Map, kind: int) -> str:
    return map.legend[kind].name if kind in map.legend else f"code {kind}"


def _cost_shading(scale: Scale) -> Shading | None:
    """Return what the shades of costs mean; None if all cost the same."""
    if not scale.high > scale.low:
        return None
    return Shading("cost", f"{scale.low:.3g}", f"{scale.high:.3g}")


def _levels(values: NDArray[np.float64], known: NDArray[np.bool_]) -> tuple[NDArray[np.uint8], Scale]:
    """Return the shade of each known value, and the way from the lowest to the highest of them."""
    low = float(values.min(where=known, initial=np.inf))
    high = float(values.max(where=known, initial=-np.inf))
    if not high > low:
        return np.zeros(values.shape, np.uint8), Scale(min(low, high), high)
    # float32 halves the time for a large map; values beyond its range are rare
    scale = Scale(low, high)
    kind = np.float32 if -1e30 < low < high < 1e30 else np.float64
    scaled: NDArray[Any] = np.where(known, values, low).astype(kind)
    bottom, top = low, high
    if scale.logarithmic:
        scaled, bottom, top = np.log(scaled), float(np.log(low)), float(np.log(high))
    scaled -= bottom
    scaled *= (LEVELS - 1) / (top - bottom)
    scaled += 0.5
    return np.clip(scaled, 0, LEVELS - 1, out=scaled).astype(np.uint8), scale
