"""The space that an index belongs to: its description in index files, and its checksum."""

from __future__ import annotations

from typing import cast

from pathstar import _core
from pathstar.errors import SpaceError
from pathstar.spaces.base import Space


def check_indexable(space: object) -> Space:
    """Return a space, after checking that it can have indexes.

    Raises:
        SpaceError: It is of another kind, or not a space at all.
    """
    if isinstance(space, Space) and space.capabilities.indexable:
        return space
    raise SpaceError(f"a grid or a Graph is needed, not {type(space).__name__}")


def traits(space: Space) -> dict[str, str]:
    """Return the main traits of a space, in words.

    Raises:
        SpaceError: A space of a kind that has no indexes.

    Example:
        >>> import pathstar as ps
        >>> traits(ps.Graph.from_edges([("a", "b")]))
        {'space': 'Graph', 'nodes': '2', 'edges': '1'}
    """
    return check_indexable(space).kind.traits(space)


def core_of(space: Space) -> _core.Grid | _core.Graph | _core.RegularGrid:
    """Return the native space of a space, after checking that it can have indexes.

    Raises:
        SpaceError: It is of another kind.
    """
    return cast("_core.Grid | _core.Graph | _core.RegularGrid", check_indexable(space).core)


def fingerprint(space: Space) -> str:
    """Return a checksum of a space: equal for spaces on which all paths are the same.

    Raises:
        SpaceError: A space of a kind that has no indexes.

    Example:
        >>> import pathstar as ps
        >>> fingerprint(ps.Grid([[1, 1]])) == fingerprint(ps.Grid([[1, 0]]))
        False
    """
    return check_indexable(space).kind.fingerprint(space)
