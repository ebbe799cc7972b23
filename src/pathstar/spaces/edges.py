"""Rules for edges over a space of cells: their native form, and their form in a pickle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import ArrayError, OptionError
from pathstar.maps.edge_rules import EdgeRule, Slope, checked_rules
from pathstar.maps.layers import numbers_of, values_of

if TYPE_CHECKING:
    from pathstar.maps.costs import CostModel
    from pathstar.maps.map import Map


class Edges:
    """The rules of one space.

    Attributes:
        rules: The rules as given, slopes first.
        shape: The shape of the cells.
        core: The native rules, which keep the numbers of the cells.
    """

    __slots__ = ("core", "rules", "shape")

    def __init__(self, rules: Any, shape: tuple[int, ...], maps: Sequence[Map] = ()) -> None:
        given = checked_rules(rules)
        _check_floors(given, shape)
        self.shape = shape
        self.rules = tuple(sorted(given, key=lambda rule: not isinstance(rule, Slope)))
        self.core = _core.EdgeRules()
        for rule in self.rules:
            self._add(rule, {name: _numbers(name, of, shape, maps) for name, of in rule.fields.items()}, maps)

    def _add(self, rule: EdgeRule, fields: dict[str, NDArray[np.float64]], maps: Sequence[Map]) -> None:
        cores = [map.core for map in maps]
        layers = [of if maps else "" for of in rule.fields.values()]
        if isinstance(rule, Slope):
            limits = (rule.up, rule.down, rule.most_up, rule.most_down)
            self.core.add_slope(cores, layers[0], fields["height"], *limits)
        else:
            x, y, z = (*layers, "")[:3]
            self.core.add_drift(cores, (x, y, z), fields["x"], fields["y"], fields.get("z"))

    def frozen(self) -> tuple[EdgeRule, ...]:
        """Return the rules with their current numbers in place of names of layers."""
        numbers = iter([field.reshape(self.shape) for field in self.core.numbers()])
        frozen: list[EdgeRule] = []
        for rule in self.rules:
            fields: dict[str, Any] = {name: next(numbers) for name in rule.fields}
            frozen.append(replace(rule, **fields))
        return tuple(frozen)


def edges_of(rules: Any, shape: tuple[int, ...]) -> Edges | None:
    """Return the rules of a space that is made from arrays, or those made from a map; None for none.

    Raises:
        OptionError: They are not rules, or name layers.
        ArrayError, ArrayTypeError: An array has a wrong shape or type.
    """
    if isinstance(rules, Edges):
        return rules
    given = checked_rules(rules)
    return Edges(given, shape) if given else None


def edges_of_maps(maps: Sequence[Map], costs: CostModel | None, shape: tuple[int, ...]) -> Edges | tuple[()]:
    """Return the rules of a cost model over maps; they follow the layers of the maps.

    Args:
        maps: One for each floor, the lowest first.
        costs: The cost model, if any.
        shape: The shape of the cells.
    """
    return Edges(costs.edges, shape, maps) if costs is not None and costs.edges else ()


def _check_floors(rules: tuple[EdgeRule, ...], shape: tuple[int, ...]) -> None:
    if len(shape) < 3 and any("z" in rule.fields for rule in rules):
        raise OptionError("a Drift has z, but this grid has one floor; z is for a VoxelGrid, so leave it out")


def _numbers(name: str, of: Any, shape: tuple[int, ...], maps: Sequence[Map]) -> NDArray[np.float64]:
    """Return the numbers of a rule for all cells, ``(n,)``."""
    if maps:
        return np.concatenate([np.asarray(map.layers[of], np.float64).ravel() for map in maps])
    if isinstance(of, str):
        raise OptionError(
            f"{name} is the layer {of!r}, but a grid made from arrays has no layers; give an array, or make "
            "the grid with Map.grid(costs=CostModel(edges=...))"
        )
    values = values_of(numbers_of(of, name))
    if values.shape != shape:
        raise ArrayError(f"{name} has the shape {values.shape}, the grid {shape}; they must be equal")
    return values.ravel()
