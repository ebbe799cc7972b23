"""The part of a map that knows the costs of its cells."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError, unknown_name
from pathstar.maps.costs import CostModel, cost_field
from pathstar.maps.layered import LayeredCells


class PricedCells(LayeredCells):
    """Cells with costs, and the cost models of unit types: a part of `Map`."""

    __slots__ = ("_profiles",)

    _profiles: dict[str, CostModel]

    @property
    def profiles(self) -> Mapping[str, CostModel]:
        """The cost models of unit types, by name; ``map.grid(costs="boat")`` takes one by its name."""
        return MappingProxyType(self._profiles)

    def add_profile(self, name: str, model: CostModel) -> None:
        """Give a cost model a name, such as that of a unit type; it replaces one of the same name.

        Args:
            name: Any text that is not empty.
            model: The cost model of such a unit.

        Raises:
            OptionError: The name is not text or empty, the second argument is not a cost model, or it names a
                layer or terrain that the map does not have.

        Example:
            >>> from pathstar.maps import Map, Terrain
            >>> map = Map.from_terrain([[0, 1]], {0: Terrain("sea", walkable=False), 1: Terrain("land")})
            >>> map.add_profile("hover", CostModel(base=2))
            >>> map.cost_field("hover")
            array([[2., 2.]])
        """
        if not isinstance(name, str) or not name:
            raise OptionError(f"a profile is called {name!r}; allowed: a text that is not empty")
        if not isinstance(model, CostModel):
            raise OptionError(
                f"profile {name!r} is {model!r}; allowed: a CostModel, such as CostModel(base=2)"
            )
        model.plan(self)
        self._profiles[name] = model

    def remove_layer(self, name: str) -> None:
        """Remove an extra layer; spaces that use it keep it as it is.

        Raises:
            OptionError: There is no such layer, it is passable, cost or terrain, or a profile names it.

        Example:
            >>> from pathstar.maps.map import Map
            >>> map = Map([[1, 1]], layers={"danger": [[0, 5]]})
            >>> map.remove_layer("danger")
            >>> list(map.layers)
            ['passable']
        """
        users = [repr(profile) for profile, model in self._profiles.items() if model.names_layer(name)]
        if users:
            raise OptionError(
                f"layer {name!r} is named by the profiles {', '.join(users)}; replace them by add_profile"
            )
        super().remove_layer(name)

    def cost_model(self, costs: CostModel | str | None) -> CostModel | None:
        """Return a cost model, or the profile of that name; None stays None.

        Raises:
            OptionError: There is no such profile, or it is not a cost model.

        Example:
            >>> from pathstar.maps.map import Map
            >>> Map([[1]], profiles={"giant": CostModel(base=3)}).cost_model("giant").base
            3.0
        """
        if isinstance(costs, str):
            if costs not in self._profiles:
                raise unknown_name("profile", costs, self._profiles)
            return self._profiles[costs]
        if costs is not None and not isinstance(costs, CostModel):
            raise OptionError(
                f"the cost model is {costs!r}; allowed: a CostModel, such as CostModel(base=2), the name of "
                "a profile of the map, or None"
            )
        return costs

    def cost_field(self, model: CostModel | str | None = None) -> NDArray[np.float64] | None:
        """Return the cost of every cell, with all layers folded into one number.

        Args:
            model: How to fold, or the name of a profile; by default the cost layer times the legend's terrain
                costs.

        Returns:
            float64 ``[h, w]``; None if no model is given and the map has neither a cost layer nor terrain
            with a cost other than 1.

        Raises:
            CostError: A cost would be negative.
            OptionError: The model names a layer or terrain that the map does not have.
        """
        return cost_field(self, self.cost_model(model))
