"""Rules for edges over a space of cells: what native code reads, and how they are kept in a pickle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import ArrayError, OptionError
from pathstar.maps.edge_rules import EdgeRule, Slope, checked_rules
from pathstar.maps.layers import as_values

if TYPE_CHECKING:
    from pathstar.maps.costs import CostModel
    from pathstar.maps.map import Map


class Edges:
    """The rules of one space.

    Attributes:
        rules: As they were given, slopes first.
        shape: That of the cells.
        core: What native code reads; it keeps the numbers of the cells.
    """

    __slots__ = ("core", "rules", "shape")

    def __init__(self, rules: Any, shape: tuple[int, ...], map: Map | None = None) -> None:
        given = checked_rules(rules)
        self.shape = shape
        self.rules = tuple(sorted(given, key=lambda rule: not isinstance(rule, Slope)))
        self.core = _core.EdgeRules()
        for rule in self.rules:
            fields = {name: _numbers(name, of, shape, map) for name, of in rule.fields.items()}
            self._add(rule, fields, None if map is None else map.core)

    def _add(self, rule: EdgeRule, fields: dict[str, NDArray[np.float64]], map: _core.Map | None) -> None:
        if isinstance(rule, Slope):
            layer = "" if map is None else rule.height
            height = fields["height"].ravel()
            self.core.add_slope(map, layer, height, rule.up, rule.down, rule.most_up, rule.most_down)
        else:
            x, y = ("", "") if map is None else (rule.x, rule.y)
            self.core.add_drift(map, x, y, fields["x"].ravel(), fields["y"].ravel())

    def frozen(self) -> tuple[EdgeRule, ...]:
        """Return the rules with their current numbers in place of names of layers."""
        numbers = iter([field.reshape(self.shape) for field in self.core.numbers()])
        return tuple(
            replace(rule, height=next(numbers))
            if isinstance(rule, Slope)
            else replace(rule, x=next(numbers), y=next(numbers))
            for rule in self.rules
        )


def edges_of(rules: Any, shape: tuple[int, ...]) -> Edges | None:
    """Return the rules of a space that is made of arrays, or those of a map if they were made; None for none.

    Raises:
        OptionError: They are no rules, or name layers.
        ArrayError, ArrayTypeError: An array cannot be used.
    """
    if isinstance(rules, Edges):
        return rules
    given = checked_rules(rules)
    return Edges(given, shape) if given else None


def edges_of_map(map: Map, costs: CostModel | None) -> Edges | tuple[()]:
    """Return the rules of a cost model over a map, whose layers they follow."""
    return Edges(costs.edges, map.shape, map) if costs is not None and costs.edges else ()


def _numbers(name: str, of: Any, shape: tuple[int, ...], map: Map | None) -> NDArray[np.float64]:
    if map is not None:
        return np.asarray(map.layers[of], np.float64)
    if isinstance(of, str):
        raise OptionError(
            f"{name} is the layer {of!r}, but a grid made from arrays has no layers; give an array, or make "
            "the grid with Map.grid(costs=CostModel(edges=...))"
        )
    values = as_values(of, name)
    if values.shape != shape:
        raise ArrayError(f"{name} has the shape {values.shape}, the grid {shape}; they must be equal")
    return values
