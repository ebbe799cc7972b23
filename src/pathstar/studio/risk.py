"""The Risk board: where its territories lie on the map, their borders, and the armies that defend them.

Entering a territory costs its armies.
"""

from __future__ import annotations

import numpy as np

from pathstar.spaces.graph import Graph
from pathstar.viz.plan_graph import draw_at

# Column and row on the map, and the neighbours that were not named before.
TERRITORIES: dict[str, tuple[float, float, str]] = {
    "Alaska": (1.0, 0.6, "Northwest Territory, Alberta, Kamchatka"),
    "Northwest Territory": (4.0, 2.2, "Alberta, Ontario, Greenland"),
    "Greenland": (9.0, 2.2, "Ontario, Quebec, Iceland"),
    "Alberta": (3.0, 4.4, "Ontario, Western United States"),
    "Ontario": (6.0, 4.6, "Quebec, Western United States, Eastern United States"),
    "Quebec": (9.0, 5.0, "Eastern United States"),
    "Western United States": (4.0, 6.8, "Eastern United States, Central America"),
    "Eastern United States": (7.4, 7.4, "Central America"),
    "Central America": (4.6, 9.4, "Venezuela"),
    "Venezuela": (7.0, 11.0, "Peru, Brazil"),
    "Peru": (6.4, 13.6, "Brazil, Argentina"),
    "Brazil": (9.6, 12.8, "Argentina, North Africa"),
    "Argentina": (7.8, 16.2, ""),
    "Iceland": (12.0, 3.4, "Scandinavia, Great Britain"),
    "Scandinavia": (15.4, 2.8, "Great Britain, Northern Europe, Ukraine"),
    "Great Britain": (12.4, 5.8, "Northern Europe, Western Europe"),
    "Northern Europe": (15.4, 5.8, "Western Europe, Southern Europe, Ukraine"),
    "Southern Europe": (15.6, 8.2, "Western Europe, Ukraine, Middle East, Egypt, North Africa"),
    "Western Europe": (12.2, 8.8, "North Africa"),
    "Ukraine": (18.4, 4.6, "Ural, Afghanistan, Middle East"),
    "North Africa": (12.8, 11.6, "Egypt, East Africa, Congo"),
    "Egypt": (16.0, 10.8, "East Africa, Middle East"),
    "East Africa": (17.6, 13.2, "Congo, South Africa, Madagascar, Middle East"),
    "Congo": (15.0, 14.6, "South Africa"),
    "South Africa": (16.0, 17.2, "Madagascar"),
    "Madagascar": (19.2, 16.6, ""),
    "Ural": (21.6, 3.8, "Siberia, China, Afghanistan"),
    "Siberia": (23.6, 2.4, "Yakutsk, Irkutsk, Mongolia, China"),
    "Yakutsk": (26.6, 2.0, "Kamchatka, Irkutsk"),
    "Kamchatka": (29.6, 0.8, "Irkutsk, Mongolia, Japan"),
    "Irkutsk": (26.4, 4.4, "Mongolia"),
    "Mongolia": (26.6, 6.8, "Japan, China"),
    "Japan": (30.0, 6.4, ""),
    "China": (24.6, 8.8, "Afghanistan, India, Siam"),
    "Afghanistan": (21.2, 7.0, "Middle East, India"),
    "Middle East": (18.8, 9.4, "India"),
    "India": (22.4, 10.8, "Siam"),
    "Siam": (25.4, 11.2, "Indonesia"),
    "Indonesia": (26.0, 14.0, "New Guinea, Western Australia"),
    "New Guinea": (29.4, 13.2, "Western Australia, Eastern Australia"),
    "Western Australia": (26.4, 16.8, "Eastern Australia"),
    "Eastern Australia": (29.8, 16.4, ""),
}

_SCALE = 0.7

# One army stands wherever none is named.
GARRISONS = {"Middle East": 8, "East Africa": 2, "Egypt": 3, "North Africa": 2, "Southern Europe": 3}


def risk_board() -> Graph:
    """Return the board as a graph, drawn as a map of the world.

    Example:
        >>> risk_board()
        Graph(42 nodes, 166 edges)
    """
    pairs = [(a, b) for a, (_, _, beside) in TERRITORIES.items() for b in beside.split(", ") if b]
    edges = [(a, b, GARRISONS.get(b, 1)) for pair in pairs for a, b in (pair, pair[::-1])]
    graph = Graph.from_edges(edges, names=TERRITORIES)
    draw_at(graph, _SCALE * np.array([(x, y) for x, y, _ in TERRITORIES.values()]))
    return graph
