"""Units that move while their goals move and the world is edited, compared with an oracle at every step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from tests.campaigns.replans import MODELS, WORLDS, compare, cost_to, edit, place_on, random_maps
from tests.campaigns.tally import Counts
from tests.contract.test_graph_edits import World
from tests.oracle import plain

import pathstar as ps
from pathstar.planners.replanning import REPAIRS

STEPS = 16  # in one world
BATCHES = (1, 7)  # edits between two steps
CHECKED = 10  # one path in this number is checked step by step
GRAPHS = 4  # one world in this number is a graph
CHASES = 3  # in one world in this number the unit and the goal take a step each time
TRACED = 3  # one repair in this number is recorded
WAYS = ("auto", "astar", *REPAIRS)


@dataclass
class Tally(Counts):
    """What a campaign has compared.

    Attributes:
        replans: How many results were compared.
        paths: How many of them were paths.
        checked: How many paths were checked step by step.
        repairs: How many plans were repairs.
    """

    replans: int = 0
    paths: int = 0
    checked: int = 0
    repairs: int = 0


class Cells:
    """A space of cells over maps that are edited."""

    def __init__(self, random: np.random.Generator) -> None:
        self.random = random
        self.name = list(WORLDS)[random.integers(len(WORLDS))]
        self.maps, self.model = random_maps(random), MODELS[random.integers(len(MODELS))]
        self.space = self.fresh()

    def fresh(self) -> Any:
        return WORLDS[self.name](self.maps, costs=self.model)

    def edit(self) -> None:
        edit(self.random, self.maps)

    def place(self) -> Any:
        return place_on(self.space, self.random)

    def has(self, place: Any) -> bool:
        return True


class Graphs:
    """A graph that is edited."""

    def __init__(self, random: np.random.Generator) -> None:
        placed = bool(random.integers(2))
        self.world = World(int(random.integers(2**31)), named=True, placed=placed)
        self.name = f"graph, placed: {placed}"
        self.space = self.world.graph

    def fresh(self) -> Any:
        return self.world.fresh()

    def edit(self) -> None:
        self.world.edit()

    def place(self) -> Any:
        return self.world.ends()[0]

    def has(self, place: Any) -> bool:
        return int(place[1:]) in self.world.nodes


def journeys(seed: int) -> Tally:
    """Play one random world; raise AssertionError at the first wrong answer, naming the seed."""
    random = np.random.default_rng(seed)
    world = Graphs(random) if seed % GRAPHS == 0 else Cells(random)
    batch = BATCHES[seed // GRAPHS % len(BATCHES)]
    start, goal = world.place(), world.place()
    units = {name: ps.Replanner(world.space, start, goal, name) for name in WAYS}
    tally = Tally()
    for number in range(STEPS):
        for _ in range(batch):
            world.edit()
        fresh = world.fresh()
        start, goal = (chased if seed % CHASES == 0 else moved)(random, world, units, start, goal)
        lowest = from_place(fresh, start, goal)
        for name, unit in units.items():
            where = f"seed {seed}, {world.name}, step {number}, {name}, {start} to {goal}"
            traced = name in REPAIRS and (seed + number) % TRACED == 0
            path = explained(unit, where) if traced else unit.path
            # A unit moved to the next cell of its path keeps its heading, if none is given.
            compare(path, lowest if unit.start == start else from_place(fresh, unit.start, goal), where)
            tally.replans += 1
            if path:
                tally.paths += 1
                assert unit.next_step() == (path[1] if len(path) > 1 else None), where
                if tally.paths % CHECKED == 0:
                    check = ps.check_path(fresh, path)
                    assert check, f"{where}: {check.problem}"
                    tally.checked += 1
    tally.repairs = sum(unit.stats.repairs for unit in units.values())
    return tally


def from_place(space: Any, start: Any, goal: Any) -> float:
    return cost_to(space, plain.costs_from(space, start), goal)


def explained(unit: ps.Replanner, where: str) -> ps.Path:
    """Repair a path, and explain every step of it."""
    trace = unit.trace()
    assert len(trace) == trace.path.stats.expanded, where
    for step in range(len(trace)):
        assert trace.explain(step).sentences, where
    return trace.path


def moved(
    random: np.random.Generator, world: Cells | Graphs, units: dict[str, ps.Replanner], start: Any, goal: Any
) -> tuple[Any, Any]:
    """Move all units a step along one unit's path, or anywhere; or move the goal; or nothing."""
    dice = random.random()
    if dice < 0.5:
        start = units["astar"].next_step() or start
    elif dice < 0.6:
        start = world.place()
    elif dice < 0.75:
        goal = world.place()
    return aimed(world, units, start, goal)


def chased(
    random: np.random.Generator, world: Cells | Graphs, units: dict[str, ps.Replanner], start: Any, goal: Any
) -> tuple[Any, Any]:
    """Move all units a step along one unit's path, and the goal one random step."""
    start = units["mt-d-star-lite"].next_step() or start
    if world.has(goal) and (steps := world.space.steps_from(goal)):
        goal = steps[random.integers(len(steps))][0]
    return aimed(world, units, start, goal)


def aimed(world: Cells | Graphs, units: dict[str, ps.Replanner], start: Any, goal: Any) -> tuple[Any, Any]:
    """Move all units and their goal to these places, or to others if these are gone."""
    start, goal = (place if world.has(place) else world.place() for place in (start, goal))
    for unit in units.values():
        unit.move(start)
        unit.goal = goal
    return start, goal
