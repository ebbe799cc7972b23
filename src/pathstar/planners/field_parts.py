"""The combined result of the searches for a field: one for each multiplier of its sources."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.engine.options import finder_of
from pathstar.paths.known import NOWHERE, FieldStates, Known, Part, Seeds, Stops, Trees
from pathstar.progress import Tell, tell_of
from pathstar.spaces.base import Space


@dataclass(frozen=True, slots=True)
class _Found:
    """What is known of each node, before a space with headings makes places of its nodes."""

    revision: int
    costs: NDArray[np.float64]
    parents: NDArray[np.uint32]
    nearest: NDArray[np.uint32] | None
    known_to: float
    trees: Trees | None = None


def known_of(
    space: Space,
    seeds: Seeds,
    stops: Stops,
    expansions: int,
    states: FieldStates,
    tell: Tell | None = None,
) -> Known:
    """Return what is known at the stops, or once each search has expanded that number of nodes."""
    parts = seeds.parts
    found = [
        _search(space, part, stops, expansions, states, _share_of(tell, number, len(parts)))
        for number, part in enumerate(parts)
    ]
    tell_of(tell, 1.0)
    now = found[0] if not seeds.multipliers.size else _least_of(found, parts)
    ends, costs = space.entered(now.costs) if seeds.outward else (None, now.costs)
    nearest = now.nearest
    if nearest is not None:
        nearest = (nearest if ends is None else nearest[ends]).reshape(space.shape)
    known = (costs.reshape(space.shape), now.parents, ends, nearest, now.known_to, now.trees)
    return Known(now.revision, *known)


def query_of(seeds: Seeds, threads: int = 1) -> _core.FieldQuery:
    """Return where a search begins, as native code wants it."""
    return _core.FieldQuery(seeds.nodes, seeds.costs, not seeds.outward, seeds.mask, threads)


def _share_of(tell: Tell | None, number: int, count: int) -> Tell | None:
    """Return the function that one of several searches calls with the fraction of its own work done."""
    return None if tell is None else lambda done: tell((number + done) / count)


def _search(
    space: Space, part: Part, stops: Stops, expansions: int, states: FieldStates, tell: Tell | None
) -> _Found:
    limits = _core.FieldLimits(stops.nodes, stops.cost / part.multiplier, expansions)
    found = finder_of(space).field(query_of(part.seeds, states.threads), limits, states.of(part), tell)
    return _Found(found.revision, found.costs, found.parents, found.nearest, found.known_to)


def _least_of(found: list[_Found], parts: list[Part]) -> _Found:
    """Return the least cost found for each node; of equal costs the first source counts."""
    known_to = min(part.multiplier * each.known_to for part, each in zip(parts, found, strict=True))
    size = len(found[0].costs)
    costs, parents = np.full(size, np.inf), np.full(size, NOWHERE, np.uint32)
    nearest, tree_of = np.full(size, NOWHERE, np.uint32), np.zeros(size, np.uint32)
    for number, (part, each) in enumerate(zip(parts, found, strict=True)):
        scaled = each.costs * part.multiplier
        sources = _rows(part, each)
        better = (scaled < costs) | ((scaled == costs) & (sources < nearest))
        better &= scaled <= known_to
        better &= np.isfinite(scaled)
        for least, values in ((costs, scaled), (parents, each.parents), (nearest, sources)):
            np.copyto(least, values, where=better)
        tree_of[better] = number
    trees = Trees(tuple(each.parents for each in found), tree_of)
    for array in (costs, parents, nearest, tree_of):
        array.flags.writeable = False
    return _Found(min(each.revision for each in found), costs, parents, nearest, known_to, trees)


def _rows(part: Part, found: _Found) -> NDArray[np.uint32]:
    """Return the source that each node belongs to, among all sources."""
    if found.nearest is None:
        return np.full(len(found.costs), part.rows[0], np.uint32)
    rows = np.append(part.rows, np.uint32(NOWHERE))
    chosen: NDArray[np.uint32] = rows[np.minimum(found.nearest, len(part.rows))]
    return chosen
