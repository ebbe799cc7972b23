"""The Risk board, drawn as a map of the world."""

from __future__ import annotations

import numpy as np

from pathstar.spaces.examples import risk
from pathstar.spaces.graph import Graph
from pathstar.viz.layouts.network import draw_at

# Column and row on the map.
PLACES = {
    "Alaska": (1.0, 0.6),
    "Northwest Territory": (4.0, 2.2),
    "Greenland": (9.0, 2.2),
    "Alberta": (3.0, 4.4),
    "Ontario": (6.0, 4.6),
    "Quebec": (9.0, 5.0),
    "Western United States": (4.0, 6.8),
    "Eastern United States": (7.4, 7.4),
    "Central America": (4.6, 9.4),
    "Venezuela": (7.0, 11.0),
    "Peru": (6.4, 13.6),
    "Brazil": (9.6, 12.8),
    "Argentina": (7.8, 16.2),
    "Iceland": (12.0, 3.4),
    "Scandinavia": (15.4, 2.8),
    "Great Britain": (12.4, 5.8),
    "Northern Europe": (15.4, 5.8),
    "Southern Europe": (15.6, 8.2),
    "Western Europe": (12.2, 8.8),
    "Ukraine": (18.4, 4.6),
    "North Africa": (12.8, 11.6),
    "Egypt": (16.0, 10.8),
    "East Africa": (17.6, 13.2),
    "Congo": (15.0, 14.6),
    "South Africa": (16.0, 17.2),
    "Madagascar": (19.2, 16.6),
    "Ural": (21.6, 3.8),
    "Siberia": (23.6, 2.4),
    "Yakutsk": (26.6, 2.0),
    "Kamchatka": (29.6, 0.8),
    "Irkutsk": (26.4, 4.4),
    "Mongolia": (26.6, 6.8),
    "Japan": (30.0, 6.4),
    "China": (24.6, 8.8),
    "Afghanistan": (21.2, 7.0),
    "Middle East": (18.8, 9.4),
    "India": (22.4, 10.8),
    "Siam": (25.4, 11.2),
    "Indonesia": (26.0, 14.0),
    "New Guinea": (29.4, 13.2),
    "Western Australia": (26.4, 16.8),
    "Eastern Australia": (29.8, 16.4),
}
_SCALE = 0.7


def risk_board() -> Graph:
    """Return the board as a graph that is drawn as a map; entering a territory costs its armies.

    Example:
        >>> risk_board()
        Graph(42 nodes, 166 edges)
    """
    graph = risk()
    draw_at(graph, _SCALE * np.array([PLACES[name] for name in graph.places_of(np.arange(graph.size))]))
    return graph
