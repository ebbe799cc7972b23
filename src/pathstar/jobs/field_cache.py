"""Fields by goal, kept as long as they fit into a budget of bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from pathstar.errors import NotCopied
from pathstar.goals.base import Goal
from pathstar.goals.places import nodes_of_set
from pathstar.maps.arguments import checked_switch, checked_whole
from pathstar.paths.crowds import are_many
from pathstar.paths.field import Field
from pathstar.planners.checks import check_sweeps
from pathstar.planners.fields import distance_field
from pathstar.spaces.base import Space

DEFAULT_MAX_BYTES = 256 << 20


class FieldCache(NotCopied):
    """Fields by goal: crowds with the same goal share one, within a budget of bytes.

    Fields follow edits by themselves, so the cache stays right when the space changes. Many threads may use
    it; each field is made once.

    Args:
        space: Where to search.
        max_bytes: The maximum memory of the fields. The one used last stays even if it is larger.
        outward: Whether the ways lead from the goals instead.

    Attributes:
        space: Where it searches.
        hits: How often a field was in the cache.
        misses: How often one was made.

    Raises:
        SpaceError: The first argument is not a space.
        OptionError: The space has no fields, or max_bytes is not a whole number from 0.

    Example:
        >>> import numpy as np
        >>> import pathstar as ps
        >>> cache = FieldCache(ps.Grid(np.ones((8, 8))))
        >>> cache.field((7, 7)) is cache.field((7, 7)), cache.hits, cache.misses
        (True, 1, 1)
        >>> cache.field([(0, 0), (7, 7)]).nearest[0, 0]
        np.uint32(0)
    """

    _instead = "copy its fields, or make another one from its space"

    def __init__(self, space: Space, *, max_bytes: int = DEFAULT_MAX_BYTES, outward: bool = False) -> None:
        check_sweeps(space)
        self.space = space
        self.hits = 0
        self.misses = 0
        self._most = checked_whole("max_bytes", max_bytes, 0, of="bytes")
        self._outward = checked_switch("outward", outward)
        self._fields: OrderedDict[tuple[int, ...], Field] = OrderedDict()
        self._bytes: dict[tuple[int, ...], int] = {}  # of each field at its last use
        self._lock = threading.Lock()

    def field(self, goals: Any) -> Field:
        """Return the field of one place, or of many equally good ones.

        Args:
            goals: A place, places, or a value of `pathstar.goals`: ``any_of``, ``area``, or ``within`` a
                straight distance.

        Raises:
            PathstarError: As `distance_field`.
        """
        several = goals if isinstance(goals, Goal) or are_many(self.space, goals) else [goals]
        key = self._key_of(several)
        with self._lock:
            found = self._fields.get(key)
            if found is None:
                self.misses += 1
                found = self._fields[key] = distance_field(self.space, several, outward=self._outward)
            else:
                self.hits += 1
            self._fields.move_to_end(key)
            self._bytes[key] = found.nbytes
            self._shrink()
        return found

    def _key_of(self, goals: Any) -> tuple[int, ...]:
        """Return the nodes of a goal of `pathstar.goals`, or of places."""
        set_of = isinstance(goals, Goal)
        nodes = nodes_of_set(self.space, goals, "goals") if set_of else self.space.nodes_of(goals, "goals")
        return tuple(nodes.tolist())

    def holds(self, goal: Any) -> bool:
        """Return whether the cache has the field of a place."""
        return (self.space.node_of(goal),) in self._fields

    @property
    def nbytes(self) -> int:
        """The memory of the fields in bytes."""
        with self._lock:
            return sum(field.nbytes for field in self._fields.values())

    def clear(self) -> None:
        """Drop all fields."""
        with self._lock:
            self._fields.clear()
            self._bytes.clear()

    def _shrink(self) -> None:
        while len(self._fields) > 1 and sum(self._bytes.values()) > self._most:
            key, _ = self._fields.popitem(last=False)
            del self._bytes[key]

    def __len__(self) -> int:
        return len(self._fields)

    def __repr__(self) -> str:
        return (
            f"FieldCache({len(self)} fields, {self.nbytes:,} bytes, {self.hits} hits, {self.misses} misses)"
        )
