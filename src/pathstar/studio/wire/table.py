"""The tables for the page: all choices by name; their words are in the catalogues."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pathstar.engine.options import OPEN_LISTS, STOPS, TIES
from pathstar.io.formats import ALONE, GRAPH_SUFFIXES
from pathstar.io.meshes import MESH_FORMATS
from pathstar.maps.generate import GENERATORS
from pathstar.planners.algorithm import Algorithm
from pathstar.planners.algorithms import ALGORITHMS
from pathstar.spaces.base import Space
from pathstar.spaces.cells import COST_MODELS
from pathstar.spaces.graph import Graph
from pathstar.spaces.grid import Grid
from pathstar.spaces.heuristics import HEURISTICS, Heuristic
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.moves import CORNERS, PLAIN_DIRECTIONS, Moves
from pathstar.spaces.trianglegrid import TriangleGrid
from pathstar.studio.files.meshes import WRITTEN
from pathstar.studio.graph_makers import MAKERS
from pathstar.studio.limits import Limits
from pathstar.studio.mesh_makers import MESH_MAKERS
from pathstar.studio.profiles import DANGER_RADIUS, PROFILES

_TOUCHING = "no_squeeze"  # the corner rule that lines in the plane need
_LINES = Grid([[1]], moves=Moves(corners=_TOUCHING))

# One space for each kind of board; an option that fits it fits the others.
_SAMPLES: dict[str, Space] = {
    "squares": Grid([[1]]),
    "hexagons": HexGrid([[1]]),
    "triangles": TriangleGrid([[1]]),
    "graph": Graph.from_edges([(0, 1)]),
}

# Formats that the page saves and opens again without loss.
_HOLD_ALL = (".txt", ".npz")
_HOLD_COSTS = (*_HOLD_ALL, ".npy", ".csv")


def table(limits: Limits) -> dict[str, Any]:
    """Return all choices.

    Example:
        >>> from pathstar.studio.limits import LIMITS
        >>> [row["name"] for row in table(LIMITS)["heuristics"]]
        ['zero', 'manhattan', 'octile', 'euclidean', 'chebyshev', 'great_circle', 'hex']
    """
    return {
        "algorithms": [_algorithm(row) for row in ALGORITHMS.values() if _kinds(row)],
        "heuristics": [_heuristic(row) for row in HEURISTICS.values() if row.chosen],
        "open_lists": list(OPEN_LISTS),
        "ties": list(TIES),
        "stops": list(STOPS),
        "corners": list(CORNERS),
        "cost_models": list(COST_MODELS),
        "directions": list(PLAIN_DIRECTIONS),
        "profiles": [{"name": name, "terrain": _finite(row.terrain)} for name, row in PROFILES.items()],
        "danger_radius": DANGER_RADIUS,
        "generators": [{"name": row.name, "options": _plain(row.options)} for row in GENERATORS.values()],
        "formats": [_format(suffix) for suffix in ALONE],
        "graphs": [{"name": row.name, "options": row.options} for row in MAKERS.values()],
        "meshes": [{"name": row.name, "options": row.options} for row in MESH_MAKERS.values()],
        "mesh_suffixes": {"opened": list(MESH_FORMATS), "saved": list(WRITTEN)},
        "graph_suffixes": [suffix for suffix in GRAPH_SUFFIXES if suffix != ".co"],
        "limits": {
            "cells": limits.cells,
            "side": limits.side,
            "nodes": limits.nodes,
            "edges": limits.edges,
            "body": limits.body,
            "seconds": limits.seconds,
        },
    }


def _algorithm(row: Algorithm) -> dict[str, Any]:
    return {
        "name": row.name,
        "kinds": _kinds(row),
        "corners": None if _kinds(row, lines=False) else _TOUCHING,
        "weight": row.weight,
        "may_weigh": row.may_weigh,
        "open_list": row.open_list,
        "may_stop": row.loop == "best_first" and not row.any_angle,
    }


def _heuristic(row: Heuristic) -> dict[str, Any]:
    kinds = [kind for kind, space in _SAMPLES.items() if row.name in space.heuristics]
    return {"name": row.name, "kinds": kinds}


def _format(suffix: str) -> dict[str, Any]:
    return {
        "suffix": suffix,
        "holds_costs": suffix in _HOLD_COSTS,
        "holds_ends": suffix in _HOLD_ALL,
        "holds_dead_ends": suffix == ".npz",
    }


def _finite(terrain: Mapping[str, float]) -> dict[str, float | None]:
    """Return costs by terrain, with None for infinity, which JSON lacks."""
    return {name: cost if math.isfinite(cost) else None for name, cost in terrain.items()}


def _kinds(row: Algorithm, *, lines: bool = True) -> list[str]:
    """Return the kinds of board that an algorithm fits; on squares perhaps only with another corner rule."""
    kinds = [kind for kind, space in _SAMPLES.items() if row.unsupported_reason(space) is None]
    return kinds or (["squares"] if lines and row.unsupported_reason(_LINES) is None else [])


def _plain(options: Any) -> dict[str, float]:
    """Return the numeric options, for forms."""
    return {
        name: value
        for name, value in options.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    }
