"""The Risk board as a graph: territories, borders, what a march costs, and the cheapest way to attack.

Run it with ``python examples/risk.py``. It prints

    Ukraine to Brazil, fewest borders: Ukraine, Southern Europe, North Africa, Brazil (3 borders)
    Against the garrisons: Ukraine, Northern Europe, Western Europe, North Africa, Brazil (5 armies lost)
    From Alaska to everywhere: 7 borders at most, to Congo, Eastern Australia, Madagascar, South Africa
    Fronts of Europe: Iceland, Southern Europe, Ukraine, Western Europe
"""

from __future__ import annotations

import numpy as np

import pathstar as ps

CONTINENTS = {
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

# Each border once: a territory, and those of its neighbours that were not named before it.
BORDERS = {
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

# Armies that defend a territory; one stands wherever none is named.
GARRISONS = {"Middle East": 8, "East Africa": 2, "Egypt": 3, "North Africa": 2, "Southern Europe": 3}


def listed(text: str) -> list[str]:
    """Return the names in a list parted by commas."""
    return text.split(", ")


def borders() -> list[tuple[str, str]]:
    """Return every pair of territories that share a border or a sea lane."""
    return [(a, b) for a, beside in BORDERS.items() for b in listed(beside)]


def board() -> ps.Graph:
    """Return the board on which every border costs the same."""
    return ps.Graph.from_edges(borders(), directed=False)


def war() -> ps.Graph:
    """Return the board on which entering a territory costs the armies that defend it."""
    both = [pair for a, b in borders() for pair in ((a, b), (b, a))]
    return ps.Graph.from_edges([(a, b, GARRISONS.get(b, 1)) for a, b in both])


def marches() -> list[str]:
    """Return the sentences that stand at the head of this file."""
    plain, fought = board(), war()
    short = ps.find_path(plain, "Ukraine", "Brazil")
    cheap = ps.find_path(fought, "Ukraine", "Brazil")
    reach = ps.distance_field(plain, ["Alaska"], outward=True).costs
    farthest = sorted(plain.places_of(np.flatnonzero(reach == reach.max())))
    europe = set(listed(CONTINENTS["Europe"]))
    fronts = {a if a in europe else b for a, b in borders() if (a in europe) != (b in europe)}
    return [
        f"Ukraine to Brazil, fewest borders: {', '.join(short)} ({short.cost:g} borders)",
        f"Against the garrisons: {', '.join(cheap)} ({cheap.cost:g} armies lost)",
        f"From Alaska to everywhere: {reach.max():g} borders at most, to {', '.join(farthest)}",
        f"Fronts of Europe: {', '.join(sorted(fronts))}",
    ]


if __name__ == "__main__":
    print("\n".join(marches()))
