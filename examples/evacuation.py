"""People leave a building by the nearest door, as a model of Mesa: one distance field for all of them.

Mesa's arrays are ``[x, y]``, those of pathstar ``[y, x]``, so each is the other's transpose. Places are
``(x, y)`` in both.

It prints

    120 people, 2 doors: all out after 72 steps
    with the left door closed: all out after 142 steps
"""

from __future__ import annotations

import mesa
import numpy as np
from mesa.discrete_space import CellAgent, OrthogonalMooreGrid, PropertyLayer

import pathstar as ps

WIDTH, HEIGHT = 30, 16
DOORS = [(0, 8), (29, 3)]


class Person(CellAgent):
    """Takes a step nearer to a door each turn, if that square is free, and is out when it stands in one."""

    def step(self) -> None:
        """Walk, wait, or leave."""
        far = self.model.far
        if far[self.cell.coordinate] == 0:
            self.remove()
            return
        free = [cell for cell in self.cell.neighborhood if cell.is_empty]
        nearer = [cell for cell in free if far[cell.coordinate] < far[self.cell.coordinate]]
        if nearer:
            self.cell = min(nearer, key=lambda cell: far[cell.coordinate])


class Building(mesa.Model):
    """A building with inner walls and people.

    Attributes:
        far: How far each square is from the nearest door, ``[x, y]`` as all arrays of Mesa.
    """

    def __init__(self, doors: list[tuple[int, int]], people: int = 120, seed: int = 1) -> None:
        super().__init__(rng=seed)
        self.grid = OrthogonalMooreGrid((WIDTH, HEIGHT), capacity=1, random=self.random)
        walls = PropertyLayer("wall", (WIDTH, HEIGHT), default_value=False, dtype=bool)
        walls.data[10, :12] = walls.data[20, 4:] = True
        self.grid.add_property_layer(walls)
        space = ps.Grid(~walls.data.T, moves=ps.Moves(corners="free"))  # [y, x]; Mesa cuts corners
        self.far = ps.distance_field(space, doors).costs.T  # [x, y] again
        inside = [cell for cell in self.grid.all_cells.cells if np.isfinite(self.far[cell.coordinate])]
        for cell in self.random.sample(inside, people):
            Person(self).cell = cell

    def step(self) -> None:
        """Let all people take a turn, in random order."""
        self.agents.shuffle_do("step")


def steps_until_empty(doors: list[tuple[int, int]]) -> int:
    """Return how many steps it takes until everybody is out."""
    building = Building(doors)
    while len(building.agents):
        building.step()
    return int(building.steps)


if __name__ == "__main__":
    print(f"120 people, {len(DOORS)} doors: all out after {steps_until_empty(DOORS)} steps")
    print(f"with the left door closed: all out after {steps_until_empty(DOORS[1:])} steps")
