"""Learned danger: where units were lost, the player's other units go only if they must."""

from __future__ import annotations

import math
from itertools import chain, count
from typing import Any, NamedTuple

import numpy as np

from pathstar.errors import OptionError
from pathstar.fleet.world.ground.ways import Ground
from pathstar.fleet.world.unit import checked_positive
from pathstar.maps.map import Map

_FADES = 4  # updates of the layers in a half-life
_FORGOTTEN = 1 / 64  # share of its strength at which a loss is forgotten


class Loss(NamedTuple):
    """One unit that was lost.

    Attributes:
        time: The time of the loss.
        player: The unit's player.
        x, y: The place of the loss.
    """

    time: float
    player: int
    x: int
    y: int


class Danger:
    """The costs that losses add to the squares around them, a layer of the map for each player.

    Args:
        strength: The cost that a loss adds to its own square.
        radius: The reach of a loss, in squares; the cost falls off evenly to nothing.
        half_life: The time in which the cost falls to half; infinite for never.

    Raises:
        OptionError: An argument is not a number above 0.
    """

    def __init__(self, strength: float, radius: float, half_life: float) -> None:
        self.strength = checked_positive("danger strength", strength)
        self.radius = checked_positive("danger radius", radius)
        self.half_life = checked_positive("danger half-life", half_life, infinite=True)
        self.losses: list[Loss] = []
        self.due = math.inf

    @property
    def given(self) -> tuple[float, float, float]:
        """Strength, radius and half-life."""
        return self.strength, self.radius, self.half_life

    def learn(self, ground: Ground, loss: Loss) -> None:
        """Take a loss into account."""
        self.losses.append(loss)
        self.refresh(ground, loss.time)

    def refresh(self, ground: Ground, now: float) -> None:
        """Bring the layers up to date, and forget old losses."""
        for player in sorted({loss.player for loss in self.losses}):
            self._paint(ground, player, now)
        self.losses = [loss for loss in self.losses if self._left(loss, now)]
        soon = max(now + self.half_life / _FADES, math.nextafter(now, math.inf))
        self.due = soon if self.losses else math.inf

    def forget(self, ground: Ground) -> None:
        """Forget all losses, and remove their costs from the players' maps."""
        ground.forget_danger()
        self.losses, self.due = [], math.inf

    def _left(self, loss: Loss, now: float) -> float:
        """Return the share of its strength that a loss has left."""
        share: float = 0.5 ** ((now - loss.time) / self.half_life)
        return share if share >= _FORGOTTEN else 0.0

    def _paint(self, ground: Ground, player: int, now: float) -> None:
        """Write a player's danger into the map with which the player's units plan."""
        losses = [loss for loss in self.losses if loss.player == player]
        map = ground.map_of(player)
        layer = ground.danger.get(player) or _free_name(f"danger_{player}", map)
        if layer not in map.layers:
            map.add_layer(layer, np.zeros(map.shape))
        if player not in ground.danger:
            ground.learn_danger(player, layer)
        reach = math.ceil(self.radius)
        top, left = (
            max(min(loss.y for loss in losses) - reach, 0),
            max(min(loss.x for loss in losses) - reach, 0),
        )
        bottom, right = max(loss.y for loss in losses) + reach + 1, max(loss.x for loss in losses) + reach + 1
        y, x = np.ogrid[top : min(bottom, map.height), left : min(right, map.width)]
        field = np.zeros(np.broadcast_shapes(y.shape, x.shape))
        for loss in losses:
            near = np.maximum(1 - np.hypot(x - loss.x, y - loss.y) / (self.radius + 1), 0)
            field += self.strength * self._left(loss, now) * near
        map.edit(layer, (slice(top, bottom), slice(left, right)), field)


def _free_name(name: str, map: Map) -> str:
    """Return a name that no layer of a map has: another world on the same map may have danger of its own."""
    names = chain([name], (f"{name}_{number}" for number in count(2)))
    return next(name for name in names if name not in map.layers)


def danger_of(given: Any) -> Danger | None:
    """Return the danger of losses from (strength, radius, half-life); None for no danger.

    Raises:
        OptionError: The argument is neither three numbers above 0 nor None.
    """
    if given is None:
        return None
    try:
        strength, radius, half_life = given
    except (TypeError, ValueError):
        raise OptionError(
            f"danger_from_losses is {given!r}; allowed: (strength, radius, half_life), or None"
        ) from None
    return Danger(strength, radius, half_life)
