"""Legends as callers write them, and refusing to lose parts of a map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.maps.arguments import as_number, checked_mapping
from pathstar.maps.costs import OWN_LAYERS
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map

Meaning = Terrain | bool | float
SymbolLegend = Mapping[str, Meaning]


def terrain_of(key: str, meaning: Meaning, known: Terrain | None = None) -> Terrain:
    """Return the meaning that a caller gives a symbol or colour as a Terrain.

    Args:
        key: The symbol or colour; a terrain without a name gets this name.
        meaning: A Terrain, whether it is walkable, or its cost.
        known: The default meaning, whose name is kept.

    Raises:
        CostError: The cost is negative, infinite or NaN.
        OptionError: The meaning is none of these.

    Example:
        >>> terrain_of("w", 2.5)
        Terrain(name='w', cost=2.5, walkable=True, symbol='', color='')
    """
    if isinstance(meaning, Terrain):
        return meaning
    base = known or Terrain(key.strip() or "blank")
    if isinstance(meaning, (bool, np.bool_)):
        return replace(base, walkable=bool(meaning), cost=base.cost if meaning else 1.0)
    if (cost := as_number(meaning)) is not None:
        return replace(base, walkable=True, cost=cost)
    raise OptionError(
        f"the legend says {meaning!r} for {key!r}; "
        "it must be a Terrain, True or False (walkable or not), or a cost"
    )


def symbol_legend(legend: SymbolLegend | None, defaults: Mapping[str, Terrain]) -> dict[int, Terrain]:
    """Return a legend by character codes: the defaults, overridden and extended by the caller's.

    Raises:
        OptionError: A symbol is not one printable ASCII character.
    """
    merged = dict(defaults)
    for symbol, meaning in checked_mapping("legend", legend, "what symbols mean").items():
        if not isinstance(symbol, str) or len(symbol) != 1 or not " " <= symbol <= "~":
            raise OptionError(f"the legend's symbol {symbol!r} must be one printable ASCII character")
        merged[symbol] = terrain_of(symbol, meaning, defaults.get(symbol))
    return {ord(symbol): terrain for symbol, terrain in merged.items()}


def costs_of_cells(map: Map) -> NDArray[np.float64]:
    """Return the cost of every cell; 1 for cells that are not passable."""
    field = map.cost_field()
    return np.ones(map.shape) if field is None else np.where(map.passable, field, 1.0)


def refuse_loss(map: Map, suffix: str, lossy: bool, *, costs_kept: bool) -> None:
    """Raise if writing would lose something that could change a path, unless the caller allows it.

    Args:
        map: The map to write.
        suffix: The format's suffix, for the message.
        lossy: Whether the caller allows the loss.
        costs_kept: Whether the file holds the cost of every cell.

    Raises:
        OptionError: Costs, extra layers or profiles would be lost.
    """
    lost = [] if costs_kept else ["the costs"]
    lost += [f"layer {name!r}" for name in map.layers if name not in OWN_LAYERS]
    lost += [f"profile {name!r}" for name in map.profiles]
    if lost and not lossy:
        raise OptionError(
            f"a {suffix} file cannot hold {' and '.join(lost)} of this map; "
            "write .npz, which holds all, or allow the loss with lossy=True"
        )
