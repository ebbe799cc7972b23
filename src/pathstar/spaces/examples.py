"""Well-known graphs."""

from __future__ import annotations

from pathstar.spaces.graph import Graph

_CONTINENTS = {
    "North America": (
        "Alaska, Northwest Territory, Greenland, Alberta, Ontario, Quebec, Western United States, "
        "Eastern United States, Central America"
    ),
    "South America": "Venezuela, Peru, Brazil, Argentina",
    "Europe": (
        "Iceland, Scandinavia, Great Britain, Northern Europe, Southern Europe, Western Europe, Ukraine"
    ),
    "Africa": "North Africa, Egypt, East Africa, Congo, South Africa, Madagascar",
    "Asia": (
        "Ural, Siberia, Yakutsk, Kamchatka, Irkutsk, Mongolia, Japan, China, Afghanistan, Middle East, "
        "India, Siam"
    ),
    "Australia": "Indonesia, New Guinea, Western Australia, Eastern Australia",
}

# Each border once: a territory, and its neighbours that were not named before it.
_BORDERS = {
    "Alaska": "Northwest Territory, Alberta, Kamchatka",
    "Northwest Territory": "Alberta, Ontario, Greenland",
    "Greenland": "Ontario, Quebec, Iceland",
    "Alberta": "Ontario, Western United States",
    "Ontario": "Quebec, Western United States, Eastern United States",
    "Quebec": "Eastern United States",
    "Western United States": "Eastern United States, Central America",
    "Eastern United States": "Central America",
    "Central America": "Venezuela",
    "Venezuela": "Peru, Brazil",
    "Peru": "Brazil, Argentina",
    "Brazil": "Argentina, North Africa",
    "Iceland": "Scandinavia, Great Britain",
    "Scandinavia": "Great Britain, Northern Europe, Ukraine",
    "Great Britain": "Northern Europe, Western Europe",
    "Northern Europe": "Western Europe, Southern Europe, Ukraine",
    "Southern Europe": "Western Europe, Ukraine, Middle East, Egypt, North Africa",
    "Western Europe": "North Africa",
    "Ukraine": "Ural, Afghanistan, Middle East",
    "North Africa": "Egypt, East Africa, Congo",
    "Egypt": "East Africa, Middle East",
    "East Africa": "Congo, South Africa, Madagascar, Middle East",
    "Congo": "South Africa",
    "South Africa": "Madagascar",
    "Ural": "Siberia, China, Afghanistan",
    "Siberia": "Yakutsk, Irkutsk, Mongolia, China",
    "Yakutsk": "Kamchatka, Irkutsk",
    "Kamchatka": "Irkutsk, Mongolia, Japan",
    "Irkutsk": "Mongolia",
    "Mongolia": "Japan, China",
    "China": "Afghanistan, India, Siam",
    "Afghanistan": "Middle East, India",
    "Middle East": "India",
    "India": "Siam",
    "Siam": "Indonesia",
    "Indonesia": "New Guinea, Western Australia",
    "New Guinea": "Western Australia, Eastern Australia",
    "Western Australia": "Eastern Australia",
}

CONTINENTS = {continent: tuple(names.split(", ")) for continent, names in _CONTINENTS.items()}
"""The territories of the Risk board, by continent."""

BORDERS = tuple((a, b) for a, beside in _BORDERS.items() for b in beside.split(", "))
"""Every pair of its territories that share a border or a sea lane."""

GARRISONS = {"Middle East": 8, "East Africa": 2, "Egypt": 3, "North Africa": 2, "Southern Europe": 3}
"""The armies that defend a territory; 1 for those not listed."""


def risk() -> Graph:
    """Return the Risk board, on which entering a territory costs the armies that defend it.

    Example:
        >>> risk()
        Graph(42 nodes, 166 edges)
    """
    both = [pair for a, b in BORDERS for pair in ((a, b), (b, a))]
    territories = [name for names in CONTINENTS.values() for name in names]
    return Graph.from_edges([(a, b, GARRISONS.get(b, 1)) for a, b in both], names=territories)
