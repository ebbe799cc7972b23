"""The table of spaces: one row for each kind.

Code that works on any space asks a row, a capability or a method of the space, never its class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pathstar.spaces.fingerprints import (
    cells_fingerprint,
    cells_traits,
    graph_fingerprint,
    graph_traits,
    mesh_fingerprint,
)


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a space can do, for code that works on any of them.

    Attributes:
        cells: Places are cells in rows and columns; otherwise they are nodes with names.
        squares: It is a `Grid` of plain squares: 4 or 8 directions, no joined borders, portals or one-way
            rules. Jump points, dead ends and labels of areas work only on these.
        octile: The same with 8 directions.
        clustered: Its cells are squares or hexagons in one plane, which clusters of 32 x 32 cells divide.
        edge_rows: It is a graph whose edges are known one by one.
        reversible: Steps can be followed back: searches can start from the goal.
        timed: The end of a step depends on its time, and a goal must be free for as long as a unit stays.
        headings: A place also says in which direction a unit faces.
        one_to_all: One search without a goal finds the costs of all places.
        many_goals: One search can look for several goals: steps do not depend on the goal.
        goal_sets: One search can end at any of several goals.
        indexable: It has a fingerprint, and an index can be built for it.
        plane: A place is any point, given as floats, and a path is a line from point to point.
    """

    cells: bool = True
    squares: bool = False
    octile: bool = False
    clustered: bool = False
    edge_rows: bool = False
    reversible: bool = True
    timed: bool = False
    headings: bool = False
    one_to_all: bool = True
    many_goals: bool = True
    goal_sets: bool = True
    indexable: bool = True
    plane: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of space.

    Attributes:
        name: The name of its class.
        noun: What a place is called.
        capabilities: What every space of this kind can do; `Space.capabilities` says what one of them can.
        lacks: For each capability that it lacks, the reason, in words for an error message.
        layout: How pictures lay it out, a name of `pathstar.viz.layouts.table.LAYOUTS`; empty if there is no
            picture of it, or only one of its ground.
        fingerprint: Computes a checksum that is equal for spaces on which all paths are the same.
        traits: Returns its main traits, in words by name, the kind first.
        rules: Returns the small values that decide which steps are allowed between cells, for the
            fingerprint.
        rule_words: Returns the same in words by name, for the traits.
    """

    name: str
    noun: str
    capabilities: Capabilities
    layout: str = ""
    lacks: Mapping[str, str] = field(default_factory=dict)
    fingerprint: Callable[[Any], str] = cells_fingerprint
    traits: Callable[[Any], dict[str, str]] = cells_traits
    rules: Callable[[Any], tuple[Any, ...]] = lambda space: ()
    rule_words: Callable[[Any], dict[str, str]] = lambda space: {}


def _rules_of_squares(grid: Any) -> tuple[Any, ...]:
    rules = (grid.moves.directions, grid.moves.corners, grid.moves.lengths)
    # must not fit an index of version 0.1, in which knight's moves leapt
    return (*rules, "knights pass between") if grid.moves.directions == 16 else rules


KINDS: dict[str, Kind] = {
    row.name: row
    for row in (
        Kind(
            name="Grid",
            noun="square",
            capabilities=Capabilities(clustered=True),
            layout="squares",
            rule_words=lambda grid: {
                "corner rule": grid.moves.corners,
                "directions": str(grid.moves.directions),
            },
            rules=_rules_of_squares,
        ),
        Kind(
            name="Sized",
            noun="square",
            capabilities=Capabilities(clustered=True),
            layout="squares",
            rule_words=lambda layer: {"unit": f"{layer.side} x {layer.side} squares"},
            rules=lambda layer: (layer.moves.directions, layer.moves.lengths, layer.side),
        ),
        Kind(
            name="Round",
            noun="square",
            capabilities=Capabilities(clustered=True),
            layout="squares",
            rule_words=lambda layer: {"unit": f"a disc of radius {layer.radius:g}"},
            rules=lambda layer: (layer.moves.directions, layer.moves.lengths, "disc", layer.radius),
        ),
        Kind(
            name="HexGrid",
            noun="hexagon",
            capabilities=Capabilities(clustered=True),
            layout="hexagons",
            rule_words=lambda hexes: {"layout": hexes.layout},
            rules=lambda hexes: (hexes.layout,),
        ),
        Kind(
            name="TriangleGrid",
            noun="triangle",
            capabilities=Capabilities(),
            layout="triangles",
            rules=lambda triangles: ("triangles",),
        ),
        Kind(
            name="VoxelGrid",
            noun="box",
            capabilities=Capabilities(),
            layout="floors",
            rule_words=lambda voxels: {
                "corner rule": voxels.corners,
                "directions": str(len(voxels.directions)),
            },
            rules=lambda voxels: (len(voxels.directions), voxels.corners, voxels.spacing),
        ),
        Kind(
            name="Graph",
            noun="node",
            capabilities=Capabilities(cells=False, edge_rows=True),
            layout="network",
            fingerprint=graph_fingerprint,
            traits=graph_traits,
        ),
        Kind(
            name="NavMesh",
            noun="point",
            capabilities=Capabilities(
                cells=False,
                reversible=False,
                one_to_all=False,
                many_goals=False,
                goal_sets=False,
                indexable=False,
                plane=True,
            ),
            layout="mesh",
            fingerprint=mesh_fingerprint,
            lacks={
                "reversible": "lines over a NavMesh",
                "one_to_all": "a NavMesh has infinitely many places; distance_field has the costs of all, "
                "cost_matrix those between some",
            },
        ),
        Kind(
            name="Waypoints",
            noun="node",
            capabilities=Capabilities(one_to_all=False, many_goals=False, goal_sets=False, indexable=False),
            lacks={
                "one_to_all": "over Waypoints no search can answer for all places; ask their grid, `.grid`"
            },
        ),
        Kind(
            name="Turning",
            noun="cell",
            capabilities=Capabilities(headings=True, many_goals=False, indexable=False),
        ),
        Kind(
            name="Timed",
            noun="cell",
            capabilities=Capabilities(
                reversible=False,
                timed=True,
                one_to_all=False,
                many_goals=False,
                goal_sets=False,
                indexable=False,
            ),
            lacks={
                "reversible": "ones in time",
                "one_to_all": "over a Timed no search can answer for all places, as goals must be free to "
                "stay at",
            },
        ),
        Kind(
            name="Custom",
            noun="node",
            capabilities=Capabilities(
                cells=False, reversible=False, one_to_all=False, many_goals=False, indexable=False
            ),
            layout="seen",
            lacks={
                "reversible": "functions of a caller",
                "one_to_all": "a Custom space may have no end; freeze what can be reached: "
                "Graph.from_neighbors",
            },
        ),
    )
}
