"""Plans for a few units by search over their joint positions: slow, plain, and certain."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import product

Joint = tuple[tuple[int, ...], tuple[bool, ...]]
Middle = Callable[[int, int], Hashable]


def both_ends(one: int, other: int) -> Hashable:
    """Return a value that a step shares only with the step back."""
    return frozenset((one, other))


def least_sum_of_costs(
    steps: Mapping[int, Sequence[int]],
    starts: Sequence[int],
    goals: Sequence[int],
    *,
    following: bool = True,
    middle: Middle = both_ends,
) -> int | None:
    """Return the least sum of costs; None if there is no plan.

    A state is the positions of all units, and which of them are done: those stay at their goals for ever and
    cost nothing more.

    Args:
        steps: For each node, the nodes one step away.
        starts: Where the units are.
        goals: Where they have to end.
        following: Whether a unit may enter a node in the step in which another leaves it.
        middle: The midpoint of the step between two nodes; no two units pass one at the same time.
    """
    first = (tuple(starts), (False,) * len(starts))
    best = {first: 0}
    open_list = [(0, first)]
    while open_list:
        cost, state = heapq.heappop(open_list)
        if cost > best[state]:
            continue
        if all(state[1]):
            return cost
        for step, after in _after(steps, goals, state, following, middle):
            if cost + step < best.get(after, cost + step + 1):
                best[after] = cost + step
                heapq.heappush(open_list, (cost + step, after))
    return None


def _after(
    steps: Mapping[int, Sequence[int]], goals: Sequence[int], state: Joint, following: bool, middle: Middle
) -> Iterator[tuple[int, Joint]]:
    now, done = state
    for unit, goal in enumerate(goals):
        if now[unit] == goal and not done[unit]:
            yield 0, (now, (*done[:unit], True, *done[unit + 1 :]))
    choices = [(node,) if over else (node, *steps[node]) for node, over in zip(now, done, strict=True)]
    for after in product(*choices):
        if _is_legal(now, after, following, middle):
            yield done.count(False), (after, done)


def _is_legal(now: Sequence[int], after: Sequence[int], following: bool, middle: Middle) -> bool:
    if len(set(after)) < len(after):
        return False
    middles = [middle(here, there) for here, there in zip(now, after, strict=True) if here != there]
    if len(set(middles)) < len(middles):
        return False
    return following or all(there == here or there not in now for here, there in zip(now, after, strict=True))
