"""Folding all layers that affect the cost of a cell into one number per cell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import CostError, OptionError, unknown_name
from pathstar.maps.arguments import as_number, checked_mapping
from pathstar.maps.legend import Terrain
from pathstar.maps.parts import any_of, parts_of

if TYPE_CHECKING:
    from pathstar.maps.map import Map

OWN_LAYERS = ("passable", "cost", "terrain")
"""The layers with a meaning of their own; every other layer holds numbers that a cost model may give a
weight."""


class Layered(Protocol):
    """The source of costs: all cells of a `Map`, or those of a `Change`."""

    @property
    def layers(self) -> Mapping[str, NDArray[Any]]:
        """Arrays by name, all of one shape."""

    @property
    def legend(self) -> Mapping[int, Terrain]:
        """What the terrain codes mean."""

    def place_at(self, index: int) -> tuple[int, int]:
        """Return the place ``(x, y)`` of an entry of the flattened arrays."""


@dataclass(frozen=True)
class CostModel:
    """How the layers of a map make one cost per cell: ``base * cost * terrain + sum of weight * layer``.

    ``cost`` is the map's cost layer, and ``terrain`` the cost of the cell's terrain in the legend; either is
    1 if the map has none. Extra layers, such as influence or danger, count only if they have a weight.

    Args:
        terrain: Costs by terrain name, instead of the legend's. Infinity closes a terrain.
        weights: Weights by layer name; a negative weight makes cells cheaper.
        base: The cost of a plain cell.

    Raises:
        CostError: A terrain's cost or the base is negative or NaN.
        OptionError: A weight is not a finite number.

    Example:
        >>> from pathstar.maps.map import Map
        >>> danger = Map([[1, 1, 1]], layers={"danger": [[0, 0.5, 0]]})
        >>> CostModel(weights={"danger": 4}).fold(danger)
        array([[1., 3., 1.]])
    """

    terrain: Mapping[str, float] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    base: float = 1.0

    def __post_init__(self) -> None:
        terrain = checked_mapping("terrain", self.terrain, "costs by terrain name")
        costs = {name: _checked_cost(f"terrain {name!r}", cost) for name, cost in terrain.items()}
        weights = checked_mapping("weights", self.weights, "weights by layer name")
        object.__setattr__(self, "base", _checked_cost("base", self.base))
        object.__setattr__(self, "terrain", costs)
        object.__setattr__(
            self, "weights", {name: _checked_weight(name, weight) for name, weight in weights.items()}
        )

    def fold(self, source: Layered) -> NDArray[np.float64]:
        """Return the cost of every cell of a map, or of the cells of a change.

        Args:
            source: A `Map` or a `Change`.

        Returns:
            float64, ``[h, w]`` for a map and ``(n,)`` for a change.

        Raises:
            CostError: A cell's cost would be negative; the message names the layer and the place.
            OptionError: The model names a layer or terrain that the source does not have.
        """
        layers = source.layers
        by_code = self._by_code(source.legend) if "terrain" in layers else None
        weights = self._checked_weights(layers)
        costs = np.empty(layers["passable"].shape, np.float64)
        for part in parts_of(costs.shape):
            costs[part] = self.base
            if "cost" in layers:
                costs[part] *= layers["cost"][part]
            # infinity times a free cell is NaN, which is not walkable either
            with np.errstate(invalid="ignore", over="ignore"):
                if by_code is not None:
                    costs[part] *= by_code[layers["terrain"][part]]
                for name, weight in weights.items():
                    costs[part] += weight * layers[name][part]
        self._refuse_negative(costs, source)
        return costs

    def plan(self, map: Map) -> _core.CostPlan:
        """Return the model for native code, which computes single cells as they are edited.

        Raises:
            OptionError: As `fold`.
        """
        weights = self._checked_weights(map.layers)
        return _core.CostPlan(map.core, self.base, self._by_code(map.legend), list(weights.items()))

    def _by_code(self, legend: Mapping[int, Terrain]) -> NDArray[np.float64]:
        names = {terrain.name for terrain in legend.values()}
        for name in self.terrain:
            if name not in names:
                raise unknown_name("terrain", name, sorted(names))
        table = np.ones(256)
        for code, terrain in legend.items():
            table[code] = self.terrain.get(terrain.name, terrain.cost)
        return table

    def _checked_weights(self, layers: Mapping[str, Any]) -> Mapping[str, float]:
        extra = [name for name in layers if name not in OWN_LAYERS]
        for name in self.weights:
            if name not in extra:
                raise unknown_name("layer to weigh", name, extra)
        return self.weights

    def _refuse_negative(self, costs: NDArray[np.float64], source: Layered) -> None:
        if not self.weights or not any_of(costs, lambda part: part < 0):
            return
        index = int(np.argmax(costs < 0))
        parts = {
            name: weight * float(source.layers[name].flat[index]) for name, weight in self.weights.items()
        }
        worst = min(parts, key=parts.__getitem__)
        raise CostError(
            f"the cost at {source.place_at(index)} is {costs.flat[index]!s}; layer {worst!r} with its weight "
            f"{self.weights[worst]!r} adds {parts[worst]!r} there, and the sum must not be negative"
        )


def _checked_cost(what: str, given: object) -> float:
    cost = as_number(given)
    if cost is None or not cost >= 0:
        raise CostError(f"the cost of {what} is {given!r}; a cost is a number from 0 up, or infinity")
    return cost


def _checked_weight(layer: object, given: object) -> float:
    weight = as_number(given)
    if weight is None or not math.isfinite(weight):
        raise OptionError(f"the weight of layer {layer!r} is {given!r}; a weight is a finite number")
    return weight


PLAIN = CostModel()


def cost_plan(map: Map, model: CostModel | None) -> _core.CostPlan | None:
    """Return the plan by which native code computes the cost of a cell; None if `cost_field` is None."""
    model = model or (PLAIN if _has_costs(map) else None)
    return None if model is None else model.plan(map)


def cost_field(source: Layered, model: CostModel | None = None) -> NDArray[np.float64] | None:
    """Fold with a model, or with the default one; None if no model is given and all cells cost the same.

    Only the legend decides whether all cells cost the same, not the cells, so an edit never turns a map
    without costs into one with costs.
    """
    if model is not None:
        if not isinstance(model, CostModel):
            raise OptionError(
                f"the cost model is {model!r}; allowed: a CostModel, such as CostModel(base=2), or None"
            )
        return model.fold(source)
    return PLAIN.fold(source) if _has_costs(source) else None


def _has_costs(source: Layered) -> bool:
    dear = "terrain" in source.layers and any(terrain.cost != 1 for terrain in source.legend.values())
    return dear or "cost" in source.layers
