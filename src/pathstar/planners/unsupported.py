"""What a space lacks for algorithms: the rules that table rows name as their ``unsupported_reason``."""

from __future__ import annotations

from pathstar.spaces.base import Space


def nodes(space: Space) -> str | None:
    """Return what a space lacks for steps from node to node; a plane has none."""
    return f"a space of nodes, not a {space.kind.name}" if space.capabilities.plane else None


def even_mesh(space: Space) -> str | None:
    """Return what a space lacks for a search over the edges of polygons of equal cost."""
    if not space.capabilities.plane:
        return f"a NavMesh, not a {space.kind.name}"
    return "ground that costs the same everywhere" if space.has_areas else None


def uneven_mesh(space: Space) -> str | None:
    """Return what a space lacks for a search over polygons that cost differently."""
    if not space.capabilities.plane:
        return f"a NavMesh, not a {space.kind.name}"
    return None if space.has_areas else "a NavMesh with areas that cost more"


def jumps(space: Space) -> str | None:
    """Return what a space lacks for jump points: there must be canonical paths among the cheapest."""
    return space.unsupported_jumps()


def steps_back(space: Space) -> str | None:
    """Return what a space lacks for searches from its goal."""
    if space.capabilities.reversible:
        return None
    return f"steps that can be followed back, not {space.kind.lacks['reversible']}"


def any_time(space: Space) -> str | None:
    """Return what a space lacks if nodes are never reopened: one may be reached too late to go on from it."""
    timed = "steps that may be made at any time" if space.capabilities.timed else None
    return nodes(space) or timed


def known_nodes(space: Space) -> str | None:
    """Return what a space lacks for going on with what a search knows: nodes and steps that stay."""
    if space.capabilities.one_to_all:
        return None
    return f"a space whose nodes and steps are all known, not a {space.kind.name}"


def lines(space: Space) -> str | None:
    """Return what a space lacks for lines in any direction."""
    return space.unsupported_lines()


def plane(space: Space) -> str | None:
    """Return what a space lacks for exact lines in the plane."""
    return space.unsupported_plane()
