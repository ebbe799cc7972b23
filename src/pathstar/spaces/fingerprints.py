"""Checksums of spaces, equal if all paths are the same, and traits in words."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np


def cells_fingerprint(space: Any) -> str:
    """Return the checksum of a space of cells: squares, hexagons, triangles or voxels."""
    digest = _digest()
    digest.update(_words(space).encode())
    digest.update(np.packbits(space.walkable).tobytes())
    if space.capabilities.squares:
        digest.update(space.core.legal().tobytes())
    if space.links.exits is not None:
        digest.update(space.links.exits.tobytes())
    if space.links.edges:
        digest.update(repr([plain_terms(rule) for rule in space.links.edges.rules]).encode())
        for numbers in space.links.edges.core.numbers():
            digest.update(numbers.tobytes())
    if space.cost is not None:
        digest.update(space.cost_model.encode())
        digest.update(space.cost.tobytes())
    return _hex(digest)


def graph_fingerprint(graph: Any) -> str:
    """Return the checksum of a `Graph`: of its edges and their costs, not the names of its nodes."""
    digest = _digest()
    for array in (graph.offsets, graph.targets, graph.costs):
        digest.update(array.data)
    return _hex(digest)


def mesh_fingerprint(mesh: Any) -> str:
    """Return the checksum of a `NavMesh`: of its polygons, their costs, and its links."""
    digest = _digest()
    core = mesh.state.core
    for array in (*core.polygons(), core.costs(), *mesh.state.link_arrays()):
        digest.update(np.ascontiguousarray(array).tobytes())
    return _hex(digest)


def cells_traits(space: Any) -> dict[str, str]:
    """Return the main traits of a space of cells."""
    traits = {"space": space.kind.name, "size": " x ".join(map(str, reversed(space.shape)))}
    traits |= space.kind.rule_words(space)
    if space.cost is not None:
        traits["cost"] = space.cost_model
    if not space.links.none:
        traits["links"] = space.links.words.removeprefix(", ")
    return traits


def graph_traits(graph: Any) -> dict[str, str]:
    """Return the main traits of a graph."""
    return {"space": graph.kind.name, "nodes": f"{graph.size:,}", "edges": f"{graph.edges:,}"}


def _words(space: Any) -> str:
    """Return in words all the small values that decide which steps are allowed."""
    links = space.links
    joined = () if links.none else (links.wrap, links.portals, links.one_way)
    return repr((space.shape, *space.kind.rules(space), *joined))


def plain_terms(rule: Any) -> tuple[Any, ...]:
    """Return all that a rule for edges says besides the numbers of the cells."""
    terms = (getattr(rule, term.name) for term in fields(rule) if term.name not in rule.fields)
    return (type(rule).__name__, *terms)


def _digest() -> Any:
    import hashlib  # not at the top: a query does not need it

    return hashlib.blake2b(digest_size=16)


def _hex(digest: Any) -> str:
    text: str = digest.hexdigest()
    return text
