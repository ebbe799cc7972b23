"""All that a map holds besides its arrays, as text and numbers for files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any

from numpy.typing import NDArray

from pathstar.maps.clearance_cost import ClearanceCost
from pathstar.maps.costs import CostModel
from pathstar.maps.edge_rules import plain_rule, rule_of
from pathstar.maps.frame import Frame
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map


def facts_of(map: Map) -> dict[str, Any]:
    """Return name, marks, routes, legend, profiles, rules of layers, frame and hexagons, ready for JSON.

    Example:
        >>> facts_of(Map([[1, 1]], name="yard", marks={"gate": (1, 0)}))["marks"]
        {'gate': (1, 0)}
    """
    return {
        "name": map.name,
        "marks": dict(map.marks),
        "routes": dict(map.routes),
        "legend": {code: asdict(terrain) for code, terrain in map.legend.items()},
        "profiles": {name: _plain_model(model) for name, model in map.profiles.items()},
        "derived": {name: asdict(rule) for name, rule in map.derived.items()},
        **({} if map.frame is None else {"frame": asdict(map.frame)}),
        **({} if map.hexagons is None else {"hexagons": map.hexagons}),
    }


def arrays_of(map: Map) -> dict[str, NDArray[Any]]:
    """Return the layers that a file must hold: all except those that follow from others."""
    return {name: layer for name, layer in map.layers.items() if name not in map.derived}


def map_of_facts(walkable: NDArray[Any], layers: Mapping[str, NDArray[Any]], facts: Mapping[str, Any]) -> Map:
    """Return the map with these arrays and the facts from `facts_of`; missing facts get defaults.

    Args:
        walkable: The layer ``passable``.
        layers: The other arrays by name.
        facts: The facts in a file.

    Raises:
        PathstarError, ValueError, TypeError, AttributeError: Facts and arrays do not make a map.
    """
    others = dict(layers)
    return Map(
        walkable,
        cost=others.pop("cost", None),
        terrain=others.pop("terrain", None),
        layers={**others, **_made(ClearanceCost, facts, "derived")},
        profiles=_made(_model_of, facts, "profiles"),
        legend={int(code): Terrain(**terrain) for code, terrain in facts.get("legend", {}).items()},
        marks={mark: tuple(place) for mark, place in facts.get("marks", {}).items()},
        name=str(facts.get("name", "")),
        routes={name: [tuple(place) for place in route] for name, route in facts.get("routes", {}).items()},
        frame=Frame(**facts["frame"]) if "frame" in facts else None,
        hexagons=facts.get("hexagons"),
    )


def _plain_model(model: CostModel) -> dict[str, Any]:
    return asdict(model) | {"edges": [plain_rule(rule) for rule in model.edges]}


def _model_of(edges: Iterable[dict[str, Any]] = (), **arguments: Any) -> CostModel:
    return CostModel(**arguments, edges=tuple(rule_of(plain) for plain in edges))


def _made(kind: Callable[..., Any], facts: Mapping[str, Any], what: str) -> dict[str, Any]:
    return {str(name): kind(**arguments) for name, arguments in facts.get(what, {}).items()}
