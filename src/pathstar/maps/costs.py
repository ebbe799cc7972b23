"""Folding all layers that affect the cost of a cell into one number per cell."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import CostError, OptionError, unknown_name
from pathstar.maps.arguments import as_number, checked_mapping, checked_name
from pathstar.maps.edge_rules import EdgeRule, checked_rules
from pathstar.maps.legend import Terrain
from pathstar.maps.parts import Part, any_of, parts_of

if TYPE_CHECKING:
    from pathstar.maps.layered import LayeredCells

OWN_LAYERS = ("passable", "cost", "terrain")
"""The layers with a meaning of their own; every other layer holds numbers that a cost model may give a
weight."""
COMPOSITIONS = ("sum", "max")
"""How several layers, or several sources of one layer, combine where they meet."""


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
        weights: Weights by layer name; a negative weight makes cells cheaper. Cells where such a layer, or
            that of a risk, is NaN are closed, like cells of infinite cost.
        base: The cost of a plain cell.
        risks: Weights by name of layers that hold the chance of harm for a step of length 1, from 0 to 1.
            Such a layer counts as ``-log(1 - chance)``, so the cheapest path is the one with the best chance
            of survival; a chance of 1 closes a cell. Weights are positive.
        compose: How layers with weights and risks add to the cost: their ``"sum"`` or their ``"max"``.
        floor: The minimum cost of a cell. Searches get slow, and detours attractive, where layers of negative
            weight bring costs near 0.
        edges: Rules that make a step and the step back differ in cost: `Slope` and `Drift`, which name layers
            of the map. `Map.grid` and `Map.hexgrid` obey them; the cost of a cell has no part in them.

    Raises:
        CostError: A terrain's cost, the base or the floor is negative or NaN, or the floor is infinite.
        OptionError: A weight is not a finite number, that of a risk is not positive, a layer has two weights,
            ``compose`` is unknown, or a rule for edges does not name layers.

    Example:
        >>> from pathstar.maps.map import Map
        >>> danger = Map([[1, 1, 1]], layers={"danger": [[0, 0.5, 0]]})
        >>> CostModel(weights={"danger": 4}).fold(danger)
        array([[1., 3., 1.]])
    """

    terrain: Mapping[str, float] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    base: float = 1.0
    risks: Mapping[str, float] = field(default_factory=dict)
    compose: str = "sum"
    floor: float = 0.0
    edges: tuple[EdgeRule, ...] = ()

    def __post_init__(self) -> None:
        terrain = checked_mapping("terrain", self.terrain, "costs by terrain name")
        costs = {name: _checked_cost(f"terrain {name!r}", cost) for name, cost in terrain.items()}
        weights = checked_mapping("weights", self.weights, "weights by layer name")
        object.__setattr__(self, "base", _checked_cost("base", self.base))
        object.__setattr__(self, "terrain", costs)
        object.__setattr__(
            self, "weights", {name: _checked_weight(name, weight) for name, weight in weights.items()}
        )
        risks = checked_mapping("risks", self.risks, "weights by layer name")
        object.__setattr__(self, "risks", {name: _checked_risk(name, risks[name], weights) for name in risks})
        checked_name("composition", self.compose, COMPOSITIONS)
        object.__setattr__(self, "floor", _checked_floor(self.floor))
        object.__setattr__(self, "edges", checked_rules(self.edges))
        for name in self._named_by_edges():
            if not isinstance(name, str):
                raise OptionError(
                    f"a rule for edges reads {name!r}; allowed in a cost model: names of layers"
                )

    def names_layer(self, layer: object) -> bool:
        """Return whether the model gives a layer a weight, or a rule for edges reads it."""
        return layer in [*self.weights, *self.risks, *self._named_by_edges()]

    def _named_by_edges(self) -> list[Any]:
        return [of for rule in self.edges for of in rule.fields.values()]

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Restore from a pickle, also from one of version 0.1, which had neither risks nor floors."""
        self.__dict__.update({"risks": {}, "compose": "sum", "floor": 0.0, "edges": (), **state})

    def fold(self, source: Layered) -> NDArray[np.float64]:
        """Return the cost of every cell of a map, or of the cells of a change.

        Args:
            source: A `Map` or a `Change`.

        Returns:
            float64, ``[h, w]`` for a map and ``(n,)`` for a change. Costs that are too low become infinite in
            cells that are not passable.

        Raises:
            CostError: The cost of a passable cell would be negative or below the floor; the message names the
                layer and the place. A risk is not a number from 0 to 1.
            OptionError: The model names a layer or terrain that the source does not have, or the source is
                neither a map nor a change.
        """
        layers = getattr(source, "layers", None)
        if not isinstance(layers, Mapping):
            raise OptionError(f"source is {source!r}; allowed: a Map or a Change")
        by_code = self._by_code(source.legend) if "terrain" in layers else None
        weighed = self._weighed(layers)
        costs = np.empty(layers["passable"].shape, np.float64)
        for part in parts_of(costs.shape):
            costs[part] = self.base
            # infinity times 0 is NaN, which is not walkable either
            with np.errstate(invalid="ignore", over="ignore"):
                if "cost" in layers:
                    costs[part] *= layers["cost"][part]
                if by_code is not None:
                    costs[part] *= by_code[layers["terrain"][part]]
                self._add_weighed(costs[part], [_Weighed(*one).of(layers, part) for one in weighed])
        self._refuse_too_low(costs, source, weighed)
        return costs

    def _add_weighed(self, costs: NDArray[np.float64], parts: list[NDArray[np.float64]]) -> None:
        if self.compose == "max" and parts:
            parts = [reduce(np.maximum, parts)]
        for each in parts:
            costs += each

    def plan(self, map: LayeredCells) -> _core.CostPlan:
        """Return the model for native code, which computes single cells as they are edited.

        Raises:
            OptionError: As `fold`.
        """
        weighed = self._weighed(map.layers)
        return _core.CostPlan(
            map.core, self.base, self._by_code(map.legend), weighed, self.compose == "max", self.floor
        )

    def _by_code(self, legend: Mapping[int, Terrain]) -> NDArray[np.float64]:
        names = {terrain.name for terrain in legend.values()}
        for name in self.terrain:
            if name not in names:
                raise unknown_name("terrain", name, sorted(names))
        table = np.ones(256)
        for code, terrain in legend.items():
            table[code] = self.terrain.get(terrain.name, terrain.cost)
        return table

    def _weighed(self, layers: Mapping[str, Any]) -> list[tuple[str, float, bool]]:
        """Return name, weight and whether it is a risk of each layer that counts."""
        extra = [name for name in layers if name not in OWN_LAYERS]
        for name in (*self.weights, *self.risks):
            if name not in extra:
                raise unknown_name("layer to weigh", name, extra)
        for name in self._named_by_edges():
            if name not in extra:
                raise unknown_name("layer of a rule for edges", name, extra)
        weights = [(name, weight, False) for name, weight in self.weights.items()]
        return weights + [(name, weight, True) for name, weight in self.risks.items()]

    def _refuse_too_low(
        self, costs: NDArray[np.float64], source: Layered, weighed: list[tuple[str, float, bool]]
    ) -> None:
        if not (weighed or self.floor) or not any_of(costs, lambda part: part < self.floor):
            return
        too_low, passable = costs < self.floor, source.layers["passable"]
        costs[too_low & ~passable] = np.inf  # it is never paid
        if not (too_low & passable).any():
            return
        index = int(np.argmax(too_low & passable))
        place, cost = source.place_at(index), float(costs.flat[index])
        least = f"be at least {self.floor!r}" if self.floor else "not be negative"
        if not weighed:
            raise CostError(f"the cost at {place} is {cost!r}, and must {least}")
        flat = {name: layer.reshape(-1)[index : index + 1] for name, layer in source.layers.items()}
        parts = {name: float(_Weighed(name, weight, risk).of(flat)[0]) for name, weight, risk in weighed}
        worst = min(parts, key=parts.__getitem__)
        if worst in self.risks and math.isinf(parts[worst]):
            chance = float(flat[worst][0])
            raise CostError(
                f"layer {worst!r} holds {chance!r} at {place}; a chance of harm is a number from 0 to 1"
            )
        weight = {name: weight for name, weight, _ in weighed}[worst]
        raise CostError(
            f"the cost at {place} is {cost!r}; layer {worst!r} with its weight "
            f"{weight!r} adds {parts[worst]!r} there, and the sum must {least}"
        )


class _Weighed(NamedTuple):
    """A layer that counts, and how."""

    name: str
    weight: float
    is_risk: bool

    def of(self, layers: Mapping[str, NDArray[Any]], part: Part = ()) -> NDArray[np.float64]:
        """Return what it adds to the costs in a part of its layer."""
        values: NDArray[np.float64] = layers[self.name][part]
        if self.is_risk:  # native code, so that an edit of a single cell gives the same
            values = _core.costs_of_risks(np.ascontiguousarray(values).ravel()).reshape(values.shape)
        return self.weight * values


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


def _checked_risk(layer: object, given: object, weights: Mapping[str, Any]) -> float:
    weight = _checked_weight(layer, given)
    if not weight > 0:
        raise OptionError(f"the weight of risk {layer!r} is {given!r}; a risk has a positive weight")
    if layer in weights:
        raise OptionError(f"layer {layer!r} is among the weights and the risks; it counts as one of them")
    return weight


def _checked_floor(given: object) -> float:
    floor = as_number(given)
    if floor is None or not 0 <= floor < math.inf:
        raise CostError(f"the floor is {given!r}; a floor is a finite number from 0 up")
    return floor


PLAIN = CostModel()


def cost_plan(map: LayeredCells, model: CostModel | None) -> _core.CostPlan | None:
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
