"""A grid world of Gymnasium, and a planner as the baseline that a learner has to reach.

The agent walks through a warehouse, and slips now and then. The cost to the goal from everywhere is one
distance field, so the baseline has its best step ready wherever it slips to.

It prints

    random: mean return -196.5, reaches the goal in 2 of 20 episodes
    planner: mean return -28.4, reaches the goal in 20 of 20 episodes
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np

import pathstar as ps

STEPS = ((0, -1), (0, 1), (-1, 0), (1, 0))  # up, down, left, right
SHELVES = [(slice(2, 10), slice(x, x + 1)) for x in (3, 6, 9, 12)]
SLIP = 0.1


class Warehouse(gym.Env[np.ndarray, int]):
    """A warehouse of 16 x 12 squares; each step costs 1, and one in ten goes anywhere.

    An observation is the agent's place, x and y.

    Attributes:
        free: Where one may walk, ``[y, x]``.
        goal: The place to reach.
    """

    def __init__(self) -> None:
        self.free = np.ones((12, 16), bool)
        for shelf in SHELVES:
            self.free[shelf] = False
        self.goal = (15, 11)
        self.action_space = gym.spaces.Discrete(len(STEPS))
        self.observation_space = gym.spaces.Box(0, 15, (2,), np.int64)
        self._at = (0, 0)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin in the upper left corner."""
        super().reset(seed=seed)
        self._at = (0, 0)
        return np.array(self._at), {}

    def step(self, action: int) -> Any:
        """Take a step, unless a shelf or the border is in the way."""
        if self.np_random.random() < SLIP:
            action = int(self.np_random.integers(len(STEPS)))
        x, y = (here + by for here, by in zip(self._at, STEPS[action], strict=True))
        if 0 <= x < 16 and 0 <= y < 12 and self.free[y, x]:
            self._at = (x, y)
        return np.array(self._at), -1.0, self._at == self.goal, False, {}


def planner(world: Warehouse) -> Callable[[np.ndarray], int]:
    """Return the policy that always takes the best step."""
    field = ps.distance_field(ps.Grid(world.free, moves=ps.Moves(4)), [world.goal])

    def act(place: np.ndarray) -> int:
        here = tuple(place.tolist())
        x, y = field.next_step(here)
        return STEPS.index((x - here[0], y - here[1]))

    return act


def play(policy: Callable[[np.ndarray], int], episodes: int = 20) -> tuple[float, int]:
    """Return the mean return of a policy, and how often it reaches the goal within 200 steps."""
    world = gym.wrappers.TimeLimit(Warehouse(), 200)
    returns, reached = [], 0
    for seed in range(episodes):
        place, _ = world.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            place, reward, done, cut, _ = world.step(policy(place))
            total, over = total + float(reward), done or cut
        returns.append(total)
        reached += done
    return float(np.mean(returns)), reached


if __name__ == "__main__":
    dice = np.random.default_rng(0)
    for name, policy in (("random", lambda _: int(dice.integers(4))), ("planner", planner(Warehouse()))):
        mean, reached = play(policy)
        print(f"{name}: mean return {mean:.1f}, reaches the goal in {reached} of 20 episodes")
